#include "rnem/dataset/open_film.h"

#include <filesystem>
#include <utility>

#include "rnem/core/error.h"
#include "rnem/dataset/grey_film.h"
#include "rnem/dataset/grey_frames.h"
#include "rnem/dataset/stored_frames.h"
#include "rnem/video/av_film.h"
#include "rnem/video/clip_files.h"
#include "rnem/video/picture_film.h"
#include "rnem/video/raw_film.h"

namespace rnem::dataset {
namespace {

namespace fs = std::filesystem;

std::unique_ptr<video::Film> open_stored(const FilmRequest& request, const NoteSink& notes) {
  std::vector<std::string> not_pictures;
  std::shared_ptr<const GreyFrames> frames =
      request.name.ends_with("5")  // .h5, .hdf5
          ? open_stored_frames(request.name, not_pictures)
          : open_grey_frames({{request.name}, request.axes, request.array}, notes);
  if (request.sequence >= frames->sequences()) {
    fail_input("--sequence {}: {} has sequences 0 .. {}", request.sequence, request.name,
               frames->sequences() - 1);
  }
  return open_grey_film(std::move(frames), request.sequence);
}

std::unique_ptr<video::Film> open_pictures_of(const FilmRequest& request) {
  auto clips = video::find_clips({request.name});
  if (clips.size() != 1) {
    fail_input("{}: holds {} sequences, expected the pictures of one", request.name, clips.size());
  }
  // a pattern may match one film
  if (clips[0].files.front() == clips[0].name) return video::open_video(clips[0].name);
  return video::open_picture_film(request.name, std::move(clips[0].files));
}

}  // namespace

std::unique_ptr<video::Film> open_film(const FilmRequest& request, const NoteSink& notes) {
  const std::string& name = request.name;
  const std::string kind = fs::path(name).extension().string();
  std::error_code ignored;
  const bool stored = kind == ".npy" || kind == ".npz" || kind == ".h5" || kind == ".hdf5";
  if (!stored && (request.sequence != 0 || !request.axes.empty() || !request.array.empty())) {
    fail_input("{}: --sequence, --axes and --array are for arrays and HDF5 files", name);
  }
  if (name == "-") return video::open_raw_film(stdin, request.size, request.pixels);
  if (name.starts_with("/dev/")) return video::open_camera(name, request.size);
  if (!request.size.empty()) {
    fail_input("--size {}: {} tells its own; for raw frames (-) and cameras", request.size, name);
  }
  if (stored) return open_stored(request, notes);
  const bool pattern = !fs::exists(name, ignored) && name.find_first_of("*?[") != std::string::npos;
  if (pattern || fs::is_directory(name, ignored) || kind == ".png")
    return open_pictures_of(request);
  return video::open_video(name);
}

}  // namespace rnem::dataset
