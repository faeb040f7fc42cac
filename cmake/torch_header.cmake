# LibTorch's headers, precompiled once and read by every unit that needs tensors.
#
# CMake's own precompiled headers name the build folder on every command line and in the header itself, so a
# second clone would share nothing with the first. Here the header is an object file whose path is relative
# to the build folder, and beside it lies a checksum of what decides its content, which ccache takes
# for it (CCACHE_PCH_EXTSUM, set with the launcher in CMakeLists.txt).
if(RNEM_PCH AND NOT CMAKE_CXX_COMPILER_ID MATCHES Clang)
  set(RNEM_PCH OFF)
endif()

set(RNEM_TORCH_HEADER src/CMakeFiles/rnem_torch_header.dir/torch_header.cc.o)

function(rnem_add_torch_header)
  if(NOT RNEM_PCH)
    return()
  endif()
  set(unit ${CMAKE_CURRENT_BINARY_DIR}/torch_header.cc)
  file(CONFIGURE OUTPUT ${unit} CONTENT "#include \"rnem/torch.h\"\n")
  add_library(rnem_torch_header OBJECT ${unit})
  target_link_libraries(rnem_torch_header PRIVATE rnem_flags fmt::fmt torch)
  target_include_directories(rnem_torch_header PRIVATE ${PROJECT_SOURCE_DIR}/include)
  target_include_directories(rnem_torch_header SYSTEM PRIVATE ${TORCH_INCLUDE_DIRS})
  target_compile_options(rnem_torch_header PRIVATE "SHELL:-Xclang -emit-pch" -fpch-instantiate-templates)
  # it holds paths of this folder: not one to share
  set_target_properties(rnem_torch_header PROPERTIES CXX_COMPILER_LAUNCHER "")
  file(SHA256 ${PROJECT_SOURCE_DIR}/include/rnem/torch.h text)
  string(SHA256 checksum "${text} ${CMAKE_CXX_COMPILER} ${CMAKE_CXX_COMPILER_VERSION} ${CMAKE_BUILD_TYPE} \
${CMAKE_CXX_FLAGS} ${RNEM_SANITIZE} ${Torch_VERSION} ${TORCH_CXX_FLAGS}")
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/${RNEM_TORCH_HEADER}.sum CONTENT "${checksum}\n")
endfunction()

# rnem_use_torch_header(target): its units read the precompiled header.
function(rnem_use_torch_header target)
  if(NOT RNEM_PCH)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  set_property(SOURCE ${sources} TARGET_DIRECTORY ${target} APPEND PROPERTY OBJECT_DEPENDS
               ${PROJECT_BINARY_DIR}/${RNEM_TORCH_HEADER})
  target_compile_options(${target} PRIVATE "SHELL:-include-pch ${RNEM_TORCH_HEADER}")
  add_dependencies(${target} rnem_torch_header)
endfunction()
