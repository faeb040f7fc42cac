// The folder of a run: who may write into it, and whether a run may start or go on there.
//
//   config.toml          the complete settings       metrics.jsonl, events.out.tfevents.*   the log
//   run.json             seed, version, machine      samples/                            pictures
//   best.safetensors     lowest validation loss      state-<update>.safetensors       checkpoints
//   best-ari.safetensors highest validation ARI      last.safetensors                latest model
//   best-rollout.safetensors lowest loss after letting go, where training.valid_rollout asks for it
#pragma once

#include <filesystem>
#include <string>

#include "rnem/training/train_config.h"

namespace rnem::training {

class RunFolder {
 public:
  // Looks and writes nothing. A new run needs a folder that is empty or can be made. Resuming needs
  // one whose config.toml differs in nothing that matters: InputError names the first key that
  // does. A folder that is there is locked until the end of the process or of this object.
  RunFolder(std::filesystem::path path, const TrainConfig& config, bool resume);
  ~RunFolder();
  RunFolder(const RunFolder&) = delete;
  RunFolder& operator=(const RunFolder&) = delete;

  // Makes and locks the folder of a new run, removes leftovers of writes that were cut short, and
  // writes run.json and config.toml: a request that cannot be met must not come this far.
  void open(const TrainConfig& config, const std::string& command_line);

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path model(const std::string& name) const {
    return path_ / (name + ".safetensors");
  }

 private:
  void lock();

  std::filesystem::path path_;
  int lock_ = -1;
};

}  // namespace rnem::training
