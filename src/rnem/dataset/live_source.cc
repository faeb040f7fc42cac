#include "rnem/dataset/live_source.h"

#include <utility>

#include "rnem/core/error.h"
#include "rnem/dataset/layout.h"

namespace rnem::dataset {
namespace {

class LiveSource final : public Source {
 public:
  LiveSource(std::shared_ptr<const worlds::World> world, std::uint64_t seed,
             std::string description)
      : world_(std::move(world)),
        shape_(world_->shape()),
        seed_(seed),
        description_(std::move(description)) {}

  worlds::Shape shape() const override { return shape_; }
  std::string description() const override { return description_; }
  std::int64_t size(Split) const override { return kEndless; }
  int frames() const override { return kAnyLength; }
  std::shared_ptr<const worlds::World> world() const override { return world_; }

  worlds::Sequence get(Split split, std::int64_t index, int first_frame,
                       int frames) const override {
    RNEM_CHECK(index >= 0 && first_frame >= 0 && frames > 0, "a window into a sequence");
    // a longer sequence of the same stream begins with the shorter one: simulate no more than asked
    return window(make_sequence(*world_, seed_, split, index, first_frame + frames), first_frame,
                  frames);
  }

 private:
  std::shared_ptr<const worlds::World> world_;
  worlds::Shape shape_;
  std::uint64_t seed_;
  std::string description_;
};

}  // namespace

worlds::Sequence make_sequence(const worlds::World& world, std::uint64_t seed, Split split,
                               std::int64_t index, int frames) {
  const auto stream = static_cast<std::uint64_t>(split);
  return world.make(Rng(seed, "world", stream, static_cast<std::uint64_t>(index)), frames);
}

std::unique_ptr<Source> make_live_source(std::shared_ptr<const worlds::World> world,
                                         std::uint64_t seed, std::string description) {
  return std::make_unique<LiveSource>(std::move(world), seed, std::move(description));
}

}  // namespace rnem::dataset
