# The Python module, where there is pybind11: the package is put together in build/python.
if(NOT DEFINED Python_EXECUTABLE AND EXISTS /usr/bin/python3)
  # Debian's packages are for this one; another may come first in PATH
  set(Python_EXECUTABLE /usr/bin/python3)
endif()
find_package(Python COMPONENTS Interpreter Development.Module)
set(PYBIND11_FINDPYTHON ON)
find_package(pybind11 CONFIG QUIET)
set(RNEM_PYTHON OFF)
if(RNEM_SANITIZE)
  message(STATUS "The Python module is left out: a sanitizer would have to be in Python itself")
  return()
endif()
if(NOT Python_Development.Module_FOUND OR NOT pybind11_FOUND)
  message(STATUS "The Python module is left out: pybind11 or Python's headers are missing (pybind11-dev, python3-dev)")
  return()
endif()
set(RNEM_PYTHON ON)

rnem_batches(python_sources ${PROJECT_SOURCE_DIR}/src rnem/python)
pybind11_add_module(rnem_python MODULE NO_EXTRAS ${python_sources})
# visibility as the precompiled header has it; pybind11's own names are hidden in any case
set_target_properties(rnem_python PROPERTIES OUTPUT_NAME _rnem CXX_VISIBILITY_PRESET default
  LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/python/rnem)
target_link_libraries(rnem_python PRIVATE rnem_flags rnem)
# another copy of a library in Python's process must not take the place of ours
target_link_options(rnem_python PRIVATE -Wl,--exclude-libs,ALL)
# arguments there and back: nothing in it is worth the optimiser's time
target_compile_options(rnem_python PRIVATE $<$<CONFIG:Release>:-O1>)
rnem_use_torch_header(rnem_python)

# which LibTorch it is for: python/rnem/_only_libtorch.py keeps others away
find_library(RNEM_LIBTORCH torch_cpu HINTS ${TORCH_INSTALL_PREFIX}/lib REQUIRED)
file(REAL_PATH ${RNEM_LIBTORCH} libtorch)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/python/rnem/_libtorch.py
     CONTENT "# Made by cmake/python.cmake.\nPATH = \"@libtorch@\"\n" @ONLY)

add_custom_target(rnem_python_package ALL
  COMMAND ${CMAKE_COMMAND} -E copy_directory ${PROJECT_SOURCE_DIR}/python/rnem ${PROJECT_BINARY_DIR}/python/rnem
  COMMAND ${CMAKE_COMMAND} -E create_symlink ${PROJECT_SOURCE_DIR}/models ${PROJECT_BINARY_DIR}/python/rnem/models
  DEPENDS rnem_python VERBATIM)

if(SKBUILD)
  # a wheel: scikit-build-core adds python/rnem itself
  install(TARGETS rnem_python DESTINATION rnem COMPONENT python)
  install(FILES ${PROJECT_BINARY_DIR}/python/rnem/_libtorch.py DESTINATION rnem COMPONENT python)
  install(DIRECTORY models DESTINATION rnem COMPONENT python FILES_MATCHING PATTERN "*.safetensors")
endif()
