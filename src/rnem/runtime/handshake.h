// How a rank is let into a job, before anything else is said.
//
// Both ends show that they know the job's token without sending it, for a nonce of the other:
//
//   rank -> 0   "rnem-ranks-1", nonce a
//   0 -> rank   nonce b, HMAC(token, "rank 0" a b)
//   rank -> 0   claims, HMAC(token, "claims" a b claims)
//   0 -> rank   yes, or no and why
//
// What follows on the connection is neither signed nor encrypted, as Gloo's own connections are not
// (docs/distributed.md has how to tunnel them).
#pragma once

#include <string>

#include "rnem/runtime/connection.h"

namespace rnem::runtime {

// What a rank says of itself; all but the rank must be the same everywhere.
struct RankClaims {
  int rank = 0, size = 1;
  std::string program;  // version, LibTorch, instructions: what decides the bits of a sum
  std::string config;   // one setting a line, as TOML
};

// Who calls is not of this job; rank 0 goes on waiting for those who are.
class Stranger : public std::exception {};

// Asks rank 0 to be let in. InputError: rank 0 is another job's, or says why not.
void ask_in(Connection& to_first, const std::string& token, const RankClaims& claims);

// Rank 0's side. Stranger: no proof, or none in time. InputError, which the caller has been told
// too: it knows the token, but its version, settings or number of ranks are others.
RankClaims let_in(Connection& caller, const std::string& token, const RankClaims& own);

// "[training] rate = 0.1, rank 0 has rate = 0.01"; empty when they are the same.
std::string first_difference(const std::string& config, const std::string& of_first);

}  // namespace rnem::runtime
