// .npy and .npz files (io/npy.h, io/zip.h) as grey frames (dataset/array_frames.h).
#include "hostile.h"
#include "rnem/dataset/array_frames.h"
#include "rnem/io/numpy_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const rnem::fuzz::HostileFile file("frames.npz");
  rnem::fuzz::read_hostile([&] {
    rnem::io::NpyArray array = rnem::io::read_numpy(file.hold(data, size));
    const std::string axes = rnem::dataset::usual_axes(array);
    const auto frames = rnem::dataset::open_array(std::move(array), axes);
    for (std::int64_t i = 0; i < std::min<std::int64_t>(frames->sequences(), 3); ++i) {
      frames->get(i, 0, std::min(frames->frames(i), 2));
      frames->get(i, frames->frames(i) - 1, 1);
    }
  });
  return 0;
}
