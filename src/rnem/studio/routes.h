// Every route of the studio behind its gate, on any server of cpp-httplib.
#pragma once

#include "rnem/studio/app.h"
#include "rnem/studio/gate.h"

namespace rnem::studio {

// `app` and `gate` are used as long as the server lives. Errors become answers (app.h).
void add_routes(httplib::Server& server, App& app, const Gate& gate);

}  // namespace rnem::studio
