#include "rnem/model/em_config.h"

#include "rnem/core/error.h"
#include "rnem/model/initial_gamma.h"

namespace rnem::model {

const std::vector<std::string>& simulation_rules() {
  static const std::vector<std::string> kRules = {"paper", "crisp", "noisy", "blind"};
  return kRules;
}

OptionTable options(EmConfig& c) {
  return {
      Option{"em.k", &c.k, "components K", 1, 64}.formerly("model.k"),
      Option{"em.noise", &c.noise,
             "probability that an input pixel is flipped; of a gaussian one, dropped", 0, 0.5}
          .formerly("model.noise"),
      {"em.noise_deviation", &c.noise_deviation,
       "standard deviation of what is added to gaussian pixels of the input", 0, 1},
      {"em.noise_range", &c.noise_range,
       "least and largest of the probabilities that training draws for a sequence in place of "
       "noise; []: off",
       0, 0.5},
      one_of("em.start", &c.start, "where EM starts: noise is the paper's", gamma_starts())
          .formerly("model.gamma_init"),
      {"em.births", &c.births,
       "half width, in parts of the frame, of what nobody explains and a free component takes up; "
       "0: off",
       0, 0.5},
      one_of("em.background", &c.background, "what is behind the components of gaussian pixels",
             {"none", "running"}),
      one_of("em.e_step", &c.e_step, "how pixels are assigned to components", {"paper"}),
      one_of("em.simulation", &c.simulation, "what a model that simulates is shown",
             simulation_rules()),
  };
}

void check(const EmConfig& c, const std::string& source) {
  const auto& range = c.noise_range;
  if (range.empty() || (range.size() == 2 && range[0] <= range[1])) return;
  fail_input("{}: em.noise_range: expected two numbers, the smaller first, or []", source);
}

}  // namespace rnem::model
