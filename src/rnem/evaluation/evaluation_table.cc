// The table of an evaluation: what applies, in groups, with a reason where there is no number.

#include "rnem/evaluation/report_table.h"
#include "rnem/evaluation/table_cells.h"

namespace rnem::evaluation {
namespace {

using Mean = EvaluationSummary::Mean;

constexpr const char *kLower = "lower", *kHigher = "higher", *kNeither = "";

struct Row {
  const char *name, *unit, *better;
  Mean mean;
  std::string reason;  // why there is none
};

Mean plain(double value) {
  if (!std::isfinite(value)) return std::nullopt;
  return Estimate{value, kUnknown, kUnknown};
}

// Lines fit a window of 80 columns.
std::string line_of(const Row& row) {
  if (!row.mean) return fmt::format("  {:<31}{:>9}  {}\n", row.name, "-", row.reason);
  const Estimate& mean = *row.mean;
  const std::string interval =
      std::isfinite(mean.low) ? fmt::format("{:.4g} .. {:.4g}", mean.low, mean.high) : "";
  const char* comma = row.unit[0] != '\0' && row.better[0] != '\0' ? ", " : "";
  std::string line = fmt::format("  {:<31}{:>9.4g}  {:<22} {}{}{}", row.name, mean.value, interval,
                                 row.unit, comma, row.better);
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

std::string group(const char* title, const std::vector<Row>& rows) {
  if (rows.empty()) return "";
  std::string text =
      fmt::format("\n{:<33}{:>9}  {:<22} {}\n", title, "mean", "95 % interval", "unit, better");
  for (const Row& row : rows) text += line_of(row);
  return text;
}

bool has_series(const EvaluationSummary& s, const char* key) { return s.per_step.contains(key); }

std::vector<Row> prediction(const EvaluationSummary& s) {
  std::vector<Row> rows = {{"loss of a step", "nats", kLower, s.loss, ""},
                           {"  inside objects (intra)", "nats", kLower, s.intra, ""},
                           {"  outside (inter)", "nats", kLower, s.inter, ""},
                           {"last frame (BCE)", "nats", kLower, s.bce, ""},
                           {"  by copying the frame before", "nats", kNeither, s.baseline_bce, ""},
                           {"  of copying", "ratio", kLower, s.relative_bce, "copying is exact"}};
  if (has_series(s, "squared_error")) {
    rows[3].name = "last frame, squares";
    rows.push_back({"last frame, squared error", "a channel", kLower, s.squared_error, ""});
  }
  const std::string why = has_series(s, "relational_upper_intra") ? "no collision in the last step"
                                                                  : "the data marks no collisions";
  rows.push_back({"last frame, colliding objects", "nats", kLower, s.relational_bce, why});
  if (!s.relational_bce) return rows;
  rows.push_back(
      {"  by copying the frame before", "nats", kNeither, s.baseline_relational_bce, why});
  rows.push_back({"  of copying", "ratio", kLower, s.relative_relational_bce, why});
  return rows;
}

std::vector<Row> grouping(const EvaluationSummary& s) {
  const bool known = has_series(s, "ari");
  const std::string why = known ? "no pixel belongs to one object alone" : "the data has no groups";
  std::vector<Row> rows = {{"ARI, all steps", "", kHigher, s.ari, why}};
  if (known) {
    rows.push_back({"ARI after step 10", "", kHigher, s.ari_settled, "needs more than 10 steps"});
    rows.push_back({"ARI, last step", "", kHigher, s.ari_last, why});
    rows.push_back({"AMI, last step", "", kHigher, s.ami_last, why});
    rows.push_back({"largest gamma on objects", "", kHigher, s.confidence, why});
    rows.push_back({"entropy of gamma on objects", "log K", kLower, s.object_entropy, why});
  }
  rows.push_back({"entropy of gamma on dark pixels", "log K", kNeither, s.background_entropy,
                  "no pixel is dark"});
  return rows;
}

std::vector<Row> objects(const EvaluationSummary& s) {
  if (!s.objects) return {{"objects", "", kNeither, s.objects, "the data does not tell objects"}};
  std::vector<Row> rows = {{"objects in a sequence", "", kNeither, s.objects, ""}};
  const std::string why = "the data has no groups";
  rows.push_back({"  with a component of their own", "", kHigher, s.objects_found, why});
  rows.push_back({"sequences with all found", "share", kHigher, s.all_objects_found, why});
  rows.push_back({"changes of component", "", kLower, s.identity_switches, why});
  const std::string unmatched =
      s.k == 1 ? "one component holds all objects" : "no component draws anything";
  rows.push_back({"position error", "px", kLower, s.position_error, unmatched});
  if (s.position_error) {
    rows.push_back({"  in units of the world", "units", kLower, s.position_error_units, unmatched});
    rows.push_back(
        {"  moments without a position", "share", kLower, s.position_missing, unmatched});
  }
  const auto born = [&](const char* title, const EvaluationSummary::Births& births) {
    if (births.count == 0) return;
    rows.push_back({title, "", kNeither, plain(static_cast<double>(births.count)), ""});
    rows.push_back(
        {"  steps until found", "steps", kLower, plain(births.frames), "none was found"});
    rows.push_back({"  found within 5 steps", "share", kHigher, plain(births.soon), ""});
  };
  born("objects there from the start", s.starts);
  born("objects that appear later", s.births);
  return rows;
}

std::vector<Row> attention(const EvaluationSummary& s) {
  if (!s.attends) return {};
  const std::string why = has_series(s, "relational_upper_intra") ? "no two found objects collide"
                                                                  : "the data marks no collisions";
  return {{"tells collisions (area of ROC)", "", kHigher, plain(s.attention_auc), why},
          {"to whom one collides with", "", kHigher, s.attention_colliding, why},
          {"to others", "", kLower, s.attention_apart, why}};
}

std::vector<Row> curtain(const EvaluationSummary& s) {
  std::vector<Row> rows;
  if (std::isfinite(s.hidden_position_share)) {
    rows.push_back({"position error while hidden", "px", kLower, plain(s.hidden_position_error),
                    "no component draws a hidden object"});
    rows.push_back(
        {"  moments that have one", "share", kHigher, plain(s.hidden_position_share), ""});
  }
  if (s.curtain_returns > 0) {
    rows.push_back({"objects that vanish and return", "", kNeither,
                    plain(static_cast<double>(s.curtain_returns)), ""});
    rows.push_back({"  to the same component", "share", kHigher, plain(s.curtain_same_component),
                    "one component holds all objects"});
  }
  if (s.reappearances > 0) {
    const std::string why = "one component holds all objects";
    rows.push_back({"objects that collide unseen", "", kNeither,
                    plain(static_cast<double>(s.reappearances)), ""});
    rows.push_back({"  error when they come out", "px", kLower, s.reappearance_error, why});
    rows.push_back(
        {"  by straight lines", "px", kNeither, s.reappearance_straight_error, "not known"});
    rows.push_back({"  not drawn", "share", kLower, s.reappearance_missing, why});
    rows.push_back({"  drawn, mean of max psi", "", kHigher, s.reappearance_drawn, "not known"});
  }
  return rows;
}

}  // namespace

std::string report_table(const EvaluationSummary& s) {
  return table_head(s.names, s.sequences) +
         fmt::format("\nsettings  K = {}, {} steps, noise {}\n", s.k, s.steps, s.noise) +
         group("prediction", prediction(s)) + group("grouping", grouping(s)) +
         group("objects", objects(s)) + group("attention", attention(s)) +
         group("curtain", curtain(s));
}

}  // namespace rnem::evaluation
