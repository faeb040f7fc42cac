#include "rnem/training/event_file.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdio>

#include "places.h"
#include "rnem/core/atomic_file.h"
#include "rnem/figures/png.h"
#include "temporary_folder.h"

namespace rnem::training {
namespace {

namespace fs = std::filesystem;
using rnem::testing::TemporaryFolder;

fs::path only_event_file(const fs::path& folder) {
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().filename().string().find("tfevents") != std::string::npos) return entry.path();
  }
  return {};
}

// what the independent reader says about a file, and its exit code
std::pair<std::string, int> read_events(const fs::path& file) {
  const std::string command =
      fmt::format("python3 '{}' '{}' 2>&1",
                  rnem::testing::in_source("tests/training/check_events.py"), file.string());
  FILE* pipe = ::popen(command.c_str(), "r");
  std::string text;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) text += static_cast<char>(c);
  return {text, ::pclose(pipe)};
}

TEST(EventFile, AnIndependentReaderFindsWhatWasWritten) {
  const TemporaryFolder folder;
  {
    EventFile events(folder.path(), 1);
    events.scalars(20, {{"train/loss", 812.5}, {"train/ari", -0.25}});
    // a length above 127 takes two bytes as a varint
    figures::write_png(folder / "picture.png", figures::Image(30, 20));
    events.picture(300, "valid/samples", 30, 20, read_file(folder / "picture.png"));
    events.restart_at(201);
  }
  const auto [text, code] = read_events(only_event_file(folder.path()));
  EXPECT_EQ(code, 0);
  EXPECT_EQ(text,
            "version brain.Event:2\n"
            "session 1 1\n"
            "scalar 20 train/loss 812.5\n"
            "scalar 20 train/ari -0.25\n"
            "image 300 valid/samples 30x20\n"
            "session 201 1\n");
}

TEST(EventFile, TheReaderNoticesAChangedByte) {
  const TemporaryFolder folder;
  { EventFile(folder.path(), 1).scalars(20, {{"train/loss", 812.5}}); }
  const fs::path file = only_event_file(folder.path());
  std::string bytes = read_file(file);
  bytes[bytes.size() - 8] ^= 1;
  write_file(file, bytes);
  EXPECT_NE(read_events(file).second, 0);
}

}  // namespace
}  // namespace rnem::training
