// Scenes and viewers as the tests of the studio want them.
#pragma once

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "places.h"
#include "rnem/model.h"
#include "rnem/source.h"
#include "rnem/studio/scene.h"
#include "rnem/studio/viewer.h"
#include "runtimes.h"

namespace rnem::testing {

inline std::unique_ptr<studio::Scene> ball_scene(const std::string& world = "balls4mass64",
                                                 std::uint64_t seed = 1) {
  return studio::open_scene(open_source("live:" + world, seed), 0);
}

inline std::shared_ptr<const Model> ball_model() {
  static const auto kModel = std::make_shared<const Model>(
      Model::load(in_source("models/balls4-rnem.safetensors"), fast_runtime()));
  return kModel;
}

inline studio::Viewer ball_viewer(const studio::ViewerSettings& settings = {}) {
  return {ball_model(), ball_scene(), settings};
}

// Numbers of the header of a record that begins at `at`.
template <class T>
T field(const std::string& records, std::size_t offset, std::size_t at = 0) {
  T value;
  std::memcpy(&value, records.data() + at + offset, sizeof(T));
  return value;
}

inline std::size_t count_records(const std::string& records) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < records.size(); at += field<std::uint32_t>(records, 0, at)) ++count;
  return count;
}

// Where the plane of the truth lies in a record, without its length.
struct PlaneRange {
  std::size_t begin, end;
};
inline PlaneRange truth_range(const std::string& record) {
  constexpr std::size_t kHeader = 44, kDisc = 24, kCurtain = 16;
  const std::size_t at = kHeader + field<std::uint16_t>(record, 18) * kDisc +
                         ((field<std::uint8_t>(record, 8) & 8) != 0 ? kCurtain : 0) +
                         field<std::uint8_t>(record, 10);
  return {at + 4, at + 4 + field<std::uint32_t>(record, at)};
}

// 0 dark, 1 + group, 255 drawn.
inline std::vector<std::uint8_t> truth_plane(const std::string& record) {
  std::vector<std::uint8_t> plane;
  const PlaneRange range = truth_range(record);
  for (std::size_t at = range.begin; at < range.end;) {
    plane.insert(plane.end(), static_cast<std::uint8_t>(record[at]), 0);
    const std::size_t count = static_cast<std::uint8_t>(record[at + 1]);
    for (std::size_t i = 0; i < count; ++i) {
      plane.push_back(static_cast<std::uint8_t>(record[at + 2 + i]));
    }
    at += 2 + count;
  }
  return plane;
}

// What the model makes of it: all that comes after the truth.
inline std::string model_part(const std::string& record) {
  return record.substr(truth_range(record).end);
}

}  // namespace rnem::testing
