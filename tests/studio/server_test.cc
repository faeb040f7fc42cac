// The server over its socket: what it answers, and whom it keeps waiting.
#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <httplib.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <nlohmann/json.hpp>
#include <thread>

#include "error_of.h"
#include "observers.h"
#include "rnem/studio/studio.h"
#include "runtimes.h"
#include "studio/scenes.h"
#include "temporary_folder.h"

namespace rnem::studio {
namespace {

using nlohmann::json;
using rnem::testing::count_records;
using rnem::testing::RecordingObserver;
using rnem::testing::TemporaryFolder;
using ::testing::HasSubstr;

class Server : public ::testing::Test {
 protected:
  // In-process, at a port of its own.
  void start(const std::function<void(StudioOptions&)>& change = {}) {
    StudioOptions options;
    options.port = 0;
    options.runs = folder_ / "runs";
    if (change) change(options);
    studio_ = std::make_unique<Studio>(options, rnem::testing::fast_runtime());
    observer_.stop = [this] { return ends_.load(); };
    thread_ = std::thread([this] { studio_->serve(observer_); });
    client_ = std::make_unique<httplib::Client>("127.0.0.1", studio_->port());
    client_->set_keep_alive(true);
    client_->set_read_timeout(300, 0);  // a busy machine
  }
  void TearDown() override {
    client_.reset();
    ends_ = true;
    if (thread_.joinable()) thread_.join();
  }

  httplib::Result post(const std::string& path, const json& body) {
    return client_->Post(path, body.dump(), "application/json");
  }
  std::string open(const json& body = json::object()) {
    const auto answer = post("/api/viewers", body);
    return answer && answer->status == 200 ? json::parse(answer->body)["id"] : "";
  }
  static std::string error(const httplib::Result& answer) {
    return answer ? json::parse(answer->body).value("error", "") : "no answer";
  }
  // A socket of our own, for what no client sends.
  int raw(const std::string& bytes) const {
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(static_cast<std::uint16_t>(studio_->port()));
    ::inet_pton(AF_INET, "127.0.0.1", &to.sin_addr);
    EXPECT_EQ(::connect(socket, reinterpret_cast<sockaddr*>(&to), sizeof(to)), 0);
    EXPECT_EQ(::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(bytes.size()));
    return socket;
  }

  TemporaryFolder folder_;
  RecordingObserver observer_;
  std::atomic<bool> ends_{false};
  std::unique_ptr<Studio> studio_;
  std::unique_ptr<httplib::Client> client_;
  std::thread thread_;
};

TEST_F(Server, ServesThePageWithAStrictPolicy) {
  start();
  const auto page = client_->Get("/");
  ASSERT_TRUE(page);
  EXPECT_EQ(page->status, 200);
  EXPECT_THAT(page->body, HasSubstr("rnem studio"));
  const std::string policy = page->get_header_value("Content-Security-Policy");
  EXPECT_THAT(policy, HasSubstr("default-src 'none'"));
  EXPECT_THAT(policy, ::testing::Not(HasSubstr("unsafe")));
  EXPECT_EQ(page->get_header_value("X-Content-Type-Options"), "nosniff");
  EXPECT_EQ(client_->Get("/main.js")->get_header_value("Content-Type"),
            "text/javascript; charset=utf-8");
  EXPECT_EQ(client_->Get("/nothing.js")->status, 404);
}

TEST_F(Server, StreamsStepsOfAViewer) {
  start();
  const std::string id = open();
  ASSERT_EQ(id.size(), 32U);
  const auto steps = post("/api/viewers/" + id + "/steps", {{"steps", 5}});
  ASSERT_TRUE(steps);
  EXPECT_EQ(count_records(steps->body), 5U);
  EXPECT_EQ(client_->Delete("/api/viewers/" + id)->status, 200);
  EXPECT_EQ(post("/api/viewers/" + id + "/steps", {{"steps", 5}})->status, 404);
}

TEST_F(Server, SaysWhatIsWrong) {
  start();
  EXPECT_THAT(error(post("/api/viewers", {{"world", "bals4mass64"}})), HasSubstr("balls4mass64"));
  EXPECT_THAT(error(post("/api/viewers", {{"model", "nothing"}})), HasSubstr("no model 'nothing'"));
  EXPECT_THAT(error(post("/api/viewers", {{"seed", "x"}})), HasSubstr("seed: "));
  EXPECT_THAT(error(post("/api/viewers", {{"noise", 0.9}})), HasSubstr("noise: "));
  EXPECT_THAT(error(post("/api/viewers", {{"rule", "crips"}})), HasSubstr("'crisp'"));
  EXPECT_THAT(error(post("/api/viewers", {{"world", "shapes28"}})), HasSubstr("28x28"));
  EXPECT_THAT(error(client_->Post("/api/viewers", "{", "application/json")), HasSubstr("JSON"));
  EXPECT_THAT(error(client_->Post("/api/viewers", "{}", "text/plain")), HasSubstr("Content-Type"));
  const std::string id = open();
  const auto edit = [&](const json& what) {
    return error(post("/api/viewers/" + id + "/steps", {{"edits", {what}}}));
  };
  EXPECT_THAT(edit({{"do", "explode"}}), HasSubstr("'explode'"));
  EXPECT_THAT(edit(7), HasSubstr("edits: expected objects"));
}

TEST_F(Server, NoNameLeavesItsFolder) {
  start([&](StudioOptions& options) { options.models = folder_.path(); });
  for (const char* path : {"/../etc/passwd", "/%2e%2e/etc/passwd", "/..%2f..%2fetc%2fpasswd",
                           "/api/runs/..%2f..%2fetc/log", "/api/runs/../log",
                           "/api/runs/x/samples/..%2f..%2fconfig.toml"}) {
    const auto answer = client_->Get(path);
    ASSERT_TRUE(answer) << path;
    EXPECT_GE(answer->status, 400) << path;
  }
  for (const char* model :
       {"file:../x.safetensors", "run:../../x", "/etc/passwd", "file:/etc/passwd"}) {
    EXPECT_GE(post("/api/viewers", {{"model", model}})->status, 400) << model;
  }
  EXPECT_GE(post("/api/viewers", {{"world", "upload:../../etc/passwd"}})->status, 400);
  EXPECT_GE(post("/api/viewers", {{"world", folder_.path().string() + "/x.toml"}})->status, 400);
  EXPECT_THAT(error(post("/api/runs", {{"name", "../out"}})), HasSubstr("name: expected letters"));
  EXPECT_THAT(
      error(post("/api/runs", {{"name", "a"}, {"settings", {{"data.train", "/etc/passwd"}}}})),
      HasSubstr("/etc/passwd"));
  EXPECT_THAT(
      error(post("/api/runs", {{"name", "a"}, {"settings", {{"training.init", "/etc/x"}}}})),
      HasSubstr("no model"));
  EXPECT_THAT(error(post("/api/runs", {{"name", "a"}, {"settings", {{"em.k", "many"}}}})),
              HasSubstr("em.k"));
}

TEST_F(Server, OtherAddressesNeedTheToken) {
  start([](StudioOptions& options) { options.host = "0.0.0.0"; });
  ASSERT_EQ(studio_->token().size(), 32U);
  EXPECT_EQ(client_->Get("/")->status, 401);
  const auto entered = client_->Get("/?token=" + studio_->token());
  EXPECT_EQ(entered->status, 302);
  EXPECT_THAT(entered->get_header_value("Set-Cookie"), HasSubstr("HttpOnly; SameSite=Strict"));
  EXPECT_EQ(client_->Get("/", {{"Cookie", "rnem_studio=" + studio_->token()}})->status, 200);
}

TEST_F(Server, SlowClientsAreLetGoAndStopNobody) {
  start([](StudioOptions& options) {
    options.patience.request = options.patience.idle = std::chrono::milliseconds(300);
  });
  std::vector<int> slow;
  for (int i = 0; i < 40; ++i) slow.push_back(raw("GET / HTTP/1.1\r\nHost: loc"));
  EXPECT_EQ(client_->Get("/")->status, 200);
  for (const int socket : slow) {
    // the server closes: there is an end to read, be it of a refusal
    char bytes[512];
    while (::recv(socket, bytes, sizeof(bytes), 0) > 0) {
    }
    ::close(socket);
  }
  EXPECT_EQ(client_->Get("/")->status, 200);
}

TEST_F(Server, SurvivesNonsense) {
  start([](StudioOptions& options) {
    options.patience.request = options.patience.idle = std::chrono::milliseconds(300);
  });
  Rng rng(1, "nonsense");
  for (int i = 0; i < 200; ++i) {
    std::string bytes = i % 2 == 0 ? "" : "POST /api/viewers HTTP/1.1\r\nHost: localhost\r\n";
    for (std::uint64_t n = rng.below(400); n > 0; --n) bytes += static_cast<char>(rng.below(256));
    ::close(raw(bytes));
  }
  const int huge =
      raw("POST /api/uploads?height=64&width=64 HTTP/1.1\r\nHost: localhost\r\n"
          "Content-Length: 99999999999\r\n\r\n");
  char answer[64] = {};
  EXPECT_GT(::recv(huge, answer, sizeof(answer) - 1, 0), 0);
  EXPECT_THAT(answer, HasSubstr("413"));
  ::close(huge);
  EXPECT_EQ(open().size(), 32U);
}

TEST_F(Server, HasPlaceForSoManyAndSaysWhenItIsFull) {
  start([](StudioOptions& options) { options.viewers.most = 3; });
  for (int i = 0; i < 3; ++i) EXPECT_EQ(open().size(), 32U);
  const auto full = post("/api/viewers", json::object());
  EXPECT_EQ(full->status, 503);
  EXPECT_EQ(full->get_header_value("Retry-After"), "1");
}

TEST_F(Server, TheFormHasEverySettingOfATraining) {
  start();
  const auto form = json::parse(client_->Get("/api/settings")->body)["settings"];
  EXPECT_GT(form.size(), 40U);
  bool found = false;
  for (const auto& row : form) {
    EXPECT_NE(row["help"], "") << row["key"];
    found |= row["key"] == "em.k" && row["kind"] == "integer" && row["value"] == "5";
  }
  EXPECT_TRUE(found);
  EXPECT_EQ(json::parse(client_->Get("/api/runs")->body)["runs"].size(), 0U);
}

TEST(StudioPort, ThatIsTakenIsSaid) {
  const TemporaryFolder folder;
  StudioOptions options;
  options.port = 0;
  options.runs = folder.path();
  const Studio first(options, rnem::testing::fast_runtime());
  options.port = first.port();
  options.host = "127.0.0.1";
  EXPECT_THAT(rnem::testing::error_of([&] { Studio(options, rnem::testing::fast_runtime()); }),
              HasSubstr("--port takes another"));
}

}  // namespace
}  // namespace rnem::studio
