#include "rnem/training/run_log.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "rnem/core/atomic_file.h"
#include "rnem/figures/png.h"

namespace rnem::training {
namespace {

using Json = nlohmann::ordered_json;

// the finite ones of them, for TensorBoard
EventFile::Scalars finite(EventFile::Scalars values) {
  std::erase_if(values, [](const auto& value) { return !std::isfinite(value.second); });
  return values;
}

}  // namespace

RunLog::RunLog(const std::filesystem::path& folder, std::int64_t keep, std::int64_t update)
    : folder_(folder), metrics_(folder / "metrics.jsonl", keep), events_(folder, update + 1) {
  make_folder(folder / "samples");
}

void RunLog::write(const TrainLine& l) {
  const Json json = {{"kind", "train"},
                     {"update", l.update},
                     {"epoch", l.epoch},
                     {"loss", l.loss},
                     {"intra", l.intra},
                     {"inter", l.inter},
                     {"ari", l.ari},
                     {"gradient_norm", l.gradient_norm},
                     {"rate", l.rate},
                     {"steps", l.steps},
                     {"skipped", l.skipped},
                     {"time",
                      {{"seconds", l.seconds},
                       {"sequences_per_second", l.sequences_per_second},
                       {"component_steps_per_second", l.component_steps_per_second}}}};
  metrics_.append(json.dump() + "\n");
  events_.scalars(l.update,
                  finite({{"train/loss", l.loss},
                          {"train/intra", l.intra},
                          {"train/inter", l.inter},
                          {"train/ari", l.ari},
                          {"train/gradient_norm", l.gradient_norm},
                          {"train/rate", l.rate},
                          {"train/steps", static_cast<double>(l.steps)},
                          {"speed/component_steps_per_second", l.component_steps_per_second}}));
}

void RunLog::write(const ValidLine& l) {
  const Json json = {{"kind", "valid"},
                     {"update", l.update},
                     {"epoch", l.epoch},
                     {"loss", l.loss},
                     {"intra", l.intra},
                     {"inter", l.inter},
                     {"ari", l.ari},
                     {"ari_steps", l.ari_steps},
                     {"time", {{"seconds", l.seconds}, {"took", l.took}}}};
  metrics_.append(json.dump() + "\n");
  events_.scalars(l.update, finite({{"valid/loss", l.loss},
                                    {"valid/intra", l.intra},
                                    {"valid/inter", l.inter},
                                    {"valid/ari", l.ari},
                                    {"valid/ari_steps", l.ari_steps}}));
}

void RunLog::picture(std::int64_t update, const figures::Image& image) {
  const auto path = folder_ / "samples" / fmt::format("update-{:07}.png", update);
  figures::write_png(path, image);
  events_.picture(update, "valid/samples", image.width(), image.height(), read_file(path));
}

void RunLog::go_back(std::int64_t update, std::int64_t keep, double rate_factor) {
  metrics_.cut(keep);
  const Json json = {{"kind", "return"}, {"update", update}, {"rate_factor", rate_factor}};
  metrics_.append(json.dump() + "\n");
  events_.restart_at(update + 1);
}

}  // namespace rnem::training
