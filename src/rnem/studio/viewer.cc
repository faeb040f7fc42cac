#include "rnem/studio/viewer.h"

#include <algorithm>
#include <chrono>

#include "rnem/core/error.h"
#include "rnem/studio/record.h"
#include "rnem/torch.h"

namespace rnem::studio {

Viewer::Viewer(std::shared_ptr<const Model> model, std::unique_ptr<Scene> scene,
               const ViewerSettings& settings)
    : model_(std::move(model)), settings_(settings) {
  const worlds::Shape shape = scene->shape();
  if (shape.height != model_->height() || shape.width != model_->width()) {
    fail_input("the model looks at {}x{} pixels, the scene has {}x{}", model_->height(),
               model_->width(), shape.height, shape.width);
  }
  if (model_->actions() != 0 && model_->actions() != shape.actions) {
    fail_input("the model expects {} actions, the scene has {}", model_->actions(), shape.actions);
  }
  Moment now;
  now.scene = std::move(scene);
  now.noise = settings_.noise;
  past_.push_back(std::move(now));
  start_stream(settings_.k > 0 ? settings_.k : model_->k());
}

std::int64_t Viewer::k() const { return settings_.k; }

// EM starts anew from the frame of now.
void Viewer::start_stream(std::int64_t k) {
  // may throw, so it comes first
  Stream anew = model_->stream(
      {.k = k, .noise = past_.back().noise, .seed = settings_.seed, .rule = settings_.rule});
  stream_.emplace(std::move(anew));
  settings_.k = k;
  stream_->see(frame(past_.back()));
  last_.reset();
  past_.back().k = k;
  past_.back().measured.reset();
  keep(past_.back());
}

void Viewer::keep(Moment& moment) const {
  moment.stream.emplace(stream_->copy());
  moment.seen = last_;
}

at::Tensor Viewer::frame(const Moment& moment) const {
  std::vector<std::uint8_t> pixels = seen_pixels(moment.scene->shown(), moment.hand);
  return torch::from_blob(pixels.data(), {model_->height(), model_->width()}, torch::kUInt8)
      .clone();
}

at::Tensor Viewer::action_row(int action) const {
  if (model_->actions() == 0) return {};
  at::Tensor row = torch::zeros({model_->actions()});
  row[std::clamp<std::int64_t>(action, 0, model_->actions() - 1)] = 1;
  return row;
}

void Viewer::go_back(std::uint32_t step) {
  if (step == past_.back().step) return;
  if (step < past_.front().step || step > past_.back().step) {
    fail_input("from: expected a step from {} to {}, got {}", past_.front().step, past_.back().step,
               step);
  }
  while (past_.back().step > step) past_.pop_back();
  std::size_t key = past_.size() - 1;
  while (!past_[key].stream) --key;
  stream_.emplace(past_[key].stream->copy());
  last_ = past_[key].seen;
  settings_.k = past_.back().k;
  for (std::size_t i = key + 1; i < past_.size(); ++i) {
    const Moment& moment = past_[i];
    stream_->set_noise(moment.noise);
    const at::Tensor action = action_row(moment.action);
    last_ = moment.alone ? stream_->imagine(action) : stream_->see(frame(moment), action);
  }
}

// What changes before the next step.
void Viewer::apply(const Advance& wanted) {
  Moment& now = past_.back();
  if (!wanted.edits.empty()) {
    // the model has seen the frame as it was, so the way here is not the way back
    keep(now);
    std::unique_ptr<Scene> scene = now.scene->copy();
    for (const Edit& edit : wanted.edits) now.hand.apply(edit, *scene);
    now.scene = std::move(scene);
  }
  if (wanted.noise) {
    now.noise = *wanted.noise;
    stream_->set_noise(now.noise);
  }
  if (wanted.k && *wanted.k != k()) start_stream(*wanted.k);
}

void Viewer::take_step(const Advance& wanted) {
  const Moment& now = past_.back();
  Moment next;
  next.step = now.step + 1;
  next.hand = now.hand;
  next.measures = now.measures;
  next.alone = wanted.alone;
  // alone, the visitor plays; otherwise the model is told what was really done
  next.action = wanted.alone ? wanted.action : now.scene->action_taken(wanted.action);
  next.noise = now.noise;
  next.k = now.k;
  std::unique_ptr<Scene> scene = now.scene->copy();
  scene->advance(wanted.action);
  next.hand.keep_hold(*scene);
  next.scene = std::move(scene);
  const at::Tensor action = action_row(next.action);
  last_ = wanted.alone ? stream_->imagine(action) : stream_->see(frame(next), action);
  next.measured = next.measures.add(next.scene->shown(), *last_, wanted.alone);
  if (next.step % kKeyEvery == 0) keep(next);
  past_.push_back(std::move(next));
  // the first that is kept must have its state
  while (past_.size() > kPast || !past_.front().stream) past_.pop_front();
}

void Viewer::write(bool inside, double milliseconds, std::string& out) const {
  const Moment& now = past_.back();
  write_record({.step = now.step,
                .alone = now.alone,
                .inside = inside,
                .truth = now.scene->shown(),
                .drawing = now.hand.drawing,
                .score = now.scene->score(),
                .lives = now.scene->lives(),
                .k = static_cast<int>(k()),
                .height = model_->height(),
                .width = model_->width(),
                .model = last_ ? &*last_ : nullptr,
                .measured = now.measured,
                .milliseconds = milliseconds},
               out);
}

std::string Viewer::advance(const Advance& wanted) {
  if (wanted.steps < 0 || wanted.steps > Advance::kMostSteps) {
    fail_input("steps: expected 0 to {}, got {}", Advance::kMostSteps, wanted.steps);
  }
  if (wanted.from) go_back(*wanted.from);
  apply(wanted);
  std::string out;
  if (wanted.steps == 0) write(wanted.inside, 0, out);
  for (int i = 0; i < wanted.steps; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    take_step(wanted);
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
    write(wanted.inside, took.count(), out);
  }
  return out;
}

}  // namespace rnem::studio
