#include "rnem/dataset/video_source.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <map>
#include <utility>
#include <variant>
#include <vector>

#include "rnem/core/error.h"
#include "rnem/core/nearest.h"
#include "rnem/dataset/open_film.h"
#include "rnem/video/clip_files.h"
#include "rnem/video/raw_film.h"
#include "rnem/video/view.h"

namespace rnem::dataset {
namespace {

namespace fs = std::filesystem;

struct VideoRequest {
  std::string path;
  video::Side size{64, 64};
  int frames = 51;  // of a sequence, as the published data has
  video::ViewSettings view;
};

int whole_number(const std::string& name, const std::string& text, int least, int most) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < least || value > most) {
    fail_input("{}: '{}': expected a number {} .. {}", name, text, least, most);
  }
  return value;
}

const std::string& one_of(const std::string& name, const std::string& text,
                          const std::vector<std::string>& known) {
  const auto found = std::find(known.begin(), known.end(), text);
  if (found == known.end()) fail_input("{}: unknown '{}'{}", name, text, suggestion(text, known));
  return *found;
}

void set(VideoRequest& request, const std::string& name, const std::string& key,
         const std::string& value) {
  video::ViewSettings& view = request.view;
  const int byte = 255, many = 10000;
  if (key == "size") {
    std::tie(request.size.width, request.size.height) = video::parse_size(name + ": size", value);
  } else if (key == "frames") {
    request.frames = whole_number(name, value, 2, many);
  } else if (key == "every") {
    view.every = whole_number(name, value, 1, many);
  } else if (key == "threshold") {
    view.binarise.threshold = whole_number(name, value, 0, byte);
  } else if (key == "pixels") {
    view.channels = one_of(name, value, {"grey", "rgb"}) == "rgb" ? 3 : 1;
  } else if (key == "fit") {
    view.fit = one_of(name, value, video::fit_modes());
  } else if (key == "binarise") {
    view.binarise.method = one_of(name, value, video::binarise_methods());
  } else if (key == "invert" && value.empty()) {
    view.binarise.invert = true;
  } else {
    fail_input("{}: unknown setting '{}'{}", name, key,
               suggestion(key, {"size", "frames", "every", "pixels", "threshold", "fit", "binarise",
                                "invert"}));
  }
}

VideoRequest parse(const std::string& name) {
  VideoRequest request;
  std::string rest = name.substr(std::string(kVideoPrefix).size());
  const auto take = [&rest] {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    std::string word = rest.substr(0, comma);
    rest.erase(0, comma + 1);
    return word;
  };
  request.path = take();
  while (!rest.empty()) {
    const std::string word = take();
    const std::size_t equals = std::min(word.find('='), word.size());
    set(request, name, word.substr(0, equals),
        equals < word.size() ? word.substr(equals + 1) : std::string());
  }
  if (request.view.channels > 0 && request.view.binarise != video::BinariseSettings{}) {
    fail_input(
        "{}: pixels= keeps grey or colour, expected none of binarise, threshold and invert, which "
        "make zeros and ones",
        name);
  }
  return request;
}

bool is_video(const fs::directory_entry& entry) {
  static const std::vector<std::string> kKinds = {".mp4", ".m4v", ".mov",  ".mkv", ".webm", ".avi",
                                                  ".mpg", ".ts",  ".mpeg", ".wmv", ".gif"};
  std::string kind = entry.path().extension().string();
  std::transform(kind.begin(), kind.end(), kind.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  return entry.is_directory() || std::find(kKinds.begin(), kKinds.end(), kind) != kKinds.end();
}

// The films of a folder, in the order of their names; folders in it hold the pictures of one.
std::vector<std::string> films_in(const VideoRequest& request) {
  std::error_code ignored;
  if (!fs::exists(request.path, ignored)) {
    fail_missing("{}{}: no such file or folder", kVideoPrefix, request.path);
  }
  if (!fs::is_directory(request.path, ignored)) return {request.path};
  std::vector<std::string> films;
  for (const auto& entry : fs::directory_iterator(request.path)) {
    if (is_video(entry)) films.push_back(entry.path().string());
  }
  if (films.empty()) fail_input("{}{}: has no videos", kVideoPrefix, request.path);
  std::sort(films.begin(), films.end(), video::natural_less);
  return films;
}

class VideoSource final : public Source {
 public:
  VideoSource(std::string name, const VideoRequest& request)
      : name_(std::move(name)), frames_(request.frames) {
    shape_.height = request.size.height;
    shape_.width = request.size.width;
    if (request.view.channels > 0) {
      shape_.channels = request.view.channels;
      shape_.levels = 255;
    }
    for (const std::string& film : films_in(request)) read(film, request);
    const auto windows = static_cast<std::int64_t>(windows_.size());
    constexpr std::int64_t kLeast = 3;  // one for every split
    if (windows < kLeast) {
      fail_input("{}: {} sequences of {} frames, expected {} or more; frames=N makes shorter ones",
                 name_, windows, frames_, kLeast);
    }
    const std::int64_t tenth = std::max<std::int64_t>(1, windows / 10);
    sizes_ = {windows - 2 * tenth, tenth, tenth};
  }

  worlds::Shape shape() const override { return shape_; }
  std::string description() const override { return name_; }
  std::int64_t size(Split split) const override { return sizes_[static_cast<std::size_t>(split)]; }
  int frames() const override { return frames_; }

  worlds::Sequence get(Split split, std::int64_t index, int first, int count) const override {
    if (index < 0 || index >= size(split) || first < 0 || count < 1 || first + count > frames_) {
      fail_input("{}: {}: no frames {} .. {} of sequence {}", name_, split_name(split), first,
                 first + count - 1, index);
    }
    for (std::size_t i = 0; i < static_cast<std::size_t>(split); ++i) index += sizes_[i];
    const Window& window = windows_[static_cast<std::size_t>(index)];
    worlds::Sequence sequence;
    sequence.frames = count;
    const auto copy = [&](const auto& film) {
      const std::size_t numbers = frame_numbers();
      const auto begin =
          film.begin() + static_cast<std::ptrdiff_t>((window.first + std::size_t(first)) * numbers);
      sequence.features.assign(begin,
                               begin + static_cast<std::ptrdiff_t>(std::size_t(count) * numbers));
    };
    std::visit(copy, films_[window.film]);
    return sequence;
  }

 private:
  struct Window {
    std::size_t film, first;
  };
  std::size_t frame_numbers() const {
    return std::size_t(shape_.height) * std::size_t(shape_.width) * std::size_t(shape_.channels);
  }

  void read(const std::string& film, const VideoRequest& request) {
    const auto open = [&] { return open_film({.name = film}, [](const std::string&) {}); };
    video::View view(open, request.size, request.view);
    Frames& kept = films_.emplace_back();
    if (shape_.levels > 1) kept = std::vector<std::uint8_t>();
    std::size_t frames = 0;
    for (; view.next(); ++frames) {
      std::visit(
          [&](auto& film) { film.insert(film.end(), view.pixels().begin(), view.pixels().end()); },
          kept);
    }
    const auto length = static_cast<std::size_t>(frames_);
    for (std::size_t first = 0; first + length <= frames; first += length) {
      windows_.push_back({films_.size() - 1, first});
    }
  }

  std::string name_;
  worlds::Shape shape_;
  int frames_;
  using Frames = std::variant<std::vector<bool>, std::vector<std::uint8_t>>;  // [T,H,W,C]
  std::vector<Frames> films_;
  std::vector<Window> windows_;
  std::array<std::int64_t, 3> sizes_ = {};
};

}  // namespace

std::unique_ptr<Source> open_video_source(const std::string& name) {
  return std::make_unique<VideoSource>(name, parse(name));
}

}  // namespace rnem::dataset
