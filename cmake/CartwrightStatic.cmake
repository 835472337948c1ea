# Links static libraries and the static C++ library, so that what is built needs nothing but the C library. A wheel is made so
# (tools/wheel/build.sh). Include this before the other libraries are found.
set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
set(CARTWRIGHT_FMT_HEADER_ONLY ON)
# What nothing uses is left out: it makes libraries larger, and may need a newer C library.
add_compile_options(-ffunction-sections -fdata-sections)
add_link_options(-static-libstdc++ LINKER:--gc-sections LINKER:--exclude-libs,ALL LINKER:-s)

# The libraries that the static libarchive needs.
foreach(
  library
  z
  lzma
  zstd
  lz4
  bz2
)
  find_library(CARTWRIGHT_STATIC_${library} ${library} REQUIRED)
endforeach()
cartwright_archive(bzip2 ${CARTWRIGHT_STATIC_bz2})
set(
  CARTWRIGHT_STATIC_LIBARCHIVE
  ${CARTWRIGHT_STATIC_z}
  ${CARTWRIGHT_STATIC_lzma}
  ${CARTWRIGHT_STATIC_zstd}
  ${CARTWRIGHT_STATIC_lz4}
  cartwright_bzip2
)
