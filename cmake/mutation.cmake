# The mutation that tests use: a copy of an op's source in which ReLU saves its input as well. Given to
# an executable as a source, its definitions are found before the library's, so that everything above
# the ops runs on it while the sources know nothing of it.
function(tally_mutant variable)
  set(source ${PROJECT_SOURCE_DIR}/src/ops/activation.cpp)
  set(mutant ${PROJECT_BINARY_DIR}/mutant/relu_saves_its_input.cpp)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
  file(READ ${source} text)
  set(saved "context.save_for_backward(out, \"result\");")
  string(FIND "${text}" "struct Relu {" begin)
  if(begin GREATER_EQUAL 0)
    string(SUBSTRING "${text}" ${begin} -1 relu)
    string(FIND "${relu}" "${saved}" at)
  endif()
  if(begin LESS 0 OR at LESS 0)
    message(FATAL_ERROR "The mutation no longer fits ${source}: no '${saved}' in 'struct Relu'. "
            "Bring cmake/mutation.cmake up to date with what ReLU saves.")
  endif()
  math(EXPR at "${begin} + ${at}")
  string(SUBSTRING "${text}" 0 ${at} before)
  string(SUBSTRING "${text}" ${at} -1 after)
  file(CONFIGURE OUTPUT ${mutant} CONTENT "${before}context.save_for_backward(self, \"self\");\n    ${after}" @ONLY)
  set(${variable} ${mutant} PARENT_SCOPE)
endfunction()
