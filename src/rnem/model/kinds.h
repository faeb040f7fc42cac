// The kinds of models and what each can do. Nobody else knows them by name: whoever wants to know
// something about a model asks for its traits.
#pragma once

#include <string>
#include <vector>

namespace rnem::model {

// How theta moves in the M-step; the factories (Model::create, make_cell) build what it says.
enum class ThetaUpdate { kRecurrent, kLstm, kGradient };

struct Traits {
  ThetaUpdate update = ThetaUpdate::kRecurrent;
  bool single = false;        // one component for everything: K = 1 only
  bool interaction = false;   // components act on each other (interaction.h)
  bool attention = false;     // ... as far as alpha says, which is learned
  bool places = false;        // model.window may be set (place.h)
  bool actions = false;       // model.actions may be set
  bool still_images = false;  // trained on one image that is shown again at every step
};

// The names that model.kind may have.
const std::vector<std::string>& model_kinds();

// Of a name among those.
const Traits& traits_of(const std::string& kind);

}  // namespace rnem::model
