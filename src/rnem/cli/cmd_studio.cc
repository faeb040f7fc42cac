// `rnem studio`: models at work in the browser.
#include <fmt/format.h>

#include <cstdio>

#include "rnem/cli/command.h"
#include "rnem/cli/examples.h"
#include "rnem/studio/studio.h"

namespace rnem::cli {
namespace {

struct StudioFlags {
  studio::StudioOptions options;
  std::int64_t threads = 1;  // quick enough, and the browser wants a core as well
};

void run_studio(const StudioFlags& flags, Observer& observer) {
  const Runtime runtime({.threads = flags.threads});
  studio::Studio studio(flags.options, runtime);
  fmt::print("{}\n", studio.address());
  std::fflush(stdout);  // for whoever reads it through a pipe
  studio.serve(observer);
}

}  // namespace

Work setup_studio(CLI::App& app) {
  auto flags = std::make_shared<StudioFlags>();
  app.add_option("--port", flags->options.port, "where the page is; 0 for any that is free")
      ->check(CLI::Range(0, 65535))
      ->capture_default_str();
  app.add_option("--models", flags->options.models, "folder of more models (.safetensors)")
      ->type_name("FOLDER");
  app.add_option("--runs", flags->options.runs,
                 "folder of training runs; trainings that the page starts write only there")
      ->type_name("FOLDER")
      ->capture_default_str();
  app.add_option("--host", flags->options.host,
                 "address to listen at; others than this computer's own get a token to come in")
      ->capture_default_str();
  app.add_option("--threads", flags->threads, "threads that compute, 0 for one a core")
      ->check(CLI::Range(0, 1024))
      ->capture_default_str();
  add_examples(app, {"rnem studio", "rnem studio --port 8081 --models models --runs runs"});
  return [flags](Observer& observer) { run_studio(*flags, observer); };
}

}  // namespace rnem::cli
