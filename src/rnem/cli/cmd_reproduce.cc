// `rnem reproduce`: the paper from data to report.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "rnem/cli/command.h"
#include "rnem/core/atomic_file.h"
#include "rnem/core/log.h"
#include "rnem/core/writable.h"
#include "rnem/experiments/report_page.h"

namespace rnem::cli {
namespace {

struct ReproduceFlags {
  std::string scale = "small", out;
  std::vector<std::string> assignments;
  bool list = false;
};

void reproduce(const ReproduceFlags& flags) {
  experiments::Reproduction reproduction{experiments::find_scale(flags.scale),
                                         std::filesystem::path(flags.out).lexically_normal()};
  for (const auto& assignment : flags.assignments) {
    set_option(assignment, experiments::options(reproduction.scale));
  }
  const auto parts = experiments::reproduction_parts(reproduction);
  if (flags.list) {
    fmt::print("mkdir -p {0} && cd {0}\n", reproduction.folder.string());
    for (const auto& part : parts) fmt::print("{:<32}{}\n", part.name, part.command);
    return;
  }
  check_folder(reproduction.folder);
  note("scale {}: {}", reproduction.scale.name, reproduction.scale.about);
  const int done_now = experiments::run_parts(reproduction.folder, parts);
  const std::string page = reproduction.path("report.html");
  write_file(page, experiments::report_page(reproduction, parts));
  note("{} of {} parts were done now", done_now, parts.size());
  fmt::print("{}\n", page);
}

}  // namespace

std::function<void()> setup_reproduce(CLI::App& app) {
  auto flags = std::make_shared<ReproduceFlags>();
  app.add_option("--scale", flags->scale, "smoke (a minute or two), small (about 3 hours) or paper")
      ->capture_default_str();
  app.add_option("--out", flags->out, "folder for everything; a second run goes on there")
      ->required();
  app.add_option("--set", flags->assignments, "key=value on top of the scale, may be repeated")
      ->allow_extra_args(false);
  app.add_flag("--list", flags->list, "print the parts with the commands that do them, do nothing");
  return [flags] { reproduce(*flags); };
}

}  // namespace rnem::cli
