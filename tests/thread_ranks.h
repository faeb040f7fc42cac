// Ranks of one job as threads of the test: what they compute is what processes would.
#pragma once

#include <chrono>
#include <exception>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "rnem/runtime/connection.h"
#include "rnem/runtime/ranks.h"

namespace rnem::testing {

inline std::vector<runtime::RankPlace> local_places(int size) {
  runtime::RankPlace place;
  place.size = size;
  place.address = "127.0.0.1";
  place.port = runtime::free_port(place.address);
  place.token = "a token for this test only";
  std::vector<runtime::RankPlace> places(static_cast<std::size_t>(size), place);
  for (int r = 0; r < size; ++r) places[static_cast<std::size_t>(r)].rank = r;
  return places;
}

// Runs `work` once for each, all at once; an exception of the first rank that threw goes on.
inline void for_each_rank(int count, const std::function<void(int rank)>& work) {
  std::vector<std::thread> threads;
  std::vector<std::exception_ptr> errors(static_cast<std::size_t>(count));
  for (int r = 0; r < count; ++r) {
    threads.emplace_back([&, r] {
      try {
        work(r);
      } catch (...) {
        errors[static_cast<std::size_t>(r)] = std::current_exception();
      }
    });
  }
  for (auto& thread : threads) thread.join();
  for (const auto& error : errors) {
    if (error) std::rethrow_exception(error);
  }
}

// With a group that all ranks have joined.
inline void with_ranks(int size, const std::function<void(runtime::Ranks& ranks)>& work,
                       std::chrono::milliseconds limit = std::chrono::seconds(60)) {
  const auto places = local_places(size);
  for_each_rank(size, [&](int rank) {
    runtime::Ranks ranks(places[static_cast<std::size_t>(rank)], "common = true\n",
                         {.lost = limit, .join = std::chrono::minutes(5)});
    work(ranks);
  });
}

}  // namespace rnem::testing
