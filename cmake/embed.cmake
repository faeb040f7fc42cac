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

# rnem_embed_files(TARGET FOLDER NAMESPACE NAME): the same for every .toml file of FOLDER, as the function
#   std::string_view NAMESPACE::NAME(std::string_view file);   // "x" for FOLDER/x.toml; empty: no such file
function(rnem_embed_files target folder namespace name)
  file(GLOB paths CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.toml)
  rnem_embed_table(${target} ${folder} ${namespace} ${name} NAME_WE "${paths}")
endfunction()

# rnem_embed_page(TARGET FOLDER NAMESPACE NAME): the same for the files of a page, by their whole names.
function(rnem_embed_page target folder namespace name)
  file(GLOB paths CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.html ${PROJECT_SOURCE_DIR}/${folder}/*.css
       ${PROJECT_SOURCE_DIR}/${folder}/*.js ${PROJECT_SOURCE_DIR}/${folder}/*.svg)
  rnem_embed_table(${target} ${folder} ${namespace} ${name} NAME "${paths}")
endfunction()

function(rnem_embed_table target folder namespace name part paths)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${paths})
  set(lines "")
  foreach(path ${paths})
    get_filename_component(known ${path} ${part})
    file(READ ${path} text)
    if(text MATCHES "\\)rnem_embed\"")
      message(FATAL_ERROR "${path}: cannot be embedded: it holds )rnem_embed\"")
    endif()
    string(APPEND lines "  if (file == \"${known}\") return R\"rnem_embed(${text})rnem_embed\";\n")
  endforeach()
  set(source ${PROJECT_BINARY_DIR}/embedded/${name}.cc)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT "// Made from @folder@ by cmake/embed.cmake.
#include <string_view>

namespace @namespace@ {

std::string_view @name@(std::string_view file);
std::string_view @name@(std::string_view file) {
@lines@  return {};
}

}  // namespace @namespace@
")
  target_sources(${target} PRIVATE ${source})
endfunction()
