#include "rnem/python/arrays.h"

#include <algorithm>
#include <array>
#include <optional>

#include "rnem/error.h"

namespace rnem::python {
namespace {

struct Type {
  const char* name;  // as NumPy has it: kind and bytes
  at::ScalarType tensor;
};

constexpr std::array<Type, 9> kTypes = {{{"b1", at::kBool},
                                         {"u1", at::kByte},
                                         {"i1", at::kChar},
                                         {"i2", at::kShort},
                                         {"i4", at::kInt},
                                         {"i8", at::kLong},
                                         {"f2", at::kHalf},
                                         {"f4", at::kFloat},
                                         {"f8", at::kDouble}}};

std::optional<at::ScalarType> tensor_type(const py::dtype& type) {
  const bool native = type.byteorder() == '=' || type.byteorder() == '|';
  const std::string name = type.kind() + std::to_string(type.itemsize());
  for (const Type& known : kTypes) {
    if (native && known.name == name) return known.tensor;
  }
  return std::nullopt;
}

// Tensors have no steps backwards and none of a part of a number.
bool has_tensor_strides(const py::array& array) {
  const py::ssize_t size = array.itemsize();
  return std::all_of(array.strides(), array.strides() + array.ndim(),
                     [&](py::ssize_t stride) { return stride >= 0 && stride % size == 0; });
}

const char* numpy_type(at::ScalarType type) {
  for (const Type& known : kTypes) {
    if (known.tensor == type) return known.name;
  }
  throw Error("a tensor of a type that NumPy does not have");
}

}  // namespace

at::Tensor tensor_of(const py::object& object, const char* name) {
  if (object.is_none()) return {};
  const py::array array = py::reinterpret_borrow<py::array>(object);
  const char kind = array.dtype().kind();
  if (kind != 'b' && kind != 'u' && kind != 'i' && kind != 'f') {
    throw InputError(std::string(name) + ": expected an array of numbers, got one of " +
                     py::str(array.dtype()).cast<std::string>());
  }
  const auto type = tensor_type(array.dtype());
  if (!type || !has_tensor_strides(array)) {
    const py::array plain = py::array_t<double, py::array::c_style | py::array::forcecast>(array);
    return tensor_of(plain, name).clone();
  }
  std::vector<std::int64_t> sizes(array.shape(), array.shape() + array.ndim()), strides;
  for (py::ssize_t axis = 0; axis < array.ndim(); ++axis) {
    strides.push_back(array.strides(axis) / array.itemsize());
  }
  // read only, though tensors do not know it
  return at::from_blob(const_cast<void*>(array.data()), sizes, strides, at::dtype(*type));
}

py::object array_of(const at::Tensor& tensor) {
  if (!tensor.defined()) return py::none();
  auto* owned = new at::Tensor(tensor.contiguous());
  const py::capsule owner(owned, [](void* p) { delete static_cast<at::Tensor*>(p); });
  const std::vector<py::ssize_t> shape(owned->sizes().begin(), owned->sizes().end());
  return py::array(py::dtype(numpy_type(owned->scalar_type())), shape, owned->data_ptr(), owner);
}

}  // namespace rnem::python
