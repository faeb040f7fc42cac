#include "rnem/studio/studio.h"

#include <fmt/format.h>

#include "rnem/core/atomic_file.h"
#include "rnem/core/error.h"
#include "rnem/core/scratch_folder.h"
#include "rnem/studio/routes.h"
#include "rnem/studio/web_server.h"

namespace rnem::studio {
namespace {

namespace fs = std::filesystem;

Folders absolute_folders(const StudioOptions& options, const fs::path& uploads) {
  std::error_code ignored;
  if (!options.models.empty() && !fs::is_directory(options.models, ignored)) {
    fail_input("{}: expected a folder of models", options.models.string());
  }
  return {options.models.empty() ? fs::path() : fs::absolute(options.models),
          fs::absolute(options.runs), uploads};
}

}  // namespace

struct Studio::Impl {
  Impl(const StudioOptions& wanted, const Runtime& runtime)
      : options(wanted),
        token(Gate::is_loopback(options.host) ? "" : random_name()),
        app(absolute_folders(options, session.path()), runtime, options.viewers),
        server(options.patience) {}

  StudioOptions options;
  std::string token;
  ScratchFolder session{"studio"};
  App app;
  WebServer server;
  std::optional<Gate> gate;  // once the port is known
  int port = 0;
};

Studio::Studio(const StudioOptions& options, const Runtime& runtime)
    : impl_(std::make_unique<Impl>(options, runtime)) {
  impl_->port = options.port;
  if (options.port == 0) {
    impl_->port = impl_->server.bind_to_any_port(options.host);
    if (impl_->port < 0) fail_input("{}: cannot listen there", options.host);
  } else if (!impl_->server.bind_to_port(options.host, options.port)) {
    fail_input("{}:{}: cannot be opened; is it in use? --port takes another", options.host,
               options.port);
  }
  impl_->gate.emplace(GateRules{options.host, impl_->port, impl_->token});
  add_routes(impl_->server, impl_->app, *impl_->gate);
}

Studio::~Studio() = default;

const std::string& Studio::token() const { return impl_->token; }
int Studio::port() const { return impl_->port; }

std::string Studio::address() const {
  const std::string& host = impl_->options.host;
  const std::string name = host.find(':') != std::string::npos ? "[" + host + "]" : host;
  const std::string page = fmt::format("http://{}:{}/", name, impl_->port);
  return impl_->token.empty() ? page : page + "?token=" + impl_->token;
}

void Studio::serve(Observer& observer) {
  impl_->server.serve([&] {
    impl_->app.viewers.forget_idle();
    return observer.should_stop();
  });
}

}  // namespace rnem::studio
