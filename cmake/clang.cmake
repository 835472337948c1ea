# A toolchain file: clang 16, or the next version that is installed. A distribution has several, and the default may be too
# old: clang before 16 rejects the ranges of libstdc++ 12.
find_program(
  CARTWRIGHT_CLANGXX
  REQUIRED
  NAMES clang++-16 clang++-17 clang++-18 clang++-19 clang++-20 clang++-21 clang++-22
)
string(REPLACE "clang++" "clang" clang ${CARTWRIGHT_CLANGXX})
set(CMAKE_CXX_COMPILER ${CARTWRIGHT_CLANGXX})
set(CMAKE_C_COMPILER ${clang})
