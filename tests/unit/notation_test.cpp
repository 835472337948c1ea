// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "datatype/notation.hpp"

#include "base/error.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace cartwright::datatype {
namespace {

TEST(DatatypeNotation, PrintsWhatItReads) {
  for (const std::string text : {
           "float",
           "unsigned long long",
           "double _Complex",
           "ctg(6)[float]",
           "hvec(2 1 6144)[vec(8 8 32)[ctg(6)[float]]]",
           "vec(3 0 -4)[ctg(0)[char]]",
           "idx(1 0 3; 0 5 -9)[double]",
           "idx(; )[double]",
           "hidx(1 2; 8 40)[short]",
           "idxblk(2; 0 5 9)[int]",
           "hidxblk(2; -8 0 64)[int]",
           "struct(1 2 0; 0 8 -16)[int, ctg(2)[double], char]",
           "struct(; )[]",
           "resized(-8 64)[idxblk(1; 0 2 4)[int]]",
           "hidxblk(1; 2305843009213693951)[char]",
       })
    EXPECT_EQ(notation(*parse_type(text)), text);
}

TEST(DatatypeNotation, TakesBlanksAnywhere) {
  EXPECT_EQ(notation(*parse_type("  hvec ( 2 1\t6144 ) [ vec(8 8 32)[ctg(6 )[ float ] ]] ")),
            "hvec(2 1 6144)[vec(8 8 32)[ctg(6)[float]]]");
  EXPECT_EQ(notation(*parse_type("idx(1 1;0 2)[unsigned \t long]")), "idx(1 1; 0 2)[unsigned long]");
}

TEST(DatatypeNotation, MeansWhatTheConstructorsDo) {
  const TypePtr type = parse_type("hvec(2 1 6144)[vec(8 8 32)[ctg(6)[float]]]");
  EXPECT_EQ(type->size, 2 * 8 * 8 * 24);
  EXPECT_EQ(type->extent(), 6144 + 7 * 32 * 24 + 8 * 24);
  const TypePtr part = parse_type("sub(10 20; 4 5; 2 3)[double]");
  EXPECT_EQ(part->size, 4 * 5 * 8);
  EXPECT_EQ(part->true_lb, (2 * 20 + 3) * 8);
  EXPECT_EQ(part->extent(), 10 * 20 * 8);
  EXPECT_EQ(parse_type("sub(10 20; 4 5; 2 3; fortran)[double]")->true_lb, (2 + 3 * 10) * 8);
  EXPECT_EQ(notation(*parse_type("sub(10 20; 4 5; 2 3; c)[double]")), notation(*part));
  const TypePtr mine = parse_type("darray(3; 8 8; block cyclic; 0 2; 2 2)[int]");
  EXPECT_EQ(mine->size, 4 * 4 * 4);
  EXPECT_EQ(mine->extent(), 8 * 8 * 4);
  EXPECT_EQ(parse_type("darray(0; 8 6; none block; 0 0; 1 2; fortran)[int]")->size, 8 * 3 * 4);
}

/// The Error for a text, as "STATUS: MESSAGE".
std::string error_of(const std::string& text) {
  try {
    parse_type(text);
  } catch (const base::Error& error) {
    return fmt::format("{}: {}", static_cast<int>(error.status()), error.what());
  }
  return "none";
}

TEST(DatatypeNotation, SaysWhereATextGoesWrong) {
  const std::string parse = "3: datatype ";
  EXPECT_EQ(error_of(""),
            parse + "'': something is missing at position 1: write a type, as in vec(32 2 8)[ctg(6)[float]]");
  EXPECT_EQ(error_of("ctg(6)[float"), parse + "'ctg(6)[float': something is missing at position 13: write ]");
  EXPECT_EQ(error_of("ctg(6)[float]]"), parse + "'ctg(6)[float]]': unexpected ']' at position 14: write the end");
  EXPECT_EQ(error_of("ctg(6"), parse + "'ctg(6': something is missing at position 6: write )");
  EXPECT_EQ(error_of("ctg(+6)[int]"), parse + "'ctg(+6)[int]': unexpected '+' at position 5: write a number, ; or )");
  EXPECT_EQ(error_of("vec(2 1)[int]"),
            parse + "'vec(2 1)[int]': write vec(count blocklength stride)[type] at position 1");
  EXPECT_EQ(error_of("ctg(2)[vec(1 2 x)[int]]"),
            parse + "'ctg(2)[vec(1 2 x)[int]]': write vec(count blocklength stride)[type] at position 8");
  EXPECT_EQ(error_of("ctg(2)[int, int]"), parse + "'ctg(2)[int, int]': write ctg(count)[type] at position 1");
  EXPECT_EQ(error_of("ctg(2)[]"), parse + "'ctg(2)[]': write ctg(count)[type] at position 1");
  EXPECT_EQ(error_of("ctg(2)[flot]"),
            parse +
                "'ctg(2)[flot]': unknown type 'flot' at position 8: write char, int, long, float, double or another "
                "type of C, or a constructor: ctg, vec, hvec, idx, hidx, idxblk, hidxblk, struct, sub, darray, "
                "resized");
  EXPECT_EQ(error_of("ctg(99999999999999999999)[int]"),
            "2: datatype 'ctg(99999999999999999999)[int]', position 5: number '99999999999999999999' is out of range: "
            "give a number of at most 63 bits");
}

TEST(DatatypeNotation, SaysWhereNumbersCannotBeUsed) {
  EXPECT_EQ(error_of("ctg(2)[ctg(-3)[int]]"),
            "1: datatype 'ctg(2)[ctg(-3)[int]]', position 8: count -3 is negative: it must be 0 or more");
  EXPECT_EQ(error_of("ctg(4611686018427387904)[int]").substr(0, 59),
            "2: datatype 'ctg(4611686018427387904)[int]', position 1: by");
  EXPECT_EQ(error_of("vec(2 1 -4611686018427387904)[char]"),
            "2: datatype 'vec(2 1 -4611686018427387904)[char]', position 1: bytes of a datatype: a bound of "
            "-4611686018427387904 is more than 2^61 away from the address of the element: use smaller displacements");
  EXPECT_EQ(error_of("hidx(-1; 0)[int]").substr(0, 1), "1");
  EXPECT_EQ(error_of("hidx(0 1; -9223372036854775808 0)[int]"), "none");
  EXPECT_EQ(error_of("idx(1 2; 0)[int]").substr(0, 42), "1: datatype 'idx(1 2; 0)[int]', position 1");
  EXPECT_EQ(error_of("struct(1; 0)[]").substr(0, 40), "1: datatype 'struct(1; 0)[]', position 1");
  EXPECT_EQ(error_of("sub(4; 5; 0)[int]").substr(0, 43), "1: datatype 'sub(4; 5; 0)[int]', position 1");
  EXPECT_EQ(error_of("sub(4; 2; 0; row)[int]").substr(0, 1), "3");
  EXPECT_EQ(error_of("darray(0; 4; blocks; 0; 1)[int]").substr(0, 1), "3");
  EXPECT_EQ(error_of("darray(0; 4 4; block; 0; 1)[int]").substr(0, 1), "3");
}

TEST(DatatypeNotation, StopsWhereNestingEndsNowhere) {
  std::string text;
  for (int i = 0; i < 1000000; ++i) text += "ctg(2)[";
  EXPECT_EQ(error_of(text),
            "3: datatype 'ctg(2)[ctg(2)[ctg(2)[ctg(2)[ctg(2)[ctg(2...': more than 64 nested constructors at "
            "position 449: nest them less");
  EXPECT_EQ(error_of(std::string(1000000, '(')).substr(0, 1), "3");
  EXPECT_EQ(error_of("ctg(" + std::string(1000000, '9') + ")[int]").substr(0, 1), "2");
}

TEST(DatatypeNotation, CutsLongListsOffWhereAsked) {
  const TypePtr type = parse_type("idx(1 2 3 4; 0 5 10 15)[int]");
  EXPECT_EQ(constructor_notation(*type, 2), "idx(1 2 ...; 0 5 ...)");
  EXPECT_EQ(constructor_notation(*type, 4), "idx(1 2 3 4; 0 5 10 15)");
  EXPECT_EQ(constructor_notation(*type->children[0], 2), "int");
}

}  // namespace
}  // namespace cartwright::datatype
