# rnem_embed(TARGET FILE NAMESPACE NAME): builds the text of FILE into TARGET, as the function
#   std::string_view NAMESPACE::NAME();
# which a header of ours declares. A change of FILE is seen by the next build.
function(rnem_embed target file namespace name)
  set(path ${PROJECT_SOURCE_DIR}/${file})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
  file(READ ${path} text)
  set(source ${PROJECT_BINARY_DIR}/embedded/${name}.cc)
  # the delimiter is what the text must not hold
  if(text MATCHES "\\)rnem_embed\"")
    message(FATAL_ERROR "${file}: cannot be embedded: it holds )rnem_embed\"")
  endif()
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT "// Made from @file@ by cmake/embed.cmake.
#include <string_view>

namespace @namespace@ {

std::string_view @name@();
std::string_view @name@() {
  return R\"rnem_embed(@text@)rnem_embed\";
}

}  // namespace @namespace@
")
  target_sources(${target} PRIVATE ${source})
endfunction()
