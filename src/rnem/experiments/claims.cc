#include "rnem/experiments/claims.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace rnem::experiments {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char *kRnem = "balls4-rnem-k5", *kRnnEm = "balls4-rnnem", *kLstm = "balls4-lstm",
                     *kRnn = "balls4-rnn", *kRnem8 = "balls4-rnem-k8", *kRnem12 = "balls4-rnem-k12",
                     *kNoAttention = "balls4-rnem-noatt", *kClean = "balls4-rnem-clean",
                     *kSmallTheta = "balls4-rnem-clean-theta25";

constexpr double kAsGood = 0.1;    // of a loss
constexpr double kSameSize = 0.2;  // of an area, which flickers by a pixel's row

// The claims about one set-up.
class Judge {
 public:
  Judge(const Results& results, Setup setup) : results_(results), setup_(setup) {}

  Claim order_on_four_balls() const;
  Claim more_components_are_better() const;
  Claim attention_is_not_needed_on_four() const;
  Claim attention_is_needed_on_more() const;
  Claim lstm_extrapolates_worst() const;
  Claim rollout_order() const;
  Claim size_in_rollouts() const;
  Claim shared_components_fail() const;
  Claim grouping() const;
  Claim background_is_shared() const;
  Claim attention_at_collisions() const;
  Claim curtain_order() const;
  Claim curtain_number(const char* method) const;
  Claim hidden_collisions() const;
  Claim noise_or_small_theta() const;
  Claim many_components_are_unstable() const;

 private:
  Measured get(const char* method, const char* kind, const char* key) const {
    return results_.get(setup_, method, kind, key);
  }
  // "R-NEM K=5 0.412 (0.40–0.42) < RNN-EM …" with the verdict that each is below the next.
  Claim chain(const char* statement, const std::vector<const char*>& list, const char* kind,
              const char* key, int digits) const;
  double setbacks(const char* method) const;

  const Results& results_;
  Setup setup_;
};

std::string named(const char* method, const Measured& value, int digits) {
  return fmt::format("{} {}", find_method(method).title, measured_cell(value, digits));
}

Claim Judge::chain(const char* statement, const std::vector<const char*>& list, const char* kind,
                   const char* key, int digits) const {
  std::vector<Verdict> verdicts;
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Measured value = get(list[i], kind, key);
    std::string text = named(list[i], value, digits);
    if (i > 0) {
      const Measured before = get(list[i - 1], kind, key);
      verdicts.push_back(is_below(before, value));
      if (value.known() && before.known()) {
        text +=
            fmt::format(", {} ({})", difference_text(value, before), verdict_text(verdicts.back()));
      }
    }
    texts.push_back(text);
  }
  return {statement, all_of(verdicts), fmt::format("{}", fmt::join(texts, "; "))};
}

Claim Judge::order_on_four_balls() const {
  return chain("On 4 balls R-NEM predicts best, then RNN-EM, LSTM, RNN (relative BCE)",
               {kRnem, kRnnEm, kLstm, kRnn}, "eval", "relative_bce", 3);
}

Claim Judge::more_components_are_better() const {
  const Measured loss5 = get(kRnem, "eval", "relative_bce");
  const Measured loss8 = get(kRnem8, "eval", "relative_bce");
  const Measured ari5 = get(kRnem, "eval", "ari_last"), ari8 = get(kRnem8, "eval", "ari_last");
  return {"Training with K=8 in place of 5 lowers the loss and improves the grouping",
          all_of({is_below(loss8, loss5), is_below(ari5, ari8)}),
          fmt::format("relative BCE {} against {}, {}; ARI {} against {}", measured_cell(loss8, 3),
                      measured_cell(loss5, 3), difference_text(loss8, loss5),
                      measured_cell(ari8, 2), measured_cell(ari5, 2))};
}

Claim Judge::attention_is_not_needed_on_four() const {
  const Measured with = get(kRnem, "eval", "relative_bce");
  const Measured without = get(kNoAttention, "eval", "relative_bce");
  return {"On 4 balls R-NEM without attention is as good", is_about(without, with, kAsGood),
          fmt::format("relative BCE without {}, with {}: {}", measured_cell(without, 3),
                      measured_cell(with, 3), difference_text(without, with))};
}

Claim Judge::attention_is_needed_on_more() const {
  const Measured with = get(kRnem, "extrapolate", "relative_bce");
  const Measured without = get(kNoAttention, "extrapolate", "relative_bce");
  return {"On 6–8 balls R-NEM without attention is worse", is_below(with, without),
          fmt::format("relative BCE without {}, with {}: {}", measured_cell(without, 3),
                      measured_cell(with, 3), difference_text(without, with))};
}

Claim Judge::lstm_extrapolates_worst() const {
  const auto growth = [&](const char* method) {
    return results_.ratio(setup_, method, "relative_bce", "extrapolate", "eval");
  };
  const Measured lstm = growth(kLstm);
  std::vector<Verdict> verdicts;
  std::vector<std::string> texts = {named(kLstm, lstm, 2)};
  for (const char* method : {kRnn, kRnnEm, kRnem, kRnem8, kNoAttention}) {
    const Measured other = growth(method);
    // what the paper says about the variants of R-NEM is another claim
    if (method != kRnem8 && method != kNoAttention) verdicts.push_back(is_below(other, lstm));
    texts.push_back(named(method, other, 2));
  }
  return {
      "From 4 to 6–8 balls the relative BCE grows most for the LSTM, less for the RNN, R-NEM and "
      "RNN-EM",
      all_of(verdicts), fmt::format("growth by a factor of: {}", fmt::join(texts, "; "))};
}

Claim Judge::rollout_order() const {
  return chain(
      "R-NEM's roll-outs are better than RNN-EM's, and those than the RNN's (BCE of 10 "
      "simulated steps)",
      {kRnem, kRnnEm, kRnn}, "simulate", "simulated_bce", 0);
}

Claim Judge::size_in_rollouts() const {
  const Measured rnem = get(kRnem, "simulate", "area_at_end");
  const Measured rnn = get(kRnn, "simulate", "area_at_end");
  const Measured faint = get(kRnn, "simulate", "faint_area_at_end");
  return {"After 10 simulated steps balls have their size with R-NEM and are larger with the RNN",
          all_of({is_about(rnem, 1.0, kSameSize), is_above(rnn, 1.0)}),
          fmt::format("drawn area over true area: R-NEM {}, RNN {} (RNN brighter than 0.1: {})",
                      measured_cell(rnem, 2), measured_cell(rnn, 2), measured_cell(faint, 2))};
}

Claim Judge::shared_components_fail() const {
  const Measured shared = get(kRnem, "simulate", "simulated_bce_shared");
  const Measured separate = get(kRnem, "simulate", "simulated_bce_separate");
  const Measured error = get(kRnem, "simulate", "simulated_position_error_shared");
  const Measured own = get(kRnem, "simulate", "simulated_position_error_separate");
  const Measured often = get(kRnem, "simulate", "shared_component");
  return {"R-NEM's roll-outs fail where one component holds two balls", is_below(separate, shared),
          fmt::format("simulated BCE {} with a shared component, {} without: {}; position error {} "
                      "and {} px; share of such sequences {}",
                      measured_cell(shared, 0), measured_cell(separate, 0),
                      difference_text(shared, separate), measured_cell(error, 1),
                      measured_cell(own, 1), measured_cell(often, 2))};
}

Claim Judge::grouping() const {
  constexpr double kNearly = 0.05;
  const double published = find_method(kRnem).published_ari;
  const Measured last = get(kRnem, "eval", "ari_last"), all = get(kRnem, "eval", "ari");
  return {fmt::format("R-NEM K=5 groups 4 balls with an ARI of {}", published),
          is_above(last, published - kNearly),
          fmt::format("last step {}, all steps {}", measured_cell(last, 2), measured_cell(all, 2))};
}

Claim Judge::background_is_shared() const {
  constexpr double kEvenly = 0.9;
  const Measured background = get(kRnem, "eval", "background_entropy");
  const Measured objects = get(kRnem, "eval", "object_entropy");
  return {"The background is divided among all components, balls are not",
          all_of({is_above(background, kEvenly), is_below(objects, background)}),
          fmt::format("entropy of γ over log K: background {}, balls {}",
                      measured_cell(background, 2), measured_cell(objects, 2))};
}

Claim Judge::attention_at_collisions() const {
  const Measured colliding = get(kRnem, "eval", "attention_colliding");
  const Measured apart = get(kRnem, "eval", "attention_apart");
  return {"Attention rises when balls collide", is_below(apart, colliding),
          fmt::format("mean α of pairs that collide {}, of others {}; detects collisions with an "
                      "area under the ROC curve of {}",
                      measured_cell(colliding, 3), measured_cell(apart, 3),
                      measured_cell(get(kRnem, "eval", "attention_auc"), 2))};
}

Claim Judge::curtain_order() const {
  Claim all = chain("Behind the curtain R-NEM is best, then LSTM, RNN (BCE and relational BCE)",
                    {"curtain-rnem", "curtain-lstm", "curtain-rnn"}, "eval", "bce", 1);
  const Claim relational =
      chain("", {"curtain-rnem", "curtain-lstm", "curtain-rnn"}, "eval", "relational_bce", 2);
  all.verdict = all_of({all.verdict, relational.verdict});
  all.found += "; relational: " + relational.found;
  return all;
}

Claim Judge::curtain_number(const char* method) const {
  const Method& m = find_method(method);
  const Measured bce = get(method, "eval", "bce");
  const Measured relational = get(method, "eval", "relational_bce");
  return {fmt::format("Behind the curtain {} has a BCE of {} and a relational BCE of {}", m.title,
                      m.published_bce, m.published_relational_bce),
          all_of({is_about(bce, m.published_bce, kAsGood),
                  is_about(relational, m.published_relational_bce, kAsGood)}),
          fmt::format("{}, {}; {}, {}", measured_cell(bce, 1),
                      difference_text(bce, m.published_bce), measured_cell(relational, 2),
                      difference_text(relational, m.published_relational_bce))};
}

Claim Judge::hidden_collisions() const {
  const Measured error = get("curtain-rnem", "hidden", "reappearance_error");
  const Measured straight = get("curtain-rnem", "hidden", "reappearance_straight_error");
  return {
      "A ball that collides wholly behind the curtain comes out where the collision sent it",
      is_below(error, straight),
      fmt::format("px off at its reappearance {}, of going straight on {}; components that show "
                  "nothing then {}; brightness where it shows: R-NEM {}, LSTM {}, RNN {}",
                  measured_cell(error, 1), measured_cell(straight, 1),
                  measured_cell(get("curtain-rnem", "hidden", "reappearance_missing"), 2),
                  measured_cell(get("curtain-rnem", "hidden", "reappearance_drawn"), 2),
                  measured_cell(get("curtain-lstm", "hidden", "reappearance_drawn"), 2),
                  measured_cell(get("curtain-rnn", "hidden", "reappearance_drawn"), 2))};
}

Claim Judge::noise_or_small_theta() const {
  const Measured noisy = get(kRnem, "eval", "ari_last"), clean = get(kClean, "eval", "ari_last");
  const Measured small = get(kSmallTheta, "eval", "ari_last");
  return {"To find objects, R-NEM needs noise on its input or a small θ",
          all_of({is_below(clean, noisy), is_below(clean, small)}),
          fmt::format("ARI with noise {}, without {}, without but with a θ of 25 {}",
                      measured_cell(noisy, 2), measured_cell(clean, 2), measured_cell(small, 2))};
}

// What went wrong in a training: updates that were not finite, and validations a tenth worse than
// the best before. The mean over seeds; NaN when it was not trained.
double Judge::setbacks(const char* method) const {
  constexpr double kWorse = 1.1;
  const auto list = results_.reports(setup_, method, "train");
  if (list.empty()) return kNotPublished;
  double sum = 0;
  for (const Json& report : list) {
    sum += report.value("skipped", 0.0);
    double best = INFINITY;
    for (const Json& point : report.value("validations", Json::array())) {
      const double loss = point["loss"].is_number() ? point["loss"].get<double>() : INFINITY;
      sum += loss > kWorse * best ? 1 : 0;
      best = std::min(best, loss);
    }
  }
  return sum / static_cast<double>(list.size());
}

Claim Judge::many_components_are_unstable() const {
  const double many = setbacks(kRnem12), five = setbacks(kRnem), eight = setbacks(kRnem8);
  Verdict verdict = Verdict::kNotMeasured;
  if (!std::isnan(many) && !std::isnan(five) && !std::isnan(eight)) {
    verdict = many == 0                      ? Verdict::kDiffers
              : many > std::max(five, eight) ? Verdict::kAgrees
                                             : Verdict::kCannotTell;
  }
  const auto cell = [](double value) {
    return std::isnan(value) ? std::string("–") : fmt::format("{:.1f}", value);
  };
  return {
      "Above ten components training becomes unstable", verdict,
      fmt::format("setbacks (validations 10 % worse than the best before, updates that were not "
                  "finite): K=12 {}, K=8 {}, K=5 {}; ARI of K=12 {}",
                  cell(many), cell(eight), cell(five),
                  measured_cell(get(kRnem12, "eval", "ari_last"), 2))};
}

}  // namespace

std::vector<Claim> claims(const Results& results, Setup setup) {
  const Judge judge(results, setup);
  return {judge.order_on_four_balls(),
          judge.more_components_are_better(),
          judge.attention_is_not_needed_on_four(),
          judge.attention_is_needed_on_more(),
          judge.lstm_extrapolates_worst(),
          judge.rollout_order(),
          judge.size_in_rollouts(),
          judge.shared_components_fail(),
          judge.grouping(),
          judge.background_is_shared(),
          judge.attention_at_collisions(),
          judge.curtain_order(),
          judge.curtain_number("curtain-rnem"),
          judge.curtain_number("curtain-lstm"),
          judge.curtain_number("curtain-rnn"),
          judge.hidden_collisions(),
          judge.noise_or_small_theta(),
          judge.many_components_are_unstable()};
}

}  // namespace rnem::experiments
