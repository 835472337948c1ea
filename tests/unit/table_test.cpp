// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/table.hpp"

#include <gtest/gtest.h>

namespace cartwright {
namespace {

constexpr auto left = report::Table::Align::left;
constexpr auto right = report::Table::Align::right;

TEST(Table, ColumnsAreAsWideAsTheirCells) {
  report::Table table({{"name", left}, {"value"}});
  table.add_row({"a", "1"});
  table.add_row({"longer", "12345678"});
  EXPECT_EQ(table.text({}), "name       value\n------  --------\na              1\nlonger  12345678\n");
}

/// 27 characters wide. `b` and `d` may be left out, `d` first.
report::Table five_columns() {
  report::Table table({{"a", left}, {"b", right, 2}, {"c"}, {"d", right, 1}, {"", left}});
  table.add_row({"one", "1", "22", "333", "best"});
  table.add_row({"three", "44444", "5", "6", ""}, report::Table::Emphasis::dim);
  return table;
}

TEST(Table, KeepsAllColumnsThatFit) {
  const report::Table table = five_columns();
  const std::string all =
      "a          b   c    d\n"
      "-----  -----  --  ---\n"
      "one        1  22  333  best\n"
      "three  44444   5    6\n";
  EXPECT_EQ(table.text({}), all);
  EXPECT_EQ(table.text({.columns = 27}), all);
}

TEST(Table, LeavesOutTheLeastImportantColumnsFirstAndNamesThem) {
  const report::Table table = five_columns();
  EXPECT_EQ(table.text({.columns = 26}),
            "a          b   c\n"
            "-----  -----  --\n"
            "one        1  22  best\n"
            "three  44444   5\n"
            "not shown in 26 columns: d\n(--json has all)\n");
  EXPECT_EQ(table.text({.columns = 21}),
            "a       c\n"
            "-----  --\n"
            "one    22  best\n"
            "three   5\n"
            "not shown in 21 columns:\nb, d (--json has all)\n");
}

TEST(Table, LeavesOutEquallyImportantColumnsTogether) {
  report::Table table({{"a", left}, {"b", right, 1}, {"c", right, 2}, {"d", right, 1}});
  table.add_row({"1", "2", "3", "4"});
  EXPECT_EQ(table.text({.columns = 9}).substr(0, 5), "a  c\n");
}

TEST(Table, NeverLeavesOutColumnsThatAreAlwaysShown) {
  const report::Table table = five_columns();
  EXPECT_EQ(table.text({.columns = 3}).substr(0, 10), "a       c\n");
  report::Table plain({{"first", left}, {"second"}});
  plain.add_row({"1", "2"});
  EXPECT_EQ(plain.text({.columns = 3}), plain.text({}));
}

TEST(Table, SaysWhereToFindTheLeftOutColumns) {
  report::Table table({{"a", left}, {"b", right, 1}}, "the file has all");
  table.add_row({"1", "22222"});
  EXPECT_EQ(table.text({.columns = 5}).substr(0, 6), "a\n-\n1\n");
  EXPECT_NE(table.text({.columns = 5}).find("(the file has all)\n"), std::string::npos);
}

TEST(Table, TheLineOfLeftOutColumnsIsDim) {
  EXPECT_NE(five_columns().text({.color = true, .columns = 26}).find("\x1b[2mnot shown in 26 columns:"),
            std::string::npos);
}

TEST(Table, IsEscapedAsHtml) {
  report::Table table({{"name", report::Table::Align::left, 1}, {"bytes"}});
  table.add_row({"<b>&", "3 kB"});
  EXPECT_EQ(table.html(),
            "<table>\n<tr><th>name</th><th class=\"number\">bytes</th></tr>\n"
            "<tr><td>&lt;b&gt;&amp;</td><td class=\"number\">3 kB</td></tr>\n</table>\n");
}

}  // namespace
}  // namespace cartwright
