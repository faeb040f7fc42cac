#include "rnem/model/settings.h"

#include "rnem/core/error.h"

namespace rnem::model {

OptionTable options(Settings& settings) {
  OptionTable table = options(settings.model);
  for (const OptionTable& part : {options(settings.em), options(settings.loss)}) {
    table.insert(table.end(), part.begin(), part.end());
  }
  return table;
}

void check(const Settings& s, const std::string& source) {
  check(s.model, source);
  check(s.em, source);
  if (s.loss.gaussian() != s.model.has_mask()) {
    fail_input("{}: loss.pixels: expected {} with model.channels = {}", source,
               s.model.has_mask() ? "gaussian" : "bernoulli", s.model.channels);
  }
  if (s.em.background != "none" && !s.loss.gaussian()) {
    fail_input("{}: em.background: expected none where loss.pixels is bernoulli", source);
  }
  if (s.model.traits().single && s.em.k != 1) {
    fail_input("{}: em.k: a {} has one component, expected 1, got {}", source, s.model.kind,
               s.em.k);
  }
  if (s.em.births > 0 && (s.model.traits().single || s.model.traits().still_images)) {
    fail_input("{}: em.births: expected 0, a {} has no components that could be free", source,
               s.model.kind);
  }
}

std::string to_toml(const Settings& settings) {
  Settings copy = settings;
  return write_toml(options(copy));
}

}  // namespace rnem::model
