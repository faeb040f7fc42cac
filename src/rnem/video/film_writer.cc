#include "rnem/video/film_writer.h"

#include <cmath>

#include "rnem/core/error.h"
#include "rnem/video/av.h"

namespace rnem::video {
namespace {

struct FreeOutput {
  void operator()(AVFormatContext* output) const {
    if (output->pb != nullptr) avio_closep(&output->pb);
    avformat_free_context(output);
  }
};

const AVCodec* film_encoder() {
  const AVCodec* h264 = avcodec_find_encoder_by_name("libx264");
  return h264 != nullptr ? h264 : avcodec_find_encoder(AV_CODEC_ID_MPEG4);
}

}  // namespace

struct FilmWriter::Impl {
  std::filesystem::path path;
  std::unique_ptr<AVFormatContext, FreeOutput> output;
  av::Codec codec;
  AVStream* stream = nullptr;
  av::FramePtr frame{av_frame_alloc()};
  av::Packet packet{av_packet_alloc()};
  av::Scaler scaler;

  void check(int status, const char* what) const {
    if (status < 0) fail("{}: cannot {}: {}", path.string(), what, av::reason(status));
  }

  void open(int width, int height, double rate) {
    av::be_silent();
    AVFormatContext* made = nullptr;
    check(avformat_alloc_output_context2(&made, nullptr, "mp4", nullptr), "make a film");
    output.reset(made);
    const AVCodec* encoder = film_encoder();
    if (encoder == nullptr) fail("{}: this FFmpeg has no encoder for films", path.string());
    codec.reset(avcodec_alloc_context3(encoder));
    codec->width = width & ~1;
    codec->height = height & ~1;
    codec->pix_fmt = AV_PIX_FMT_YUV420P;
    codec->framerate = av_d2q(rate, 1001 * 240);
    codec->time_base = av_inv_q(codec->framerate);
    codec->thread_count = 2;
    av_opt_set(codec->priv_data, "preset", "veryfast", 0);
    av_opt_set(codec->priv_data, "crf", "20", 0);
    if ((output->oformat->flags & AVFMT_GLOBALHEADER) != 0) {
      codec->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
    }
    check(avcodec_open2(codec.get(), encoder, nullptr), "encode a film");
    stream = avformat_new_stream(output.get(), nullptr);
    stream->time_base = codec->time_base;
    stream->avg_frame_rate = codec->framerate;
    check(avcodec_parameters_from_context(stream->codecpar, codec.get()), "make a film");
    check(avio_open(&output->pb, ("file:" + path.string()).c_str(), AVIO_FLAG_WRITE), "write");
    check(avformat_write_header(output.get(), nullptr), "write");
    frame->format = codec->pix_fmt;
    frame->width = codec->width;
    frame->height = codec->height;
    check(av_frame_get_buffer(frame.get(), 0), "make a film");
    scaler.reset(sws_getContext(codec->width, codec->height, AV_PIX_FMT_RGB24, codec->width,
                                codec->height, codec->pix_fmt, SWS_BILINEAR, nullptr, nullptr,
                                nullptr));
  }

  // hands `next` (nullptr: there are no more) to the encoder and writes what is ready
  void encode(const AVFrame* next) {
    check(avcodec_send_frame(codec.get(), next), "encode a film");
    for (;;) {
      const int status = avcodec_receive_packet(codec.get(), packet.get());
      if (status == AVERROR(EAGAIN) || status == AVERROR_EOF) return;
      check(status, "encode a film");
      packet->duration = 1;
      av_packet_rescale_ts(packet.get(), codec->time_base, stream->time_base);
      packet->stream_index = stream->index;
      check(av_interleaved_write_frame(output.get(), packet.get()), "write");
    }
  }
};

FilmWriter::FilmWriter(const std::filesystem::path& path, int width, int height, double rate)
    : impl_(std::make_unique<Impl>()) {
  RNEM_CHECK(rate > 0 && width > 1 && height > 1, "a film has a size and a rate");
  impl_->path = path;
  impl_->frame->pts = -1;
  impl_->open(width, height, rate);
}

FilmWriter::~FilmWriter() = default;

void FilmWriter::add(const figures::Image& image) {
  RNEM_CHECK(image.width() / 2 == impl_->codec->width / 2 &&
                 image.height() / 2 == impl_->codec->height / 2,
             "all frames of a film have one size");
  AVFrame& frame = *impl_->frame;
  impl_->check(av_frame_make_writable(&frame), "make a film");
  const auto* rgb = reinterpret_cast<const std::uint8_t*>(image.pixels().data());
  const int stride = 3 * image.width();
  sws_scale(impl_->scaler.get(), &rgb, &stride, 0, frame.height, frame.data, frame.linesize);
  ++frame.pts;
  impl_->encode(&frame);
}

void FilmWriter::close() {
  impl_->encode(nullptr);
  impl_->check(av_write_trailer(impl_->output.get()), "write");
  impl_->check(avio_closep(&impl_->output->pb), "write");
}

}  // namespace rnem::video
