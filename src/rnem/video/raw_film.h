// Frames without a file around them, from a pipe: bytes, row by row.
#pragma once

#include <cstdio>
#include <memory>
#include <string>

#include "rnem/video/film.h"

namespace rnem::video {

// "640x480" -> width, height. InputError names the flag.
std::pair<int, int> parse_size(const std::string& flag, const std::string& text);

// `size` as above; `pixels` is "grey" or "rgb". `in` stays the caller's.
std::unique_ptr<Film> open_raw_film(std::FILE* in, const std::string& size,
                                    const std::string& pixels);

}  // namespace rnem::video
