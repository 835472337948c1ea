// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/drawing.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <pugixml.hpp>
#include <utility>

namespace cartwright::report {
namespace {

TEST(Drawing, IsWellFormedWithAnyTexts) {
  Drawing drawing(200, 100, "a < b & c", "</text>");
  drawing.begin_group("fill=\"none\"");
  drawing.rectangle(1, 2, 3, 4, "fill=\"#fff\"", "<title> & more");
  drawing.end_group();
  drawing.area("fill=\"#000\"", "M0 0h1v1z");
  drawing.circle(5, 6, 7, "stroke=\"#000\"");
  drawing.path("stroke=\"#000\"", "M0 0h1");
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(std::move(drawing).finish().c_str()));
  const pugi::xml_node svg = document.child("svg");
  EXPECT_STREQ(svg.attribute("viewBox").value(), "0 0 200 100");
  EXPECT_STREQ(svg.child("text").child_value(), "a < b & c");
  EXPECT_STREQ(svg.child("text").next_sibling("text").child_value(), "</text>");
  EXPECT_STREQ(svg.child("g").child("rect").child_value("title"), "<title> & more");
  EXPECT_TRUE(svg.child("path").child("title").empty());
  EXPECT_EQ(svg.child("circle").attribute("r").as_int(), 7);
}

TEST(Drawing, ALegendMovesOnByTheLengthOfItsTitle) {
  Drawing drawing(200, 100);
  const double after_short = drawing.legend(10, 20, "#000", "one");
  EXPECT_GT(after_short, 10);
  EXPECT_GT(drawing.legend(10, 20, "#000", "seventeen letters"), after_short);
}

TEST(TickStep, GivesAtMostSixTicks) {
  for (const double highest : {0.013, 0.5, 1.0, 1.2, 3.0, 6.0, 6.1, 7.0, 99.0, 12345.0}) {
    EXPECT_LE(highest / tick_step(highest), 6) << highest;
    EXPECT_GE(highest / tick_step(highest), 2) << highest;
  }
}

}  // namespace
}  // namespace cartwright::report
