#include "rnem/video/av_film.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <utility>

#include "rnem/core/error.h"
#include "rnem/video/av.h"
#include "rnem/video/camera_input.h"

namespace rnem::video {
namespace {

namespace fs = std::filesystem;

class AvFilm final : public Film {
 public:
  AvFilm(av::Input input, std::string name, bool live)
      : input_(std::move(input)), packet_(av_packet_alloc()), decoded_(av_frame_alloc()) {
    info_.name = std::move(name);
    info_.live = live;
    const AVCodec* decoder = nullptr;
    stream_ = av_find_best_stream(input_.get(), AVMEDIA_TYPE_VIDEO, -1, -1, &decoder, 0);
    if (stream_ < 0) fail_input("{}: has no pictures", info_.name);
    const AVStream& stream = *input_->streams[stream_];
    // before the decoder makes room for them
    check_frame_size(info_.name, stream.codecpar->width, stream.codecpar->height);
    open_decoder(decoder, stream);
    info_.width = codec_->width;
    info_.height = codec_->height;
    const AVRational rate = av_guess_frame_rate(input_.get(), input_->streams[stream_], nullptr);
    if (rate.num > 0 && rate.den > 0) info_.rate = av_q2d(rate);
    declared_ = stream.nb_frames;
    if (!live) info_.frames = declared_ > 0 ? declared_ : frames_by_duration();
    for (unsigned i = 0; i < input_->nb_streams; ++i) {
      if (std::cmp_not_equal(i, stream_)) input_->streams[i]->discard = AVDISCARD_ALL;
    }
  }

  bool next(Frame& frame) override {
    for (;;) {
      const int status = avcodec_receive_frame(codec_.get(), decoded_.get());
      if (status == 0) break;
      if (status == AVERROR_EOF) return end();
      if (status != AVERROR(EAGAIN)) damaged(status);
      feed();
    }
    ++number_;
    check_same_size(info_, number_, decoded_->width, decoded_->height);
    convert(frame);
    return true;
  }

 private:
  void open_decoder(const AVCodec* decoder, const AVStream& stream) {
    codec_.reset(avcodec_alloc_context3(decoder));
    avcodec_parameters_to_context(codec_.get(), stream.codecpar);
    codec_->max_pixels = kMostFramePixels;
    // two: the model has the other cores
    codec_->thread_count = 2;
    const int status = avcodec_open2(codec_.get(), decoder, nullptr);
    if (status < 0) {
      fail_input("{}: cannot decode {}: {}", info_.name,
                 avcodec_get_name(stream.codecpar->codec_id), av::reason(status));
    }
  }

  std::int64_t frames_by_duration() const {
    if (input_->duration <= 0 || info_.rate <= 0) return 0;
    return static_cast<std::int64_t>(static_cast<double>(input_->duration) / AV_TIME_BASE *
                                     info_.rate);
  }

  // the next packet of the stream into the decoder; at the end, the word that there are no more
  void feed() {
    for (;;) {
      const int status = av_read_frame(input_.get(), packet_.get());
      if (status == AVERROR_EOF) {
        avcodec_send_packet(codec_.get(), nullptr);
        return;
      }
      if (status < 0) damaged(status);
      const bool ours = packet_->stream_index == stream_;
      // where a broadcast was interrupted; the decoder makes of it what it can
      const bool gap = (packet_->flags & AV_PKT_FLAG_CORRUPT) != 0;
      const int sent = ours ? avcodec_send_packet(codec_.get(), packet_.get()) : 0;
      if (ours && packet_->pts != AV_NOPTS_VALUE) {
        const AVRational unit = input_->streams[stream_]->time_base;
        seconds_ = std::max(seconds_, static_cast<double>(packet_->pts) * av_q2d(unit));
      }
      av_packet_unref(packet_.get());
      if (!ours) continue;
      if (sent < 0 && !gap) damaged(sent);
      if (!gap) ++packets_;
      return;
    }
  }

  bool end() const {
    // the header of a file that was cut off promises more
    if (!info_.live && packets_ < declared_) {
      fail_input("{}: ends after {} of {} frames, it was cut off", info_.name, packets_, declared_);
    }
    constexpr double kSlack = 0.25;  // seconds: the last frame's own
    const double end = declared_seconds(*input_->streams[stream_]);
    if (seconds_ + std::max(kSlack, info_.rate > 0 ? 2 / info_.rate : 0.0) < end) {
      fail_input("{}: ends after {:.1f} of {:.1f} seconds, it was cut off", info_.name, seconds_,
                 end);
    }
    if (number_ == 0) fail_input("{}: has no frames", info_.name);
    return false;
  }

  // Matroska has no count of frames, but its writers note when each stream ends: "00:01:30.5".
  double declared_seconds(const AVStream& stream) const {
    const AVDictionaryEntry* tag = av_dict_get(stream.metadata, "DURATION", nullptr, 0);
    int hours = 0, minutes = 0;
    double seconds = 0;
    const bool read =
        tag != nullptr && std::sscanf(tag->value, "%d:%d:%lf", &hours, &minutes, &seconds) == 3;
    return read ? 3600 * hours + 60 * minutes + seconds : 0;
  }

  [[noreturn]] void damaged(int error) const {
    fail_input("{}: damaged after {} frames: {}", info_.name, number_, av::reason(error));
  }

  void convert(Frame& frame) {
    const auto format = static_cast<AVPixelFormat>(decoded_->format);
    const bool grey = av_pix_fmt_desc_get(format)->nb_components <= 2;
    const AVPixelFormat wanted = grey ? AV_PIX_FMT_GRAY8 : AV_PIX_FMT_RGB24;
    frame.width = decoded_->width;
    frame.height = decoded_->height;
    frame.channels = grey ? 1 : 3;
    frame.pixels.resize(frame.area() * static_cast<std::size_t>(frame.channels));
    scaler_.reset(sws_getCachedContext(
        scaler_.release(), frame.width, frame.height, format, frame.width, frame.height, wanted,
        SWS_BILINEAR | SWS_FULL_CHR_H_INT | SWS_ACCURATE_RND, nullptr, nullptr, nullptr));
    if (!scaler_) fail_input("{}: cannot convert its colours", info_.name);
    std::uint8_t* planes[4] = {frame.pixels.data()};
    const int strides[4] = {frame.width * frame.channels};
    sws_scale(scaler_.get(), decoded_->data, decoded_->linesize, 0, frame.height, planes, strides);
    av_frame_unref(decoded_.get());
  }

  av::Input input_;
  av::Codec codec_;
  av::Packet packet_;
  av::FramePtr decoded_;
  av::Scaler scaler_;
  int stream_ = -1;
  std::int64_t declared_ = 0, packets_ = 0, number_ = 0;
  double seconds_ = 0;  // of the last packet
};

}  // namespace

std::unique_ptr<Film> open_video(const std::string& path) {
  std::error_code ignored;
  if (!fs::exists(path, ignored)) fail_missing("{}: no such file", path);
  if (fs::is_regular_file(path, ignored) && fs::file_size(path, ignored) == 0) {
    fail_input("{}: is empty, a video was expected", path);
  }
  return std::make_unique<AvFilm>(av::open_input("file:" + path, path, nullptr), path, false);
}

std::unique_ptr<Film> open_camera(const std::string& device, const std::string& size) {
  return std::make_unique<AvFilm>(open_camera_input(device, size), device, true);
}

}  // namespace rnem::video
