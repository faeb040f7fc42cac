#include "rnem/agents/network_player.h"

#include <utility>

#include "rnem/machine/parallel.h"

namespace rnem::agents {
namespace {

using worlds::invaders::Action;

// While it lives, loops that this thread starts have one thread.
class OneThread {
 public:
  OneThread() : before_(machine::max_threads()) { machine::set_threads(1); }
  ~OneThread() { machine::set_threads(before_); }
  OneThread(const OneThread&) = delete;
  OneThread& operator=(const OneThread&) = delete;

 private:
  int before_;
};

}  // namespace

NetworkPlayer::NetworkPlayer(std::shared_ptr<const QNetwork> network, double epsilon)
    : network_(std::move(network)), epsilon_(epsilon) {}

Action NetworkPlayer::act(const worlds::invaders::Game& game, Rng& rng) {
  // ships only become more when a new game begins: what was seen before belongs to another
  if (game.lives() > lives_) seen_.clear();
  lives_ = game.lives();
  seen_.push(look(game));
  if (rng.flip(epsilon_)) return static_cast<Action>(rng.below(worlds::invaders::kActions));

  const torch::NoGradGuard no_grad;
  const OneThread one_thread;
  Tensor seen = torch::empty({1, kStackChannels, kFolded, kFolded});
  seen_.unpack(seen.data_ptr<float>());
  return static_cast<Action>(network_->forward(seen).argmax(1).item<std::int64_t>());
}

worlds::invaders::PlayerMaker network_players(std::shared_ptr<const QNetwork> network) {
  return [network = std::move(network)](double epsilon) {
    return std::make_unique<NetworkPlayer>(network, epsilon);
  };
}

}  // namespace rnem::agents
