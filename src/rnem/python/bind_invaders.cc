#include <pybind11/stl.h>

#include "rnem/invaders.h"
#include "rnem/python/arrays.h"
#include "rnem/python/bindings.h"

namespace rnem::python {
namespace {

using namespace py::literals;  // NOLINT(google-build-using-namespace): "key"_a

py::tuple view(const InvadersGame& game) {
  InvadersGame::View now = game.view();
  constexpr py::ssize_t kSide = InvadersGame::kSize;
  return py::make_tuple(array_of(std::move(now.frame), {kSide, kSide}),
                        array_of(std::move(now.groups), {kSide, kSide}));
}

py::tuple step(InvadersGame& game, int action) {
  const InvadersGame::Turn turn = game.step(action);
  return py::make_tuple(turn.points, turn.lost);
}

}  // namespace

void bind_invaders(py::module_& module) {
  py::class_<InvadersGame> game(module, "InvadersGame");
  game.def(py::init<std::uint64_t, int>(), "seed"_a, "frame_skip"_a)
      .def("step", &step, "action"_a)
      .def("view", &view)
      .def_property_readonly("score", &InvadersGame::score)
      .def_property_readonly("lives", &InvadersGame::lives);
  game.attr("ACTIONS") = py::cast(InvadersGame::kActions);
}

}  // namespace rnem::python
