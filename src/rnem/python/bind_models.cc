#include <pybind11/stl.h>

#include <map>

#include "rnem/python/arrays.h"
#include "rnem/python/bindings.h"
#include "rnem/python/calls.h"
#include "rnem/python/model_handle.h"

namespace rnem::python {

using namespace py::literals;  // NOLINT(google-build-using-namespace): "key"_a

const Runtime& shared_runtime(const std::string& device, const std::string& kernels) {
  // never destroyed: Python ends in no order
  static auto* const runtimes = new std::map<std::string, std::unique_ptr<Runtime>>;
  std::unique_ptr<Runtime>& runtime = (*runtimes)[device + " " + kernels];
  if (!runtime) {
    runtime = std::make_unique<Runtime>(Runtime::Settings{.device = device, .kernels = kernels});
  }
  return *runtime;
}

namespace {

// A stream with the model that it needs.
struct StreamHandle {
  std::shared_ptr<const ModelHandle> model;
  Stream stream;
};

py::dict dict_of(const Watched& w) {
  return py::dict("psi"_a = array_of(w.psi), "gamma"_a = array_of(w.gamma),
                  "theta"_a = array_of(w.theta), "alpha"_a = array_of(w.attention),
                  "picture"_a = array_of(w.picture), "masks"_a = array_of(w.masks),
                  "tracks"_a = array_of(w.tracks), "start"_a = array_of(w.start));
}

std::shared_ptr<ModelHandle> load(const std::string& name, const std::string& device,
                                  const std::string& kernels) {
  return compute({}, [&](Observer&) {
    return std::make_shared<ModelHandle>(
        ModelHandle{name, Model::load(name, shared_runtime(device, kernels))});
  });
}

py::dict watch(const ModelHandle& handle, const py::object& frames, std::int64_t ahead,
               std::int64_t k, double noise, std::uint64_t seed, const py::object& actions,
               const std::string& rule) {
  const at::Tensor seen = tensor_of(frames, "frames");
  SimulateOptions options{{k, noise, seed, tensor_of(actions, "actions")}, rule};
  return dict_of(compute({}, [&](Observer& observer) {
    return ahead == 0 ? handle.model.watch(seen, options, &observer)
                      : handle.model.simulate(seen, ahead, options, &observer);
  }));
}

StreamHandle stream(std::shared_ptr<const ModelHandle> handle, std::int64_t k, double noise,
                    std::uint64_t seed, const std::string& rule) {
  Stream started = handle->model.stream({k, noise, seed, rule});
  return {std::move(handle), std::move(started)};
}

py::object see(StreamHandle& handle, const py::object& frame, const py::object& action) {
  const at::Tensor shown = tensor_of(frame, "frame"), held = tensor_of(action, "action");
  const auto step = compute({}, [&](Observer&) { return handle.stream.see(shown, held); });
  return step ? py::object(dict_of(*step)) : py::none();
}

py::dict imagine(StreamHandle& handle, const py::object& action) {
  const at::Tensor held = tensor_of(action, "action");
  return dict_of(compute({}, [&](Observer&) { return handle.stream.imagine(held); }));
}

}  // namespace

void bind_models(py::module_& module) {
  py::class_<ModelHandle, std::shared_ptr<ModelHandle>>(module, "Model")
      .def(py::init(&load), "name"_a, "device"_a, "kernels"_a)
      .def_readonly("name", &ModelHandle::name)
      .def_property_readonly("height", [](const ModelHandle& m) { return m.model.height(); })
      .def_property_readonly("width", [](const ModelHandle& m) { return m.model.width(); })
      .def_property_readonly("k", [](const ModelHandle& m) { return m.model.k(); })
      .def_property_readonly("actions", [](const ModelHandle& m) { return m.model.actions(); })
      .def_property_readonly("parameters",
                             [](const ModelHandle& m) { return m.model.parameters(); })
      .def_property_readonly("settings", [](const ModelHandle& m) { return m.model.settings(); })
      .def("save", [](const ModelHandle& m, const std::string& path) { m.model.save(path); })
      .def("watch", &watch, "frames"_a, "ahead"_a, "k"_a, "noise"_a, "seed"_a, "actions"_a,
           "rule"_a)
      .def("stream", &stream, "k"_a, "noise"_a, "seed"_a, "rule"_a);
  py::class_<StreamHandle>(module, "Stream")
      .def("see", &see, "frame"_a, "action"_a)
      .def("imagine", &imagine, "action"_a)
      .def_property_readonly("steps", [](const StreamHandle& s) { return s.stream.steps(); });
}

}  // namespace rnem::python
