# The flags every target of ours has.
add_library(rnem_flags INTERFACE)
target_compile_features(rnem_flags INTERFACE cxx_std_20)
target_compile_options(rnem_flags INTERFACE -fPIC -Wall -Wextra -Wshadow -Wnon-virtual-dtor)
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
  # the timestamp would make every precompiled header unique and defeat ccache
  target_compile_options(rnem_flags INTERFACE "SHELL:-Xclang -fno-pch-timestamp")
  target_link_options(rnem_flags INTERFACE -fuse-ld=lld)
endif()
if(RNEM_SANITIZE)
  target_compile_options(rnem_flags INTERFACE -fsanitize=${RNEM_SANITIZE} -fno-omit-frame-pointer
                         -fno-sanitize-recover=all)
  target_link_options(rnem_flags INTERFACE -fsanitize=${RNEM_SANITIZE})
endif()
