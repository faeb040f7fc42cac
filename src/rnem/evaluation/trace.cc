#include "rnem/evaluation/trace.h"

#include <algorithm>

#include "rnem/core/error.h"
#include "rnem/core/task.h"
#include "rnem/dataset/batches.h"
#include "rnem/io/array_file.h"

namespace rnem::evaluation {
namespace {

using torch::Tensor;

constexpr std::int64_t kBatch = 16;  // sequences in memory at a time

// One step of a batch of B sequences from `first` on; tensors lead with B.
class TraceWriter {
 public:
  TraceWriter(io::ArrayFile& file, std::int64_t first) : file_(file), first_(first) {}

  void write(const char* name, std::int64_t row, const Tensor& values) const {
    const Tensor plain = values.detach().to(torch::kCPU, torch::kFloat32).contiguous();
    file_.write(name, row, first_, plain.size(0), plain.data_ptr<float>());
  }

  void write_state(std::int64_t row, const model::State& state) {
    write("gamma", row, state.gamma);
    write("psi", row, state.psi);
    write("theta", row, state.cell.theta.reshape({state.psi.size(0), state.psi.size(1), -1}));
  }

 private:
  io::ArrayFile& file_;
  std::int64_t first_;
};

// What is true of sequences `first` .. of the file, where the data says so.
void write_truth(const dataset::Batch& batch, const worlds::Shape& shape, io::ArrayFile& file,
                 std::int64_t first) {
  const TraceWriter writer(file, first);
  const std::int64_t frames = batch.features.size(0), count = batch.features.size(1);
  if (batch.groups.defined()) {
    for (std::int64_t t = 0; t < frames; ++t) writer.write("groups", t, batch.groups[t]);
  }
  if (batch.truth.front().positions.empty()) return;
  const std::int64_t row = std::int64_t{2} * shape.max_objects;
  for (std::int64_t t = 0; t < frames; ++t) {
    Tensor positions = torch::empty({count, shape.max_objects, 2});
    for (std::int64_t b = 0; b < count; ++b) {
      const float* of_frame = batch.truth[static_cast<std::size_t>(b)].positions.data() + t * row;
      std::copy_n(of_frame, row, positions[b].data_ptr<float>());
    }
    writer.write("positions", t, positions * shape.pixels_per_unit);
  }
}

// Truth is there for all sequences or for none.
void add_truth(const Session& session, std::int64_t first, std::int64_t frames, std::int64_t n,
               io::ArrayFile& file) {
  const auto one = session.source->get(session.split, first, 0, 1);
  const worlds::Shape shape = session.source->shape();
  if (!one.groups.empty()) file.add("groups", {frames, n, shape.height, shape.width});
  if (!one.positions.empty()) file.add("positions", {frames, n, shape.max_objects, 2});
}

}  // namespace

void write_trace(const Session& session, const TraceRange& range, const model::EmSettings& settings,
                 const std::filesystem::path& path) {
  const torch::NoGradGuard no_grad;
  const model::Model& model = *session.file.model;
  const auto& config = model.config();
  const std::int64_t steps = settings.steps, n = range.count;
  const std::int64_t k = model::components(model, settings);
  const std::int64_t h = config.height, w = config.width;
  if (config.has_mask()) {
    fail_input("{}: traces are of models of zeros and ones (model.channels = 0)", path.string());
  }

  io::ArrayFile file(path);
  file.add("inputs", {steps + 1, n, h, w});
  file.add("corrupted", {steps, n, h, w});
  file.add("gamma", {steps + 1, n, k, h, w});
  file.add("psi", {steps + 1, n, k, h, w});
  file.add("theta", {steps + 1, n, k, config.hidden});
  file.add("attention", {steps, n, k, k});
  file.add("loss", {steps, n});
  file.attribute("config", session.file.metadata.at("config"));
  add_truth(session, range.first, steps + 1, n, file);
  file.attribute("data", session.source->description());
  file.attribute("split", dataset::split_name(session.split));
  file.attribute("seed", session.seed);
  file.attribute("first", static_cast<std::uint64_t>(range.first));
  file.attribute("k", static_cast<std::uint64_t>(k));
  file.attribute("noise", model::flip_probability(model, settings));

  Task progress(session.observer, "tracing", "sequences", n);
  for (std::int64_t done = 0; done < n; done += kBatch) {
    const std::int64_t count = std::min(kBatch, n - done);
    std::vector<dataset::Item> items;
    for (std::int64_t i = 0; i < count; ++i) items.push_back({range.first + done + i, 0});
    const auto batch =
        dataset::load_batch(*session.source, session.split, items, static_cast<int>(steps) + 1);
    const model::Clip clip = clip_of(batch, range.first + done, session.seed);
    write_truth(batch, session.source->shape(), file, done);
    TraceWriter writer(file, done);
    for (std::int64_t t = 0; t <= steps; ++t) writer.write("inputs", t, clip.frames[t]);
    const auto write_step = [&](const model::Step& step) {
      stop_if_asked(session.observer);
      writer.write("corrupted", step.t, step.input.reshape({count, h, w}));
      writer.write_state(step.t + 1, step.state);
      if (step.alpha.defined()) {
        writer.write("attention", step.t, model::attention_matrix(step.alpha));
      }
      writer.write("loss", step.t, step.loss.total);
    };
    model::run_em(model, session.runtime.ops(), clip, settings, write_step,
                  [&](const model::State& state) { writer.write_state(0, state); });
    progress.update(done + count);
  }
  file.commit();
  progress.finish();
}

}  // namespace rnem::evaluation
