# rnem_batches(OUT size folder...): the .cc files of each folder as units of `size` files that include them.
#
# LibTorch's and CLI11's headers cost more to read than our files do to compile, so a unit reads them
# once for many files. Names in unnamed namespaces are therefore unique within a folder. Files include
# by their path below the include directory, so that units of two clones are alike and ccache sees it.
# Highway's files include themselves, once an instruction set, and stay single; so does what has flags of
# its own (SINGLE). EXCEPT files are left out.
set(RNEM_BATCH 12 CACHE STRING "source files a compiled unit; 1 compiles every file on its own")

function(rnem_batches out root)
  cmake_parse_arguments(ARG "" "" "SINGLE;EXCEPT" ${ARGN})
  set(units "")
  foreach(folder ${ARG_UNPARSED_ARGUMENTS})
    file(GLOB sources RELATIVE ${root} CONFIGURE_DEPENDS ${root}/${folder}/*.cc)
    set(batched "")
    if(ARG_EXCEPT)
      list(REMOVE_ITEM sources ${ARG_EXCEPT})
    endif()
    foreach(source ${sources})
      file(STRINGS ${root}/${source} includes_itself REGEX "HWY_TARGET_INCLUDE" LIMIT_COUNT 1)
      if(includes_itself OR source IN_LIST ARG_SINGLE OR RNEM_BATCH LESS_EQUAL 1)
        list(APPEND units ${root}/${source})
      else()
        list(APPEND batched ${source})
      endif()
    endforeach()
    list(LENGTH batched count)
    if(count EQUAL 0)
      continue()
    endif()
    # as many units as the size asks for, all of about the same length
    math(EXPR parts "(${count} + ${RNEM_BATCH} - 1) / ${RNEM_BATCH}")
    math(EXPR last "${parts} - 1")
    string(REPLACE "/" "_" name ${folder})
    foreach(part RANGE ${last})
      math(EXPR begin "${count} * ${part} / ${parts}")
      math(EXPR length "${count} * (${part} + 1) / ${parts} - ${begin}")
      list(SUBLIST batched ${begin} ${length} members)
      set(text "")
      foreach(member ${members})
        string(APPEND text "// NOLINTNEXTLINE(bugprone-suspicious-include)\n#include \"${member}\"\n")
      endforeach()
      set(unit ${CMAKE_CURRENT_BINARY_DIR}/batches/${name}_${part}.cc)
      file(CONFIGURE OUTPUT ${unit} CONTENT "${text}" @ONLY)
      list(APPEND units ${unit})
    endforeach()
  endforeach()
  set(${out} ${units} PARENT_SCOPE)
endfunction()
