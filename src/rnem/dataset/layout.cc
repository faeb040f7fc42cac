#include "rnem/dataset/layout.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "rnem/core/error.h"

namespace rnem::dataset {
namespace {

using worlds::Sequence;
using worlds::Shape;
using Axes = std::vector<std::int64_t>;

Axes pixels(const Shape& shape) { return {shape.height, shape.width, 1}; }
Axes colours(const Shape& shape) { return {shape.height, shape.width, shape.channels}; }
Axes scalar(const Shape&) { return {1, 1, 1}; }
Axes action(const Shape& shape) { return {shape.actions}; }
Axes vectors(const Shape& shape) { return {shape.max_objects, 2}; }
Axes numbers(const Shape& shape) { return {shape.max_objects}; }
Axes rectangle(const Shape&) { return {4}; }

template <class T>
void keep_frames(std::vector<T>& values, int total, int first, int frames) {
  const auto row = static_cast<std::ptrdiff_t>(values.size()) / total;
  values.erase(values.begin() + (first + frames) * row, values.end());
  values.erase(values.begin(), values.begin() + first * row);
}

}  // namespace

const std::vector<Field>& fields() {
  static const std::vector<Field> kFields = {
      {"features", true, true, &Sequence::features, nullptr, colours},
      {"groups", true, true, &Sequence::groups, nullptr, pixels},
      {"collisions", true, true, &Sequence::collisions, nullptr, pixels},
      {"events", true, false, &Sequence::events, nullptr, scalar},
      {"actions", true, false, &Sequence::actions, nullptr, action},
      {"positions", true, false, nullptr, &Sequence::positions, vectors},
      {"velocities", true, false, nullptr, &Sequence::velocities, vectors},
      {"radii", false, false, nullptr, &Sequence::radii, numbers},
      {"masses", false, false, nullptr, &Sequence::masses, numbers},
      {"curtain", false, false, nullptr, &Sequence::curtain, rectangle},
  };
  return kFields;
}

bool has(const Sequence& sequence, const Field& field) {
  return field.bytes != nullptr ? !(sequence.*field.bytes).empty()
                                : !(sequence.*field.floats).empty();
}

Axes axes(const Field& field, const Shape& shape, std::int64_t frames, std::int64_t sequences) {
  Axes result = field.per_frame ? Axes{frames, sequences} : Axes{sequences};
  const Axes row = field.row(shape);
  result.insert(result.end(), row.begin(), row.end());
  return result;
}

std::int64_t elements(const Axes& axes) {
  std::int64_t product = 1;
  for (const std::int64_t axis : axes) product *= axis;
  return product;
}

std::string format_axes(const Axes& axes) { return fmt::format("({})", fmt::join(axes, ", ")); }

Sequence window(Sequence sequence, int first, int frames) {
  RNEM_CHECK(first >= 0 && frames > 0 && first + frames <= sequence.frames,
             "a window inside the sequence");
  for (const Field& field : fields()) {
    if (!field.per_frame) continue;
    if (field.bytes != nullptr) {
      keep_frames(sequence.*field.bytes, sequence.frames, first, frames);
    } else {
      keep_frames(sequence.*field.floats, sequence.frames, first, frames);
    }
  }
  sequence.frames = frames;
  return sequence;
}

}  // namespace rnem::dataset
