// More was asked for than the limits allow: HTTP's 503, to be tried again.
#pragma once

#include "rnem/error.h"

namespace rnem::studio {

class Busy : public Error {
 public:
  using Error::Error;
};

}  // namespace rnem::studio
