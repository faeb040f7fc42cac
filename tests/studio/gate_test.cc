#include "rnem/studio/gate.h"

#include <gtest/gtest.h>

#include "rnem/studio/plain_name.h"

namespace rnem::studio {
namespace {

httplib::Request request(const std::string& method, const std::string& path,
                         const httplib::Headers& headers) {
  httplib::Request made;
  made.method = method;
  made.path = path;
  made.headers = headers;
  if (!made.has_header("Host")) made.headers.emplace("Host", "127.0.0.1:8080");
  return made;
}

int status(const Gate& gate, const httplib::Request& asked) {
  const auto refusal = gate.refuses(asked);
  return refusal ? refusal->status : 200;
}

TEST(Gate, OpensToTheLoopbackByAnyOfItsNames) {
  const Gate gate({.port = 8080});
  for (const char* host : {"127.0.0.1:8080", "localhost:8080", "[::1]:8080", "127.0.0.2"}) {
    EXPECT_EQ(status(gate, request("GET", "/", {{"Host", host}})), 200) << host;
  }
}

TEST(Gate, IsShutToNamesThatWereTurnedToUs) {
  const Gate gate({.port = 8080});
  for (const char* host : {"evil.example:8080", "127.0.0.1.evil.example", "", "localhost.evil"}) {
    EXPECT_EQ(status(gate, request("GET", "/api/catalog", {{"Host", host}})), 403) << host;
  }
  httplib::Request two = request("GET", "/", {{"Host", "localhost"}});
  two.headers.emplace("Host", "evil.example");
  EXPECT_EQ(status(gate, two), 403);
}

TEST(Gate, AnswersNoOtherPage) {
  const Gate gate({.port = 8080});
  const auto post = [&](const httplib::Headers& more) {
    httplib::Headers headers = {{"Content-Length", "2"}};
    headers.insert(more.begin(), more.end());
    return status(gate, request("POST", "/api/viewers", headers));
  };
  EXPECT_EQ(post({}), 200);
  EXPECT_EQ(post({{"Origin", "http://127.0.0.1:8080"}, {"Sec-Fetch-Site", "same-origin"}}), 200);
  EXPECT_EQ(post({{"Origin", "http://evil.example"}}), 403);
  EXPECT_EQ(post({{"Origin", "http://127.0.0.1:9999"}}), 403);
  EXPECT_EQ(post({{"Origin", "null"}}), 403);
  EXPECT_EQ(post({{"Sec-Fetch-Site", "cross-site"}}), 403);
  // pictures and scripts of ours in another page; a link to the page is fine
  EXPECT_EQ(status(gate, request("GET", "/main.js", {{"Sec-Fetch-Site", "cross-site"}})), 403);
  EXPECT_EQ(status(gate, request("GET", "/", {{"Sec-Fetch-Site", "cross-site"}})), 200);
}

TEST(Gate, WantsTheTokenWhereOneWasGiven) {
  const Gate gate({.host = "0.0.0.0", .port = 8080, .token = "00112233445566778899aabbccddeeff"});
  const auto get = [&](const httplib::Headers& headers) {
    return status(gate, request("GET", "/api/catalog", headers));
  };
  EXPECT_EQ(get({}), 401);
  EXPECT_EQ(get({{"Authorization", "Bearer 00112233445566778899aabbccddeeff"}}), 200);
  EXPECT_EQ(get({{"Authorization", "Bearer 00112233445566778899aabbccddeef0"}}), 401);
  EXPECT_EQ(get({{"Cookie", "a=b; rnem_studio=00112233445566778899aabbccddeeff"}}), 200);
  EXPECT_EQ(get({{"Cookie", "rnem_studio="}}), 401);
  httplib::Request page = request("GET", "/", {});
  page.params.emplace("token", "00112233445566778899aabbccddeeff");
  EXPECT_EQ(status(gate, page), 200);
}

TEST(Gate, LetsBodiesInThatHaveALengthAndAreNotTooLong) {
  const Gate gate({.port = 8080});
  const auto post = [&](const std::string& path, const httplib::Headers& headers) {
    return status(gate, request("POST", path, headers));
  };
  EXPECT_EQ(post("/api/viewers", {}), 411);
  EXPECT_EQ(post("/api/viewers", {{"Content-Length", "-1"}}), 411);
  EXPECT_EQ(post("/api/viewers", {{"Content-Length", "99999999999999999999999"}}), 411);
  EXPECT_EQ(post("/api/viewers", {{"Content-Length", "1000000"}}), 413);
  EXPECT_EQ(post("/api/uploads", {{"Content-Length", "1000000"}}), 200);
  EXPECT_EQ(post("/api/uploads", {{"Content-Length", "100000000"}}), 413);
  EXPECT_EQ(post("/api/viewers", {{"Content-Length", "2"}, {"Content-Encoding", "gzip"}}), 400);
  EXPECT_EQ(post("/api/viewers", {{"Transfer-Encoding", "chunked"}}), 400);
  EXPECT_EQ(status(gate, request("GET", "/", {{"Range", "bytes=0-1,0-1"}})), 400);
  EXPECT_EQ(status(gate, request("GET", "/", {{"Content-Length", "5"}})), 400);
}

TEST(PlainName, LeavesNoFolder) {
  for (const char* name : {"a", "run-1", "x.safetensors", "A_b.9"}) {
    EXPECT_TRUE(is_plain_name(name)) << name;
  }
  for (const char* name : {"", ".", "..", "../x", "a/b", "/etc/passwd", ".hidden", "-o", "a b",
                           "a\\b", "a%2f", "\xc3\xa9"}) {
    EXPECT_FALSE(is_plain_name(name)) << name;
  }
  EXPECT_FALSE(is_plain_name(std::string(200, 'a')));
  EXPECT_FALSE(is_plain_name(std::string_view("a\0b", 3)));
}

}  // namespace
}  // namespace rnem::studio
