// HDF5 data files through everything that reads them. The mutator makes valid files with odd
// shapes, types and attributes, and then flips bytes.
#include <cstring>

#include "hostile.h"
#include "odd_file.h"
#include "rnem/dataset/file_description.h"
#include "rnem/dataset/file_source.h"
#include "rnem/dataset/stored_frames.h"
#include "rnem/rng.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rnem;
  static const fuzz::HostileFile file("data.h5");
  file.hold(data, size);
  constexpr std::int64_t kSequences = 3;
  fuzz::read_hostile([&] { dataset::describe_file(file.path()); });
  fuzz::read_hostile([&] {
    const auto source = dataset::open_file_source(file.path());
    source->world();
    for (const auto split : dataset::kSplits) {
      for (std::int64_t i = 0; i < std::min(source->size(split), kSequences); ++i) {
        const Sequence sequence = source->get(split, i, 0, std::min(source->frames(), 3));
        const Shape shape = source->shape();
        const auto pixels = static_cast<std::size_t>(shape.height) * shape.width;
        if (sequence.features.size() != pixels * static_cast<std::size_t>(sequence.frames)) {
          fuzz::finding("frames of another size than the file says");
        }
      }
    }
  });
  fuzz::read_hostile([&] {
    std::vector<std::string> left_out;
    const auto frames = dataset::open_stored_frames(file.path(), left_out);
    for (std::int64_t i = 0; i < std::min(frames->sequences(), kSequences); ++i) {
      frames->get(i, 0, 1);
    }
  });
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  rnem::Rng rng(seed, "mutator");
  if (rng.flip(0.3)) {
    const auto bytes = rnem::fuzz::odd_file(seed);
    if (bytes.size() <= most) {
      size = bytes.size();
      std::memcpy(data, bytes.data(), size);
      if (rng.flip(0.4)) return size;
    }
  }
  // few bytes, anywhere: a file whose header is gone is soon refused
  if (size == 0 || rng.flip(0.3)) return LLVMFuzzerMutate(data, size, most);
  for (std::uint64_t i = 0, flips = 1 + rng.below(4); i < flips; ++i) {
    data[rng.below(size)] = static_cast<std::uint8_t>(rng.below(256));
  }
  return size;
}
