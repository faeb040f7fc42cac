// NumPy arrays and tensors over the same memory.
//
// All goes through Python's buffers: what NumPy has in its structures differs between its versions.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "rnem/torch.h"

namespace rnem::python {

namespace py = pybind11;

// Memory of ours that Python sees as a buffer, row by row, and keeps alive.
struct Memory {
  std::shared_ptr<void> owner;
  void* data = nullptr;
  std::string format;  // of a number, as Python's module struct has it
  py::ssize_t size = 0;
  std::vector<py::ssize_t> shape;
};

// As an array, without a copy.
py::object array_of(Memory memory);
py::object array_of(const at::Tensor& tensor);  // None for an undefined one

// None for none.
template <class T>
py::object array_of(std::vector<T> values, std::vector<py::ssize_t> shape) {
  if (values.empty()) return py::none();
  auto owned = std::make_shared<std::vector<T>>(std::move(values));
  T* const data = owned->data();
  return array_of(Memory{std::move(owned), data, py::format_descriptor<T>::format(), sizeof(T),
                         std::move(shape)});
}

// A tensor over the array's memory where types and strides allow, else over a copy. Without an
// array (None) undefined. The array must outlive the tensor. InputError unless it holds numbers.
at::Tensor tensor_of(const py::object& array, const char* name);

}  // namespace rnem::python
