// `rnem reproduce --scale smoke` as a user runs it: listed, killed, to its end, once more, on
// another machine.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "places.h"
#include "process.h"
#include "rnem/core/atomic_file.h"
#include "rnem/experiments/figure_texts.h"
#include "rnem/experiments/reproduction.h"
#include "temporary_folder.h"

namespace rnem::experiments {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using ::testing::HasSubstr;
using ::testing::Not;

using Words = std::vector<std::string>;

// Letters of pictures may spell anything.
std::string without_pictures(std::string page) {
  const std::string picture = ";base64,";
  for (auto at = page.find(picture); at != std::string::npos; at = page.find(picture, at)) {
    at += picture.size();
    page.erase(at, page.find('"', at) - at);
  }
  return page;
}

class Smoke : public ::testing::Test {
 protected:
  Words command(const std::string& out, const Words& more = {}) const {
    Words words = {rnem::testing::program(), "reproduce", "--scale", "smoke", "--out", out};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  rnem::testing::Outcome run(const std::string& out, const Words& more = {}) const {
    return rnem::testing::run_process(command(out, more), folder_.path());
  }
  Json result(const std::string& part) const {
    return Json::parse(read_file(out_ / result_file(part)));
  }

  void check_results() const {
    const Reproduction all{find_scale("smoke"), {Setup::kPublished, Setup::kOurs}, out_};
    for (const Trial& trial : all.trials()) {
      const Json training = result(train_part(trial));
      EXPECT_EQ(training["sequences"], 16) << trial.name();
      EXPECT_FALSE(training["validations"].empty()) << trial.name();
      for (const experiments::Test& test : tests_of(trial, all.scale)) {
        const Json report = result(test_part(trial, test.kind));
        EXPECT_EQ(report["k"], test.k) << trial.name();
        const char* key = test.observe >= 0 ? "simulated_bce" : "bce";
        EXPECT_TRUE(report[key].is_number()) << trial.name() << " " << test.kind;
        EXPECT_TRUE(report["intervals"].contains(key));
      }
    }
  }

  void check_page() const {
    const std::string page = without_pictures(read_file(out_ / "report.html"));
    for (const char* expected :
         {"say nothing about the methods", "LibTorch", "R-NEM K=8", "RNN-EM, 5 flying shapes",
          "46.22", "cannot tell", "by our recipe", "published-invaders-rnem-blind-seed1-eval",
          "rnem simulate runs/ours-balls4-lstm-seed1/best.safetensors"}) {
      EXPECT_THAT(page, HasSubstr(expected));
    }
    // nothing from elsewhere, and nothing about where it was made
    for (const char* elsewhere : {"http", "href=\"/", "<script", "url(", "<link", ">nan<"}) {
      EXPECT_THAT(page, Not(HasSubstr(elsewhere)));
    }
    EXPECT_THAT(page, Not(HasSubstr(folder_.path().string())));
    for (const FigureText& text : figure_texts()) {
      EXPECT_THAT(page, HasSubstr(text.title));
      for (const auto& file : figure_files(Setup::kPublished, text)) {
        EXPECT_TRUE(fs::exists(out_ / file) && fs::file_size(out_ / file) > 1000) << file;
      }
    }
  }

  void check_published(const fs::path& published) const {
    const std::string text = read_file(published / "README.md");
    EXPECT_THAT(text, HasSubstr("| On 4 balls R-NEM predicts best"));
    for (auto at = text.find("](figures/"); at != std::string::npos;
         at = text.find("](figures/", at + 1)) {
      const std::string file = text.substr(at + 2, text.find(')', at) - at - 2);
      EXPECT_TRUE(fs::exists(published / file)) << file;
    }
    EXPECT_THAT(read_file(published / "commands.sh"), HasSubstr("\nrnem train --config configs/"));
    std::uintmax_t bytes = 0;
    for (const auto& entry : fs::recursive_directory_iterator(published)) {
      if (entry.is_regular_file() && entry.path().extension() == ".json") {
        bytes += entry.file_size();
      }
    }
    EXPECT_LT(bytes, 500000u);
  }

  rnem::testing::TemporaryFolder folder_;
  const fs::path out_ = folder_ / "out";
};

// The lines of one trial, and of a figure, in a shell.
TEST_F(Smoke, ListsCommandsThatRunAsPrinted) {
  const auto listed = run("by-hand", {"--list", "--setup", "published"});
  ASSERT_EQ(listed.code, 0) << listed.err;
  std::istringstream lines(listed.out);
  std::string script = ":";
  int taken = 0;
  for (std::string line; std::getline(lines, line);) {
    const bool wanted = line.find("published-balls4-rnem-k5-seed1-") != std::string::npos ||
                        line.find("# published-sheet") != std::string::npos ||
                        line.starts_with("rnem() {") || line.starts_with("cd ") ||
                        line.starts_with("mkdir");
    if (wanted) script += " && " + line.substr(0, line.find("  #"));
    taken += wanted;
  }
  EXPECT_EQ(taken, 3 + 5 + 1);
  const auto done = rnem::testing::run_process({"sh", "-c", script}, folder_.path());
  ASSERT_EQ(done.code, 0) << done.err;

  // and they give what the program does
  ASSERT_EQ(run("out", {"--only", "published-balls4-rnem-k5-seed1-extrapolate"}).code, 0);
  const std::string file = result_file("published-balls4-rnem-k5-seed1-extrapolate");
  EXPECT_EQ(Json::parse(read_file(folder_ / "by-hand" / file)),
            Json::parse(read_file(out_ / file)));
}

// Two trainings that would go on for ever, killed after their first checkpoints.
TEST_F(Smoke, GoesOnAfterKillMinusNineToItsEndAndDoesNothingTwice) {
  {
    rnem::testing::Process process(
        command("out", {"--jobs", "2", "--set", "training.sequences=4000000"}), folder_.path());
    const auto started = [&](const char* trial) {
      return fs::exists(out_ / "runs" / trial / "best.safetensors");
    };
    while (process.running() && !(started("published-balls4-rnem-k5-seed1") &&
                                  started("published-balls4-rnnem-seed1"))) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    process.send(SIGKILL);
    ASSERT_EQ(process.wait().code, 128 + SIGKILL);
  }
  const std::string log = read_file(out_ / "logs" / "published-balls4-rnem-k5-seed1-train.log");
  EXPECT_THAT(log, HasSubstr("r-nem with"));

  const auto whole = run("out", {"--publish", "published"});
  ASSERT_EQ(whole.code, 0) << whole.err;
  EXPECT_THAT(whole.err, HasSubstr("resumed at update 0"));
  EXPECT_THAT(whole.err, HasSubstr(" left"));
  EXPECT_EQ(whole.out, "out/report.html\n");
  check_results();
  check_page();
  check_published(folder_ / "published");

  const auto nothing = run("out");
  ASSERT_EQ(nothing.code, 0) << nothing.err;
  EXPECT_THAT(nothing.err, HasSubstr(" 0 to do now"));

  // a smaller budget is not that of a run that has seen more
  const auto less = run(
      "out", {"--set", "training.sequences=8", "--only", "*-nem-*", "--set", "shapes.sequences=8"});
  EXPECT_EQ(less.code, 0) << less.err;
  EXPECT_THAT(less.err, HasSubstr("was trained with other settings, moved to"));
  EXPECT_EQ(result("published-shapes-nem-seed1-train")["sequences"], 8);
  ASSERT_EQ(run("out").code, 0);

  // a test alone is done again, by the model that is still there
  fs::remove(out_ / result_file("published-balls4-rnn-seed1-extrapolate"));
  const auto again = run("out");
  EXPECT_THAT(again.err, HasSubstr(" 1 to do now"));

  // from the small files alone nothing is missing
  fs::create_directory(folder_ / "elsewhere");
  for (const char* kept : {"parts", "results"}) {
    fs::copy(folder_ / "published" / kept, folder_ / "elsewhere" / kept);
  }
  const auto elsewhere = run("elsewhere");
  EXPECT_EQ(elsewhere.code, 0) << elsewhere.err;
  EXPECT_THAT(elsewhere.err, HasSubstr(" 0 to do now"));
  EXPECT_FALSE(fs::exists(folder_ / "elsewhere" / "runs"));
  EXPECT_THAT(read_file(folder_ / "elsewhere" / "report.html"), HasSubstr("R-NEM K=5"));
}

}  // namespace
}  // namespace rnem::experiments
