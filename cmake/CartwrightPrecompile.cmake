# Headers that many sources of a target include and that take long to parse are precompiled, once per target. Every source
# still includes the headers it uses: with ccache nothing is precompiled, because ccache then shares more objects between
# build folders.
if(CMAKE_CXX_COMPILER_LAUNCHER MATCHES "ccache" AND NOT DEFINED CMAKE_DISABLE_PRECOMPILE_HEADERS)
  set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)
endif()

function(cartwright_precompile target)
  target_precompile_headers(
    ${target}
    PRIVATE
      <algorithm>
      <cstdint>
      <functional>
      <map>
      <memory>
      <optional>
      <span>
      <string>
      <string_view>
      <vector>
      <fmt/format.h>
      ${ARGN}
  )
endfunction()
