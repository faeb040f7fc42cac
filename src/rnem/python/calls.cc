#include "rnem/python/calls.h"

namespace rnem::python {

using namespace py::literals;  // NOLINT(google-build-using-namespace): "key"_a

std::recursive_mutex& computing() {
  static std::recursive_mutex mutex;
  return mutex;
}

template <class F>
void PythonObserver::with_python(F&& call) {
  if (error_) return;
  const py::gil_scoped_acquire gil;
  try {
    call();
  } catch (const py::error_already_set&) {
    error_ = std::current_exception();
  }
}

void PythonObserver::note(const std::string& line) {
  if (listeners_.note.is_none()) return;
  with_python([&] { listeners_.note(line); });
}

void PythonObserver::update(const UpdateReport& r) {
  if (listeners_.update.is_none()) return;
  with_python([&] {
    listeners_.update(py::dict("update"_a = r.update, "steps"_a = r.steps, "epoch"_a = r.epoch,
                               "rate"_a = r.rate, "loss"_a = r.loss, "intra"_a = r.intra,
                               "inter"_a = r.inter, "gradient_norm"_a = r.gradient_norm,
                               "ari"_a = r.ari, "seconds"_a = r.seconds, "applied"_a = r.applied));
  });
}

void PythonObserver::validation(const ValidationReport& r) {
  if (listeners_.validation.is_none()) return;
  with_python([&] {
    listeners_.validation(py::dict("update"_a = r.update, "loss"_a = r.loss, "intra"_a = r.intra,
                                   "inter"_a = r.inter, "ari"_a = r.ari, "best"_a = r.best));
  });
}

bool PythonObserver::should_stop() {
  // Python looks after signals on its main thread, when it has the GIL: not at every step
  constexpr auto kOften = std::chrono::milliseconds(20);
  const auto now = std::chrono::steady_clock::now();
  if (now - asked_ >= kOften) {
    asked_ = now;
    scope_.let_signals_in();
    with_python([] {
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    });
  }
  return error_ != nullptr;
}

}  // namespace rnem::python
