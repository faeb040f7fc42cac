// `rnem studio`: a server that shows models at work in the browser.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "rnem/observer.h"
#include "rnem/runtime.h"
#include "rnem/studio/connection.h"
#include "rnem/studio/viewers.h"

namespace rnem::studio {

struct StudioOptions {
  std::string host = "127.0.0.1";
  int port = 8080;               // 0: any that is free
  std::filesystem::path models;  // folder of more models; empty: none
  std::filesystem::path runs = "runs";
  Viewers::Limits viewers = {};
  Patience patience = {};
};

class Studio {
 public:
  // Opens the port: InputError when it is taken. Another address than loopback gets a token.
  Studio(const StudioOptions& options, const Runtime& runtime);
  ~Studio();
  Studio(const Studio&) = delete;
  Studio& operator=(const Studio&) = delete;

  std::string address() const;  // to open in the browser, with the token
  const std::string& token() const;
  int port() const;

  // Serves until the observer asks to stop.
  void serve(Observer& observer);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace rnem::studio
