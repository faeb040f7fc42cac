#include "rnem/dataset/file_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "rnem/core/error.h"
#include "rnem/core/later_version.h"
#include "rnem/dataset/layout.h"
#include "rnem/dataset/split_groups.h"
#include "rnem/io/stored_array.h"

namespace rnem::dataset {
namespace {

using worlds::Sequence;
using worlds::Shape;

// what a byte can name, for files that do not say how many objects they have
constexpr int kMostObjects = 255;
constexpr int kByte = 255;
// longer sides are no video but a damaged header
constexpr std::int64_t kMostPixels = 1 << 14;

// The datasets of one split, by name.
struct StoredSplit {
  std::int64_t frames = 0, sequences = 0;
  std::map<std::string, io::StoredArray, std::less<>> arrays;

  const io::StoredArray* find(std::string_view name) const {
    const auto at = arrays.find(name);
    return at == arrays.end() ? nullptr : &at->second;
  }
};

class FileSource final : public Source {
 public:
  explicit FileSource(std::string path) : path_(std::move(path)) {
    file_ = io::h5::open_file(path_);
    world_ = io::h5::text_attribute(file_, kAttrWorld);
    const SplitGroups groups = find_split_groups(file_, path_);
    notes_ = groups.notes;
    for (const Split split : kSplits) open_split(split, groups.of(split));
    find_shape();
    for (const Split split : kSplits) check_axes(split);
  }

  Shape shape() const override { return shape_; }
  std::string description() const override { return path_; }
  std::int64_t size(Split split) const override { return stored(split).sequences; }
  int frames() const override { return frames_; }
  std::vector<std::string> notes() const override { return notes_; }
  std::shared_ptr<const worlds::World> world() const override;
  Sequence get(Split split, std::int64_t index, int first_frame, int frames) const override;

 private:
  const StoredSplit& stored(Split split) const { return splits_[static_cast<std::size_t>(split)]; }
  void open_split(Split split, const std::string& name);
  void find_shape();
  void check_axes(Split split) const;
  void check_window(Split split, std::int64_t index, int first_frame, int frames) const;
  io::Allowed allowed(std::string_view name) const;
  void check_actions(const io::StoredArray& array, std::int64_t index,
                     const Sequence& sequence) const;
  int count_objects(const StoredSplit& split, std::int64_t index, const Sequence& sequence) const;

  std::string path_, id_rule_;
  std::vector<std::string> notes_;
  io::h5::Handle file_;
  std::optional<std::string> world_;  // its TOML
  std::array<StoredSplit, kSplits.size()> splits_;
  Shape shape_;
  int frames_ = kAnyLength;
};

std::shared_ptr<const worlds::World> FileSource::world() const {
  if (!world_.has_value()) return nullptr;
  try {
    return worlds::world_from_toml(*world_, path_);
  } catch (const InputError&) {
    return nullptr;  // of another version: the frames are good nevertheless
  }
}

void FileSource::open_split(Split split, const std::string& name) {
  if (name.empty()) return;
  const io::h5::Handle group = io::h5::open_group(file_, name);
  if (io::h5::kind_of(group, "features") != io::h5::ObjectKind::kDataset) {
    fail_input("{}: {}: has no dataset 'features'", path_, name);
  }
  StoredSplit& stored = splits_[static_cast<std::size_t>(split)];
  const auto open = [&](const char* array) {
    if (io::h5::kind_of(group, array) != io::h5::ObjectKind::kDataset) return;
    stored.arrays.try_emplace(array, path_, name + "/" + array, io::h5::open_dataset(group, array));
  };
  for (const Field& field : fields()) open(field.name);
  open(kObjects);
  const auto& axes = stored.find("features")->axes();
  if (axes.size() != 5) {
    fail_input("{}: {}/features: shape {}, but (T, N, H, W, C) was expected", path_, name,
               format_axes(axes));
  }
  const bool sides = axes[2] > 0 && axes[2] <= kMostPixels && axes[3] > 0 && axes[3] <= kMostPixels;
  if (axes[0] < 1 || axes[0] >= kAnyLength || (axes[4] != 1 && axes[4] != 3) || !sides) {
    fail_input(
        "{}: {}/features: shape {}, but (T, N, H, W, C) with frames of one or three "
        "channels was expected",
        path_, name, format_axes(axes));
  }
  stored.frames = axes[0];
  stored.sequences = axes[1];
  frames_ = std::min(frames_, static_cast<int>(axes[0]));
}

void FileSource::find_shape() {
  std::int64_t objects = -1;
  bool groups = false;
  for (const StoredSplit& split : splits_) {
    if (split.arrays.empty()) continue;
    if (split.frames > frames_) {
      notes_.push_back(
          fmt::format("{}: sequences of {} have {} frames, the first {} are used as "
                      "other splits have no more",
                      path_, split.find("features")->name(), split.frames, frames_));
    }
    const auto& axes = split.find("features")->axes();
    shape_.height = static_cast<int>(axes[2]);
    shape_.width = static_cast<int>(axes[3]);
    shape_.channels = static_cast<int>(axes[4]);
    groups = groups || split.find("groups") != nullptr;
    const io::StoredArray* actions = split.find("actions");
    if (actions != nullptr && actions->axes().size() == 3) {
      shape_.actions = static_cast<int>(actions->axes()[2]);
    }
    const io::StoredArray* positions = split.find("positions");
    if (positions != nullptr && positions->axes().size() == 4) objects = positions->axes()[2];
  }
  const auto stated = io::h5::count_attribute(file_, kAttrObjects);
  if (stated.has_value()) objects = static_cast<std::int64_t>(*stated);
  if (objects < 0) objects = groups ? kMostObjects : 0;
  if (objects > kMostObjects) {
    fail_input("{}: {} objects, but at most {} were expected", path_, objects, kMostObjects);
  }
  shape_.max_objects = static_cast<int>(objects);
  shape_.levels = shape_.channels > 1 ? kByte : 1;
  if (io::h5::count_attribute(file_, kAttrLevels).value_or(1) != 1) shape_.levels = kByte;
  shape_.pixels_per_unit = io::h5::number_attribute(file_, kAttrScale).value_or(1.0);
  id_rule_ = fmt::format("object ids are 0 .. {}", shape_.max_objects);
}

// Every dataset goes with the features of its split, and the splits with one another.
void FileSource::check_axes(Split split) const {
  const StoredSplit& has = stored(split);
  const auto expect = [&](const char* name, const std::vector<std::int64_t>& axes) {
    const io::StoredArray* array = has.find(name);
    if (array == nullptr || array->axes() == axes) return;
    fail_input("{}: {}: shape {}, but {} was expected to agree with the other datasets", path_,
               array->name(), format_axes(array->axes()), format_axes(axes));
  };
  for (const Field& field : fields()) {
    expect(field.name, axes(field, shape_, has.frames, has.sequences));
  }
  expect(kObjects, {has.sequences});
}

void FileSource::check_window(Split split, std::int64_t index, int first_frame, int frames) const {
  const StoredSplit& has = stored(split);
  if (has.arrays.empty()) fail_input("{}: has no {} split", path_, split_name(split));
  if (index < 0 || index >= has.sequences) {
    fail_input("{}: {}: no sequence {}, there are {}", path_, split_name(split), index,
               has.sequences);
  }
  if (first_frame < 0 || frames < 1 || first_frame + std::int64_t{frames} > has.frames) {
    fail_input("{}: {}: no frames {} .. {}, sequences have {}", path_, split_name(split),
               first_frame, first_frame + std::int64_t{frames} - 1, has.frames);
  }
}

io::Allowed FileSource::allowed(std::string_view name) const {
  if (name == "groups") return {shape_.max_objects, id_rule_.c_str()};
  if (name == "actions") return {1, "actions are one-hot"};
  if (name == "events") return {kMostObjects, "events are counts"};
  if (name == "features" && shape_.levels == kByte) {
    return {kByte, "colours are whole numbers 0 .. 255 or floats 0 .. 1", /*shares=*/true};
  }
  return {1, "pixels are 0 or 1; 'rnem data import' makes such a file from 0 .. 255 or grey"};
}

void FileSource::check_actions(const io::StoredArray& array, std::int64_t index,
                               const Sequence& sequence) const {
  const auto width = static_cast<std::ptrdiff_t>(shape_.actions);
  for (int t = 0; t < sequence.frames; ++t) {
    const auto row = sequence.actions.begin() + t * width;
    const auto on = std::count(row, row + width, 1);
    if (on != 1) {
      array.fail_at(index, fmt::format("{} actions at once in frame {} of the window, but actions "
                                       "are one-hot",
                                       on, t));
    }
  }
}

int FileSource::count_objects(const StoredSplit& split, std::int64_t index,
                              const Sequence& sequence) const {
  if (const io::StoredArray* objects = split.find(kObjects)) {
    const float count = objects->row(index).front();
    if (!(count >= 0) || count > static_cast<float>(shape_.max_objects)) {
      objects->fail_at(
          index, fmt::format("{} objects, but 0 .. {} were expected", count, shape_.max_objects));
    }
    return static_cast<int>(count);
  }
  // files of others: the largest id that shows
  const auto largest = std::max_element(sequence.groups.begin(), sequence.groups.end());
  return largest == sequence.groups.end() ? 0 : *largest;
}

Sequence FileSource::get(Split split, std::int64_t index, int first_frame, int frames) const {
  check_window(split, index, first_frame, frames);
  const StoredSplit& has = stored(split);
  Sequence sequence;
  sequence.frames = frames;
  for (const Field& field : fields()) {
    const io::StoredArray* array = has.find(field.name);
    if (array == nullptr) continue;
    if (field.bytes != nullptr) {
      sequence.*field.bytes = array->bytes(index, first_frame, frames, allowed(field.name));
    } else {
      sequence.*field.floats =
          field.per_frame ? array->floats(index, first_frame, frames) : array->row(index);
    }
  }
  // counts of collisions, where a file has them, become "any"
  for (auto& event : sequence.events) event = event != 0;
  for (const float edge : sequence.curtain) {
    if (edge >= 0 && edge <= static_cast<float>(kMostPixels)) continue;
    has.find("curtain")->fail_at(index, fmt::format("an edge at {}, expected pixels", edge));
  }
  if (!sequence.actions.empty()) check_actions(*has.find("actions"), index, sequence);
  sequence.objects = count_objects(has, index, sequence);
  return sequence;
}

// The rnem that wrote the file; empty when it cannot be told.
std::string version_of(const std::string& path) {
  try {
    return io::h5::text_attribute(io::h5::open_file(path), kAttrVersion).value_or("");
  } catch (const InputError&) {
    return "";
  }
}

}  // namespace

std::unique_ptr<Source> open_file_source(const std::string& path) {
  try {
    return std::make_unique<FileSource>(path);
  } catch (const NotFoundError&) {
    throw;
  } catch (const InputError& error) {
    // a layout of the future is no damage
    fail_input("{}{}", error.what(), later_version_note(version_of(path)));
  }
}

}  // namespace rnem::dataset
