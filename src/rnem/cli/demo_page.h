// The page that `rnem demo` leaves behind.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace rnem::cli {

struct DemoScene {
  std::string title;  // "4 balls, K = 5"
  std::string text;   // one sentence
  std::string stem;   // stem.gif (watching), stem-simulation.gif, stem.png (sheet)
  std::string data;   // "live:balls4mass64"
  std::int64_t k = 0;
  double ari = 0;
  double bce = 0, copy_bce = 0;  // kUnknown where pixels are not zeros and ones
  // After letting go: pixels off at two moments, beside the least that its own knowledge at that
  // moment allows (reference_motion.h), and the share of sequences whose objects are all there at
  // the end; kUnknown where the data cannot say.
  double soon_error = 0, soon_limit = 0, later_error = 0, later_limit = 0, all_alive = 0;
};

// Frames before letting go, steps after it, and the two moments.
inline constexpr std::int64_t kDemoObserve = 10, kDemoAhead = 100, kDemoSoon = 10, kDemoLater = 20;

std::string demo_table(const std::vector<DemoScene>& scenes);
void write_demo_page(const std::vector<DemoScene>& scenes, const std::filesystem::path& folder);

}  // namespace rnem::cli
