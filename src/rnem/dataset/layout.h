// The layout of a data file, as one table that writing, reading, checking and describing share.
//
// Groups `training`, `validation`, `test`; in each, datasets with T frames and N sequences:
//   features    (T,N,H,W,C)  required; C = 1: 0 or 1, with the attribute `levels` = 255 grey of
//                            0 .. 255; C = 3: red, green and blue of 0 .. 255, or floats of 0 .. 1
//   groups      (T,N,H,W,1)  0 background and overlap, 1 .. O object ids
//   collisions  (T,N,H,W,1)  1 on objects that collide in the step from t
//   events      (T,N,1,1,1)  1 when any two objects collide in the step from t
//   actions     (T,N,A)      one-hot
// and, beyond the published layout, truth in world units (curtain: pixels):
//   positions (T,N,O,2), velocities (T,N,O,2), radii (N,O), masses (N,O), curtain (N,4), objects
//   (N)
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rnem/sequence.h"

namespace rnem::dataset {

struct Field {
  const char* name;
  bool per_frame;  // (T,N,row...), else (N,row...)
  bool image;      // one value a pixel: worth compressing
  // where a sequence keeps it: exactly one of the two
  std::vector<std::uint8_t> worlds::Sequence::*bytes;
  std::vector<float> worlds::Sequence::*floats;
  std::vector<std::int64_t> (*row)(const worlds::Shape&);  // the axes after (T,N) or (N)
};

// Every field but `objects`, which is a number and not an array in a sequence.
const std::vector<Field>& fields();
inline constexpr const char* kObjects = "objects";

bool has(const worlds::Sequence& sequence, const Field& field);

// The axes of a field in a file.
std::vector<std::int64_t> axes(const Field& field, const worlds::Shape& shape, std::int64_t frames,
                               std::int64_t sequences);

std::int64_t elements(const std::vector<std::int64_t>& axes);    // their product
std::string format_axes(const std::vector<std::int64_t>& axes);  // "(51, 100, 64, 64, 1)"

// Frames first .. first + frames - 1 of a sequence.
worlds::Sequence window(worlds::Sequence sequence, int first, int frames);

// Names of the attributes of a file's root group: what the file was made from.
inline constexpr const char* kAttrVersion = "rnem_version";
inline constexpr const char* kAttrName = "world_name";  // preset or file name
inline constexpr const char* kAttrWorld = "world";      // the world's TOML
inline constexpr const char* kAttrSeed = "seed";
inline constexpr const char* kAttrObjects = "max_objects";  // O
inline constexpr const char* kAttrLevels = "levels";  // the largest number of a pixel, where not 1
inline constexpr const char* kAttrScale = "pixels_per_unit";

}  // namespace rnem::dataset
