#include "rnem/studio/uploads.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "rnem/core/atomic_file.h"
#include "rnem/core/error.h"
#include "rnem/dataset/import.h"
#include "rnem/figures/gif.h"
#include "rnem/source.h"
#include "rnem/studio/busy.h"
#include "rnem/studio/fitted_frames.h"
#include "rnem/studio/plain_name.h"
#include "rnem/studio/viewers.h"
#include "rnem/video/clip_files.h"

namespace rnem::studio {
namespace {

namespace fs = std::filesystem;

std::string ending(const std::string& name) {
  std::string end = fs::path(name).extension().string();
  std::transform(end.begin(), end.end(), end.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  return end;
}

// A folder below the uploads that is gone afterwards.
struct Scratch {
  explicit Scratch(const fs::path& folder) : path(folder / ("." + random_name())) {
    make_folder(path);
  }
  ~Scratch() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  fs::path path;
};

bool is_data_file(const std::string& end) { return end == ".h5" || end == ".hdf5"; }
bool is_film(const std::string& end) { return end == ".gif" || end == ".npy" || end == ".npz"; }

// Throws unless a first frame can be read.
nlohmann::json facts_of(const fs::path& file) {
  const auto source = dataset::open_source(file.string(), 1);
  std::int64_t sequences = 0;
  for (const auto split : dataset::kSplits) {
    if (source->size(split) > 0) source->get(split, 0, 0, 1);
    sequences += source->size(split);
  }
  if (sequences == 0) fail_input("it has no sequences");
  return {{"frames", source->frames()},
          {"sequences", sequences},
          {"height", source->shape().height},
          {"width", source->shape().width}};
}

void import_pictures(const fs::path& pictures, const fs::path& out, int height, int width) {
  dataset::ImportOptions options;
  options.source.names = {pictures.string()};
  options.split = {0, 0, 1};
  std::shared_ptr<const dataset::GreyFrames> grey =
      dataset::open_grey_frames(options.source, [](const std::string&) {});
  for (std::int64_t i = 0; i < grey->sequences(); ++i) {
    if (grey->frames(i) < 2) fail_input("a film has two frames at least, this has one");
    if (grey->frames(i) > Uploads::kMostFrames)
      fail_input("more than {} frames", Uploads::kMostFrames);
  }
  Observer nobody;
  dataset::import_frames(*fit_frames(grey, height, width), options, out, nobody);
}

// Messages name our own paths, which nobody gave.
[[noreturn]] void refuse(const std::string& name, std::string why, const fs::path& folder) {
  for (auto at = why.find(folder.string()); at != std::string::npos;
       at = why.find(folder.string())) {
    const auto end = why.find_first_of(": ,'", at);
    why.replace(at, end == std::string::npos ? end : end - at, "the file");
  }
  fail_input("{}: {}", name, why);
}

}  // namespace

Uploads::Turn::Turn(Uploads& uploads) : uploads_(uploads) {
  constexpr std::chrono::seconds kPatience{10};
  if (!uploads_.turns_.try_acquire_for(kPatience)) throw Busy("other files are being read");
}

Uploads::Turn::~Turn() { uploads_.turns_.release(); }

std::string Uploads::free_name(const std::string& wanted) const {
  std::string stem = fs::path(wanted).stem().string().substr(0, 40);
  for (char& c : stem) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '-' && c != '_') c = '_';
  }
  if (!is_plain_name(stem)) stem = "film";
  for (int i = 1;; ++i) {
    std::string name = i == 1 ? stem + ".h5" : fmt::format("{}-{}.h5", stem, i);
    if (!fs::exists(folder_ / name)) return name;
  }
}

void Uploads::make_room() const {
  std::vector<fs::directory_entry> files;
  for (const auto& entry : fs::directory_iterator(folder_)) {
    if (entry.is_regular_file()) files.push_back(entry);
  }
  std::sort(files.begin(), files.end(),
            [](const auto& a, const auto& b) { return a.last_write_time() < b.last_write_time(); });
  std::error_code ignored;
  for (std::size_t i = 0; i + kMost <= files.size(); ++i) fs::remove(files[i].path(), ignored);
}

nlohmann::json Uploads::store(std::vector<UploadedFile> files, int height, int width) {
  constexpr int kLargest = 512;
  if (files.empty()) fail_input("no file was sent");
  if (height < 4 || width < 4 || height > kLargest || width > kLargest) {
    fail_input("size: expected 4 to {} pixels", kLargest);
  }
  std::sort(files.begin(), files.end(), [](const UploadedFile& a, const UploadedFile& b) {
    return video::natural_less(a.name, b.name);
  });
  const std::string first = files.front().name, end = ending(first);
  const bool pictures = end == ".png";
  if (!pictures && !is_data_file(end) && !is_film(end)) {
    fail_input("{}: expected HDF5 (.h5), a film (.gif, .npy, .npz) or pictures (.png)", first);
  }
  for (const UploadedFile& file : files) {
    if (ending(file.name) != end) fail_input("{}: expected files of one kind", file.name);
  }
  if (!pictures && files.size() > 1)
    fail_input("{}: expected one file of this kind", files[1].name);

  const std::lock_guard lock(mutex_);
  make_room();
  const Scratch scratch(folder_);
  const std::string name = free_name(pictures && files.size() > 1 ? "pictures" : first);
  const fs::path made = scratch.path / "made.h5";
  try {
    for (std::size_t i = 0; i < files.size(); ++i) {
      const std::string as = pictures ? fmt::format("{:06}.png", i) : "film" + end;
      write_file(is_data_file(end) ? made : scratch.path / as, files[i].bytes);
      files[i].bytes = {};
    }
    if (!is_data_file(end)) {
      import_pictures(pictures ? scratch.path : scratch.path / ("film" + end), made, height, width);
    }
    nlohmann::json facts = facts_of(made);
    fs::rename(made, folder_ / name);
    facts["world"] = "upload:" + name;
    return facts;
  } catch (const InputError& error) {
    refuse(first, error.what(), scratch.path);
  }
}

std::string Uploads::film(const std::string& pixels, int frames, int height, int width, int scale,
                          int delay) const {
  constexpr int kMostSide = 2048, kMostFilm = 400;
  if (frames < 1 || frames > kMostFilm || height < 1 || width < 1 || scale < 1 || scale > 8 ||
      height * scale > kMostSide || width * scale > kMostSide || delay < 2 || delay > 1000) {
    fail_input("film: expected 1 to {} frames of up to {} pixels a side", kMostFilm, kMostSide);
  }
  const std::size_t frame = static_cast<std::size_t>(height) * width * 3;
  if (pixels.size() != frame * frames) {
    fail_input("film: expected {} bytes, got {}", frame * frames, pixels.size());
  }
  std::vector<figures::Image> images;
  for (int t = 0; t < frames; ++t) {
    figures::Image image(width, height);
    const auto* from = reinterpret_cast<const unsigned char*>(pixels.data()) + t * frame;
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x, from += 3) image.at(x, y) = {from[0], from[1], from[2]};
    }
    images.push_back(image.upscaled(scale));
  }
  const Scratch scratch(folder_);
  figures::write_gif(scratch.path / "film.gif", images, delay);
  return read_file(scratch.path / "film.gif");
}

}  // namespace rnem::studio
