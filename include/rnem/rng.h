// Randomness as named streams of one seed.
//
// A stream is a pure function of (seed, name, index...): Rng(seed, "noise", update) is the same
// generator on every machine, thread count and resume, so no generator state is ever saved.
// The bits come from xoshiro256++; the distributions are written out because the standard
// library's differ between implementations.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace rnem {

class Rng {
 public:
  // The stream `name` of `seed`; a and b tell apart its instances (split, sequence, update, ...).
  Rng(std::uint64_t seed, std::string_view name, std::uint64_t a = 0, std::uint64_t b = 0);

  std::uint64_t bits();                     // 64 uniform bits
  double uniform();                         // [0, 1)
  double uniform(double low, double high);  // [low, high)
  std::uint64_t below(std::uint64_t n);     // 0 .. n-1, unbiased; n > 0
  double normal();                          // mean 0, variance 1
  bool flip(double probability);

 private:
  std::array<std::uint64_t, 4> state_;
  double spare_normal_ = 0.0;
  bool has_spare_ = false;
};

}  // namespace rnem
