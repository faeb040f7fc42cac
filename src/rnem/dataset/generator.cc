#include "rnem/dataset/generator.h"

#include <algorithm>
#include <thread>

#include "rnem/core/atomic_file.h"
#include "rnem/core/error.h"
#include "rnem/core/task.h"
#include "rnem/dataset/file_description.h"
#include "rnem/dataset/file_writer.h"
#include "rnem/dataset/live_source.h"
#include "rnem/dataset/ordered_work.h"

namespace rnem::dataset {
namespace {

// enough that no thread waits for the writer's next turn; a packed sequence is some 15 KB
constexpr int kAheadPerThread = 8;

int thread_count(int asked) {
  return asked > 0 ? asked : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

}  // namespace

void make_dataset(const worlds::World& world, const MakeOptions& options,
                  const std::filesystem::path& out, Observer& observer) {
  RNEM_CHECK(options.frames > 0, "sequences have frames");
  std::int64_t total = 0;
  for (const std::int64_t n : options.sequences) total += n;
  if (total == 0) fail_input("{}: a data file needs at least one sequence", out.string());

  AtomicFile file(out);
  const int threads = thread_count(options.threads);
  FileWriter writer(file.path(), world.shape(), options.frames,
                    {options.name, world.to_toml(), options.seed});
  Task progress(observer, "make " + out.filename().string(), "sequences", total);
  std::int64_t done = 0;
  for (const Split split : kSplits) {
    const std::int64_t count = options.sequences[static_cast<std::size_t>(split)];
    if (count == 0) continue;
    writer.begin_split(split, count);
    OrderedWork<PackedSequence> work(
        0, count, threads, kAheadPerThread * threads, [&](std::int64_t index) {
          return pack(make_sequence(world, options.seed, split, index, options.frames));
        });
    for (std::int64_t i = 0; i < count; ++i) {
      stop_if_asked(observer);
      writer.append(work.next());
      progress.update(++done, split_name(split));
    }
    writer.end_split();
  }
  writer.close();
  file.commit();
  progress.finish(format_bytes(static_cast<std::int64_t>(std::filesystem::file_size(out))));
}

}  // namespace rnem::dataset
