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
  double ari = 0, bce = 0, copy_bce = 0;
  double simulated_bce = 0, simulated_copy_bce = 0, simulated_error = 0;  // error in pixels
  std::int64_t observed = 0;  // frames before simulation begins
};

std::string demo_table(const std::vector<DemoScene>& scenes);
void write_demo_page(const std::vector<DemoScene>& scenes, const std::filesystem::path& folder);

}  // namespace rnem::cli
