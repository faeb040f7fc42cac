// Visitors who ask for frames as browsers do, to see how many a server delivers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rnem/observer.h"

namespace rnem::studio {

struct Traffic {
  std::string model = "balls4", world = "balls4mass64";
  int visitors = 1;     // at once
  int frames = 200;     // that each asks for, one a request
  std::int64_t k = 0;   // components; 0: as trained
  bool inside = false;  // all that components have, too
};

struct Delivered {
  std::vector<double> frames_per_second;  // of every visitor
  double bytes = 0;                       // of a record, mean
};

// Error when the server at 127.0.0.1:port refuses; Interrupted when the observer asks to stop.
Delivered visit(int port, const Traffic& traffic, Observer& observer);

}  // namespace rnem::studio
