#include "rnem/tracking/scored_frames.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <unordered_map>

#include "rnem/core/error.h"
#include "rnem/metrics/grouping.h"
#include "rnem/tracking/mot_file.h"

namespace rnem::tracking {
namespace {

namespace fs = std::filesystem;

// Ids of any size as numbers without gaps.
class Numbers {
 public:
  int operator()(int id) { return numbers_.try_emplace(id, int(numbers_.size())).first->second; }
  int count() const { return int(numbers_.size()); }

 private:
  std::unordered_map<int, int> numbers_;
};

double overlap(const Box& a, const Box& b) {
  const double w = std::min(a.x + a.width, b.x + b.width) - std::max(a.x, b.x);
  const double h = std::min(a.y + a.height, b.y + b.height) - std::max(a.y, b.y);
  if (w <= 0 || h <= 0) return 0;
  return w * h / (a.width * a.height + b.width * b.height - w * h);
}

// "000012.png" -> 12
std::map<std::int64_t, fs::path> numbered_pictures(const fs::path& folder) {
  std::map<std::int64_t, fs::path> pictures;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".png") continue;
    const std::string stem = entry.path().stem().string();
    const bool number = stem.find_first_not_of("0123456789") == std::string::npos;
    if (!number || stem.size() > 9) {
      fail_input("{}: expected the number of a frame as its name, such as 000001.png",
                 entry.path().string());
    }
    pictures[std::atoll(stem.c_str())] = entry.path();
  }
  if (pictures.empty()) fail_input("{}: has no id PNGs", folder.string());
  return pictures;
}

// How many pixels each pair of ids has in common, nobody (0) included.
using Common = std::map<std::pair<int, int>, std::int64_t>;

Common common_pixels(const figures::IdPicture& truth, const figures::IdPicture& found) {
  Common common;
  for (std::size_t i = 0; i < truth.ids.size(); ++i) ++common[{truth.ids[i], found.ids[i]}];
  return common;
}

// Over the pixels of true objects; nobody counts as one more track.
double ari_of(const figures::IdPicture& truth, const figures::IdPicture& found) {
  Numbers groups, components;
  std::vector<std::uint8_t> group;
  std::vector<std::int64_t> component;
  for (std::size_t i = 0; i < truth.ids.size(); ++i) {
    if (truth.ids[i] == 0) continue;
    group.push_back(static_cast<std::uint8_t>(groups(truth.ids[i]) + 1));
    component.push_back(components(found.ids[i]));
  }
  if (groups.count() > 255) fail_input("more than 255 objects in a frame of the truth");
  const auto row = [](const auto& values, torch::Dtype type) {
    return torch::tensor(values, type).unsqueeze(0);
  };
  return metrics::adjusted_rand_index(row(component, torch::kInt64), row(group, torch::kUInt8),
                                      std::max(1, components.count()))
      .item<double>();
}

}  // namespace

ScoredFilm compare_boxes(const fs::path& truth, const fs::path& tracks) {
  const auto true_boxes = read_mot(truth), found_boxes = read_mot(tracks);
  std::set<std::int64_t> numbers;
  for (const auto& [frame, boxes] : true_boxes) numbers.insert(frame);
  for (const auto& [frame, boxes] : found_boxes) numbers.insert(frame);
  ScoredFilm film;
  Numbers truths, ids;
  const std::vector<MotBox> none;
  for (const std::int64_t number : numbers) {
    const auto at = [&](const auto& frames) -> const std::vector<MotBox>& {
      const auto found = frames.find(number);
      return found == frames.end() ? none : found->second;
    };
    ScoredFrame frame;
    for (const MotBox& box : at(found_boxes)) frame.found.push_back(ids(box.id));
    for (const MotBox& box : at(true_boxes)) {
      frame.truth.push_back(truths(box.id));
      for (const MotBox& other : at(found_boxes)) {
        frame.similarity.push_back(overlap(box.box, other.box));
      }
    }
    film.frames.push_back(std::move(frame));
  }
  film.truths = truths.count();
  film.tracks = ids.count();
  return film;
}

ScoredFilm compare_masks(const fs::path& truth, const fs::path& masks) {
  const auto true_pictures = numbered_pictures(truth), found_pictures = numbered_pictures(masks);
  std::map<std::int64_t, fs::path> all = true_pictures;
  all.insert(found_pictures.begin(), found_pictures.end());
  ScoredFilm film;
  Numbers truths, ids;
  for (const auto& [number, any] : all) {
    const figures::IdPicture size = figures::read_id_png(any);
    const auto at = [&, n = number](const auto& pictures) {
      const auto found = pictures.find(n);
      if (found != pictures.end()) return figures::read_id_png(found->second);
      return figures::IdPicture{size.width, size.height,
                                std::vector<std::uint16_t>(size.ids.size())};
    };
    const figures::IdPicture is = at(true_pictures), said = at(found_pictures);
    if (is.width != said.width || is.height != said.height) {
      fail_input("{}: {}x{} pixels, the film has {}x{}", any.string(), is.width, is.height,
                 said.width, said.height);
    }
    std::map<int, std::int64_t> true_area, found_area;
    const Common common = common_pixels(is, said);
    for (const auto& [pair, pixels] : common) {
      if (pair.first != 0) true_area[pair.first] += pixels;
      if (pair.second != 0) found_area[pair.second] += pixels;
    }
    ScoredFrame frame;
    for (const auto& [id, area] : found_area) frame.found.push_back(ids(id));
    for (const auto& [id, area] : true_area) {
      frame.truth.push_back(truths(id));
      for (const auto& [other, other_area] : found_area) {
        const auto both = common.find({id, other});
        const auto shared = both == common.end() ? 0.0 : double(both->second);
        frame.similarity.push_back(shared / (double(area + other_area) - shared));
      }
    }
    film.frames.push_back(std::move(frame));
    if (!true_area.empty()) film.ari.push_back(ari_of(is, said));
  }
  film.truths = truths.count();
  film.tracks = ids.count();
  return film;
}

void check_truth(const fs::path& truth) {
  std::error_code ignored;
  if (!fs::exists(truth, ignored)) fail_missing("{}: no such file or folder", truth.string());
  if (!fs::is_directory(truth, ignored)) {
    read_mot(truth);
    return;
  }
  for (const auto& [number, path] : numbered_pictures(truth)) figures::read_id_png(path);
}

ScoredFilm compare_with_truth(const fs::path& truth, const fs::path& folder) {
  return fs::is_directory(truth) ? compare_masks(truth, folder / "masks")
                                 : compare_boxes(truth, folder / "tracks.txt");
}

}  // namespace rnem::tracking
