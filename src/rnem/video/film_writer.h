// Writes an MP4, frame by frame.
#pragma once

#include <filesystem>
#include <memory>

#include "rnem/figures/image.h"

namespace rnem::video {

class FilmWriter {
 public:
  // H.264 where FFmpeg has an encoder for it, else MPEG-4. Odd sides lose their last pixel, which
  // these formats do not have. Error when it cannot be made.
  FilmWriter(const std::filesystem::path& path, int width, int height, double rate);
  ~FilmWriter();
  FilmWriter(const FilmWriter&) = delete;
  FilmWriter& operator=(const FilmWriter&) = delete;

  void add(const figures::Image& image);
  void close();  // the file is whole after this

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace rnem::video
