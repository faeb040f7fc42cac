// A film as a model sees it: every n-th frame, fitted to the model's, made of zeros and ones or
// left in grey or colour.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "rnem/video/binarise.h"
#include "rnem/video/film.h"
#include "rnem/video/fit.h"

namespace rnem::video {

struct ViewSettings {
  std::string fit = "whole";  // fit.h
  std::string part;           // of the source, as parse_region reads it; empty: all
  int channels = 0;           // of the model's pixels: 1 grey, 3 colour, 0 zeros and ones
  BinariseSettings binarise;  // for zeros and ones
  std::int64_t every = 1;     // n-th frame, for films in which things move little
  std::int64_t most = 0;      // frames of the film at most; 0: all
};

using OpenFilm = std::function<std::unique_ptr<Film>()>;

class View {
 public:
  // Opens the film; and, unless it is live, a second time for a look at its beginning, from which
  // background and threshold start.
  View(const OpenFilm& open, Side model, const ViewSettings& settings);

  const FilmInfo& info() const { return film_->info(); }
  const Fit& fit() const { return fit_; }
  const Binariser& binariser() const { return binariser_; }
  int channels() const { return settings_.channels; }
  // Frames that next() will deliver, about; 0: not known.
  std::int64_t expected() const;

  bool next();                                     // false at the end
  std::int64_t number() const { return number_; }  // of the frame in the film, from 1
  std::int64_t read() const { return read_; }      // frames of the film so far
  const Frame& frame() const { return frame_; }    // as the film has it
  const std::vector<std::uint8_t>& levels() const { return levels_; }  // [H,W] of the film
  // of the model: zeros and ones [H,W], or levels [H,W,C]
  const std::vector<std::uint8_t>& pixels() const { return pixels_; }

 private:
  void look(const OpenFilm& open);
  bool read_frame();
  std::vector<std::uint8_t> shrunk_colours() const;

  ViewSettings settings_;
  std::unique_ptr<Film> film_;
  Fit fit_;
  Binariser binariser_;
  Frame frame_;
  std::vector<std::uint8_t> levels_, pixels_;
  std::int64_t number_ = 0, read_ = 0;
};

}  // namespace rnem::video
