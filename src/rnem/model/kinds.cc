#include "rnem/model/kinds.h"

#include <algorithm>
#include <array>

#include "rnem/core/error.h"

namespace rnem::model {
namespace {

struct Kind {
  const char* name;
  Traits traits;
};

constexpr std::array<Kind, 6> kKinds = {{
    {"r-nem", {.interaction = true, .attention = true, .places = true, .actions = true}},
    {"r-nem-noatt", {.interaction = true, .places = true, .actions = true}},
    {"rnn-em", {.places = true, .actions = true}},
    {"rnn", {.single = true, .places = true, .actions = true}},
    {"lstm", {.update = ThetaUpdate::kLstm, .single = true, .actions = true}},
    {"n-em", {.update = ThetaUpdate::kGradient, .still_images = true}},
}};

}  // namespace

const std::vector<std::string>& model_kinds() {
  static const std::vector<std::string> kNames = [] {
    std::vector<std::string> names;
    for (const Kind& kind : kKinds) names.emplace_back(kind.name);
    return names;
  }();
  return kNames;
}

const Traits& traits_of(const std::string& kind) {
  const auto* found =
      std::find_if(kKinds.begin(), kKinds.end(), [&](const Kind& k) { return kind == k.name; });
  RNEM_CHECK(found != kKinds.end(), "a kind of the table");
  return found->traits;
}

}  // namespace rnem::model
