#include "rnem/experiments/method.h"

#include <array>

namespace rnem::experiments {
namespace {

constexpr std::array<Method, 9> kMethods = {{
    {"balls4-rnem-k5", "R-NEM K=5", "r-nem", 5, kBalls, 0.8},
    {"balls4-rnem-k8", "R-NEM K=8", "r-nem", 8, kBalls},
    {"balls4-rnem-noatt", "R-NEM no attention", "r-nem-noatt", 5, kBalls},
    {"balls4-rnnem", "RNN-EM", "rnn-em", 5, kBalls},
    {"balls4-lstm", "LSTM", "lstm", 1, kBalls},
    {"balls4-rnn", "RNN", "rnn", 1, kBalls},
    {"curtain-rnem", "R-NEM K=5", "r-nem", 5, kCurtain, kNotPublished, 46.22, 2.33},
    {"curtain-lstm", "LSTM", "lstm", 1, kCurtain, kNotPublished, 59.32, 2.72},
    {"curtain-rnn", "RNN", "rnn", 1, kCurtain, kNotPublished, 94.64, 4.14},
}};
constexpr std::size_t kBallMethods = 6;

}  // namespace

std::span<const Method> methods() { return kMethods; }
std::span<const Method> ball_methods() { return methods().first(kBallMethods); }
std::span<const Method> curtain_methods() { return methods().subspan(kBallMethods); }

training::TrainConfig train_config(const Method& method, const Scale& scale,
                                   const std::string& data) {
  training::TrainConfig config;
  config.seed = scale.seed;
  config.data_train = scale.train_sequences > 0 ? data : std::string("live:") + method.world;
  config.batch = scale.batch;
  config.steps = scale.steps;
  config.random_offset = scale.random_offset;
  config.max_updates = scale.max_updates;
  config.max_minutes = scale.max_minutes;
  config.patience = scale.patience;
  config.valid_every = scale.valid_every;
  config.valid_sequences = scale.validated_sequences;
  config.valid_steps = scale.validated_steps;
  config.model = scale.networks;
  config.model.kind = method.kind;
  config.em.k = method.k;
  training::check(config, "scale " + scale.name);
  return config;
}

}  // namespace rnem::experiments
