// A film by its name, whatever it is.
#pragma once

#include <memory>
#include <string>

#include "rnem/core/options.h"
#include "rnem/video/film.h"

namespace rnem::dataset {

struct FilmRequest {
  // a video file or GIF; a camera (/dev/video0); a folder or pattern of PNGs; - for raw frames on
  // stdin; an array (.npy, .npz); an HDF5 file
  std::string name;
  std::string size;             // WIDTHxHEIGHT of raw frames, or that a camera is asked for
  std::string pixels = "grey";  // of raw frames: grey or rgb
  std::string axes, array;      // as GreySource
  std::int64_t sequence = 0;    // of an array or an HDF5 file
};

// `notes` hears what was assumed. InputError names the source.
std::unique_ptr<video::Film> open_film(const FilmRequest& request, const NoteSink& notes);

}  // namespace rnem::dataset
