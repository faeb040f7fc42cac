// FFmpeg's libraries in handles that free themselves. Used by the files of this folder only.
#pragma once

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>
}

#include <memory>
#include <string>

namespace rnem::video::av {

struct FreeInput {
  void operator()(AVFormatContext* input) const { avformat_close_input(&input); }
};
struct FreeCodec {
  void operator()(AVCodecContext* codec) const { avcodec_free_context(&codec); }
};
struct FreeFrame {
  void operator()(AVFrame* frame) const { av_frame_free(&frame); }
};
struct FreePacket {
  void operator()(AVPacket* packet) const { av_packet_free(&packet); }
};
struct FreeScaler {
  void operator()(SwsContext* scaler) const { sws_freeContext(scaler); }
};
using Input = std::unique_ptr<AVFormatContext, FreeInput>;
using Codec = std::unique_ptr<AVCodecContext, FreeCodec>;
using FramePtr = std::unique_ptr<AVFrame, FreeFrame>;
using Packet = std::unique_ptr<AVPacket, FreePacket>;
using Scaler = std::unique_ptr<SwsContext, FreeScaler>;

// "Invalid data found when processing input"
std::string reason(int error);

// The libraries print on their own; ours says what is wrong in one line. A setting of the process,
// which they have no other place for.
void be_silent();

// Opens `url` with the demuxer of that name (empty: found by its contents). InputError
// "name: cannot be read as a video: ..."
Input open_input(const std::string& url, const std::string& name, const char* demuxer,
                 const char* option = nullptr, const char* value = nullptr);

}  // namespace rnem::video::av
