// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "machine/xml.hpp"

#include "base/error.hpp"

#include <gtest/gtest.h>

namespace cartwright {
namespace {

/// "a( b() )" for <a><b/></a>.
std::string outline(std::string_view text) {
  std::string result;
  for (XmlTags tags(text); const auto tag = tags.next();) {
    if (tag->opens) result += std::string(tag->name) + "(";
    if (tag->closes) result += ")";
  }
  return result;
}

TEST(Xml, FollowsTheTags) {
  EXPECT_EQ(
      outline("<?xml version=\"1.0\"?>\n<!DOCTYPE a SYSTEM \"b.dtd\">\n<a><!-- <c> --><b x='1' y = \"2\"/>text</a>\n"),
      "a(b())");
  EXPECT_EQ(outline("<a ><b></b ></a>"), "a(b())");
  EXPECT_EQ(outline(""), "");
}

TEST(Xml, GivesAttributesAsWritten) {
  XmlTags tags("<object type=\"L3Cache\" info='a \"quoted\" &amp; > value' empty=\"\"/>");
  const auto tag = tags.next();
  EXPECT_EQ(tag->attribute("type"), "L3Cache");
  EXPECT_EQ(tag->attribute("info"), "a \"quoted\" &amp; > value");
  EXPECT_EQ(tag->attribute("empty"), "");
  EXPECT_EQ(tag->attribute("missing"), "");
}

TEST(Xml, RefusesWhatDoesNotNest) {
  for (const char* text : {"<a>",          "</a>",
                           "<a></b>",      "<a><b></a></b>",
                           "<a",           "<a b",
                           "<a b=",        "<a b=1/>",
                           "<a b=\"1/>",   "<",
                           "<>",           "< a/>",
                           "<a/",          "<a/ >",
                           "</a b=\"1\">", "<!-- a",
                           "<?xml",        "<!DOCTYPE a [<!ENTITY b \"c\">]>",
                           "<!DOCTYPE",    "<![CDATA[x]]>"})
    EXPECT_THROW(outline(text), Error) << text;
}

TEST(Xml, RefusesDeepNestingWithoutFollowingIt) {
  std::string text;
  for (int i = 0; i < 1'000'000; ++i) text += "<a>";
  EXPECT_THROW(outline(text), Error);
}

}  // namespace
}  // namespace cartwright
