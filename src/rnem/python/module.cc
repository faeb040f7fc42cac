#include <c10/util/Exception.h>

#include "rnem/error.h"
#include "rnem/python/bindings.h"

namespace {

// Errors become Python's own, with the line that the program prints.
// NOLINTNEXTLINE(performance-unnecessary-value-param): as pybind11 wants it
void translate(std::exception_ptr error) {
  try {
    if (error) std::rethrow_exception(error);
  } catch (const rnem::NotFoundError& e) {
    PyErr_SetString(PyExc_FileNotFoundError, e.what());
  } catch (const rnem::InputError& e) {
    PyErr_SetString(PyExc_ValueError, e.what());
  } catch (const rnem::Interrupted& e) {
    PyErr_SetString(PyExc_KeyboardInterrupt, e.what());
  } catch (const rnem::Error& e) {
    PyErr_SetString(PyExc_RuntimeError, e.what());
  } catch (const c10::Error& e) {
    PyErr_SetString(PyExc_RuntimeError, e.what_without_backtrace());
  }
}

}  // namespace

PYBIND11_MODULE(_rnem, module) {
  module.doc() = "The compiled part of rnem; the package around it is the one to use.";
  pybind11::register_exception_translator(translate);
  rnem::python::bind_memory(module);
  rnem::python::bind_models(module);
  rnem::python::bind_sources(module);
  rnem::python::bind_runs(module);
  rnem::python::bind_invaders(module);
}
