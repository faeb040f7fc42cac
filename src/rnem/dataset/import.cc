#include "rnem/dataset/import.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <thread>

#include "rnem/core/atomic_file.h"
#include "rnem/core/error.h"
#include "rnem/core/task.h"
#include "rnem/dataset/file_writer.h"
#include "rnem/dataset/ordered_work.h"
#include "rnem/dataset/pieces.h"
#include "rnem/video/threshold.h"

namespace rnem::dataset {
namespace {

// Calls make(piece) on all cores and take(result) in order, with a line that says how far.
template <class Result>
void for_each_piece(const std::vector<Piece>& pieces, const std::string& what,
                    const std::function<Result(const Piece&)>& make,
                    const std::function<void(const Piece&, Result)>& take, Observer& observer) {
  const int threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  const auto count = static_cast<std::int64_t>(pieces.size());
  OrderedWork<Result> work(0, count, threads, 4 * threads, [&](std::int64_t i) {
    return make(pieces[static_cast<std::size_t>(i)]);
  });
  Task progress(observer, what, "sequences", count);
  for (std::int64_t i = 0; i < count; ++i) {
    stop_if_asked(observer);
    take(pieces[static_cast<std::size_t>(i)], work.next());
    progress.update(i + 1);
  }
  progress.finish();
}

struct Look {
  int height = 0, width = 0;
  video::Histogram histogram;
};

// Every frame once: sizes that agree, and all levels together.
Look look_at(const GreyFrames& grey, const std::vector<Piece>& pieces, Observer& observer) {
  Look all;
  const auto look = [&](const Piece& piece) {
    const GreyClip clip = grey.get(piece.sequence, piece.first, piece.frames);
    Look one{clip.height, clip.width, {}};
    one.histogram.add(clip.levels);
    return one;
  };
  for_each_piece<Look>(
      pieces, "look", look,
      [&](const Piece& piece, const Look& one) {
        if (all.height == 0) all = {one.height, one.width, {}};
        if (one.height != all.height || one.width != all.width) {
          fail_input("{}: frames of {}x{}, but {} has {}x{}", grey.name(piece.sequence), one.height,
                     one.width, grey.name(0), all.height, all.width);
        }
        all.histogram.add(one.histogram);
      },
      observer);
  return all;
}

int find_threshold(const video::Histogram& histogram, const ImportOptions& options) {
  if (options.threshold) return *options.threshold;
  const auto threshold = video::otsu(histogram);
  if (!threshold) {
    fail_input("{}: all pixels are alike, there is nothing to tell apart",
               options.source.names.front());
  }
  return *threshold;
}

std::string origin_of(const ImportOptions& options, int threshold) {
  return fmt::format("imported from {}, threshold {}{}", fmt::join(options.source.names, " "),
                     threshold, options.invert ? ", inverted" : "");
}

}  // namespace

Imported import_frames(const GreyFrames& grey, const ImportOptions& options,
                       const std::filesystem::path& out, Observer& observer) {
  if (grey.sequences() == 0) fail_input("{}: no sequences", options.source.names.front());
  std::vector<Piece> pieces = cut(grey, options.frames);
  Imported result;
  result.sequences = split_sizes(grey, pieces, options.split, options.shuffle);
  const Look seen = look_at(grey, pieces, observer);
  result.threshold = find_threshold(seen.histogram, options);
  result.frames = pieces.front().frames;
  result.height = seen.height;
  result.width = seen.width;
  const auto bright = static_cast<double>(seen.histogram.above(result.threshold)) /
                      static_cast<double>(seen.histogram.total());
  result.on = options.invert ? 1 - bright : bright;
  if (options.shuffle) shuffle_pieces(pieces);

  AtomicFile file(out);
  worlds::Shape shape;
  shape.height = seen.height;
  shape.width = seen.width;
  FileWriter writer(file.path(), shape, result.frames,
                    {origin_of(options, result.threshold), "", 0});
  const auto make = [&](const Piece& piece) {
    worlds::Sequence sequence;
    sequence.frames = piece.frames;
    sequence.features = grey.get(piece.sequence, piece.first, piece.frames).levels;
    for (auto& level : sequence.features) {
      level = (level > result.threshold) != options.invert ? 1 : 0;
    }
    return pack(sequence);
  };
  std::size_t split = 0;
  std::int64_t left = 0;
  for_each_piece<PackedSequence>(
      pieces, "import " + out.filename().string(), make,
      [&](const Piece&, const PackedSequence& packed) {
        while (left == 0) {
          left = result.sequences[split];
          if (left > 0) writer.begin_split(kSplits[split], left);
          ++split;
        }
        writer.append(packed);
        if (--left == 0) writer.end_split();
      },
      observer);
  writer.close();
  file.commit();
  return result;
}

}  // namespace rnem::dataset
