// Updates that every rank takes by itself, and the common step after a round of them.
#include <cmath>

#include "rnem/core/task.h"
#include "rnem/training/guard.h"
#include "rnem/training/trainer_impl.h"

namespace rnem::training {

bool Trainer::Impl::within_round() const {
  const bool at_the_end = config.max_updates > 0 && state.update >= config.max_updates;
  return local() && state.update % config.sync_every != 0 && !at_the_end;
}

void Trainer::Impl::local_update(const WindowLoss& own, std::int64_t steps, double rate) {
  const double norm = gradient_norm(model->parameters());
  const bool finite = std::isfinite(own.loss) && std::isfinite(norm);
  // applied counts skipped ones too, so that it is the same on all ranks
  if (finite) {
    const double scale = config.clip > 0 && norm > config.clip ? config.clip / norm : 1.0;
    optimizer.step(state.applied + 1, rate, scale);
    mean.update(state.applied);
    round.loss += own.loss;
    round.intra += own.intra;
    round.inter += own.inter;
    round.gradient_norm += norm;
    round_ari = own.ari;
  } else {
    ++round_skipped;
  }
  ++state.applied;
  ++round.updates;
  ++state.update;
  if (!within_round()) end_round(steps, rate);
  if (!ranks->first()) return;
  progress->update(state, seconds());
  observer.update({state.update, steps, epoch(), rate, own.loss, own.intra, own.inter, norm,
                   kUnknown, seconds(), finite});
}

void Trainer::Impl::end_round(std::int64_t steps, double rate) {
  // means over the whole batch: each rank's weigh as many sequences as it has
  const double weight = static_cast<double>(share.count) / static_cast<double>(config.batch);
  const double parts = 1.0 / static_cast<double>(ranks->size());
  const auto flag = [&](bool raised) { return ranks->first() && raised ? 1.0 : 0.0; };
  const auto sums = ranks->sum({weight * round.loss, weight * round.intra, weight * round.inter,
                                parts * round.gradient_norm, weight * round_ari,
                                static_cast<double>(round_skipped), flag(observer.should_stop()),
                                flag(out_of_time()), flag(minutes_since_save())});
  state.sums.updates += round.updates;
  state.sums.loss += sums[0];
  state.sums.intra += sums[1];
  state.sums.inter += sums[2];
  state.sums.gradient_norm += sums[3];
  agreed_stop = sums[6] != 0;
  agreed_time = sums[7] != 0;
  agreed_save = sums[8] != 0;
  round = {};
  round_skipped = 0;

  switch (judge(sums[5] == 0, config, state)) {
    case Verdict::kApply:
      break;
    case Verdict::kSkip:
      note(observer, "update {}: {} local updates were not finite: skipped", state.update, sums[5]);
      break;
    case Verdict::kReturn:
      return go_back();
    case Verdict::kGiveUp:
      give_up();
  }
  outer.step(*ranks);
  if (state.update % config.log_every == 0) write_train_line(steps, sums[4], rate);
}

void Trainer::Impl::settle() {
  if (!local()) return;
  for (const auto* part : {&mean.state(), &optimizer.state()}) {
    for (const auto& [name, tensor] : *part) average(tensor, *ranks);
  }
}

}  // namespace rnem::training
