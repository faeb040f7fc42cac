// Checkpoints: state-<update>.safetensors, the last two of a run.
//
// A checkpoint holds every tensor of the run by name and, as metadata, the state of the run, its
// config and a checksum over all of it. It appears whole or not at all; one that was damaged later
// is recognised and set aside, and the one before it is used.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "rnem/observer.h"
#include "rnem/training/optimizer.h"
#include "rnem/training/run_state.h"

namespace rnem::training {

struct Checkpoint {
  NamedTensors tensors;
  RunState state;
  std::string config;  // TOML
};

// Also removes all but the last two.
void save_checkpoint(const std::filesystem::path& folder, const Checkpoint& checkpoint);

// InputError in one line when the file is damaged or no checkpoint.
Checkpoint load_checkpoint(const std::filesystem::path& file);

// The newest that is whole; damaged ones get the ending .damaged and a note. With
// `steady`, one that was not saved amid updates that are not finite. Nothing when there is none.
std::optional<Checkpoint> newest_checkpoint(const std::filesystem::path& folder, Observer& observer,
                                            bool steady = false);

// Removes checkpoints after this update: the run has gone back.
void forget_checkpoints_after(const std::filesystem::path& folder, std::int64_t update);

}  // namespace rnem::training
