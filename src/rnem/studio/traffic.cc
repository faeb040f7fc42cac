#include "rnem/studio/traffic.h"

#include <httplib.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "rnem/core/error.h"
#include "rnem/core/task.h"

namespace rnem::studio {
namespace {

using nlohmann::json;

class Visitor {
 public:
  Visitor(int port, const Traffic& traffic) : client_("127.0.0.1", port), traffic_(traffic) {
    client_.set_keep_alive(true);
    client_.set_tcp_nodelay(true);
    client_.set_read_timeout(60, 0);
    const auto facts = json::parse(post(
        "/api/viewers", {{"model", traffic.model}, {"world", traffic.world}, {"k", traffic.k}}));
    steps_ = "/api/viewers/" + facts.at("id").get<std::string>() + "/steps";
    ask();  // the first is slower
  }

  std::size_t ask() { return post(steps_, {{"steps", 1}, {"inside", traffic_.inside}}).size(); }

 private:
  std::string post(const std::string& path, const json& body) {
    const auto answer = client_.Post(path, body.dump(), "application/json");
    if (!answer) fail("the studio does not answer");
    if (answer->status != 200) fail("the studio answers {}: {}", answer->status, answer->body);
    return answer->body;
  }

  httplib::Client client_;
  const Traffic& traffic_;
  std::string steps_;
};

}  // namespace

Delivered visit(int port, const Traffic& traffic, Observer& observer) {
  std::vector<std::unique_ptr<Visitor>> visitors;
  for (int i = 0; i < traffic.visitors; ++i) {
    visitors.push_back(std::make_unique<Visitor>(port, traffic));
  }
  Delivered delivered;
  std::atomic<std::int64_t> bytes{0}, frames{0};
  std::atomic<int> left{traffic.visitors};
  std::atomic<bool> ends{false};
  std::mutex mutex;
  std::string trouble;
  std::vector<std::thread> threads;
  for (auto& visitor : visitors) {
    threads.emplace_back([&, mine = visitor.get()] {
      const auto begin = std::chrono::steady_clock::now();
      try {
        for (int i = 0; i < traffic.frames && !ends; ++i, ++frames) {
          bytes += static_cast<std::int64_t>(mine->ask());
        }
      } catch (const Error& error) {
        const std::lock_guard lock(mutex);
        trouble = error.what();
      }
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
      const std::lock_guard lock(mutex);
      delivered.frames_per_second.push_back(traffic.frames / took.count());
      --left;
    });
  }
  Task task(observer, "visiting", "frames", std::int64_t{traffic.visitors} * traffic.frames);
  while (left > 0) {
    constexpr std::chrono::milliseconds kLook{50};
    std::this_thread::sleep_for(kLook);
    task.update(frames);
    if (observer.should_stop()) ends = true;
  }
  for (auto& thread : threads) thread.join();
  if (ends) throw Interrupted();
  if (!trouble.empty()) fail("{}", trouble);
  task.finish();
  delivered.bytes = static_cast<double>(bytes) / static_cast<double>(frames);
  return delivered;
}

}  // namespace rnem::studio
