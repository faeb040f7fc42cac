// `rnem reproduce`: the paper from training to report.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fnmatch.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "rnem/cli/command.h"
#include "rnem/cli/examples.h"
#include "rnem/core/atomic_file.h"
#include "rnem/core/error.h"
#include "rnem/core/task.h"
#include "rnem/core/writable.h"
#include "rnem/experiments/charts.h"
#include "rnem/experiments/publish.h"
#include "rnem/experiments/run_parts.h"
#include "rnem/machine/parallel.h"
#include "rnem/runtime/rank_place.h"

namespace rnem::cli {
namespace {

using experiments::Part;

struct ReproduceFlags {
  std::string scale = "small", setup = "both", out, only, part, publish;
  std::vector<std::string> assignments;
  std::int64_t seeds = 0, parts = -1;
  int jobs = 1;
  bool list = false, force = false;
};

// A folder that was published into before may be published into again.
void check_publication(const std::filesystem::path& folder, bool force) {
  if (folder.empty()) return;
  check_folder(folder);
  std::error_code ignored;
  const bool ours = std::filesystem::exists(folder / experiments::kCommandsFile, ignored);
  if (!force && !ours && std::filesystem::is_directory(folder, ignored) &&
      !std::filesystem::is_empty(folder, ignored)) {
    fail_input("{}: is there already, with files that are no report; --force writes into it",
               folder.string());
  }
}

std::vector<experiments::Setup> setups_of(const std::string& setup) {
  using enum experiments::Setup;
  if (setup == "published") return {kPublished};
  if (setup == "ours") return {kOurs};
  return {kPublished, kOurs};
}

// Everything happens in the folder, so that paths in settings and commands are short and the
// folder may be moved.
experiments::Reproduction open_reproduction(const ReproduceFlags& flags) {
  experiments::Reproduction reproduction{experiments::find_scale(flags.scale),
                                         setups_of(flags.setup), ""};
  for (const auto& assignment : flags.assignments) {
    set_option(assignment, experiments::options(reproduction.scale));
  }
  if (flags.seeds > 0) reproduction.scale.seeds = flags.seeds;
  check_folder(flags.out);
  check_publication(flags.publish, flags.force);
  make_folder(flags.out);
  std::error_code error;
  std::filesystem::current_path(flags.out, error);
  if (error) fail_input("--out {}: {}", flags.out, error.message());
  return reproduction;
}

// The command line of a process that does one part in a folder; empty: the current one.
std::vector<std::string> command_of(const ReproduceFlags& flags, const std::string& part,
                                    const std::filesystem::path& folder) {
  const std::string out = folder.empty() ? "." : folder.string();
  std::vector<std::string> words = {"reproduce", "--scale", flags.scale, "--setup", flags.setup,
                                    "--out",     out,       "--part",    part};
  if (flags.seeds > 0) words.insert(words.end(), {"--seeds", std::to_string(flags.seeds)});
  for (const auto& assignment : flags.assignments) {
    words.insert(words.end(), {"--set", assignment});
  }
  return words;
}

std::string shell_quoted(const std::string& word) {
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

// A script for the folder that the command was given in. This program need not be in the PATH.
void list_parts(const experiments::Reproduction& reproduction, const std::vector<Part>& parts,
                const std::string& out) {
  experiments::write_configs(reproduction);
  std::error_code ignored;
  const std::string self = std::filesystem::read_symlink("/proc/self/exe", ignored).string();
  fmt::print("rnem() {{ {} \"$@\"; }}\ncd {}\n{}", shell_quoted(self), shell_quoted(out),
             experiments::commands_script(parts));
}

void write_report(const experiments::Reproduction& reproduction, const std::vector<Part>& parts,
                  const std::filesystem::path& publish_to) {
  const experiments::Results results(reproduction);
  experiments::draw_charts(reproduction, results);
  const auto sections = experiments::report_sections(reproduction, results, parts);
  write_file("report.html", experiments::report_page(reproduction, sections));
  if (!publish_to.empty()) experiments::publish(reproduction, parts, sections, publish_to);
}

void do_one(const std::vector<Part>& parts, const std::string& name, const Runtime& runtime,
            Observer& observer) {
  for (const Part& part : parts) {
    if (part.name == name) return experiments::do_part("", part, runtime, observer);
  }
  fail_input("--part {}: no such part, --list shows them", name);
}

// What ranks that share the parts must agree on; how they work them off is each one's own.
std::string common_settings(const ReproduceFlags& flags, experiments::Scale scale) {
  return fmt::format("scale = {}\nsetup = {}\n", scale.name, flags.setup) +
         write_toml(experiments::options(scale));
}

// A rank that is not the first: silent, as rank 0 tells of all.
void do_for_rank_zero(const ReproduceFlags& flags, const runtime::RankPlace& place,
                      const experiments::Scale& scale, const std::vector<Part>& parts,
                      Observer& observer) {
  experiments::PartWork work;
  work.place = place;
  work.settings = common_settings(flags, scale);
  work.folder = std::filesystem::path("ranks") / std::to_string(place.rank);
  work.jobs = flags.jobs;
  work.threads = machine::available_threads();
  work.command = [&](const std::string& part, const auto& in) {
    return command_of(flags, part, in);
  };
  experiments::do_parts_for_rank_zero(parts, work, observer);
}

void reproduce(const ReproduceFlags& flags, Observer& observer) {
  // before the folder becomes the current one: paths, and the token's file
  const auto page = std::filesystem::path(flags.out) / "report.html";
  const auto publish_to =
      flags.publish.empty() ? std::filesystem::path() : std::filesystem::absolute(flags.publish);
  // a process for one part has the environment of its rank, but is none
  const bool shares = flags.part.empty() && !flags.list;
  const auto place = shares ? runtime::rank_place() : runtime::RankPlace();
  const auto reproduction = open_reproduction(flags);
  const auto parts = experiments::reproduction_parts(reproduction);
  if (flags.list) return list_parts(reproduction, parts, flags.out);
  if (place.rank > 0) {
    return do_for_rank_zero(flags, place, reproduction.scale, parts, observer);
  }
  const Runtime runtime;
  if (!flags.part.empty()) return do_one(parts, flags.part, runtime, observer);

  note(observer, "scale {}: {}", reproduction.scale.name, reproduction.scale.about);
  const auto wanted = [&](const Part& part) {
    return flags.only.empty() || fnmatch(flags.only.c_str(), part.name.c_str(), 0) == 0;
  };
  experiments::RunPlan plan;
  plan.to_do = experiments::parts_to_do("", parts, wanted,
                                        flags.parts < 0 ? std::numeric_limits<std::size_t>::max()
                                                        : static_cast<std::size_t>(flags.parts));
  plan.jobs = flags.jobs;
  plan.command = [&](const std::string& part, const auto& in) {
    return command_of(flags, part, in);
  };
  plan.place = place;
  plan.settings = common_settings(flags, reproduction.scale);
  const auto done = experiments::done_parts("", parts);
  note(observer, "{} of {} parts are done, {} to do now",
       std::count(done.begin(), done.end(), true), parts.size(), plan.to_do.size());
  const auto errors = experiments::run_parts(parts, plan, runtime, observer);
  write_report(reproduction, parts, publish_to);
  fmt::print("{}\n", page.string());
  if (!errors.empty()) {
    fail("{} of {} parts failed, the same command tries them again: {}", errors.size(),
         plan.to_do.size(), fmt::join(errors, "; "));
  }
}

}  // namespace

Work setup_reproduce(CLI::App& app) {
  auto flags = std::make_shared<ReproduceFlags>();
  app.add_option("--scale", flags->scale, "a minute, about a day, or as in the paper")
      ->type_name("{smoke,small,paper}")
      ->capture_default_str();
  app.add_option("--setup", flags->setup, "published, ours or both")
      ->check(CLI::IsMember({"published", "ours", "both"}))
      ->capture_default_str();
  app.add_option("-o,--out", flags->out, "folder for everything; a second run goes on there")
      ->required()
      ->type_name("FOLDER");
  app.add_option("--seeds", flags->seeds, "times every method is trained (1 to 3, by method)")
      ->check(CLI::Range(1, 1000));
  app.add_option("--jobs", flags->jobs,
                 "parts at once on this machine; more than one have one thread each")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  app.add_option("--only", flags->only, "parts whose name fits, such as '*balls4-rnem-k5*'");
  app.add_option("--parts", flags->parts,
                 "do at most so many parts, then stop; 0: the report of what is done")
      ->check(CLI::Range(0, 1000000));
  app.add_option("--publish", flags->publish,
                 "also write the report as Markdown, figures and numbers into this folder");
  app.add_option("--set", flags->assignments, "key=value on top of the scale, may be repeated")
      ->allow_extra_args(false);
  app.add_flag("--list", flags->list,
               "write the settings of the trainings and print the parts as commands, do nothing");
  app.add_flag("--force", flags->force, "publish into a folder that holds other files");
  app.add_option("--part", flags->part, "do this part and nothing else")->group("");
  add_examples(
      app, {"rnem reproduce --scale smoke -o smoke", "rnem reproduce --scale small -o small --list",
            "rnem reproduce --only '*balls4-rnem-k5*' -o small"});
  return [flags](Observer& observer) { reproduce(*flags, observer); };
}

}  // namespace rnem::cli
