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
       {"--version", "--help", "data --help", "train -h", "completion zsh"}) {
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
  EXPECT_THAT(run.err, HasSubstr("unknown command 'infoo' (did you mean 'info'?)"));
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

// bash itself completes "rnem comp" from the printed script
TEST(Usage, CompletionScriptCompletes) {
  const auto run = run_program(
      "completion bash > c.bash && bash -c 'source c.bash; COMP_WORDS=(rnem comp); COMP_CWORD=1; "
      "_rnem; echo ${COMPREPLY[0]}' && rm -f c.bash",
      "/tmp");
  EXPECT_THAT(run.out, HasSubstr("completion"));
  EXPECT_THAT(run_program("completion zsh").out, HasSubstr("bashcompinit"));
  EXPECT_EQ(run_program("completion fish").code, 2);
}

}  // namespace
}  // namespace rnem
