// A trained model: watch frames with it, let it go on by itself.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rnem/observer.h"
#include "rnem/runtime.h"

namespace rnem {

// What a model made of B sequences of T steps (T + 1 frames). Step t is about frame t + 1; H x W
// pixels, M numbers of theta. float32 on the CPU unless said otherwise.
struct Watched {
  at::Tensor psi;        // [B,T,K,H,W] what every component expects to see
  at::Tensor gamma;      // [B,T,K,H,W] whose pixel it is, sums to 1 over K
  at::Tensor theta;      // [B,T,K,M] what every component carries
  at::Tensor attention;  // [B,T,K,K] alpha of k to i, 0 for itself; undefined without interaction
  at::Tensor picture;    // [B,T,H,W] the prediction of the frame, max_k psi_k
  at::Tensor masks;      // [B,T,H,W] uint8: 1 + the component that a lit pixel belongs to, else 0
  at::Tensor tracks;     // [B,T,K,2] double (x, y): the middle of what it draws; NaN: nothing
  at::Tensor start;      // [B,K,H,W] gamma before the first step
};

// One step: the same without the axis T; `start` is undefined.
using WatchedStep = Watched;

struct WatchOptions {
  std::int64_t k = 0;       // components; 0: as trained
  double noise = 0.0;       // flip probability of input pixels; negative: as trained
  std::uint64_t seed = 1;   // of the noise and of where EM starts
  at::Tensor actions = {};  // [T,A] or [B,T,A] one-hot, for models of games
};

struct SimulateOptions : WatchOptions {
  std::string rule = {};  // what it is shown in place of frames: paper, crisp, noisy, blind; empty:
                          // as its settings say
};

struct StreamOptions {
  std::int64_t k = 0;      // components; 0: as trained
  double noise = 0.0;      // flip probability of input pixels; negative: as trained
  std::uint64_t seed = 1;  // of the noise and of where EM starts
  std::string rule = {};   // of imagine(), as SimulateOptions::rule
};

class Stream;

class Model {
 public:
  // A file, a run's folder (its best model), or a shipped model by name: "balls4", "curtain". It
  // computes with `runtime`, which must outlive it. InputError when there is no such file, or it is
  // not a model.
  static Model load(const std::string& path_or_name, const Runtime& runtime);
  ~Model();
  Model(Model&&) noexcept;
  Model& operator=(Model&&) noexcept;

  int height() const;
  int width() const;
  std::int64_t k() const;           // components, as trained
  std::int64_t actions() const;     // width of the one-hot action; 0: nobody acts
  std::int64_t parameters() const;  // numbers
  std::string settings() const;     // TOML
  void save(const std::string& path) const;

  // frames [T,H,W] (or [B,T,H,W]) of zeros and ones, any type; at least two of them.
  Watched watch(const at::Tensor& frames, const WatchOptions& options = {},
                Observer* observer = nullptr) const;

  // Watches the frames, then `steps` more on its own. T of the result is both together.
  Watched simulate(const at::Tensor& frames, std::int64_t steps,
                   const SimulateOptions& options = {}, Observer* observer = nullptr) const;

  // Watches frames as they come. The model must outlive the stream, but may be moved.
  Stream stream(const StreamOptions& options = {}) const;

  struct Impl;
  const Impl& impl() const { return *impl_; }

 private:
  explicit Model(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// EM frame by frame: theta, psi and gamma are carried from each to the next and nothing else is
// kept, so a stream may go on for ever. Its steps are those of watch() on the same frames, bit for
// bit.
class Stream {
 public:
  ~Stream();
  Stream(Stream&&) noexcept;
  Stream& operator=(Stream&&) noexcept;

  // The next frame [H,W] (or [B,H,W]) of zeros and ones: what was expected of it and whose pixels
  // it has. Nothing for the first, of which nothing could be expected. `action` [A] (or [B,A]),
  // one-hot, led from the frame before to this one; models of games need it from the second on.
  std::optional<WatchedStep> see(const at::Tensor& frame, const at::Tensor& action = {});

  // A step without a frame: the model takes its own prediction for it. After one frame at least.
  WatchedStep imagine(const at::Tensor& action = {});

  // Flips pixels of the input with this probability from here on. InputError beyond 0 .. 0.5.
  void set_noise(double flip_probability);

  // The same state once more: a copy goes on by itself, so that one can come back to here. It
  // shares memory with the original until either takes a step.
  Stream copy() const;

  std::int64_t steps() const;  // taken so far

 private:
  friend class Model;
  struct Impl;
  explicit Stream(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace rnem
