// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/unpack.hpp"

#include "base/error.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <memory>

#ifdef CARTWRIGHT_STATIC
// The static bzip2 refers to these instead of standard streams, see cmake/CartwrightArchive.cmake. Null matters only to
// functions for files, and if bzip2 finds itself damaged.
extern "C" {
__attribute__((visibility("hidden"))) extern std::FILE *cartwright_bzip2_stdin, *cartwright_bzip2_stdout,
    *cartwright_bzip2_stderr;
std::FILE *cartwright_bzip2_stdin = nullptr, *cartwright_bzip2_stdout = nullptr, *cartwright_bzip2_stderr = nullptr;
}
#endif

namespace cartwright::base {

namespace {

using namespace std::string_view_literals;

struct Format {
  std::string_view tool;
  std::string_view magic;
  int filter;
};
constexpr std::array formats = {
    Format{"gzip", "\x1F\x8B"sv, ARCHIVE_FILTER_GZIP},
    Format{"bzip2", "BZh"sv, ARCHIVE_FILTER_BZIP2},
    Format{"xz", "\xFD\x37zXZ\0"sv, ARCHIVE_FILTER_XZ},
    Format{"zstd", "\x28\xB5\x2F\xFD"sv, ARCHIVE_FILTER_ZSTD},
};

const Format* format_of(std::string_view bytes) {
  for (const Format& format : formats)
    if (bytes.starts_with(format.magic)) return &format;
  return nullptr;
}

/// The functions of libarchive that we use. It is loaded when it is first needed: with all that it needs itself, it
/// would be half of what the interposer adds to the start of a program.
class Library {
 public:
#ifdef CARTWRIGHT_LIBARCHIVE
  Library() : handle_(dlopen(CARTWRIGHT_LIBARCHIVE, RTLD_LAZY | RTLD_LOCAL)) {
    if (handle_ == nullptr)
      base::fail(base::Status::unsupported, "cannot unpack it here: there is no {}", CARTWRIGHT_LIBARCHIVE);
    load(read_new, "archive_read_new");
    load(read_free, "archive_read_free");
    load(append_filter, "archive_read_append_filter");
    load(support_format_raw, "archive_read_support_format_raw");
    load(open_memory, "archive_read_open_memory");
    load(next_header, "archive_read_next_header");
    load(read_data, "archive_read_data");
  }
  decltype(&archive_read_new) read_new = nullptr;
  decltype(&archive_read_free) read_free = nullptr;
  decltype(&archive_read_append_filter) append_filter = nullptr;
  decltype(&archive_read_support_format_raw) support_format_raw = nullptr;
  decltype(&archive_read_open_memory) open_memory = nullptr;
  decltype(&archive_read_next_header) next_header = nullptr;
  decltype(&archive_read_data) read_data = nullptr;

 private:
  template <typename Function>
  void load(Function& function, const char* name) {
    function = reinterpret_cast<Function>(dlsym(handle_, name));
    if (function == nullptr)
      base::fail(base::Status::unsupported, "cannot unpack it here: {} lacks {}", CARTWRIGHT_LIBARCHIVE, name);
  }
  void* handle_;
#else
  static constexpr auto read_new = archive_read_new;
  static constexpr auto read_free = archive_read_free;
  static constexpr auto append_filter = archive_read_append_filter;
  static constexpr auto support_format_raw = archive_read_support_format_raw;
  static constexpr auto open_memory = archive_read_open_memory;
  static constexpr auto next_header = archive_read_next_header;
  static constexpr auto read_data = archive_read_data;
#endif
};

const Library& library() {
  static const Library loaded;
  return loaded;
}

using Take = std::function<void(std::string_view)>;

/// Gives the unpacked text to `take`, block by block. libarchive does not check the sums of gzip.
void read_blocks(const Format& format, std::string_view bytes, const Take& take) {
  const auto damaged = [&] {
    base::fail(base::Status::parse, "the packed file is empty, damaged or cut off: check it with {} -t", format.tool);
  };
  const Library& from = library();
  const std::unique_ptr<archive, int (*)(archive*)> reader(from.read_new(), from.read_free);
  // Exactly one filter: libarchive would otherwise unpack packed files inside packed files, which takes time without
  // limits.
  if (reader == nullptr || from.append_filter(reader.get(), format.filter) != ARCHIVE_OK ||
      from.support_format_raw(reader.get()) != ARCHIVE_OK)
    base::fail(base::Status::unsupported, "cannot unpack {} here: unpack it with {} -d first", format.tool,
               format.tool);
  archive_entry* entry = nullptr;
  if (from.open_memory(reader.get(), bytes.data(), bytes.size()) != ARCHIVE_OK ||
      from.next_header(reader.get(), &entry) != ARCHIVE_OK)
    damaged();
  std::array<char, 65536> block;
  while (const la_ssize_t read = from.read_data(reader.get(), block.data(), block.size())) {
    if (read < 0) damaged();
    take({block.data(), static_cast<std::size_t>(read)});
  }
}

/// The CRC of RFC 1952, and the size.
class Checksum {
 public:
  void add(std::string_view text) {
    bytes_ += text.size();
    for (const char c : text) crc_ = (crc_ >> 8) ^ table()[(crc_ ^ static_cast<unsigned char>(c)) & 0xFF];
  }
  std::uint32_t crc() const { return ~crc_; }
  std::uint64_t bytes() const { return bytes_; }

 private:
  static const std::array<std::uint32_t, 256>& table() {
    static const std::array<std::uint32_t, 256> made = [] {
      std::array<std::uint32_t, 256> values{};
      for (std::uint32_t i = 0; i < values.size(); ++i) {
        values[i] = i;
        for (int bit = 0; bit < 8; ++bit) values[i] = (values[i] >> 1) ^ ((values[i] & 1) != 0 ? 0xEDB88320U : 0);
      }
      return values;
    }();
    return made;
  }

  std::uint32_t crc_ = ~0U;
  std::uint64_t bytes_ = 0;
};

/// Whether CRC and size at the end of a gzip file fit its text.
bool ends_with(const Format& format, std::string_view bytes, const Checksum& all) {
  if (bytes.size() < 8) return false;
  const auto number_at = [&](std::size_t at) {
    std::uint32_t number = 0;
    for (std::size_t i = 4; i-- > 0;) number = number << 8 | static_cast<unsigned char>(bytes[at + i]);
    return number;
  };
  const std::uint32_t crc = number_at(bytes.size() - 8);
  const std::uint32_t size = number_at(bytes.size() - 4);
  if (crc == all.crc() && size == static_cast<std::uint32_t>(all.bytes())) return true;
  if (size >= all.bytes()) return false;
  // Perhaps several files, packed one after the other. The numbers are of the last one.
  std::uint64_t before = all.bytes() - size;
  Checksum last;
  read_blocks(format, bytes, [&](std::string_view block) {
    const std::size_t skipped = std::min<std::uint64_t>(before, block.size());
    before -= skipped;
    last.add(block.substr(skipped));
  });
  return crc == last.crc();
}

}  // namespace

bool is_packed(std::string_view bytes) { return format_of(bytes) != nullptr; }

void unpack(std::string_view bytes, const Take& take) {
  const Format* const format = format_of(bytes);
  if (format == nullptr) base::fail(base::Status::parse, "it is not packed by gzip, bzip2, xz or zstd");
  const bool checked = format->filter == ARCHIVE_FILTER_GZIP;
  Checksum sum;
  read_blocks(*format, bytes, [&](std::string_view block) {
    if (checked) sum.add(block);
    take(block);
  });
  if (checked && !ends_with(*format, bytes, sum))
    base::fail(base::Status::parse, "the packed file is damaged or cut off: check it with {} -t", format->tool);
}

std::string unpack(std::string_view bytes, std::size_t most) {
  std::string text;
  unpack(bytes, [&](std::string_view block) {
    if (text.size() + block.size() > most)
      base::fail(base::Status::overflow, "unpacked it holds more than {} MiB: unpack it first, if you trust it",
                 most >> 20);
    text += block;
  });
  return text;
}

}  // namespace cartwright::base
