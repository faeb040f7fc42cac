#include "rnem/training/sample_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "rnem/figures/grid.h"
#include "rnem/figures/palette.h"

namespace rnem::training {
namespace {

constexpr std::size_t kColumns = 10;
constexpr int kSide = 64;  // pixels a frame gets at least

std::span<const float> values(const torch::Tensor& x) {
  return {x.data_ptr<float>(), static_cast<std::size_t>(x.numel())};
}

}  // namespace

figures::Image sample_picture(const std::vector<SampleSequence>& samples) {
  figures::Grid grid;
  for (const auto& sample : samples) {
    figures::GridRow truth{.label = "truth", .apart = true};
    figures::GridRow prediction{.label = "prediction"}, assignment{.label = "assignment"};
    const std::size_t steps = sample.frames.size(), every = (steps + kColumns - 1) / kColumns;
    // backwards from the last step, which has to be there
    for (std::size_t t = (steps - 1) % every; t < steps; t += every) {
      const torch::Tensor gamma = sample.gammas[t].contiguous();
      const int k = static_cast<int>(gamma.size(0));
      const int height = static_cast<int>(gamma.size(1)), width = static_cast<int>(gamma.size(2));
      const int scale = std::max(1, kSide / height);
      const auto image = [&](const torch::Tensor& x) {
        const int channels = x.dim() == 3 ? static_cast<int>(x.size(2)) : 1;
        return figures::frame_image(values(x.contiguous()), height, width, channels)
            .upscaled(scale);
      };
      if (grid.rows.empty()) truth.headings.push_back(fmt::format("{}", t + 1));
      truth.cells.push_back(image(sample.frames[t]));
      prediction.cells.push_back(image(sample.predictions[t]));
      assignment.cells.push_back(
          figures::assignment_image(values(gamma), k, height, width).upscaled(scale));
    }
    for (auto* row : {&truth, &prediction, &assignment}) grid.rows.push_back(std::move(*row));
  }
  return figures::grid_page(grid).render(/*scale=*/1.0);
}

}  // namespace rnem::training
