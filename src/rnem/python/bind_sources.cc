#include <pybind11/stl.h>

#include "rnem/python/arrays.h"
#include "rnem/python/bindings.h"
#include "rnem/source.h"

namespace rnem::python {
namespace {

using namespace py::literals;  // NOLINT(google-build-using-namespace): "key"_a

// A dictionary of what the sequence has.
py::dict sequence_dict(Sequence s, const Shape& shape) {
  const py::ssize_t t = s.frames, h = shape.height, w = shape.width, o = shape.max_objects;
  py::dict all;
  const auto put = [&](const char* key, py::object array) {
    if (!array.is_none()) all[key] = std::move(array);
  };
  put("frames", shape.channels == 1 ? array_of(std::move(s.features), {t, h, w})
                                    : array_of(std::move(s.features), {t, h, w, shape.channels}));
  put("groups", array_of(std::move(s.groups), {t, h, w}));
  put("collisions", array_of(std::move(s.collisions), {t, h, w}));
  put("events", array_of(std::move(s.events), {t}));
  put("actions", array_of(std::move(s.actions), {t, shape.actions}));
  put("positions", array_of(std::move(s.positions), {t, o, 2}));
  put("velocities", array_of(std::move(s.velocities), {t, o, 2}));
  put("radii", array_of(std::move(s.radii), {o}));
  put("masses", array_of(std::move(s.masses), {o}));
  put("curtain", array_of(std::move(s.curtain), {4}));
  return all;
}

py::dict get(const Source& source, const std::string& split, std::int64_t index, int first,
             int frames) {
  Sequence sequence = [&] {
    const py::gil_scoped_release without_gil;
    return source.get(dataset::parse_split(split), index, first, frames);
  }();
  return sequence_dict(std::move(sequence), source.shape());
}

// Nothing for sources without an end.
std::optional<std::int64_t> size_of(const Source& source, const std::string& split) {
  const std::int64_t size = source.size(dataset::parse_split(split));
  if (size == dataset::kEndless) return std::nullopt;
  return size;
}

std::optional<int> frames_of(const Source& source) {
  if (source.frames() == dataset::kAnyLength) return std::nullopt;
  return source.frames();
}

}  // namespace

void bind_sources(py::module_& module) {
  py::class_<Source, std::shared_ptr<Source>>(module, "Source")
      .def(py::init([](const std::string& name, std::uint64_t seed) {
             return std::shared_ptr<Source>(open_source(name, seed));
           }),
           "name"_a, "seed"_a)
      .def_property_readonly("description", &Source::description)
      .def_property_readonly("frames", &frames_of)
      .def_property_readonly("notes", &Source::notes)
      .def_property_readonly("shape",
                             [](const Source& source) {
                               const Shape shape = source.shape();
                               return py::dict("height"_a = shape.height, "width"_a = shape.width,
                                               "objects"_a = shape.max_objects,
                                               "actions"_a = shape.actions,
                                               "pixels_per_unit"_a = shape.pixels_per_unit);
                             })
      .def("size", &size_of, "split"_a)
      .def("get", &get, "split"_a, "index"_a, "first"_a, "frames"_a);
  module.def("world_names", &worlds::preset_names);
}

}  // namespace rnem::python
