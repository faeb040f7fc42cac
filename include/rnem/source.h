// Where sequences come from: a file, videos, or a world that makes them on demand.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "rnem/sequence.h"
#include "rnem/world.h"

namespace rnem::dataset {

enum class Split { kTraining, kValidation, kTest };

inline constexpr std::array<Split, 3> kSplits = {Split::kTraining, Split::kValidation,
                                                 Split::kTest};

const char* split_name(Split split);       // "training", "validation", "test"
Split parse_split(std::string_view name);  // also "train" and "valid"; InputError otherwise

inline constexpr std::int64_t kEndless = std::numeric_limits<std::int64_t>::max();
inline constexpr int kAnyLength = std::numeric_limits<int>::max();

// Random access to sequences; all members may be called from several threads at once.
class Source {
 public:
  virtual ~Source() = default;

  virtual worlds::Shape shape() const = 0;
  virtual std::string description() const = 0;  // "live:balls4mass64", or the file's path

  // Sequences of a split: kEndless for live sources, 0 when the split is missing.
  virtual std::int64_t size(Split split) const = 0;

  // Frames every stored sequence has at least; kAnyLength for live sources.
  virtual int frames() const = 0;

  // What was odd when it was opened, line by line: groups with other names, groups that are
  // ignored.
  virtual std::vector<std::string> notes() const { return {}; }

  // The world that made the sequences; nullptr when that is not known.
  virtual std::shared_ptr<const worlds::World> world() const { return nullptr; }

  // Frames first_frame .. first_frame + frames - 1 of a sequence. InputError when there is no such
  // sequence or frame, or when the stored values are not what the layout says.
  virtual worlds::Sequence get(Split split, std::int64_t index, int first_frame,
                               int frames) const = 0;
};

// "live:PRESET", "live:FILE.toml", "video:FOLDER" or the path of an HDF5 file. The seed picks the
// sequences of a live source; a file made with the same world and seed holds the same ones.
std::unique_ptr<Source> open_source(const std::string& name, std::uint64_t seed);

// Sequences of a world, made on demand: no file, no end, none seen twice.
std::unique_ptr<Source> make_live_source(std::shared_ptr<const worlds::World> world,
                                         std::uint64_t seed, std::string description);

}  // namespace rnem::dataset

namespace rnem {
using dataset::make_live_source;
using dataset::open_source;
using dataset::Source;
using dataset::Split;
}  // namespace rnem
