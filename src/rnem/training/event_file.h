// TensorBoard's event files: scalars and pictures over updates.
//
// A file is a row of records (length, its checksum, data, its checksum: the TFRecord framing); the
// data are `Event` protocol buffers, which are simple enough to be encoded here by hand.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rnem/io/append_file.h"

namespace rnem::training {

class EventFile {
 public:
  // A new file in the folder. Events of earlier files with a step of `first_step` or more no longer
  // count: that is how TensorBoard is told of a resumed run.
  EventFile(const std::filesystem::path& folder, std::int64_t first_step);

  using Scalars = std::vector<std::pair<std::string, double>>;  // by tag, "train/loss"
  void scalars(std::int64_t step, const Scalars& values);
  void picture(std::int64_t step, const std::string& tag, int width, int height,
               std::string_view png);
  void restart_at(std::int64_t first_step);  // see the constructor

 private:
  void record(const std::string& event);

  io::AppendFile file_;
};

}  // namespace rnem::training
