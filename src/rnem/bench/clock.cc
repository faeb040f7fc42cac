#include "rnem/bench/clock.h"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <string>

#include "rnem/core/error.h"
#include "rnem/core/task.h"
#include "rnem/ops/kernels/matrix_product.h"
#include "rnem/torch.h"

namespace rnem::bench {

std::vector<double> time_each(Observer& observer, std::int64_t repeats,
                              const std::function<void()>& body) {
  using Clock = std::chrono::steady_clock;
  std::vector<double> seconds;
  for (std::int64_t i = 0; i < repeats; ++i) {
    stop_if_asked(observer);
    const auto start = Clock::now();
    body();
    seconds.push_back(std::chrono::duration<double>(Clock::now() - start).count());
  }
  return seconds;
}

double median(std::vector<double> values) {
  RNEM_CHECK(!values.empty(), "a median of something");
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

double product_rate(bool bf16) {
  constexpr std::int64_t kSize = 1536;  // larger ones are no faster
  constexpr std::int64_t kRepeats = 8;
  const auto a = torch::randn({kSize, kSize}), b = torch::randn({kSize, kSize});
  auto c = torch::empty({kSize, kSize});
  const auto half_a = a.to(torch::kBFloat16), half_b = b.to(torch::kBFloat16);
  const auto half = [](const torch::Tensor& x) {
    return static_cast<const kernels::Bf16*>(x.data_ptr());
  };
  Observer nobody;
  const auto seconds = time_each(nobody, kRepeats, [&] {
    if (!bf16) {
      torch::mm_out(c, a, b.t());
    } else if (!kernels::bf16_product(kSize, kSize, kSize, {half(half_a), kSize},
                                      {half(half_b), kSize, true}, 0.0F, c.data_ptr<float>())) {
      fail("oneDNN has no bf16 product on this processor");
    }
  });
  return 2.0 * kSize * kSize * kSize / 1e9 / *std::min_element(seconds.begin(), seconds.end());
}

double peak_memory() {
  // getrusage would also count what ran in this process before the program did
  std::ifstream in("/proc/self/status");
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("VmHWM:")) return std::stod(line.substr(6)) * 1024 / 1e9;
  }
  fail("/proc/self/status does not tell VmHWM, the peak memory of the process");
}

}  // namespace rnem::bench
