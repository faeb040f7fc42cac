// Frames that come one after the other: a file, a camera, a folder, a pipe.
//
// A film is read once, from front to back, and holds no more than a few frames, however long it is.
// What the model makes of its colours is decided later (binarise.h).
#pragma once

#include <cstdint>
#include <string>

#include "rnem/video/frame.h"

namespace rnem::video {

struct FilmInfo {
  std::string name;  // for messages: the file, "-", "/dev/video0"
  int width = 0, height = 0;
  double rate = 0;          // frames a second; 0: the source does not say
  std::int64_t frames = 0;  // about how many; 0: nobody knows, or there is no end
  bool live = false;        // a camera or a pipe: cannot be read a second time
};

class Film {
 public:
  virtual ~Film() = default;

  const FilmInfo& info() const { return info_; }

  // Reads the next frame; false at the end. InputError names the source when what comes is damaged,
  // or of another size than the frames before.
  virtual bool next(Frame& frame) = 0;

 protected:
  FilmInfo info_;
};

// Sides of frames that make sense: smaller ones have nothing to track, larger ones would fill the
// memory. InputError names the film.
inline constexpr int kLeastSide = 8;
inline constexpr std::int64_t kMostFramePixels = std::int64_t{1} << 26;
void check_frame_size(const std::string& name, std::int64_t width, std::int64_t height);

// The frame must have the film's size: InputError tells the frame's number, from 1.
void check_same_size(const FilmInfo& info, std::int64_t number, int width, int height);

}  // namespace rnem::video
