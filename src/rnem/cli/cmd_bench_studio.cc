// `rnem bench studio`: frames a second that visitors of the studio get, over its socket.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <thread>

#include "rnem/bench/clock.h"
#include "rnem/cli/command.h"
#include "rnem/cli/examples.h"
#include "rnem/cli/outputs.h"
#include "rnem/studio/studio.h"
#include "rnem/studio/traffic.h"

namespace rnem::cli {
namespace {

struct BenchStudioOptions {
  studio::Traffic traffic;
  std::int64_t threads = 1;
  Outputs outputs;
  std::string json;
};

// Ends a server from another thread.
struct Switch final : Observer {
  std::atomic<bool> off{false};
  bool should_stop() override { return off; }
};

// The studio in a thread of its own, while it lives.
class Serving {
 public:
  explicit Serving(studio::Studio& studio) : thread_([this, &studio] { studio.serve(switch_); }) {}
  ~Serving() {
    switch_.off = true;
    thread_.join();
  }
  Serving(const Serving&) = delete;
  Serving& operator=(const Serving&) = delete;

 private:
  Switch switch_;
  std::thread thread_;
};

void bench_studio(const BenchStudioOptions& options, Observer& observer) {
  options.outputs.check();
  const Runtime runtime({.threads = options.threads});
  studio::StudioOptions at;
  at.port = 0;
  at.viewers.most = static_cast<std::size_t>(options.traffic.visitors);
  studio::Studio studio(at, runtime);
  studio::Delivered delivered;
  {
    const Serving serving(studio);
    delivered = studio::visit(studio.port(), options.traffic, observer);
  }
  auto& rates = delivered.frames_per_second;
  std::sort(rates.begin(), rates.end());
  const nlohmann::ordered_json report = {{"bench", "studio"},
                                         {"model", options.traffic.model},
                                         {"threads", runtime.threads()},
                                         {"k", options.traffic.k},
                                         {"visitors", options.traffic.visitors},
                                         {"frames", options.traffic.frames},
                                         {"inside", options.traffic.inside},
                                         {"frames_per_second", bench::median(rates)},
                                         {"slowest_frames_per_second", rates.front()},
                                         {"bytes_per_frame", delivered.bytes},
                                         {"peak_memory_gb", bench::peak_memory()}};
  write_json(options.json, report);
  fmt::print(table_stream(options.json),
             "{} visitor{}: {:.1f} frames/s each (slowest {:.1f}), {:.0f} bytes a frame, {} "
             "thread{}, {:.2f} GB\n",
             options.traffic.visitors, options.traffic.visitors == 1 ? "" : "s",
             bench::median(rates), rates.front(), delivered.bytes, runtime.threads(),
             runtime.threads() == 1 ? "" : "s", bench::peak_memory());
}

}  // namespace

Work setup_bench_studio(CLI::App& app) {
  auto options = std::make_shared<BenchStudioOptions>();
  app.add_option("--model", options->traffic.model, "a shipped model's name")
      ->capture_default_str();
  app.add_option("--world", options->traffic.world, "a world's name")->capture_default_str();
  app.add_option("--visitors", options->traffic.visitors, "browsers that ask at once")
      ->check(CLI::Range(1, 128))
      ->capture_default_str();
  app.add_option("--frames", options->traffic.frames, "frames that each asks for, one by one")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  app.add_option("--k", options->traffic.k, "components K, 0 for those of training")
      ->check(CLI::Range(0, 64))
      ->capture_default_str();
  app.add_flag("--inside", options->traffic.inside, "psi, gamma and theta of every component too");
  app.add_option("--threads", options->threads, "threads that compute, 0 for one a core")
      ->check(CLI::Range(0, 1024))
      ->capture_default_str();
  options->outputs.add_json(app, options->json);
  add_examples(app, {"rnem bench studio", "rnem bench studio --visitors 20 --threads 0"});
  return [options](Observer& observer) { bench_studio(*options, observer); };
}

}  // namespace rnem::cli
