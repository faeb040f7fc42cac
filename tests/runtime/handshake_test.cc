// Who is let into a job, and what those hear who are not.
#include "rnem/runtime/handshake.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>

#include "error_of.h"
#include "rnem/runtime/roll_call.h"
#include "thread_ranks.h"

namespace rnem::runtime {
namespace {

using rnem::testing::error_of;
using rnem::testing::local_places;
using std::chrono::seconds;
using ::testing::HasSubstr;

constexpr auto kLimit = seconds(60);
const RankClaims kFirst = {0, 2, "rnem 1", "[training]\nrate = 0.1\nbatch = 4\n"};

RankClaims second() {
  RankClaims claims = kFirst;
  claims.rank = 1;
  return claims;
}

// Rank 0 waits for rank 1, and `calls` comes.
struct Joined {
  std::string first = "no error";  // what rank 0 was told
  std::string caller;
};
Joined join(const std::function<std::string(const RankPlace& place)>& calls) {
  const auto places = local_places(2);
  auto first = std::async(std::launch::async, [&] {
    return error_of([&] { RollCall roll(places[0], kFirst, kLimit, kLimit); });
  });
  Joined joined;
  joined.caller = calls(places[1]);
  joined.first = first.get();
  return joined;
}

std::string call(const RankPlace& place, const RankClaims& claims) {
  return error_of([&] { RollCall roll(place, claims, kLimit, kLimit); });
}

TEST(Handshake, LetsInWhoKnowsTheTokenAndAgrees) {
  const Joined joined = join([](const RankPlace& place) { return call(place, second()); });
  EXPECT_EQ(joined.caller, "no error");
  EXPECT_EQ(joined.first, "no error");
}

TEST(Handshake, AnotherTokenIsAnotherJobAndRankZeroGoesOnWaiting) {
  const Joined joined = join([](const RankPlace& place) {
    RankPlace stranger = place;
    stranger.token = "a token of another job";
    EXPECT_THAT(call(stranger, second()), HasSubstr("knows another token than rank 1"));
    // neither does it mind those who speak something else
    Connection noise = connect_to(place.address, place.port, RankClock::now() + kLimit);
    noise.send('G', "ET / HTTP/1.1");
    return call(place, second());
  });
  EXPECT_EQ(joined.caller, "no error");
  EXPECT_EQ(joined.first, "no error");
}

TEST(Handshake, ARankZeroWithoutTheTokenIsNotBelieved) {
  const auto place = local_places(2)[1];
  const Socket listener = listen_on(place.address, place.port);
  auto impostor = std::async(std::launch::async, [&] {
    auto caller = accept_from(listener, RankClock::now() + kLimit);
    caller->receive(RankClock::now() + kLimit, 1000);
    caller->send('c', std::string(48, 'x'));
  });
  EXPECT_THAT(call(place, second()), HasSubstr("knows another token"));
  impostor.get();
}

TEST(Handshake, OtherVersionsSettingsAndSizesAreNamedOnBothSides) {
  const auto expect = [](const RankClaims& claims, const std::string& line) {
    const Joined joined = join([&](const RankPlace& place) { return call(place, claims); });
    EXPECT_EQ(joined.caller, line);
    EXPECT_EQ(joined.first, line);
  };
  RankClaims claims = second();
  claims.program = "rnem 2";
  expect(claims, "rank 1 runs rnem 2, rank 0 runs rnem 1: all must be the same");
  claims = second();
  claims.config = "[training]\nrate = 0.2\nbatch = 4\n";
  expect(claims, "rank 1 has other settings: [training] rate = 0.2, rank 0 has rate = 0.1");
  claims = second();
  claims.size = 3;
  expect(claims, "rank 1 of 3 came to a job of 2 ranks");
}

TEST(Handshake, APortThatIsTakenIsOneClearLine) {
  const auto place = local_places(2)[0];
  const Socket other_job = listen_on(place.address, place.port);
  EXPECT_EQ(
      call(place, kFirst),
      fmt::format("rank 0 cannot listen on 127.0.0.1 port {}: another job is there", place.port));
}

TEST(Handshake, ListensOnTheGivenAddressOnly) {
  const auto place = local_places(2)[0];
  const Socket first = listen_on("127.0.0.1", place.port);
  // the same port of another address of this machine is still free
  EXPECT_NO_THROW(listen_on("127.0.0.2", place.port));
  EXPECT_THAT(error_of([&] { listen_on("192.0.2.1", place.port); }),
              HasSubstr("not an address of this machine"));
}

}  // namespace
}  // namespace rnem::runtime
