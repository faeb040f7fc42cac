#include "rnem/video/clip_files.h"

#include <glob.h>

#include <algorithm>
#include <cctype>

#include "rnem/core/error.h"

namespace rnem::video {
namespace fs = std::filesystem;
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Takes the digits at the front, without leading zeros.
std::string_view take_number(std::string_view& text) {
  const auto end = std::find_if_not(text.begin(), text.end(), is_digit);
  std::string_view digits = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  text.remove_prefix(digits.size());
  digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
  return digits;
}

bool by_name(const fs::path& a, const fs::path& b) { return natural_less(a.string(), b.string()); }

std::string kind_of_file(const fs::path& path) {
  std::string extension = path.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  return extension;
}

std::vector<fs::path> matches(const std::string& pattern) {
  glob_t found{};
  const int status = ::glob(pattern.c_str(), 0, nullptr, &found);
  std::vector<fs::path> paths;
  for (std::size_t i = 0; status == 0 && i < found.gl_pathc; ++i) {
    paths.emplace_back(found.gl_pathv[i]);
  }
  ::globfree(&found);
  if (paths.empty()) fail_input("{}: no file matches", pattern);
  return paths;
}

class ClipFinder {
 public:
  void add(const fs::path& path) {
    std::error_code ignored;
    if (fs::is_directory(path, ignored)) {
      add_folder(path);
    } else if (kind_of_file(path) == ".gif") {
      clips_.push_back({path.string(), {path}});
    } else if (kind_of_file(path) == ".png") {
      add_picture(path);
    } else {
      fail_input("{}: expected pictures (.png, .gif) or folders of them, or one .npy, .npz or .h5",
                 path.string());
    }
  }
  std::vector<ClipFiles> finish() { return std::move(clips_); }

 private:
  // pictures that were named one by one: those of one folder belong together
  void add_picture(const fs::path& path) {
    const std::string folder = path.has_parent_path() ? path.parent_path().string() : ".";
    const auto same = [&](const ClipFiles& clip) { return clip.name == folder; };
    auto clip = std::find_if(clips_.begin(), clips_.end(), same);
    if (clip == clips_.end()) clip = clips_.insert(clips_.end(), {folder, {}});
    clip->files.push_back(path);
  }

  void add_folder(const fs::path& folder) {
    std::vector<fs::path> pictures, others;
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (entry.path().filename().string().starts_with('.')) continue;
      const bool film = kind_of_file(entry.path()) == ".gif";
      if (kind_of_file(entry.path()) == ".png") pictures.push_back(entry.path());
      if (entry.is_directory() || film) others.push_back(entry.path());
    }
    if (pictures.empty() && others.empty()) {
      fail_input("{}: has no pictures (.png, .gif)", folder.string());
    }
    if (!pictures.empty() && !others.empty()) {
      fail_input("{}: has pictures and {} beside them: expected one sequence, or only folders",
                 folder.string(), others.front().filename().string());
    }
    std::sort(others.begin(), others.end(), by_name);
    for (const fs::path& path : others) add(path);
    if (pictures.empty()) return;
    std::sort(pictures.begin(), pictures.end(), by_name);
    clips_.push_back({folder.string(), std::move(pictures)});
  }

  std::vector<ClipFiles> clips_;
};

}  // namespace

bool natural_less(std::string_view a, std::string_view b) {
  while (!a.empty() && !b.empty()) {
    if (is_digit(a.front()) && is_digit(b.front())) {
      const std::string_view x = take_number(a), y = take_number(b);
      if (x.size() != y.size()) return x.size() < y.size();
      if (x != y) return x < y;
    } else {
      if (a.front() != b.front()) return a.front() < b.front();
      a.remove_prefix(1);
      b.remove_prefix(1);
    }
  }
  return a.size() < b.size();
}

std::vector<ClipFiles> find_clips(const std::vector<std::string>& sources) {
  std::vector<fs::path> paths;
  std::error_code ignored;
  for (const std::string& source : sources) {
    if (fs::exists(source, ignored)) {
      paths.emplace_back(source);
    } else if (source.find_first_of("*?[") != std::string::npos) {
      const auto found = matches(source);
      paths.insert(paths.end(), found.begin(), found.end());
    } else {
      fail_input("{}: no such file or folder", source);
    }
  }
  std::sort(paths.begin(), paths.end(), by_name);
  ClipFinder finder;
  for (const fs::path& path : paths) finder.add(path);
  return finder.finish();
}

}  // namespace rnem::video
