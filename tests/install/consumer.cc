// Makes a world and a model through the installed headers and says how large they are.
#include <cstdio>

#include "rnem/model/model.h"
#include "rnem/worlds/world.h"

int main() {
  const auto world = rnem::worlds::make_preset("balls4mass64");
  const auto model = rnem::model::Model::create(rnem::model::Settings{}, 1);
  std::printf("%d x %d pixels, %lld parameters\n", world->shape().height, world->shape().width,
              static_cast<long long>(model->parameters().count()));
}
