#include "rnem/training/event_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <chrono>

#include "rnem/io/crc32c.h"

namespace rnem::training {
namespace {

// little-endian bytes of a number
template <class T>
std::string raw(T value) {
  const auto bytes = std::bit_cast<std::array<char, sizeof(T)>>(value);
  return {bytes.data(), bytes.size()};
}

std::string varint(std::uint64_t value) {
  std::string bytes;
  for (; value >= 0x80; value >>= 7) bytes += static_cast<char>(value | 0x80);
  return bytes += static_cast<char>(value);
}

// protocol-buffer fields by wire type
std::string tag(int field, int wire_type) { return varint(field << 3 | wire_type); }
std::string number(int field, std::uint64_t value) { return tag(field, 0) + varint(value); }
std::string float64(int field, double value) { return tag(field, 1) + raw(value); }
std::string bytes(int field, std::string_view value) {
  return tag(field, 2) + varint(value.size()) + std::string(value);
}
std::string float32(int field, float value) { return tag(field, 5) + raw(value); }

// field numbers of tensorflow/core/util/event.proto and framework/summary.proto
std::string event(std::int64_t step, const std::string& what) {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return float64(1, std::chrono::duration<double>(now).count()) +
         number(2, static_cast<std::uint64_t>(step)) + what;
}
std::string file_version() { return bytes(3, "brain.Event:2"); }
std::string summary(const std::string& values) { return bytes(5, values); }
std::string session_start() { return bytes(7, number(1, 1)); }

std::uint32_t masked_crc(std::string_view data) {
  return std::rotr(io::crc32c(data), 15) + 0xa282ead8U;
}

std::filesystem::path file_name() {
  std::array<char, 256> host{};
  if (::gethostname(host.data(), host.size() - 1) != 0) host = {"localhost"};
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  // microseconds keep the files of a run that is resumed at once apart and in order
  const auto micros = std::chrono::duration_cast<std::chrono::microseconds>(now).count();
  return fmt::format("events.out.tfevents.{}.{}.{:06}", micros / 1000000, host.data(),
                     micros % 1000000);
}

}  // namespace

EventFile::EventFile(const std::filesystem::path& folder, std::int64_t first_step)
    : file_(folder / file_name()) {
  record(event(0, file_version()));
  restart_at(first_step);
}

void EventFile::restart_at(std::int64_t first_step) { record(event(first_step, session_start())); }

void EventFile::scalars(std::int64_t step, const Scalars& values) {
  std::string all;
  for (const auto& [name, value] : values) {
    all += bytes(1, bytes(1, name) + float32(2, static_cast<float>(value)));
  }
  record(event(step, summary(all)));
}

void EventFile::picture(std::int64_t step, const std::string& name, int width, int height,
                        std::string_view png) {
  constexpr int kRgb = 3;
  const std::string image = number(1, height) + number(2, width) + number(3, kRgb) + bytes(4, png);
  record(event(step, summary(bytes(1, bytes(1, name) + bytes(4, image)))));
}

void EventFile::record(const std::string& data) {
  const std::string length = raw(static_cast<std::uint64_t>(data.size()));
  file_.append(length + raw(masked_crc(length)) + data + raw(masked_crc(data)));
}

}  // namespace rnem::training
