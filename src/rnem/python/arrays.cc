#include "rnem/python/arrays.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "rnem/error.h"
#include "rnem/python/bindings.h"

namespace rnem::python {
namespace {

struct NumberType {
  std::string_view format;  // of the module struct
  at::ScalarType tensor;
};

constexpr std::array<NumberType, 10> kTypes = {{{"?", at::kBool},
                                                {"B", at::kByte},
                                                {"b", at::kChar},
                                                {"h", at::kShort},
                                                {"i", at::kInt},
                                                {"l", at::kLong},
                                                {"q", at::kLong},
                                                {"e", at::kHalf},
                                                {"f", at::kFloat},
                                                {"d", at::kDouble}}};

std::optional<at::ScalarType> tensor_type(std::string_view format) {
  for (const NumberType& known : kTypes) {
    if (known.format == format) return known.tensor;
  }
  return std::nullopt;
}

std::string format_of(at::ScalarType type) {
  for (const NumberType& known : kTypes) {
    if (known.tensor == type) return std::string(known.format);
  }
  throw Error("a tensor of a type that NumPy does not have");
}

// Tensors have no steps backwards and none of a part of a number.
bool has_tensor_strides(const py::buffer_info& info) {
  return std::all_of(info.strides.begin(), info.strides.end(), [&](py::ssize_t stride) {
    return stride >= 0 && stride % info.itemsize == 0;
  });
}

}  // namespace

py::object array_of(Memory memory) {
  return py::module_::import("numpy").attr("asarray")(py::cast(std::move(memory)));
}

py::object array_of(const at::Tensor& tensor) {
  if (!tensor.defined()) return py::none();
  auto owned = std::make_shared<at::Tensor>(tensor.contiguous());
  void* const data = owned->data_ptr();
  return array_of(Memory{owned,
                         data,
                         format_of(owned->scalar_type()),
                         static_cast<py::ssize_t>(owned->element_size()),
                         {owned->sizes().begin(), owned->sizes().end()}});
}

at::Tensor tensor_of(const py::object& array, const char* name) {
  if (array.is_none()) return {};
  const py::object type = array.attr("dtype");
  if (std::string_view("buif").find(type.attr("kind").cast<std::string>()) ==
      std::string_view::npos) {
    throw InputError(std::string(name) + ": expected an array of numbers, got one of " +
                     py::str(type).cast<std::string>());
  }
  const py::buffer_info info = py::reinterpret_borrow<py::buffer>(array).request();
  const auto tensor = tensor_type(info.format);
  if (!tensor || !has_tensor_strides(info)) {
    return tensor_of(array.attr("astype")("float64", "C"), name).clone();
  }
  std::vector<std::int64_t> strides;
  for (const py::ssize_t stride : info.strides) strides.push_back(stride / info.itemsize);
  // read only, though tensors do not know it
  return at::from_blob(info.ptr, info.shape, strides, at::dtype(*tensor));
}

void bind_memory(py::module_& module) {
  py::class_<Memory>(module, "Memory", py::buffer_protocol()).def_buffer([](Memory& memory) {
    std::vector<py::ssize_t> strides(memory.shape.size(), memory.size);
    for (std::size_t axis = strides.size(); axis-- > 1;) {
      strides[axis - 1] = strides[axis] * memory.shape[axis];
    }
    return py::buffer_info(memory.data, memory.size, memory.format,
                           static_cast<py::ssize_t>(memory.shape.size()), memory.shape, strides);
  });
}

}  // namespace rnem::python
