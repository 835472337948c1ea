# The libraries that transform within a process, for libcartwright_fft: FFTW, and pocketfft, which is a header. If FFTW is
# found, it is the interface library cartwright_fftw. If pocketfft is found, CARTWRIGHT_POCKETFFT is its folder.
# CARTWRIGHT_FFT_BACKENDS lists both in words; the first is the default.
option(CARTWRIGHT_WITH_FFTW "Transform with FFTW, whose license is the GPL, if it is found" ON)
option(CARTWRIGHT_WITH_POCKETFFT "Transform with pocketfft, whose license is BSD-3-Clause, if it is found" ON)
set(CARTWRIGHT_FFT_BACKENDS)

if(CARTWRIGHT_WITH_FFTW)
  foreach(library fftw3 fftw3f fftw3l)
    pkg_check_modules(${library} QUIET IMPORTED_TARGET ${library})
  endforeach()
endif()
if(CARTWRIGHT_WITH_FFTW AND fftw3_FOUND)
  add_library(cartwright_fftw INTERFACE)
  target_compile_definitions(cartwright_fftw INTERFACE CARTWRIGHT_FFTW)
  target_link_libraries(cartwright_fftw INTERFACE PkgConfig::fftw3)
  foreach(library fftw3f fftw3l)
    if(${library}_FOUND)
      string(TOUPPER ${library} name)
      target_compile_definitions(cartwright_fftw INTERFACE CARTWRIGHT_${name})
      target_link_libraries(cartwright_fftw INTERFACE PkgConfig::${library})
    endif()
  endforeach()
  list(APPEND CARTWRIGHT_FFT_BACKENDS "FFTW ${fftw3_VERSION}")
endif()

set(CARTWRIGHT_POCKETFFT)
if(CARTWRIGHT_WITH_POCKETFFT)
  # tools/get_pocketfft.py puts it there.
  find_path(
    CARTWRIGHT_POCKETFFT_INCLUDE_DIR
    pocketfft_hdronly.h
    HINTS ${PROJECT_SOURCE_DIR}/build/third_party/pocketfft
    DOC "The folder of pocketfft_hdronly.h"
  )
  if(CARTWRIGHT_POCKETFFT_INCLUDE_DIR)
    set(CARTWRIGHT_POCKETFFT ${CARTWRIGHT_POCKETFFT_INCLUDE_DIR})
    list(APPEND CARTWRIGHT_FFT_BACKENDS pocketfft)
  endif()
endif()

if(CARTWRIGHT_FFT_BACKENDS)
  list(JOIN CARTWRIGHT_FFT_BACKENDS ", " CARTWRIGHT_FFT_BACKENDS)
  message(STATUS "Transforms by: ${CARTWRIGHT_FFT_BACKENDS}")
else()
  message(STATUS "Neither FFTW nor pocketfft found: building without libcartwright_fft")
endif()
