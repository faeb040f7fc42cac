// What the compiled module `rnem._rnem` offers, one file a subject. The package in python/rnem
// makes of it what people use.
#pragma once

#include <pybind11/pybind11.h>

namespace rnem::python {

void bind_memory(pybind11::module_& module);
void bind_models(pybind11::module_& module);
void bind_sources(pybind11::module_& module);
void bind_runs(pybind11::module_& module);
void bind_invaders(pybind11::module_& module);

}  // namespace rnem::python
