// `rnem data import`: pictures, films and arrays become a data file.
#include <fmt/format.h>

#include <memory>
#include <string>

#include "rnem/cli/command.h"
#include "rnem/cli/data_notes.h"
#include "rnem/cli/examples.h"
#include "rnem/cli/former_option.h"
#include "rnem/cli/outputs.h"
#include "rnem/core/task.h"
#include "rnem/dataset/import.h"

namespace rnem::cli {
namespace {

struct ImportFlags {
  dataset::ImportOptions options;
  Outputs outputs;
  std::string out, threshold = "otsu";
};

void import_data(ImportFlags& flags, Observer& observer) {
  flags.outputs.check();
  auto& options = flags.options;
  if (flags.threshold != "otsu") options.threshold = std::stoi(flags.threshold);
  const auto hear = [&](const std::string& line) { observer.note(line); };
  const auto grey = dataset::open_grey_frames(options.source, hear);
  const dataset::Imported done = dataset::import_frames(*grey, options, flags.out, observer);
  note(observer, "{} + {} + {} sequences of {} frames, {}x{} pixels", done.sequences[0],
       done.sequences[1], done.sequences[2], done.frames, done.height, done.width);
  note(observer, "threshold {}{}: {:.1f} % of the pixels are on", done.threshold,
       options.threshold ? "" : " (Otsu's)", 100 * done.on);
  if (done.on > 0.5) {
    note(observer, "{}: more is on than off; if things are dark on bright ground, --invert",
         flags.out);
  }
  tell_oddities(*dataset::open_source(flags.out, /*seed=*/0), observer);
  fmt::print("{}\n", flags.out);
}

}  // namespace

Work setup_data_import(CLI::App& app) {
  auto flags = std::make_shared<ImportFlags>();
  auto& options = flags->options;
  app.add_option(
         "source", options.source.names,
         "an array (.npy, .npz), films (.gif), pictures (.png), folders of these, or a data "
         "file of grey frames (.h5); a folder of pictures is one sequence")
      ->required()
      ->type_name("SOURCE");
  flags->outputs
      .add_file(app, flags->out, "data file to write; a half-made one never appears", kDataFiles)
      ->required();
  app.add_option("--threshold", flags->threshold,
                 "pixels brighter than this level of 0 .. 255 are on; otsu finds one")
      ->check(CLI::IsMember({"otsu"}).description("") | CLI::Range(0, 255).description(""))
      ->type_name("otsu|N")
      ->capture_default_str();
  app.add_flag("--invert", options.invert, "darker pixels are on instead");
  app.add_option("--axes", options.source.axes,
                 "what the axes of an array are: T frames, N sequences, H, W, C channels; "
                 "THW, NTHW or NTHWC unless given")
      ->type_name("LETTERS");
  app.add_option("--array", options.source.array, "which array of an .npz")->type_name("NAME");
  auto* shares = app.add_option("--shares", options.split,
                                "of training, validation and test; 0.8,0.1,0.1 or the source's "
                                "own unless given")
                     ->delimiter(',')
                     ->type_name("A,B,C");
  add_former(app, "--split", shares);
  app.add_option("--frames", options.frames,
                 "cut sequences into pieces of so many frames; what is left over is dropped")
      ->check(CLI::Range(2, 100'000).description(""))
      ->type_name("T");
  app.add_flag("--shuffle", options.shuffle, "deal sequences to the splits in random order");
  add_examples(app, {"rnem data import pictures/ -o mine.h5",
                     "rnem data import film.gif --frames 20 --invert -o mine.h5",
                     "rnem data import video.npy --axes NTHW --shares 0.7,0.2,0.1 -o mine.h5"});
  return [flags](Observer& observer) { import_data(*flags, observer); };
}

}  // namespace rnem::cli
