#include "rnem/dataset/stored_frames.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "rnem/core/error.h"
#include "rnem/dataset/layout.h"
#include "rnem/dataset/split_groups.h"
#include "rnem/io/stored_array.h"

namespace rnem::dataset {
namespace {

class StoredFrames final : public GreyFrames {
 public:
  StoredFrames(const std::string& path, std::vector<std::string>& left_out)
      : file_(io::h5::open_file(path)) {
    const SplitGroups groups = find_split_groups(file_, path);
    for (const Split split : kSplits) {
      if (!groups.of(split).empty()) open(path, split, groups.of(split), left_out);
    }
    find_scale();
  }

  std::int64_t sequences() const override { return counts_[0] + counts_[1] + counts_[2]; }
  int frames(std::int64_t sequence) const override {
    return static_cast<int>(locate(sequence).array->axes()[0]);
  }
  std::string name(std::int64_t sequence) const override {
    const Place place = locate(sequence);
    return fmt::format("{}: sequence {}", place.array->name(), place.index);
  }
  std::optional<std::array<std::int64_t, 3>> splits() const override { return counts_; }

  GreyClip get(std::int64_t sequence, int first, int frames) const override {
    const Place place = locate(sequence);
    const auto& axes = place.array->axes();
    GreyClip grey{static_cast<int>(axes[2]), static_cast<int>(axes[3]), {}};
    for (const float value : place.array->floats(place.index, first, frames)) {
      grey.levels.push_back(static_cast<std::uint8_t>(std::lround(value * scale_)));
    }
    return grey;
  }

 private:
  struct Place {
    const io::StoredArray* array;
    std::int64_t index;
  };

  void open(const std::string& path, Split split, const std::string& group_name,
            std::vector<std::string>& left_out) {
    const io::h5::Handle group = io::h5::open_group(file_, group_name);
    for (const std::string& name : io::h5::names_in(group)) {
      if (name != "features" && name != kObjects)
        left_out.push_back(fmt::format("{}/{}", group_name, name));
    }
    if (io::h5::kind_of(group, "features") != io::h5::ObjectKind::kDataset) {
      fail_input("{}: {}: has no dataset 'features'", path, group_name);
    }
    const std::string name = group_name + "/features";
    arrays_.push_back(
        std::make_unique<io::StoredArray>(path, name, io::h5::open_dataset(group, "features")));
    const auto& axes = arrays_.back()->axes();
    constexpr std::int64_t kMostSide = 1 << 14;  // as data files have
    if (axes.size() != 5 || axes[0] < 1 || axes[0] >= kAnyLength || axes[4] != 1 ||
        std::min(axes[2], axes[3]) < 1 || std::max(axes[2], axes[3]) > kMostSide) {
      fail_input("{}: {}: shape {}, but (T, N, H, W, 1) was expected", path, name,
                 format_axes(axes));
    }
    counts_[static_cast<std::size_t>(split)] = axes[1];
  }

  Place locate(std::int64_t sequence) const {
    for (const auto& array : arrays_) {
      if (sequence < array->axes()[1]) return {array.get(), sequence};
      sequence -= array->axes()[1];
    }
    RNEM_CHECK(false, "a sequence of the file");
  }

  void find_scale() {
    constexpr float kWhite = 255;
    float most = 0;
    for (std::int64_t i = 0; i < sequences(); ++i) {
      const Place place = locate(i);
      for (const float value : place.array->floats(place.index, 0, frames(i))) {
        if (!(value >= 0 && value <= kWhite)) {
          place.array->fail_at(
              place.index, fmt::format("value {}, expected all to be 0 .. 1 or 0 .. 255", value));
        }
        most = std::max(most, value);
      }
    }
    scale_ = most <= 1 ? kWhite : 1;
  }

  io::h5::Handle file_;
  std::vector<std::unique_ptr<io::StoredArray>> arrays_;  // of the splits that are there
  std::array<std::int64_t, 3> counts_ = {};
  float scale_ = 1;
};

}  // namespace

std::unique_ptr<GreyFrames> open_stored_frames(const std::string& path,
                                               std::vector<std::string>& left_out) {
  return std::make_unique<StoredFrames>(path, left_out);
}

}  // namespace rnem::dataset
