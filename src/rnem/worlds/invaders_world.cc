#include "rnem/worlds/invaders_world.h"

#include <string>
#include <utility>

#include "rnem/worlds/invaders_agent.h"
#include "rnem/worlds/invaders_screen.h"

namespace rnem::worlds {
namespace {

class InvadersWorld final : public World {
 public:
  InvadersWorld(const InvadersDef& def, invaders::PlayerMaker player)
      : def_(def), player_(std::move(player)) {}

  const InvadersDef& def() const { return def_; }

  Shape shape() const override {
    Shape shape;
    shape.height = shape.width = invaders::kViewSize;
    shape.max_objects = invaders::kPieces;
    shape.actions = invaders::kActions;
    return shape;
  }

  Sequence make(Rng rng, int frames) const override;

  std::string to_toml() const override {
    InvadersDef def = def_;
    return "kind = \"invaders\"\n" + write_toml(def.options());
  }

 private:
  InvadersDef def_;
  invaders::PlayerMaker player_;
};

Sequence InvadersWorld::make(Rng rng, int frames) const {
  constexpr std::size_t kPixels = invaders::kViewSize * invaders::kViewSize;
  const auto steps = static_cast<std::size_t>(frames);
  Sequence sequence;
  sequence.frames = frames;
  sequence.objects = invaders::kPieces;
  for (auto* plane : {&sequence.features, &sequence.groups, &sequence.collisions}) {
    plane->resize(steps * kPixels);
  }
  sequence.actions.assign(steps * invaders::kActions, 0);
  sequence.events.resize(steps);

  const int skip = static_cast<int>(def_.frame_skip);
  const auto player = player_(def_.epsilon);
  invaders::Game game(def_.rules);
  // sequences begin anywhere in a game, so that some show few aliens and worn shields
  for (auto left = rng.below(static_cast<std::uint64_t>(def_.warmup) + 1); left > 0; --left) {
    game.step(player->act(game, rng), skip, rng);
  }
  invaders::Screen screen;
  for (std::size_t t = 0; t < steps; ++t) {
    // a frame is drawn when its future is known: the mask shows what is about to be hit
    const invaders::Action action = player->act(game, rng);
    invaders::Game next = game;
    const invaders::Outcome outcome = next.step(action, skip, rng);
    screen.clear();
    screen.draw(game, outcome);
    screen.view(&sequence.features[t * kPixels], &sequence.groups[t * kPixels],
                &sequence.collisions[t * kPixels]);
    sequence.actions[t * invaders::kActions + static_cast<std::size_t>(action)] = 1;
    sequence.events[t] = outcome.contact;
    game = next;
  }
  return sequence;
}

}  // namespace

OptionTable InvadersDef::options() {
  return {
      {"rows", &rules.rows, "rows of aliens", 1, invaders::kMostRows},
      {"columns", &rules.columns, "columns of aliens", 1, invaders::kMostColumns},
      {"march_period", &rules.march_period, "game frames between moves of a full fleet", 1, 1000},
      {"bomb_rate", &rules.bomb_rate, "probability that a bomb is dropped in a game frame", 0, 1},
      {"bombs", &rules.bombs, "bombs in flight at once, at most", 0, invaders::kMostBombs},
      {"lives", &rules.lives, "ships of a game", 1, 100},
      {"frame_skip", &frame_skip, "game frames from one frame of a sequence to the next", 1, 16},
      {"epsilon", &epsilon, "probability that an action is drawn at random", 0, 1},
      {"warmup", &warmup, "steps played before a sequence begins, at most", 0, 100000},
  };
}

std::unique_ptr<World> make_world(const InvadersDef& def, std::string_view) {
  return std::make_unique<InvadersWorld>(def, [skip = static_cast<int>(def.frame_skip)](double e) {
    return std::make_unique<invaders::Agent>(e, skip);
  });
}

std::unique_ptr<World> with_player(const World& world, invaders::PlayerMaker player) {
  const auto* game = dynamic_cast<const InvadersWorld*>(&world);
  if (game == nullptr) return nullptr;
  return std::make_unique<InvadersWorld>(game->def(), std::move(player));
}

}  // namespace rnem::worlds
