// `rnem data view`: sequences as a contact sheet, a film, or several worlds as rows.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "rnem/cli/command.h"
#include "rnem/cli/common_options.h"
#include "rnem/cli/data_notes.h"
#include "rnem/cli/examples.h"
#include "rnem/cli/outputs.h"
#include "rnem/core/error.h"
#include "rnem/dataset/plan.h"
#include "rnem/figures/contact_sheet.h"
#include "rnem/figures/gif.h"
#include "rnem/source.h"

namespace rnem::cli {
namespace {

struct ViewFlags {
  std::vector<std::string> sources;
  Outputs outputs;
  std::string split, out;
  std::int64_t sequence = 0;
  std::uint64_t seed = 0;
  int frames = 0, every = 1, scale = 0, fps = 10;
};

constexpr double kMostPixels = 1e8;  // about 1 GB while it is drawn
constexpr int kMostViewed = 100'000;

// Frames of a row when several worlds are shown.
constexpr int kOverviewFrames = 8;

enum class Kind { kSheet, kFilm };

Kind kind_of(const std::filesystem::path& out) {
  return out.extension() == ".gif" ? Kind::kFilm : Kind::kSheet;
}

// Frames from 0 on that the choice needs.
int needed_frames(const dataset::Source& source, const figures::FrameChoice& choice) {
  if (choice.limit == 0) {
    return source.frames() == dataset::kAnyLength ? dataset::kLiveFrames : source.frames();
  }
  const std::int64_t last = std::int64_t(choice.limit - 1) * choice.every;
  if (last >= kMostViewed) {
    fail_input("--frames {} --every {}: frame {} is needed, but only the first {} can be viewed",
               choice.limit, choice.every, last, kMostViewed);
  }
  return int(last) + 1;
}

void check_size(double frames, double side) {
  const double pixels = frames * side * side;
  if (pixels <= kMostPixels) return;
  fail_input(
      "the picture would have {:.0f} million pixels, at most {:.0f} are drawn: give a smaller "
      "--scale, fewer --frames or a larger --every",
      pixels / 1e6, kMostPixels / 1e6);
}

worlds::Sequence load(const ViewFlags& flags, const dataset::Source& source,
                      const figures::FrameChoice& choice) {
  return source.get(dataset::parse_split(flags.split), flags.sequence, 0,
                    needed_frames(source, choice));
}

// "live:balls4mass64" and "data/balls4mass64.h5" are both balls4mass64.
std::string row_name(const std::string& source) {
  return std::filesystem::path(source.starts_with("live:") ? source.substr(5) : source)
      .stem()
      .string();
}

void draw_overview(const ViewFlags& flags, Observer& observer) {
  figures::FrameChoice choice{.every = flags.every, .limit = flags.frames};
  if (choice.limit == 0) choice.limit = kOverviewFrames;
  const int cell = flags.scale > 0 ? 64 * flags.scale : 256;
  check_size(double(flags.sources.size()) * choice.limit, cell);
  std::vector<figures::NamedSequence> rows;
  for (const std::string& name : flags.sources) {
    const auto source = dataset::open_source(name, flags.seed);
    tell_oddities(*source, observer);
    rows.push_back({row_name(name), source->shape(), load(flags, *source, choice)});
  }
  figures::world_overview(rows, choice, cell).save(flags.out);
}

void draw_sequence(const ViewFlags& flags, Kind kind, Observer& observer) {
  figures::ContactSheet sheet{.frames = {.every = flags.every, .limit = flags.frames}};
  const auto source = dataset::open_source(flags.sources.front(), flags.seed);
  tell_oddities(*source, observer);
  const worlds::Shape shape = source->shape();
  const int side = std::max(shape.height, shape.width);
  // worlds of every size come out alike
  const int wanted = kind == Kind::kFilm ? 256 : 128;
  sheet.scale = flags.scale > 0 ? flags.scale : std::max(1, (wanted + side / 2) / side);
  const auto frames = figures::chosen_frames(needed_frames(*source, sheet.frames), sheet.frames);
  check_size(double(frames.size()), double(side) * sheet.scale);
  const worlds::Sequence sequence = load(flags, *source, sheet.frames);
  if (kind == Kind::kFilm) {
    // GIF counts hundredths of a second
    figures::write_gif(flags.out, sequence_film(sequence, shape, sheet),
                       (100 + flags.fps / 2) / flags.fps);
  } else {
    contact_sheet(sequence, shape, sheet).save(flags.out);
  }
}

void view(const ViewFlags& flags, Observer& observer) {
  flags.outputs.check();
  const Kind kind = kind_of(flags.out);
  if (flags.sources.size() == 1) {
    draw_sequence(flags, kind, observer);
  } else if (kind == Kind::kFilm) {
    fail_input("--out {}: a film shows one source, {} were given", flags.out, flags.sources.size());
  } else {
    draw_overview(flags, observer);
  }
  fmt::print("{}\n", flags.out);
}

}  // namespace

Work setup_data_view(CLI::App& app) {
  auto flags = std::make_shared<ViewFlags>();
  app.add_option("source", flags->sources,
                 "data file, or live:NAME; several are shown as rows of one picture")
      ->required()
      ->type_name("FILE.h5|live:NAME");
  flags->outputs
      .add_file(app, flags->out, "contact sheet to write, or a film",
                {".png", ".svg", ".pdf", ".gif"})
      ->required();
  add_split(app, flags->split);
  const auto number = [&](const char* name, auto& place, auto low, auto high, const char* help) {
    return app.add_option(name, place, help)
        ->check(CLI::Range(low, high).description(""))
        ->type_name("N");
  };
  number("--sequence", flags->sequence, std::int64_t{0}, dataset::kEndless - 1,
         "number of the sequence")
      ->capture_default_str();
  number("--frames", flags->frames, 1, 10'000,
         "frames to show; all of a file's, 51 of a live source's unless given");
  number("--every", flags->every, 1, 10'000, "show every N-th frame")->capture_default_str();
  number("--scale", flags->scale, 1, 64,
         "width of a pixel; by the size of the frames unless given");
  number("--fps", flags->fps, 1, 50, "frames a second of a film")->capture_default_str();
  add_seed(app, flags->seed, "a live source");
  add_examples(app, {"rnem data view live:balls4mass64 --frames 12 -o balls.png",
                     "rnem data view mine.h5 --split training --sequence 3 -o clip.gif",
                     "rnem data view live:shapes28 live:invaders84 --every 3 -o worlds.png"});
  return [flags](Observer& observer) { view(*flags, observer); };
}

}  // namespace rnem::cli
