// Files that visitors drop on the page: data files as they are, pictures and films imported.
#pragma once

#include <filesystem>
#include <mutex>
#include <nlohmann/json.hpp>
#include <semaphore>
#include <string>
#include <vector>

namespace rnem::studio {

struct UploadedFile {
  std::string name;  // as the visitor's computer has it
  std::string bytes;
};

class Uploads {
 public:
  static constexpr std::size_t kMost = 8;    // kept; the oldest goes first
  static constexpr int kMostFrames = 20000;  // pictures in one upload

  explicit Uploads(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // One HDF5, GIF, .npy or .npz file, or PNG pictures as the frames of one film, which are fitted
  // to height x width. -> {"world": "upload:NAME.h5", "frames", "sequences", "height", "width"}.
  // InputError says what is wrong with them.
  nlohmann::json store(std::vector<UploadedFile> files, int height, int width);

  // A film as the bytes of a GIF: frames x height x width pixels of three bytes.
  std::string film(const std::string& pixels, int frames, int height, int width, int scale,
                   int delay) const;

  // Bodies are large, so only so many are read at a time: held while one is. Busy when it takes
  // too long.
  class Turn {
   public:
    explicit Turn(Uploads& uploads);
    ~Turn();
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

   private:
    Uploads& uploads_;
  };

 private:
  std::string free_name(const std::string& wanted) const;
  void make_room() const;

  std::filesystem::path folder_;
  std::mutex mutex_;
  std::counting_semaphore<2> turns_{2};
};

}  // namespace rnem::studio
