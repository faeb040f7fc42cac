// The table of commands: one line here, one cmd_<name>.cc each.
#include "rnem/cli/command.h"

namespace rnem::cli {

Work setup_demo(CLI::App& app);
Work setup_info(CLI::App& app);
Work setup_data_worlds(CLI::App& app);
Work setup_data_make(CLI::App& app);
Work setup_data_import(CLI::App& app);
Work setup_data_info(CLI::App& app);
Work setup_data_view(CLI::App& app);
Work setup_data_agent(CLI::App& app);
Work setup_train(CLI::App& app);
Work setup_eval(CLI::App& app);
Work setup_simulate(CLI::App& app);
Work setup_track(CLI::App& app);
Work setup_probe(CLI::App& app);
Work setup_trace(CLI::App& app);
Work setup_plot_sheet(CLI::App& app);
Work setup_plot_animation(CLI::App& app);
Work setup_plot_attention(CLI::App& app);
Work setup_plot_rollout(CLI::App& app);
Work setup_plot_curtain(CLI::App& app);
Work setup_plot_bars(CLI::App& app);
Work setup_plot_curves(CLI::App& app);
Work setup_plot_simulation(CLI::App& app);
Work setup_bench_train(CLI::App& app);
Work setup_bench_infer(CLI::App& app);
Work setup_bench_ops(CLI::App& app);
Work setup_bench_data(CLI::App& app);
Work setup_bench_sweep(CLI::App& app);
Work setup_bench_busy(CLI::App& app);
Work setup_bench_studio(CLI::App& app);
Work setup_reproduce(CLI::App& app);
Work setup_studio(CLI::App& app);
Work setup_help(CLI::App& app);
Work setup_completion(CLI::App& app);
Work setup_pages(CLI::App& app);

const std::vector<Group>& groups() {
  static const std::vector<Group> kGroups = {
      {"data", "make, import, inspect and view datasets"},
      {"plot", "figures of models, evaluations and runs"},
      {"bench", "how fast this machine trains, runs and feeds a model"},
  };
  return kGroups;
}

const std::vector<Command>& commands() {
  static const std::vector<Command> kCommands = {
      {"demo", "the shipped model at work on fresh sequences", setup_demo},
      {"studio", "watch models think and train, in the browser", setup_studio},
      {"info", "what this build runs on, or what a model file holds", setup_info},
      {"data worlds", "the worlds that have a name", setup_data_worlds},
      {"data make", "simulate a world and write its sequences to a file", setup_data_make},
      {"data import", "make a data file from pictures, films or arrays", setup_data_import},
      {"data info", "what a data file or a live source holds", setup_data_info},
      {"data view", "draw sequences as a contact sheet or a film", setup_data_view},
      {"data agent", "train a player of the invaders game", setup_data_agent},
      {"train", "train a model, or go on with a run that was stopped", setup_train},
      {"eval", "losses, grouping and tracking of a model on a split", setup_eval},
      {"simulate", "let a model go on from its own predictions", setup_simulate},
      {"track", "objects of your own film: tracks, masks, an overlay", setup_track},
      {"probe", "what can be read from theta: position, velocity, size, mass", setup_probe},
      {"trace", "write everything a model computes to an HDF5 file", setup_trace},
      {"plot sheet", "everything inside a model, one column a step", setup_plot_sheet},
      {"plot animation", "a model at work as a film", setup_plot_animation},
      {"plot attention", "who attends to whom, step by step", setup_plot_attention},
      {"plot rollout", "truth and simulations of several models", setup_plot_rollout},
      {"plot curtain", "objects that pass behind a curtain", setup_plot_curtain},
      {"plot bars", "evaluations side by side", setup_plot_bars},
      {"plot curves", "the course of training runs", setup_plot_curves},
      {"plot simulation", "simulations against their limit, with their energy",
       setup_plot_simulation},
      {"bench train", "component-steps a second of training updates", setup_bench_train},
      {"bench infer", "component-steps a second without a gradient", setup_bench_infer},
      {"bench ops", "every operator against the matrix product and the reference", setup_bench_ops},
      {"bench data", "what sources deliver against what training takes", setup_bench_data},
      {"bench sweep", "training speed over B, T, K and threads, as a figure", setup_bench_sweep},
      {"bench busy", "training beside busy processes against its fair share", setup_bench_busy},
      {"bench studio", "frames a second that visitors of the studio get", setup_bench_studio},
      {"reproduce", "the paper from data to report, every method and figure", setup_reproduce},
      {"help", "what a command does and takes", setup_help},
      {"completion", "print the completion script for a shell", setup_completion},
      {"pages", "", setup_pages},  // for the build, not listed
  };
  return kCommands;
}

}  // namespace rnem::cli
