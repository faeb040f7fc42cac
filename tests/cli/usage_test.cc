#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "places.h"
#include "process.h"
#include "program.h"

namespace rnem {
namespace {

using rnem::testing::run_program;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(Usage, HelpAndVersionExitWithZero) {
  EXPECT_THAT(run_program("--help").out, HasSubstr("info"));
  EXPECT_EQ(run_program("--help").code, 0);
  EXPECT_EQ(run_program("--version").out, "rnem 0.1.0\n");
  EXPECT_EQ(run_program("info --help").code, 0);
}

// The small program prints by itself what the full one would.
TEST(Usage, HelpNeedsNoLibTorchAndSaysTheSame) {
  const std::filesystem::path front = rnem::testing::program();
  const std::string full = (front.parent_path() / "libexec" / front.filename()).string();
  for (const std::string arguments :
       {"--version", "--help", "data --help", "train -h", "completion zsh", "completion fish",
        "help", "help data make"}) {
    const auto quick = run_program(arguments);
    EXPECT_EQ(quick.code, 0);
    EXPECT_EQ(quick.out,
              rnem::testing::run_process({"/bin/sh", "-c", full + " " + arguments}, ".").out);
  }
  const auto libraries = rnem::testing::run_process({"/usr/bin/ldd", front.string()}, ".");
  EXPECT_THAT(libraries.out, HasSubstr("libc.so"));
  EXPECT_THAT(libraries.out, Not(HasSubstr("torch")));
}

TEST(Usage, UnknownCommandNamesTheNearest) {
  const auto run = run_program("infoo");
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("unknown command 'infoo' (did you mean 'rnem info'?)"));
  EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1);
}

TEST(Usage, UnknownFlagNamesTheNearest) {
  const auto run = run_program("info --hlep");
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("unknown flag '--hlep' (did you mean '--help'?)"));
}

TEST(Usage, NoCommandIsBadUsage) { EXPECT_EQ(run_program("").code, 2); }

TEST(Usage, InfoTellsBlasOnednnAndInstructionSet) {
  const auto run = run_program("info");
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.out, HasSubstr("OpenBLAS"));
  EXPECT_THAT(run.out, Not(HasSubstr("Prescott")));
  EXPECT_THAT(run.out, HasSubstr("oneDNN"));
  EXPECT_THAT(run.out, HasSubstr("instruction set"));
}

TEST(Usage, TheInstructionSetCanBeHeldDown) {
  const auto info = [](const std::string& limit) {
    return run_program("info", ".", "RNEM_MAX_ISA=" + limit);
  };
  const auto low = info("sse4");
  EXPECT_EQ(low.code, 0) << low.err;
  EXPECT_THAT(low.out, HasSubstr("SSE4, no bf16"));
  EXPECT_THAT(low.out, HasSubstr("sse4 (RNEM_MAX_ISA)"));
  EXPECT_THAT(low.out, HasSubstr("Nehalem kernels"));
  EXPECT_THAT(low.out, HasSubstr("SSE4.1"));
  EXPECT_THAT(info("avx2").out, Not(HasSubstr("AVX-512")));
  EXPECT_THAT(info("").out, Not(HasSubstr("RNEM_MAX_ISA")));
  const auto unknown = info("avx3");
  EXPECT_EQ(unknown.code, 2);
  EXPECT_EQ(unknown.err,
            "rnem: RNEM_MAX_ISA: unknown instruction set 'avx3', expected sse4, avx2 or avx512\n");
}

TEST(Usage, HintsLeadOn) {
  for (const auto& [arguments, expected] : std::vector<std::pair<std::string, std::string>>{
           {"eval -o x", "rnem eval: unknown flag '-o' (it prints; --json FILE also writes"},
           {"info -o x", "rnem info: unknown flag '-o' (it prints and writes no file)"},
           {"dat info", "rnem: unknown command 'dat' (did you mean 'rnem data info'?)"},
           {"make", "rnem: unknown command 'make' (did you mean 'rnem data make'?)"},
           {"help dat", "rnem: unknown command 'dat' (did you mean 'rnem data'?)"},
           {"train -o r --set training.lr=1", "did you mean 'training.rate'?"},
           {"train -o r --set k=6", "did you mean 'em.k'?"},
           {"train -o r --set training.rate=abc", "expected a number from 0 to 1000, got abc"},
           {"plot curves README.md -o /tmp/rnem-no-such.svg",
            "README.md: is a file; curves are drawn from the folder of a run: rnem plot curves ."},
           {"train", "rnem train: --out is required"}}) {
    const auto run = run_program(arguments, rnem::testing::in_source("."));
    EXPECT_EQ(run.code, 2) << arguments;
    EXPECT_THAT(run.err, HasSubstr(expected));
    EXPECT_THAT(run.err, Not(HasSubstr("rnem: rnem")));
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
  }
}

TEST(Usage, HelpAndWorldsArePages) {
  EXPECT_EQ(run_program("help data make").out, run_program("data make --help").out);
  EXPECT_THAT(run_program("help eval").out, HasSubstr("Examples:\n  rnem eval "));
  const auto worlds = run_program("data worlds");
  EXPECT_THAT(worlds.out, HasSubstr("balls678mass64    64 x 64    up to 8"));
  EXPECT_THAT(worlds.out, HasSubstr("invaders84"));
}

TEST(Usage, InfoShowsTheHistoryOfAModelAsATable) {
  const auto run = run_program("info balls4");
  EXPECT_THAT(run.out, HasSubstr("    update      loss      ARI\n       250     54.23   0.9980\n"));
  EXPECT_THAT(run.out, HasSubstr("0.9982   this model\n"));
  EXPECT_THAT(run.out, Not(HasSubstr("{\"update\"")));
}

}  // namespace
}  // namespace rnem
