// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/input_file.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace cartwright::base {

namespace {

class OpenFile {
 public:
  // Without O_NONBLOCK, open() waits until another process writes to the pipe.
  explicit OpenFile(const std::string& path)
      : path_(path), fd_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)) {
    if (fd_ < 0) refuse();
  }
  ~OpenFile() { ::close(fd_); }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  /// The bytes of the file, or 0 where the system does not know them, as in /proc.
  std::size_t regular_size() const {
    struct stat info{};
    if (::fstat(fd_, &info) != 0) refuse();
    if (!S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode))
      fail(Status::io,
           "cannot read '{}': it is a pipe, a socket or a device: copy its contents to a file, and give that", path_);
    return static_cast<std::size_t>(info.st_size);
  }

  /// Appends up to `bytes`, and returns whether the file goes on.
  bool append(std::string& text, std::size_t bytes) const {
    const std::size_t before = text.size();
    text.resize(before + bytes);
    ssize_t count = 0;
    do {
      count = ::read(fd_, text.data() + before, bytes);
    } while (count < 0 && errno == EINTR);
    if (count < 0) refuse();
    text.resize(before + static_cast<std::size_t>(count));
    return count > 0;
  }

 private:
  [[noreturn]] void refuse() const {
    fail(Status::io, "cannot read the file '{}': {}", path_, std::generic_category().message(errno));
  }

  const std::string& path_;
  int fd_;
};

}  // namespace

std::string read_file(const std::string& path, std::size_t most) {
  const OpenFile file(path);
  const std::size_t size = file.regular_size();
  constexpr std::size_t block = 65536;
  std::string text;
  text.reserve(std::min(size, most) + block);
  while (size <= most && text.size() <= most && file.append(text, block)) {
  }
  if (std::max(size, text.size()) > most)
    fail(Status::io, "the file '{}' holds more than {} MiB, too much for a file of its kind", path, most >> 20);
  for (const std::string_view mark : {"\xFF\xFE", "\xFE\xFF"})
    if (text.starts_with(mark))
      fail(Status::parse, "the file '{}' is in UTF-16: save it as UTF-8, as iconv -f UTF-16 -t UTF-8 does", path);
  if (constexpr std::string_view mark = "\xEF\xBB\xBF"; text.starts_with(mark)) text.erase(0, mark.size());
  return text;
}

}  // namespace cartwright::base
