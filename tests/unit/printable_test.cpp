// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/printable.hpp"

#include "base/error.hpp"
#include "base/json_input.hpp"
#include "base/random.hpp"
#include "base/text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <new>

namespace cartwright {
namespace {

TEST(Printable, KeepsText) {
  for (const char* text : {"", "node 7", "größe", "名前", "\U0001F69A"}) EXPECT_EQ(base::printable(text), text);
}

TEST(Printable, HasNoControlCharacters) {
  EXPECT_EQ(base::printable("\x1b]0;title\x07"), "?]0;title?");
  EXPECT_EQ(base::printable("a\tb\nc\rd\x7f"), "a?b?c?d?");
  EXPECT_EQ(base::printable("\xc2\x9b"
                            "31m"),
            "??31m")
      << "CSI as one character";
  EXPECT_EQ(base::printable("\u202e"), "???") << "text from right to left";
  EXPECT_EQ(base::printable(std::string("a\0b", 3)), "a?b");
}

TEST(Printable, IsUtf8) {
  EXPECT_EQ(base::printable("\xff\xfe"), "??");
  EXPECT_EQ(base::printable("\xc3"), "?") << "cut off";
  EXPECT_EQ(base::printable("\xc3("), "?(");
  EXPECT_EQ(base::printable("\xc0\xaf"), "??") << "longer than needed";
  EXPECT_EQ(base::printable("\xed\xa0\x80"), "???") << "a surrogate";
  EXPECT_EQ(base::printable("\xf4\x90\x80\x80"), "????") << "past the last character";
}

TEST(Printable, LinesKeepTheirBreaks) { EXPECT_EQ(base::printable_lines("a\tb\r\n\x1b"), "a\tb\r\n?"); }

TEST(Printable, QuotesAreCutBetweenCharacters) {
  EXPECT_EQ(base::quote("\x1b"), "'?'");
  EXPECT_EQ(base::quote(std::string(41, 'x')), "'" + std::string(40, 'x') + "...'");
  EXPECT_EQ(base::quote(std::string(39, 'x') + "ü"), "'" + std::string(39, 'x') + "...'");
}

TEST(Printable, MessagesAreOneShortLine) {
  base::Random random(1);
  for (int i = 0; i < 1000; ++i) {
    std::string text;
    for (std::uint64_t size = random.below(3000); size > 0; --size) text += static_cast<char>(random.below(256));
    const std::string message = base::Error(base::Status::parse, text).what();
    EXPECT_LT(message.size(), 1000U);
    EXPECT_TRUE(std::ranges::none_of(message, [](char c) { return (c >= 0 && c < ' ') || c == '\x7f'; })) << message;
  }
}

TEST(Printable, LongMessagesKeepTheirEnd) {
  const base::Error error(base::Status::parse, "cannot read " + std::string(5000, 'x') + ": give another file");
  EXPECT_TRUE(std::string(error.what()).starts_with("cannot read xxx"));
  EXPECT_TRUE(std::string(error.what()).ends_with(": give another file"));
}

TEST(Errors, OfLibrariesKeepTheirMessagesToThemselves) {
  const auto message = [](const auto& thrown) { return std::string(base::as_error(thrown).what()); };
  EXPECT_EQ(message(base::Error(base::Status::parse, "wrong")), "wrong");
  EXPECT_EQ(message(std::bad_alloc()), "out of memory: use a smaller problem");
  EXPECT_EQ(message(std::length_error("vector::_M_default_append")), "out of memory: use a smaller problem");
  const std::filesystem::filesystem_error file("cannot iterate", "folder",
                                               std::make_error_code(std::errc::not_a_directory));
  EXPECT_EQ(message(file), "cannot use 'folder': Not a directory");
  EXPECT_EQ(message(std::logic_error("basic_string::at")),
            "internal error: report what was called, and with which input");
}

std::string json_error(const std::string& text) try {
  base::parse_json(text, "the file");
  return "";
} catch (const base::Error& error) {
  return error.what();
}

TEST(Errors, OfJsonNameThePlace) {
  EXPECT_EQ(json_error("{\"a\": x}"), "the file: column 7: 'x' is not expected in JSON here");
  EXPECT_EQ(json_error("{\n \"a\": 1,\n}"), "the file, line 3: column 1: '}' is not expected in JSON here");
  EXPECT_EQ(json_error("[1, 2"), "the file: column 6: the end is not expected in JSON here");
  EXPECT_EQ(json_error(""), "the file: column 1: the end is not expected in JSON here");
  EXPECT_EQ(json_error("[1e999]"), "the file: a number is out of range");
  EXPECT_EQ(json_error("[\"\x1b\"]"), "the file: column 3: '?' is not expected in JSON here");
}

TEST(Errors, StringsOfJsonArePrintable) {
  EXPECT_EQ(base::expect_string(base::parse_json(R"("\u001b[31mred\u009b")", "it"), "it"), "?[31mred??");
}

}  // namespace
}  // namespace cartwright
