// NumPy arrays and tensors over the same memory.
#pragma once

#include <pybind11/numpy.h>

#include <cstdint>
#include <vector>

#include "rnem/torch.h"

namespace rnem::python {

namespace py = pybind11;

// A tensor over the array's memory where types and strides allow, else over a copy. Without an
// array (None) undefined. The array must outlive the tensor. InputError unless it holds numbers.
at::Tensor tensor_of(const py::object& array, const char* name);

// An array over the tensor's memory, which it keeps alive; None for an undefined one.
py::object array_of(const at::Tensor& tensor);

// An array that takes the values over; None for none.
template <class T>
py::object array_of(std::vector<T> values, std::vector<py::ssize_t> shape) {
  if (values.empty()) return py::none();
  auto* owned = new std::vector<T>(std::move(values));
  const py::capsule owner(owned, [](void* p) { delete static_cast<std::vector<T>*>(p); });
  return py::array_t<T>(std::move(shape), owned->data(), owner);
}

}  // namespace rnem::python
