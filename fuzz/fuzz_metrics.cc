// What runs write and others read: metrics.jsonl, the state of a run.
#include "hostile.h"
#include "rnem/experiments/training_curves.h"
#include "rnem/training/run_state.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rnem;
  static const fuzz::HostileFile metrics("metrics.jsonl");
  metrics.hold(data, size);
  fuzz::read_hostile([&] { experiments::training_curves({{"run", metrics.folder()}}); });
  fuzz::read_hostile([&] {
    const auto state = training::run_state_from_json(fuzz::text_of(data, size));
    training::run_state_from_json(training::to_json(state));
  });
  return 0;
}
