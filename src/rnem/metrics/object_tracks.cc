#include "rnem/metrics/object_tracks.h"

#include <algorithm>
#include <cmath>

#include "rnem/metrics/assignment.h"
#include "rnem/metrics/series.h"

namespace rnem::metrics {
namespace {

// The component with the most pixels of an object at step t; -1 when the object is not seen.
int leader(const Tracks& tracks, int objects, int t, int object) {
  const auto* counts = tracks.owned.data() + (std::size_t(t) * objects + object) * tracks.k;
  const auto* most = std::max_element(counts, counts + tracks.k);
  return *most > 0 ? static_cast<int>(most - counts) : -1;
}

}  // namespace

torch::Tensor component_centres(const torch::Tensor& psi, std::int64_t width) {
  const torch::Tensor on = psi.detach().to(torch::kFloat64) * psi.gt(model::kNotDark);
  const torch::Tensor index = torch::arange(psi.size(2), on.options());
  const torch::Tensor x = torch::remainder(index, width) + 0.5;
  const torch::Tensor y = torch::floor(index / width) + 0.5;
  const torch::Tensor moments = on.matmul(torch::stack({x, y, torch::ones_like(x)}, 1));
  return (moments.narrow(2, 0, 2) / moments.narrow(2, 2, 1)).cpu();  // 0 / 0 is NaN
}

int first_settled_step(int steps) { return std::min(kSettledSteps, steps / 2); }

std::vector<int> match_components(const ObjectTruth& truth, const Tracks& tracks, int first,
                                  int end, double frame_width) {
  std::vector<double> cost(static_cast<std::size_t>(truth.objects) * tracks.k);
  for (int t = first; t < end; ++t) {
    for (int o = 0; o < truth.objects; ++o) {
      const Point& object = truth.centre_at(t + 1, o);
      if (!object.known()) continue;
      for (int k = 0; k < tracks.k; ++k) {
        const Point& component = tracks.centre_at(t, k);
        cost[o * tracks.k + k] += component.known() ? distance(object, component) : frame_width;
      }
    }
  }
  return cheapest_assignment(cost, truth.objects, tracks.k);
}

double position_error(const ObjectTruth& truth, const Tracks& tracks,
                      const std::vector<int>& component_of, int t) {
  double sum = 0;
  int count = 0;
  for (int o = 0; o < truth.objects; ++o) {
    if (component_of[o] < 0) continue;
    const Point& object = truth.centre_at(t + 1, o);
    const Point& component = tracks.centre_at(t, component_of[o]);
    if (!object.known() || !component.known()) continue;
    sum += distance(object, component);
    ++count;
  }
  return count > 0 ? sum / count : kUnknown;
}

Ownership ownership(const ObjectTruth& truth, const Tracks& tracks) {
  const int objects = truth.objects, k = tracks.k, first = first_settled_step(tracks.steps);
  Ownership result;
  std::vector<int> owner(objects), leads(k);
  std::vector<bool> majority(objects);
  for (int o = 0; o < objects; ++o) {
    std::vector<std::int64_t> pixels(k);
    std::int64_t all = 0;
    int last = -1;
    for (int t = first; t < tracks.steps; ++t) {
      for (int c = 0; c < k; ++c) {
        pixels[c] += tracks.owned[(std::size_t(t) * objects + o) * k + c];
        all += tracks.owned[(std::size_t(t) * objects + o) * k + c];
      }
      const int now = leader(tracks, objects, t, o);
      if (now < 0) continue;
      result.switches += last >= 0 && now != last;
      last = now;
    }
    owner[o] = static_cast<int>(std::max_element(pixels.begin(), pixels.end()) - pixels.begin());
    majority[o] = 2 * pixels[owner[o]] > all;
    leads[owner[o]] += all > 0;
  }
  for (int o = 0; o < objects; ++o) result.found += majority[o] && leads[owner[o]] == 1;
  return result;
}

HiddenTracking hidden_tracking(const ObjectTruth& truth, const Tracks& tracks,
                               const std::vector<int>& component_of) {
  HiddenTracking result;
  const int objects = truth.objects;
  for (int o = 0; o < objects; ++o) {
    int before = -1;  // who led the object when it was last seen
    bool gone = false;
    for (int t = first_settled_step(tracks.steps); t < tracks.steps; ++t) {
      const double hidden = truth.hidden[(t + 1) * objects + o];
      if (hidden >= kHalfHidden && component_of[o] >= 0) {
        ++result.hidden;
        const Point& component = tracks.centre_at(t, component_of[o]);
        if (component.known()) {
          ++result.positions;
          result.error_sum += distance(component, truth.centre_at(t + 1, o));
        }
      }
      if (tracks.owned.empty()) continue;
      gone = gone || hidden >= kWhollyHidden;
      const int now = leader(tracks, objects, t, o);
      // slivers at the curtain's edge belong to nobody in particular
      if (now < 0 || hidden >= kHalfHidden) continue;
      if (gone && before >= 0) {
        ++result.returns;
        result.same += now == before;
      }
      gone = false;
      before = now;
    }
  }
  return result;
}

void append_attention(const ObjectTruth& truth, const Tracks& tracks,
                      const std::vector<int>& component_of, std::vector<Scored>& examples) {
  const int objects = truth.objects, k = tracks.k;
  for (int t = first_settled_step(tracks.steps); t < tracks.steps; ++t) {
    const auto pairs = colliding_pairs(truth, t);
    if (!pairs.has_value()) continue;
    for (int a = 0; a < objects; ++a) {
      for (int b = 0; b < objects; ++b) {
        if (a == b || component_of[a] < 0 || component_of[b] < 0) continue;
        const auto entry = (std::size_t(t) * k + component_of[a]) * k + component_of[b];
        examples.push_back({tracks.attention[entry], (*pairs)[a * objects + b] != 0});
      }
    }
  }
}

}  // namespace rnem::metrics
