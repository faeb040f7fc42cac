#include "rnem/evaluation/readings.h"

#include <optional>

#include "rnem/core/error.h"

namespace rnem::evaluation {

FittedMap fit_map(const Session& session, const MomentSettings& settings,
                  const std::function<torch::Tensor(const std::vector<ObjectMoment>&)>& truth) {
  std::optional<RidgeRegression> regression;
  const int settled = first_settled_step(static_cast<int>(settings.em.steps));
  for_each_moment(session, settings, "fitting",
                  [&](const std::vector<ObjectMoment>& moments, const torch::Tensor& rows) {
                    std::vector<std::int64_t> chosen;
                    for (std::size_t i = 0; i < moments.size(); ++i) {
                      const ObjectMoment& moment = moments[i];
                      if (moment.step < settled || !moment.held || moment.hidden > 0) continue;
                      chosen.push_back(static_cast<std::int64_t>(i));
                    }
                    if (chosen.empty()) return;
                    const torch::Tensor index = torch::tensor(chosen);
                    const torch::Tensor wanted = truth(moments).index_select(0, index);
                    if (!regression) regression.emplace(rows.size(1), wanted.size(1));
                    regression->add(rows.index_select(0, index), wanted);
                  });
  if (!regression) {
    fail_input("{}: the model holds no object in {} training sequences, nothing to read from",
               session.source->description(), settings.sequences);
  }
  return {regression->fit(), regression->examples()};
}

torch::Tensor places_of(const std::vector<ObjectMoment>& moments) {
  std::vector<double> places;
  for (const ObjectMoment& moment : moments) {
    places.insert(places.end(), {moment.position.x, moment.position.y});
  }
  return torch::tensor(places, torch::kFloat64).reshape({-1, 2});
}

void HiddenReading::add(const std::vector<ObjectMoment>& moments, const std::vector<Point>& read,
                        int first) {
  int object = -1;
  bool gone = false;
  for (std::size_t i = 0; i < moments.size(); ++i) {
    const ObjectMoment& moment = moments[i];
    if (moment.object != object) gone = false;
    object = moment.object;
    if (moment.step < first) continue;
    const double off = distance(read[i], moment.position);
    if (moment.hidden >= kWhollyHidden) {
      gone = true;
      hidden_sum += off;
      ++hidden;
    } else if (gone && moment.hidden <= kHalfHidden) {
      gone = false;
      return_sum += off;
      ++returns;
    }
  }
}

}  // namespace rnem::evaluation
