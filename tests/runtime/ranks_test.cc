#include "rnem/runtime/ranks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "thread_ranks.h"

namespace rnem::runtime {
namespace {

using rnem::testing::with_ranks;
using ::testing::HasSubstr;

torch::Tensor numbers(int rank) {
  torch::manual_seed(static_cast<std::uint64_t>(rank) + 1);
  return torch::randn({1001});
}

TEST(Ranks, OneAloneKeepsWhatItHas) {
  Ranks ranks;
  const torch::Tensor tensor = torch::ones({3});
  ranks.sum(tensor);
  ranks.broadcast(tensor);
  EXPECT_TRUE(torch::equal(tensor, torch::ones({3})));
  EXPECT_EQ(ranks.broadcast(std::string("text")), "text");
  EXPECT_EQ(ranks.bytes_sent(), 0);
  EXPECT_EQ(share_of(7, ranks).count, 7);
}

TEST(Ranks, SumsAreTheSameToTheBitOnAll) {
  for (const int size : {2, 3}) {
    std::vector<torch::Tensor> given, results(3), halves(3);
    torch::Tensor expected = torch::zeros({1001});
    for (int r = 0; r < size; ++r) expected += given.emplace_back(numbers(r));
    with_ranks(size, [&](Ranks& ranks) {
      const auto r = static_cast<std::size_t>(ranks.rank());
      results[r] = given[r].clone();
      ranks.sum(results[r]);
      halves[r] = given[r].clone();
      ranks.sum_as_bf16(halves[r]);
      EXPECT_EQ(ranks.sum(std::vector<double>{1.0, 2.0})[1], 2.0 * size);
      EXPECT_GT(ranks.bytes_sent(), 1001 * 4);
    });
    for (std::size_t r = 0; r < static_cast<std::size_t>(size); ++r) {
      EXPECT_TRUE(torch::equal(results[r], results[0])) << size << " ranks, rank " << r;
      EXPECT_TRUE(torch::equal(halves[r], halves[0])) << size << " ranks, rank " << r;
    }
    EXPECT_TRUE(torch::allclose(results[0], expected, 1e-5, 1e-5));
    // 8 bits of each term and of the sum; and rounding is seen at all
    EXPECT_TRUE(torch::allclose(halves[0], expected, 2e-2, 3e-2));
    EXPECT_FALSE(torch::equal(halves[0], results[0]));
  }
}

TEST(Ranks, RankZerosWordIsEveryones) {
  with_ranks(3, [](Ranks& ranks) {
    const torch::Tensor tensor = torch::full({5}, static_cast<double>(ranks.rank() + 1));
    ranks.broadcast(tensor);
    EXPECT_TRUE(torch::equal(tensor, torch::ones({5})));
    EXPECT_EQ(ranks.broadcast(std::string("of ") + std::to_string(ranks.rank())), "of 0");
  });
}

TEST(Ranks, SharesAreEvenAndWhole) {
  std::array<RankShare, 3> shares;
  with_ranks(3, [&](Ranks& ranks) {
    shares[static_cast<std::size_t>(ranks.rank())] = share_of(4, ranks);
  });
  std::int64_t next = 0;
  for (const RankShare& share : shares) {
    EXPECT_EQ(share.first, next);
    EXPECT_GE(share.count, 1);
    next += share.count;
  }
  EXPECT_EQ(next, 4);
}

// what the others hear when rank 2 does something else than taking part in a sum
std::string heard(const std::function<void(Ranks& ranks)>& of_rank_two,
                  std::chrono::milliseconds limit) {
  std::array<std::string, 2> lines;
  with_ranks(
      3,
      [&](Ranks& ranks) {
        if (ranks.rank() == 2) return of_rank_two(ranks);
        try {
          ranks.sum(torch::ones({3}));
        } catch (const RankLost& lost) {
          lines[static_cast<std::size_t>(ranks.rank())] = lost.what();
        }
      },
      limit);
  EXPECT_THAT(lines[0], HasSubstr("rank 0 of 3"));
  EXPECT_THAT(lines[1], HasSubstr("rank 1 of 3"));
  EXPECT_EQ(lines[0].substr(11), lines[1].substr(11));
  return lines[1].substr(13);
}

TEST(Ranks, ARankThatEndsIsNamedWithItsReason) {
  EXPECT_EQ(heard([](Ranks& ranks) { ranks.leave("no data"); }, std::chrono::seconds(60)),
            "rank 2 ended: no data");
}

TEST(Ranks, ARankThatHangsIsNamed) {
  const auto waits = [](Ranks& ranks) {
    try {
      for (;;) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        ranks.check();  // it does nothing of its own, but hears of it
      }
    } catch (const RankLost&) {
      return;
    }
  };
  EXPECT_THAT(heard(waits, std::chrono::milliseconds(3000)),
              HasSubstr("rank 2 hangs: the others wait for it for 3 s"));
}

}  // namespace
}  // namespace rnem::runtime
