#include "rnem/training/run_log.h"

#include <fmt/format.h>

#include <cmath>
#include <initializer_list>
#include <nlohmann/json.hpp>

#include "rnem/core/atomic_file.h"
#include "rnem/figures/png.h"

namespace rnem::training {
namespace {

using Json = nlohmann::ordered_json;

// what every line of losses has
template <class Line>
Json losses(const char* kind, const Line& l) {
  return {{"kind", kind},     {"update", l.update}, {"epoch", l.epoch}, {"loss", l.loss},
          {"intra", l.intra}, {"inter", l.inter},   {"ari", l.ari}};
}

// the finite ones of `names`, tagged "<kind>/<name>" for TensorBoard
EventFile::Scalars scalars(const Json& line, std::initializer_list<const char*> names) {
  EventFile::Scalars values;
  for (const char* name : names) {
    const double value = line.at(name);
    if (!std::isfinite(value)) continue;
    values.emplace_back(fmt::format("{}/{}", line.at("kind").get<std::string>(), name), value);
  }
  return values;
}

}  // namespace

RunLog::RunLog(const std::filesystem::path& folder, std::int64_t keep, std::int64_t update)
    : folder_(folder), metrics_(folder / "metrics.jsonl", keep), events_(folder, update + 1) {
  make_folder(folder / "samples");
}

void RunLog::write(const TrainLine& l) {
  Json json = losses("train", l);
  json.update({{"gradient_norm", l.gradient_norm},
               {"rate", l.rate},
               {"steps", l.steps},
               {"skipped", l.skipped},
               {"time",
                {{"seconds", l.seconds},
                 {"sequences_per_second", l.sequences_per_second},
                 {"component_steps_per_second", l.component_steps_per_second}}}});
  metrics_.append(json.dump() + "\n");
  auto values = scalars(json, {"loss", "intra", "inter", "ari", "gradient_norm", "rate", "steps"});
  values.emplace_back("speed/component_steps_per_second", l.component_steps_per_second);
  events_.scalars(l.update, values);
}

void RunLog::write(const ValidLine& l) {
  Json json = losses("valid", l);
  json.update({{"ari_steps", l.ari_steps},
               {"rollout", l.rollout},
               {"time", {{"seconds", l.seconds}, {"took", l.took}}}});
  metrics_.append(json.dump() + "\n");
  events_.scalars(l.update,
                  scalars(json, {"loss", "intra", "inter", "ari", "ari_steps", "rollout"}));
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
