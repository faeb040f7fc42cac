// `rnem reproduce --scale smoke` from data to report, as a user runs it: stopped once, then to its
// end, then once more when one result is gone. One story, because its middle takes a minute.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "places.h"
#include "process.h"
#include "rnem/core/atomic_file.h"
#include "rnem/experiments/base64.h"
#include "rnem/experiments/figure_parts.h"
#include "temporary_folder.h"

namespace rnem::experiments {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using ::testing::HasSubstr;
using ::testing::Not;

std::vector<std::string> command(const fs::path& out) {
  return {rnem::testing::program(), "reproduce", "--scale", "smoke", "--out", out.string()};
}

// Stops in the first training, which would go on for ever, after its first checkpoint.
void stop_early(const fs::path& folder, const fs::path& out) {
  auto endless = command(out);
  endless.insert(endless.end(), {"--set", "training.max_updates=1000000"});
  rnem::testing::Process process(endless, folder);
  const fs::path checkpoint = out / "runs" / "balls4-rnem-k5" / "last.safetensors";
  while (process.running() && !fs::exists(checkpoint)) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  process.send(SIGINT);
  const auto stopped = process.wait();
  ASSERT_EQ(stopped.code, 130) << stopped.err;
  EXPECT_THAT(stopped.err, HasSubstr("stopped in part 4 of"));
}

// What stands between `from` and the next `to`; empty when there is no such place.
std::string between(const std::string& text, const std::string& from, const std::string& to) {
  const auto begin = text.find(from);
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find(to, begin + from.size()) - begin);
}

std::string section(const std::string& page, const std::string& id) {
  return between(page, "<h2 id=\"" + id + "\"", "<h2 ");
}

// Letters of pictures may spell anything.
std::string without_pictures(std::string page) {
  const std::string picture = ";base64,";
  for (auto at = page.find(picture); at != std::string::npos; at = page.find(picture, at)) {
    at += picture.size();
    page.erase(at, page.find('"', at) - at);
  }
  return page;
}

// The table's row of a method.
std::string row(const std::string& html, const char* title) {
  return between(html, std::string("<tr><td>") + title + "</td>", "</tr>");
}

void expect_numbers(const Json& report, std::initializer_list<const char*> keys,
                    const std::string& part) {
  for (const char* key : keys) {
    EXPECT_TRUE(report.contains(key) && report[key].is_number()) << part << ": " << key;
  }
}

class Smoke : public ::testing::Test {
 protected:
  std::string result_text(const std::string& part) {
    return read_file(out_ / Reproduction::result_file(part));
  }
  Json result(const std::string& part) { return Json::parse(result_text(part)); }

  void check_results() {
    for (const Method& m : methods()) {
      expect_numbers(result(eval_part(m)), {"bce", "relative_bce", "loss"}, eval_part(m));
      if (!m.is_single()) expect_numbers(result(eval_part(m)), {"ari"}, eval_part(m));
      EXPECT_TRUE(fs::exists(out_ / "runs" / m.name / "best.safetensors")) << m.name;
    }
    for (const Method& m : ball_methods()) {
      const Json more = result(extrapolate_part(m));
      EXPECT_EQ(more["k"], m.is_single() ? 1 : kExtrapolationK) << m.title;
      expect_numbers(more, {"bce", "relative_bce"}, extrapolate_part(m));
      expect_numbers(result(simulate_part(m)), {"simulated_bce"}, simulate_part(m));
      EXPECT_THAT(result_text(simulate_part(m)), Not(HasSubstr(folder_.path().string())));
    }
  }

  void check_page(const std::string& page) {
    for (const char* id : {"balls", "extrapolation", "simulation"}) {
      for (const Method& m : ball_methods()) {
        EXPECT_NE(row(section(page, id), m.title), "") << id << ": " << m.title;
      }
    }
    for (const Method& m : curtain_methods()) {
      EXPECT_THAT(row(section(page, "curtain"), m.title),
                  HasSubstr(fmt::format("<td>{:.2f}</td>", m.published_bce)));
    }
    for (const Method& m : methods()) {
      EXPECT_THAT(section(page, "training"), HasSubstr(m.title));
      EXPECT_THAT(section(page, "parts"), HasSubstr(train_part(m)));
    }
    for (const char* expected : {"shows that the pipeline works", "about 0.8", "Seed 1", "LibTorch",
                                 "rnem simulate runs/balls4-lstm/best.safetensors"}) {
      EXPECT_THAT(page, HasSubstr(expected));
    }
    // nothing from elsewhere, and nothing about where it was made
    for (const char* elsewhere : {"http", "href=\"/", "<script", "url(", "<link", ">nan<"}) {
      EXPECT_THAT(page, Not(HasSubstr(elsewhere)));
    }
    EXPECT_THAT(page, Not(HasSubstr(folder_.path().string())));
  }

  // Every figure is there, in all its kinds, and in the page as it is in the folder.
  void check_pictures(const std::string& page) {
    std::size_t files = 0, pictures = 0;
    for (const FigureText& text : figure_texts()) {
      for (const auto& file : figure_files(text)) {
        ++files;
        EXPECT_TRUE(fs::exists(out_ / file) && fs::file_size(out_ / file) > 1000) << file;
      }
      const std::string picture = base64(read_file(out_ / figure_files(text).front()));
      EXPECT_NE(page.find(";base64," + picture + "\""), std::string::npos) << text.part;
    }
    const auto drawn = fs::directory_iterator(out_ / "figures");
    EXPECT_EQ(std::distance(fs::begin(drawn), fs::end(drawn)), files);
    for (auto at = page.find("<img "); at != std::string::npos; at = page.find("<img ", at + 1)) {
      ++pictures;
    }
    EXPECT_EQ(pictures, figure_texts().size());
  }

  rnem::testing::TemporaryFolder folder_;
  const fs::path out_ = folder_ / "out";
};

TEST_F(Smoke, GoesFromDataToReportAndDoesNothingTwice) {
  const auto run = [this] { return rnem::testing::run_process(command(out_), folder_.path()); };
  stop_early(folder_.path(), out_);

  const auto whole = run();
  ASSERT_EQ(whole.code, 0) << whole.err;
  EXPECT_THAT(whole.err, HasSubstr("make 80 sequences of balls4mass64: is done"));
  EXPECT_THAT(whole.err, HasSubstr("resumed at update"));
  EXPECT_EQ(whole.out, (out_ / "report.html").string() + "\n");
  check_results();
  const std::string page = read_file(out_ / "report.html");
  check_page(without_pictures(page));
  check_pictures(page);

  const auto nothing = run();
  ASSERT_EQ(nothing.code, 0) << nothing.err;
  EXPECT_THAT(nothing.err, HasSubstr("\n0 of "));

  // the evaluation and the figure that shows it
  fs::remove(out_ / Reproduction::result_file("extrapolate-balls4-rnn"));
  const auto again = run();
  EXPECT_THAT(again.err, HasSubstr("evaluate RNN on balls678mass64\n"));
  EXPECT_THAT(again.err, HasSubstr("draw comparison\n"));
  EXPECT_THAT(again.err, HasSubstr("\n2 of "));
}

}  // namespace
}  // namespace rnem::experiments
