#include "rnem/video/av.h"

#include "rnem/core/error.h"

namespace rnem::video::av {

std::string reason(int error) {
  char text[AV_ERROR_MAX_STRING_SIZE] = {};
  av_strerror(error, text, sizeof(text));
  return text;
}

void be_silent() { av_log_set_level(AV_LOG_QUIET); }

Input open_input(const std::string& url, const std::string& name, const char* demuxer,
                 const char* option, const char* value) {
  be_silent();
  const AVInputFormat* format = nullptr;
  if (demuxer != nullptr) {
    format = av_find_input_format(demuxer);
    if (format == nullptr) fail_input("{}: this FFmpeg was built without {}", name, demuxer);
  }
  AVDictionary* options = nullptr;
  // a playlist that names other files or hosts is no video of the user's
  av_dict_set(&options, "protocol_whitelist", "file", 0);
  if (option != nullptr) av_dict_set(&options, option, value, 0);
  AVFormatContext* opened = nullptr;
  const int status = avformat_open_input(&opened, url.c_str(), format, &options);
  av_dict_free(&options);
  if (status < 0) fail_input("{}: cannot be read as a video: {}", name, reason(status));
  Input input(opened);
  const int found = avformat_find_stream_info(input.get(), nullptr);
  if (found < 0) fail_input("{}: cannot be read as a video: {}", name, reason(found));
  return input;
}

}  // namespace rnem::video::av
