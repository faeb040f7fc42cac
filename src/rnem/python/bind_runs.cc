#include <pybind11/stl.h>

#include <algorithm>

#include "rnem/evaluation.h"
#include "rnem/python/bindings.h"
#include "rnem/python/calls.h"
#include "rnem/python/model_handle.h"
#include "rnem/trainer.h"

namespace rnem::python {
namespace {

using namespace py::literals;  // NOLINT(google-build-using-namespace): "key"_a

// A run has as many threads as its config asks for; what comes after it has all again.
struct AllThreadsAfterwards {
  ~AllThreadsAfterwards() { const Runtime all({.waiting = Runtime::Waiting::kDefault}); }
};

py::dict train(const std::string& config, const std::vector<std::string>& set,
               const std::string& out, bool resume, std::shared_ptr<Source> source,
               py::object on_update, py::object on_validation, py::object on_note) {
  const Listeners listeners{std::move(on_update), std::move(on_validation), std::move(on_note)};
  const TrainOptions options{config, set, out, resume, std::move(source)};
  const TrainResult run = compute(listeners, [&](Observer& observer) {
    const AllThreadsAfterwards again;
    const Runtime runtime(train_runtime(options));
    return Trainer(options, runtime, observer).run();
  });
  return py::dict("updates"_a = run.updates, "seconds"_a = run.seconds, "reason"_a = run.reason,
                  "best_loss"_a = run.best_loss, "best_update"_a = run.best_update,
                  "best_model"_a = run.best_model, "last_model"_a = run.last_model);
}

// The report as JSON.
std::string evaluate_json(const ModelHandle& handle, std::shared_ptr<Source> source, std::int64_t k,
                          double noise, std::optional<std::int64_t> steps, std::int64_t sequences,
                          const std::string& split, std::uint64_t seed) {
  EvaluateOptions options{k, noise};
  // as many as the program takes: the default, or what the data has if that is less
  options.steps = steps.value_or(std::min<std::int64_t>(options.steps, source->frames() - 1));
  options.sequences = sequences;
  options.split = dataset::parse_split(split);
  options.seed = seed;
  return compute({}, [&](Observer& observer) {
    return evaluate(handle.model, std::move(source), options, observer).json;
  });
}

}  // namespace

void bind_runs(py::module_& module) {
  module.def("train", &train, "config"_a, "set"_a, "out"_a, "resume"_a, "source"_a, "on_update"_a,
             "on_validation"_a, "on_note"_a);
  module.def("evaluate", &evaluate_json, "model"_a, "source"_a, "k"_a, "noise"_a, "steps"_a,
             "sequences"_a, "split"_a, "seed"_a);
}

}  // namespace rnem::python
