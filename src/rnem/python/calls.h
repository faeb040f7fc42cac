// Calls into the library from Python: without the GIL, heard by Python, stopped by Ctrl-C.
#pragma once

#include <pybind11/pybind11.h>

#include <chrono>
#include <exception>
#include <mutex>
#include <string>
#include <utility>

#include "rnem/compute_scope.h"
#include "rnem/error.h"
#include "rnem/observer.h"

namespace rnem::python {

namespace py = pybind11;

// What Python wants to hear of; None where it does not.
struct Listeners {
  py::object update = py::none(), validation = py::none(), note = py::none();
};

// Calls the listeners with dictionaries. What they raise, and KeyboardInterrupt, stops the work at
// its next question; error() has it then.
class PythonObserver final : public Observer {
 public:
  PythonObserver(ComputeScope& scope, const Listeners& listeners)
      : scope_(scope), listeners_(listeners) {}

  void note(const std::string& line) override;
  void update(const UpdateReport& report) override;
  void validation(const ValidationReport& report) override;
  bool should_stop() override;

  std::exception_ptr error() const { return error_; }

 private:
  template <class F>
  void with_python(F&& call);

  ComputeScope& scope_;
  const Listeners& listeners_;
  std::exception_ptr error_;
  std::chrono::steady_clock::time_point asked_;
};

// One thread computes at a time: all share one pool, and a listener may call back in.
std::recursive_mutex& computing();

// work(observer) without the GIL. What stopped it, if Python did, is raised.
template <class F>
auto compute(const Listeners& listeners, F&& work) {
  const py::gil_scoped_release without_gil;
  const std::lock_guard lock(computing());
  ComputeScope scope;
  PythonObserver observer(scope, listeners);
  try {
    return work(observer);
  } catch (const Interrupted&) {
    if (observer.error()) std::rethrow_exception(observer.error());
    throw;
  }
}

}  // namespace rnem::python
