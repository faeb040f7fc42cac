#include "rnem/rng.h"

#include <bit>
#include <cmath>

#include "rnem/core/error.h"

namespace rnem {
namespace {

std::uint64_t splitmix(std::uint64_t& x) {
  x += 0x9e3779b97f4a7c15ULL;
  std::uint64_t z = x;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

std::uint64_t fnv1a(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const unsigned char c : text) hash = (hash ^ c) * 0x100000001b3ULL;
  return hash;
}

}  // namespace

Rng::Rng(std::uint64_t seed, std::string_view name, std::uint64_t a, std::uint64_t b) : state_{} {
  // chain every part through splitmix so that streams that differ in one bit share nothing
  std::uint64_t x = seed;
  for (const std::uint64_t part : {fnv1a(name), a, b}) x = splitmix(x) ^ part;
  for (auto& word : state_) word = splitmix(x);
}

std::uint64_t Rng::bits() {
  const std::uint64_t result = std::rotl(state_[0] + state_[3], 23) + state_[0];
  const std::uint64_t t = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= t;
  state_[3] = std::rotl(state_[3], 45);
  return result;
}

double Rng::uniform() { return static_cast<double>(bits() >> 11) * 0x1.0p-53; }

double Rng::uniform(double low, double high) { return low + (high - low) * uniform(); }

std::uint64_t Rng::below(std::uint64_t n) {
  RNEM_CHECK(n > 0, "an empty range has no element to draw");
  // drop the incomplete last block of 2^64 mod n values
  const std::uint64_t threshold = (0 - n) % n;
  for (;;) {
    const std::uint64_t draw = bits();
    if (draw >= threshold) return draw % n;
  }
}

double Rng::normal() {
  if (has_spare_) {
    has_spare_ = false;
    return spare_normal_;
  }
  // Marsaglia's polar method
  for (;;) {
    const double u = uniform(-1.0, 1.0);
    const double v = uniform(-1.0, 1.0);
    const double s = u * u + v * v;
    if (s >= 1.0 || s == 0.0) continue;
    const double scale = std::sqrt(-2.0 * std::log(s) / s);
    spare_normal_ = v * scale;
    has_spare_ = true;
    return u * scale;
  }
}

bool Rng::flip(double probability) { return uniform() < probability; }

}  // namespace rnem
