// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/unpack.hpp"

#include "base/error.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <gtest/gtest.h>

#include <memory>

namespace cartwright {
namespace {

class Unpack : public testing::TestWithParam<std::string> {
 protected:
  /// The text packed in this format.
  std::string packed(const std::string& text) const {
    const std::unique_ptr<archive, int (*)(archive*)> writer(archive_write_new(), archive_write_free);
    EXPECT_EQ(archive_write_add_filter_by_name(writer.get(), GetParam().c_str()), ARCHIVE_OK);
    EXPECT_EQ(archive_write_set_format_raw(writer.get()), ARCHIVE_OK);
    archive_write_set_bytes_in_last_block(writer.get(), 1);
    std::string bytes(2 * text.size() + 4096, '\0');
    std::size_t size = 0;
    EXPECT_EQ(archive_write_open_memory(writer.get(), bytes.data(), bytes.size(), &size), ARCHIVE_OK);
    const std::unique_ptr<archive_entry, void (*)(archive_entry*)> entry(archive_entry_new(), archive_entry_free);
    archive_entry_set_filetype(entry.get(), AE_IFREG);
    archive_entry_set_pathname(entry.get(), "text");
    EXPECT_EQ(archive_write_header(writer.get(), entry.get()), ARCHIVE_OK);
    EXPECT_EQ(archive_write_data(writer.get(), text.data(), text.size()), static_cast<la_ssize_t>(text.size()));
    EXPECT_EQ(archive_write_close(writer.get()), ARCHIVE_OK);
    bytes.resize(size);
    return bytes;
  }
};

TEST_P(Unpack, GivesBackThePackedText) {
  std::string text = "c0-0c0s0a0l00(0:0:0) green -> c0-0c0s6a0l10(0:0:6)\n";
  for (int i = 0; i < 12; ++i) text += text;
  EXPECT_TRUE(base::is_packed(packed(text)));
  EXPECT_FALSE(base::is_packed(text));
  EXPECT_EQ(base::unpack(packed(text), text.size()), text);
}

TEST_P(Unpack, RefusesAnEmptyFile) { EXPECT_THROW(base::unpack(packed(""), 0), base::Error); }

TEST_P(Unpack, JoinsFilesPackedOneAfterTheOther) {
  EXPECT_EQ(base::unpack(packed("some text, ") + packed("more"), 100), "some text, more");
}

TEST_P(Unpack, StopsABomb) {
  const std::string bomb = packed(std::string(std::size_t{16} << 20, 'x'));
  EXPECT_LT(bomb.size(), 20'000U);
  EXPECT_THROW(base::unpack(bomb, std::size_t{1} << 20), base::Error);
}

TEST_P(Unpack, UnpacksOneLayerOnly) {
  const std::string inner = packed("text");
  EXPECT_EQ(base::unpack(packed(inner), 1000), inner);
}

TEST_P(Unpack, RefusesDataThatIsCutOff) {
  const std::string whole = packed("a text of some length, so that something can be changed in the middle of it");
  for (std::size_t length = 0; length < whole.size(); ++length)
    EXPECT_THROW(base::unpack(whole.substr(0, length), 1000), base::Error) << length;
}

/// The formats with checksums: libarchive packs zstd without one.
class UnpackChecked : public Unpack {};

TEST_P(UnpackChecked, DoesNotGiveAnotherTextForDamagedData) {
  const std::string text = "a text of some length, so that something can be changed in the middle of it";
  const std::string whole = packed(text);
  int refused = 0;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string damaged = whole;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
    try {
      EXPECT_EQ(base::unpack(damaged, 1000), text) << i;  // for instance, the date in the header of gzip is not checked
    } catch (const base::Error&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, static_cast<int>(text.size()) / 2);
}

INSTANTIATE_TEST_SUITE_P(Formats, Unpack, testing::Values("gzip", "bzip2", "xz", "zstd"),
                         [](const auto& format) { return format.param; });
INSTANTIATE_TEST_SUITE_P(Formats, UnpackChecked, testing::Values("gzip", "bzip2", "xz"),
                         [](const auto& format) { return format.param; });

}  // namespace
}  // namespace cartwright
