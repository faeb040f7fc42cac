#include "rnem/runtime/handshake.h"

#include <sstream>

#include "rnem/core/error.h"
#include "rnem/runtime/hmac.h"

namespace rnem::runtime {
namespace {

constexpr std::string_view kGreeting = "rnem-ranks-1";
constexpr std::size_t kNonce = 16, kProof = 32;      // bytes
constexpr std::size_t kMostBefore = 128;             // of a message, before a caller has proved
constexpr std::size_t kMostClaims = 1 << 20;         // a config is about 5 kB
constexpr auto kPatience = std::chrono::seconds(5);  // with one caller: others wait meanwhile
constexpr auto kPatienceWithFirst = std::chrono::minutes(2);  // it serves others before

std::string proof(const std::string& token, std::string_view role, std::string_view nonces,
                  std::string_view text = {}) {
  std::string message(role);
  message += nonces;
  message += text;
  return std::string(bytes_of(hmac_sha256(token, message)));
}

std::string to_text(const RankClaims& claims) {
  return fmt::format("{}\n{}\n{}\n{}", claims.rank, claims.size, claims.program, claims.config);
}

RankClaims claims_from(const std::string& text) {
  std::istringstream in(text);
  RankClaims claims;
  std::string rank, size;
  std::getline(in, rank);
  std::getline(in, size);
  std::getline(in, claims.program);
  claims.rank = std::atoi(rank.c_str());
  claims.size = std::atoi(size.c_str());
  if (in) claims.config.assign(std::istreambuf_iterator<char>(in), {});
  return claims;
}

// Empty: it may take part.
std::string objection(const RankClaims& caller, const RankClaims& own) {
  if (caller.size != own.size || caller.rank < 1 || caller.rank >= own.size) {
    return fmt::format("rank {} of {} came to a job of {} ranks", caller.rank, caller.size,
                       own.size);
  }
  if (caller.program != own.program) {
    return fmt::format("rank {} runs {}, rank 0 runs {}: all must be the same", caller.rank,
                       caller.program, own.program);
  }
  if (const std::string difference = first_difference(caller.config, own.config);
      !difference.empty()) {
    return fmt::format("rank {} has other settings: {}", caller.rank, difference);
  }
  return "";
}

}  // namespace

std::string first_difference(const std::string& config, const std::string& of_first) {
  std::istringstream a(config), b(of_first);
  std::string line, other, section;
  for (;;) {
    const bool more = static_cast<bool>(std::getline(a, line));
    const bool other_more = static_cast<bool>(std::getline(b, other));
    if (!more && !other_more) return "";
    if (!more) line = "nothing";
    if (!other_more) other = "nothing";
    if (line != other) return fmt::format("{}{}, rank 0 has {}", section, line, other);
    if (line.starts_with('[')) section = line + " ";
  }
}

void ask_in(Connection& to_first, const std::string& token, const RankClaims& claims) {
  const auto deadline = RankClock::now() + kPatienceWithFirst;
  const std::string own = secret_bytes(kNonce);
  to_first.send('h', std::string(kGreeting) + own);
  const Message challenge = to_first.receive(deadline, kMostBefore);
  const std::string where = to_first.peer_address();
  if (challenge.kind != 'c' || challenge.bytes.size() != kNonce + kProof) {
    fail_input("{} is not rank 0 of a job of rnem", where);
  }
  const std::string nonces = own + challenge.bytes.substr(0, kNonce);
  if (!same_digest(challenge.bytes.substr(kNonce), proof(token, "rank 0", nonces))) {
    fail_input(
        "{} knows another token than rank {}: another job is on that port, or RNEM_TOKEN "
        "differs",
        where, claims.rank);
  }
  const std::string text = to_text(claims);
  to_first.send('p', proof(token, "claims", nonces, text) + text);
  const Message verdict = to_first.receive(deadline, kMostClaims);
  if (verdict.kind != 'y') fail_input("{}", verdict.bytes);
}

RankClaims let_in(Connection& caller, const std::string& token, const RankClaims& own) {
  const auto deadline = RankClock::now() + kPatience;
  RankClaims claims;
  try {
    const Message hello = caller.receive(deadline, kMostBefore);
    if (hello.kind != 'h' || hello.bytes.size() != kGreeting.size() + kNonce ||
        !hello.bytes.starts_with(kGreeting)) {
      throw Stranger();
    }
    const std::string nonce = secret_bytes(kNonce);
    const std::string nonces = hello.bytes.substr(kGreeting.size()) + nonce;
    caller.send('c', nonce + proof(token, "rank 0", nonces));
    const Message answer = caller.receive(deadline, kMostClaims);
    const std::string text = answer.bytes.size() > kProof ? answer.bytes.substr(kProof) : "";
    if (answer.kind != 'p' ||
        !same_digest(answer.bytes.substr(0, std::min(kProof, answer.bytes.size())),
                     proof(token, "claims", nonces, text))) {
      throw Stranger();
    }
    claims = claims_from(text);
  } catch (const Error&) {
    throw Stranger();  // it went away, or sent what is no message
  }
  const std::string why_not = objection(claims, own);
  if (why_not.empty()) return claims;
  caller.send('n', why_not);
  throw InputError(why_not);
}

}  // namespace rnem::runtime
