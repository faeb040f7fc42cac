// The film with what was found drawn over it: masks in colour, ids, and the way each object came.
#pragma once

#include <deque>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rnem/figures/id_picture.h"
#include "rnem/figures/image.h"
#include "rnem/tracking/sighting.h"
#include "rnem/video/film_writer.h"

namespace rnem::tracking {

// Draws frame after frame; remembers where objects were.
class OverlayPainter {
 public:
  // Small films are enlarged so that numbers can be read.
  OverlayPainter(int width, int height);

  int width() const { return width_ * scale_; }
  int height() const { return height_ * scale_; }

  // `note` stands at the lower edge: "simulated".
  figures::Image paint(const figures::Image& frame, const figures::IdPicture& ids,
                       const std::vector<Sighting>& sightings, const std::string& note);

 private:
  int width_, height_, scale_;
  std::map<int, std::deque<std::pair<double, double>>> paths_;
};

// overlay.mp4, all of it, and overlay.gif: the beginning, no wider than a page of text needs.
class OverlayFilms {
 public:
  OverlayFilms(std::filesystem::path folder, int width, int height, double rate);

  void add(const figures::Image& frame, const figures::IdPicture& ids,
           const std::vector<Sighting>& sightings, const std::string& note = "");
  void close();

 private:
  std::filesystem::path folder_;
  OverlayPainter painter_;
  video::FilmWriter film_;
  std::vector<figures::Image> beginning_;  // for the GIF
  std::int64_t frames_ = 0, every_ = 1;    // every n-th is in the GIF
  int shrink_ = 1, delay_ = 10;            // hundredths of a second
};

}  // namespace rnem::tracking
