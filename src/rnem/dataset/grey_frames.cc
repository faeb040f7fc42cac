#include "rnem/dataset/grey_frames.h"

#include <fmt/ranges.h>

#include <filesystem>

#include "rnem/core/error.h"
#include "rnem/dataset/array_frames.h"
#include "rnem/dataset/layout.h"
#include "rnem/dataset/picture_frames.h"
#include "rnem/dataset/stored_frames.h"
#include "rnem/io/numpy_file.h"

namespace rnem::dataset {

std::unique_ptr<GreyFrames> open_grey_frames(const GreySource& source, const NoteSink& notes) {
  const std::filesystem::path first = source.names.front();
  const std::string kind = first.extension().string();
  const bool array = kind == ".npy" || kind == ".npz";
  const bool stored = kind == ".h5" || kind == ".hdf5";
  if ((array || stored) && source.names.size() > 1) {
    fail_input("{}: expected alone, {} sources are given", first.string(), source.names.size());
  }
  if (!array && !source.axes.empty()) {
    fail_input("--axes {}: {} is no array", source.axes, first.string());
  }
  if (kind != ".npz" && !source.array.empty()) {
    fail_input("--array {}: {} is no .npz", source.array, first.string());
  }
  if (stored) {
    std::vector<std::string> left_out;
    auto frames = open_stored_frames(first.string(), left_out);
    if (!left_out.empty()) {
      notes(fmt::format("{}: left out: {}", first.string(), fmt::join(left_out, ", ")));
    }
    return frames;
  }
  if (!array) return open_pictures(video::find_clips(source.names));
  io::NpyArray numbers = io::read_numpy(first, source.array);
  const std::string axes = source.axes.empty() ? usual_axes(numbers) : source.axes;
  if (source.axes.empty()) {
    notes(fmt::format("{}: shape {} is read as {}; --axes says otherwise", numbers.name(),
                      format_axes(numbers.axes()), axes));
  }
  return open_array(std::move(numbers), axes);
}

}  // namespace rnem::dataset
