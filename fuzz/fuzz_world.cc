// World files: whatever can be read can also be made, and written back as the same world.
#include "hostile.h"
#include "rnem/world.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  rnem::fuzz::read_hostile([&] {
    const auto world = rnem::worlds::world_from_toml(rnem::fuzz::text_of(data, size), "world.toml");
    const auto again = rnem::worlds::world_from_toml(world->to_toml(), "again.toml");
    if (again->to_toml() != world->to_toml()) rnem::fuzz::finding("another world comes back");
    const rnem::Shape shape = world->shape();
    constexpr int kSide = 128, kObjects = 12;
    if (shape.height > kSide || shape.width > kSide || shape.max_objects > kObjects) return;
    const rnem::Sequence sequence = world->make(rnem::Rng(1, "fuzz", 0), 3);
    if (sequence.features.size() != 3U * shape.height * shape.width) {
      rnem::fuzz::finding("frames of another size than the world's");
    }
  });
  return 0;
}
