#include "rnem/evaluation/probe.h"

#include <cmath>

#include "rnem/evaluation/readings.h"

namespace rnem::evaluation {
namespace {

using torch::Tensor;

struct Quantity {
  std::string name;
  int first, width;  // columns
};
const std::vector<Quantity> kQuantities = {
    {"position", 0, 2}, {"velocity", 2, 2}, {"size", 4, 1}, {"mass", 5, 1}};
constexpr std::int64_t kColumns = 6;

// [N,6] true values
Tensor true_values(const std::vector<ObjectMoment>& moments) {
  std::vector<double> values;
  for (const ObjectMoment& moment : moments) {
    values.insert(values.end(), {moment.position.x, moment.position.y, moment.velocity.x,
                                 moment.velocity.y, moment.radius, moment.mass});
  }
  return torch::tensor(values, torch::kFloat64).reshape({-1, kColumns});
}

double squared(const double* a, const double* b, const Quantity& quantity) {
  double sum = 0;
  for (int i = quantity.first; i < quantity.first + quantity.width; ++i) {
    sum += (a[i] - b[i]) * (a[i] - b[i]);
  }
  return sum;
}

}  // namespace

void ReadingScore::add(double error_squared, double spread_squared) {
  length += std::sqrt(error_squared);
  squares += error_squared;
  spread += spread_squared;
  ++count;
}

double ReadingScore::error() const {
  return count > 0 ? length / static_cast<double>(count) : kUnknown;
}

double ReadingScore::r2() const { return spread > 0 ? 1 - squares / spread : kUnknown; }

const std::vector<std::string>& probe_quantities() {
  static const std::vector<std::string> kNames = [] {
    std::vector<std::string> names;
    for (const Quantity& quantity : kQuantities) names.push_back(quantity.name);
    return names;
  }();
  return kNames;
}

Probe probe(const Session& session, const ProbeSettings& settings) {
  Probe result;
  result.training = settings.training;
  result.sequences = settings.sequences;
  result.steps = settings.em.steps;
  result.k = model::components(*session.file.model, settings.em);
  result.noise = model::flip_probability(*session.file.model, settings.em);
  for (const Quantity& quantity : kQuantities) {
    result.by_step[quantity.name].resize(settings.em.steps);
    result.settled[quantity.name] = {};
  }
  const int settled = first_settled_step(static_cast<int>(settings.em.steps));
  MomentSettings moments_of{dataset::Split::kTraining, settings.training, settings.batch,
                            settings.em};
  const FittedMap fitted = fit_map(session, moments_of, true_values);
  result.examples = fitted.examples;

  moments_of.split = session.split;
  moments_of.sequences = settings.sequences;
  HiddenReading hidden;
  const double* mean = fitted.map.mean_y.data_ptr<double>();
  for_each_moment(session, moments_of, "probing",
                  [&](const std::vector<ObjectMoment>& moments, const Tensor& rows) {
                    const Tensor read = fitted.map.apply(rows).contiguous(),
                                 truth = true_values(moments);
                    std::vector<Point> places;
                    for (std::size_t i = 0; i < moments.size(); ++i) {
                      const ObjectMoment& moment = moments[i];
                      const double* given = read.data_ptr<double>() + i * kColumns;
                      const double* wanted = truth.data_ptr<double>() + i * kColumns;
                      places.push_back({given[0], given[1]});
                      if (moment.hidden > kHalfHidden) continue;
                      for (const Quantity& quantity : kQuantities) {
                        const double error = squared(given, wanted, quantity);
                        const double spread = squared(mean, wanted, quantity);
                        result.by_step[quantity.name][moment.step].add(error, spread);
                        if (moment.step < settled) continue;
                        result.settled[quantity.name].add(error, spread);
                        if (quantity.name != "mass") continue;
                        (moment.struck ? result.mass_after : result.mass_before).add(error, spread);
                      }
                    }
                    hidden.add(moments, places, settled);
                  });
  result.hidden = hidden.hidden;
  result.returns = hidden.returns;
  if (hidden.hidden > 0) {
    result.hidden_position_error = hidden.hidden_sum / static_cast<double>(hidden.hidden);
  }
  if (hidden.returns > 0) {
    result.return_position_error = hidden.return_sum / static_cast<double>(hidden.returns);
  }
  return result;
}

}  // namespace rnem::evaluation
