// Observers for tests: one that hears nothing, one that remembers all.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "rnem/observer.h"

namespace rnem::testing {

inline Observer& nobody() {
  static Observer observer;
  return observer;
}

struct RecordingObserver final : Observer {
  std::vector<std::string> notes;
  std::vector<Progress> progresses;
  std::vector<UpdateReport> updates;
  std::vector<ValidationReport> validations;
  std::vector<CheckpointReport> checkpoints;
  std::function<bool()> stop = [] { return false; };

  void note(const std::string& line) override { notes.push_back(line); }
  void progress(const Progress& now) override { progresses.push_back(now); }
  void update(const UpdateReport& report) override { updates.push_back(report); }
  void validation(const ValidationReport& report) override { validations.push_back(report); }
  void checkpoint(const CheckpointReport& report) override { checkpoints.push_back(report); }
  bool should_stop() override { return stop(); }

  std::string all_notes() const {
    std::string text;
    for (const auto& line : notes) text += line + "\n";
    return text;
  }
};

}  // namespace rnem::testing
