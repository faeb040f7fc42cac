// `rnem track`: objects of one's own film, with ids, from birth to death.
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <optional>

#include "rnem/cli/command.h"
#include "rnem/cli/common_options.h"
#include "rnem/cli/examples.h"
#include "rnem/cli/outputs.h"
#include "rnem/core/atomic_folder.h"
#include "rnem/core/error.h"
#include "rnem/core/task.h"
#include "rnem/dataset/open_film.h"
#include "rnem/model/model_file.h"
#include "rnem/tracking/preview.h"
#include "rnem/tracking/scores_json.h"
#include "rnem/tracking/track_film.h"
#include "rnem/tracking/track_scores.h"

namespace rnem::cli {
namespace {

struct TrackFlags {
  std::string model, out, preview, truth, json;
  dataset::FilmRequest source;
  tracking::TrackSettings settings;
  double births = 0.03;
  Outputs outputs;
};

// Things come and go in films, whatever the model was trained on.
void let_components_be_born(model::Model& model, double births) {
  model::EmConfig em = model.settings().em;
  em.births = births;
  model.set_em(em);
}

void check_model(const TrackFlags& flags, const model::Model& model) {
  if (model.config().actions > 0) {
    fail_input("{}: a model of a game, which needs actions; films have none", flags.model);
  }
  if (model.config().has_mask() && flags.settings.view.binarise != video::BinariseSettings{}) {
    fail_input(
        "{}: a model of {} sees the film as it is: expected no --binarise, --threshold, "
        "--invert",
        flags.model, model.config().channels == 1 ? "grey" : "colour");
  }
  if (model.traits().single) {
    fail_input("{}: a {} has one component and cannot tell objects apart", flags.model,
               model.config().kind);
  }
}

void report(const TrackFlags& flags, const tracking::TrackScores& scores) {
  std::FILE* out = table_stream(flags.json);
  fmt::print(out, "HOTA {:.4f}  (detection {:.4f}, association {:.4f}, localisation {:.4f})\n",
             scores.hota.hota, scores.hota.detection, scores.hota.association,
             scores.hota.localisation);
  fmt::print(out, "MOTA {:.4f}  ({} missed, {} false, {} switches)\n", scores.clear.mota,
             scores.clear.misses, scores.clear.false_positives, scores.clear.switches);
  fmt::print(out, "IDF1 {:.4f}\n", scores.identity.idf1);
  if (!std::isnan(scores.ari)) fmt::print(out, "ARI  {:.4f}\n", scores.ari);
  write_json(flags.json, tracking::scores_json(scores));
}

void run_track(TrackFlags& flags, Observer& observer) {
  flags.outputs.check();
  if (flags.out.empty() && flags.preview.empty()) {
    fail_input("--out FOLDER or --preview FILE: one of them is needed");
  }
  if (!flags.truth.empty() && flags.out.empty()) fail_input("--truth: needs --out");
  if (!flags.json.empty() && flags.truth.empty()) fail_input("--json: the scores need --truth");
  if (!flags.truth.empty()) tracking::check_truth(flags.truth);
  const Runtime runtime;
  const auto file = model::load_model(flags.model);
  check_model(flags, *file.model);
  file.model->to(runtime.device(), torch::kFloat32);
  let_components_be_born(*file.model, flags.births);
  const auto& config = file.model->config();
  flags.settings.model_name = flags.model;
  flags.settings.view.channels = int(config.channels);
  const auto hear = [&](const std::string& line) { observer.note(line); };
  bool told = false;
  const auto open = [&] {
    auto film = dataset::open_film(flags.source, told ? NoteSink([](const std::string&) {}) : hear);
    told = true;
    return film;
  };
  if (!flags.preview.empty()) {
    video::View view(open, {int(config.width), int(config.height)}, flags.settings.view);
    tracking::preview(view).save(flags.preview);
    fmt::print("{}\n", flags.preview);
  }
  if (flags.out.empty()) return;
  AtomicFolder folder(flags.out);
  const tracking::TrackResult result =
      tracking::track_film(open, *file.model, runtime, flags.settings, folder.path(), observer);
  std::optional<tracking::TrackScores> scores;
  if (!flags.truth.empty()) {
    scores = tracking::scores_of(tracking::compare_with_truth(flags.truth, folder.path()));
  }
  folder.commit();
  if (scores) report(flags, *scores);
  if (result.stopped) {
    note(observer, "{}: stopped; the files are about the first {} frames", flags.out,
         result.frames);
    throw Interrupted();
  }
  fmt::print(table_stream(flags.json), "{}: {} frames, {} objects\n", flags.out, result.frames,
             result.tracks);
}

void add_view_options(CLI::App& app, video::ViewSettings& view) {
  app.add_option("--fit", view.fit, "whole frame, fill the model's or stretch to it")
      ->check(CLI::IsMember(video::fit_modes()).description(""))
      ->type_name("whole|fill|stretch")
      ->capture_default_str();
  app.add_option("--crop", view.part, "this part of the film in place of all of it")
      ->type_name("X,Y,WxH");
  app.add_option("--binarise", view.binarise.method,
                 "brighter than Otsu's threshold, than --threshold, or unlike a running background")
      ->check(CLI::IsMember(video::binarise_methods()).description(""))
      ->type_name("otsu|threshold|background")
      ->capture_default_str();
  app.add_option("--threshold", view.binarise.threshold,
                 "level of 0 .. 255 (127); from the background so many levels (30)")
      ->check(CLI::Range(0, 255).description(""))
      ->type_name("N");
  app.add_flag("--invert", view.binarise.invert, "darker pixels are on instead");
  app.add_option("--every", view.every, "look at every n-th frame")
      ->check(CLI::Range(1, 10000).description(""))
      ->type_name("N")
      ->capture_default_str();
  app.add_option("--frames", view.most, "stop after so many frames of the film")
      ->check(CLI::Range(1, 1'000'000'000).description(""))
      ->type_name("N");
}

void add_source_options(CLI::App& app, dataset::FilmRequest& source) {
  app.add_option("film", source.name,
                 "a video file, a GIF, a folder or pattern of PNGs, a camera (/dev/video0), an "
                 "array (.npy, .npz), an HDF5 file, or - for raw frames")
      ->required()
      ->type_name("SOURCE");
  app.add_option("--size", source.size, "of raw frames, or that a camera is asked for")
      ->type_name("WxH");
  app.add_option("--pixels", source.pixels, "of raw frames: one byte each, or three")
      ->check(CLI::IsMember({"grey", "rgb"}).description(""))
      ->type_name("grey|rgb")
      ->capture_default_str();
  app.add_option("--sequence", source.sequence, "which one of an array or an HDF5 file")
      ->check(CLI::Range(0, 1'000'000'000).description(""))
      ->type_name("N")
      ->capture_default_str();
  app.add_option("--axes", source.axes, "of an array, as 'rnem data import' has them")
      ->type_name("LETTERS");
  app.add_option("--array", source.array, "which array of an .npz")->type_name("NAME");
}

void add_track_options(CLI::App& app, TrackFlags& flags) {
  tracking::TrackSettings& settings = flags.settings;
  app.add_option("--k", settings.k, "components at most; those that nothing is left for stay empty")
      ->check(CLI::Range(2, 64))
      ->capture_default_str();
  app.add_option("--births", flags.births,
                 "half width, in parts of the frame, of a patch that a new component takes up; 0: "
                 "only what is there in the first frame")
      ->check(CLI::Range(0.0, 0.5))
      ->capture_default_str();
  app.add_option("--smallest", settings.lives.smallest, "pixels of the model's frame")
      ->check(CLI::Range(1, 10000).description(""))
      ->type_name("N")
      ->capture_default_str();
  app.add_option("--confirm", settings.lives.confirmed,
                 "frames in which an object is seen before it counts")
      ->check(CLI::Range(1, 100).description(""))
      ->type_name("N")
      ->capture_default_str();
  app.add_option("--patience", settings.lives.patience, "frames that an object may be hidden")
      ->check(CLI::Range(0, 100000).description(""))
      ->type_name("N")
      ->capture_default_str();
  app.add_option("--simulate", settings.simulate, "steps to go on after the last frame")
      ->check(CLI::Range(0, 100000).description(""))
      ->type_name("N")
      ->capture_default_str();
  app.add_option("--rate", settings.rate, "frames a second of a source that does not say, or lies")
      ->check(CLI::Range(0.01, 10000.0).description(""))
      ->type_name("FPS");
  add_seed(app, settings.seed, "where EM starts");
}

}  // namespace

Work setup_track(CLI::App& app) {
  auto flags = std::make_shared<TrackFlags>();
  app.add_option("model", flags->model, "model file, run folder or name of a shipped model")
      ->required();
  add_source_options(app, flags->source);
  flags->outputs.add_folder(app, flags->out, "folder for tracks, masks and films");
  flags->outputs.add_other(app, "--preview", flags->preview,
                           "draw what the model will see of the first frames", kDrawings);
  app.add_option("--truth", flags->truth,
                 "score the tracks: a MOTChallenge file, or a folder of id PNGs named by frame")
      ->type_name("FILE|FOLDER");
  flags->outputs.add_json(app, flags->json);
  add_view_options(app, flags->settings.view);
  add_track_options(app, *flags);
  add_examples(app, {"rnem track balls4 clip.mp4 --preview seen.png",
                     "rnem track balls4 clip.mp4 -o tracks --binarise background",
                     "rnem track runs/mine 'frames/*.png' -o tracks --invert --simulate 20"});
  return [flags](Observer& observer) { run_track(*flags, observer); };
}

}  // namespace rnem::cli
