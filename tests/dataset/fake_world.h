// A world small enough to read in a debugger: random pixels, every field filled.
#pragma once

#include <cmath>
#include <string>
#include <tuple>

#include "rnem/dataset/layout.h"
#include "rnem/world.h"

namespace rnem::dataset {

class FakeWorld final : public worlds::World {
 public:
  worlds::Shape shape() const override {
    return {.height = 4, .width = 6, .max_objects = 3, .actions = 2, .pixels_per_unit = 2.5};
  }

  worlds::Sequence make(Rng rng, int frames) const override {
    worlds::Sequence s;
    s.frames = frames;
    s.objects = 2 + static_cast<int>(rng.below(2));
    for (int o = 0; o < 3; ++o) {
      s.radii.push_back(o < s.objects ? static_cast<float>(rng.uniform()) : NAN);
      s.masses.push_back(o < s.objects ? static_cast<float>(rng.uniform()) : NAN);
    }
    for (int i = 0; i < 4; ++i) s.curtain.push_back(static_cast<float>(i));
    for (int t = 0; t < frames; ++t) {
      for (int i = 0; i < 4 * 6; ++i) {
        s.features.push_back(rng.flip(0.5));
        s.groups.push_back(
            static_cast<std::uint8_t>(rng.below(static_cast<std::uint64_t>(s.objects) + 1)));
        s.collisions.push_back(rng.flip(0.1));
      }
      s.events.push_back(rng.flip(0.3));
      const auto action = rng.below(2);
      for (std::uint64_t a = 0; a < 2; ++a) s.actions.push_back(a == action);
      for (int i = 0; i < 3 * 2; ++i) {
        s.positions.push_back(i < 2 * s.objects ? static_cast<float>(rng.uniform()) : NAN);
        s.velocities.push_back(i < 2 * s.objects ? static_cast<float>(rng.normal()) : NAN);
      }
    }
    return s;
  }

  std::string to_toml() const override { return "kind = \"fake\"\n"; }
};

inline bool same_floats(const std::vector<float>& a, const std::vector<float>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!(a[i] == b[i] || (std::isnan(a[i]) && std::isnan(b[i])))) return false;
  }
  return true;
}

// The name of the first thing in which two sequences differ; empty when they are the same.
inline std::string difference(const worlds::Sequence& a, const worlds::Sequence& b) {
  if (a.frames != b.frames) return "frames";
  if (a.objects != b.objects) return "objects";
  for (const Field& field : fields()) {
    const bool same = field.bytes != nullptr ? a.*field.bytes == b.*field.bytes
                                             : same_floats(a.*field.floats, b.*field.floats);
    if (!same) return field.name;
  }
  return "";
}

}  // namespace rnem::dataset
