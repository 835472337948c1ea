// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/output_file.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace cartwright::base {

namespace {

[[noreturn]] void fail_io(const char* what, const std::string& path) {
  fail(Status::io, "cannot {} '{}': {}", what, path, std::strerror(errno));
}

void write_all(int fd, std::string_view text, const std::string& path) {
  if (!write_fully(fd, text)) fail_io("write", path);
}

bool is_stdout(const std::string& path) { return path == "-" || path == "/dev/stdout"; }

bool in_place(const std::string& path) {
  struct stat info{};
  return is_stdout(path) || (::stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode));
}

void write_in_place(const std::string& path, std::string_view text) {
  // open() of a pipe that nobody reads must fail, and not wait. Writing then waits for the reader.
  const int fd = is_stdout(path) ? ::dup(STDOUT_FILENO) : ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) fail_io("write", path);
  if (!is_stdout(path)) ::fcntl(fd, F_SETFL, 0);
  try {
    write_all(fd, text, path);
  } catch (...) {
    ::close(fd);
    throw;
  }
  ::close(fd);
}

/// A file that is removed again unless keep() is called.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& target) : name_(target + ".XXXXXX") {
    fd_ = ::mkostemp(name_.data(), O_CLOEXEC);
    if (fd_ < 0) fail_io("write beside", target);
  }
  ~TemporaryFile() {
    ::close(fd_);
    if (!name_.empty()) ::unlink(name_.c_str());
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  void fill(std::string_view text, const std::string& target, Access access) const {
    write_all(fd_, text, target);
    // The mode of mkostemp is 0600, less the umask.
    const mode_t mask = ::umask(0);
    ::umask(mask);
    const mode_t mode = access == Access::owner ? 0600 : 0666 & ~mask;
    if (::fchmod(fd_, mode) != 0 || ::fsync(fd_) != 0) fail_io("write", target);
  }

  void become(const std::string& target, Existing existing) {
    // link() does not replace a file that another process made in the meantime; rename() does. On file systems without
    // hard links, the earlier check is all there is.
    if (existing == Existing::refuse && ::link(name_.c_str(), target.c_str()) == 0) return;
    if (existing == Existing::refuse && errno == EEXIST) throw FileExists(target);
    if (::rename(name_.c_str(), target.c_str()) != 0) fail_io("rename the temporary file to", target);
    name_.clear();
  }

 private:
  std::string name_;
  int fd_;
};

}  // namespace

FileExists::FileExists(const std::string& path)
    : Error(Status::invalid_argument, fmt::format("'{}' exists: give --force to replace it, or another name", path)),
      path_(path) {}

void check_writable(const std::string& path, Existing existing) {
  if (path.empty()) fail(Status::invalid_argument, "the name of the file to write is empty");
  if (std::error_code error; !in_place(path) && existing == Existing::refuse && std::filesystem::exists(path, error))
    throw FileExists(path);
}

bool write_fully(int fd, std::string_view text) noexcept {
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    text.remove_prefix(written);
  }
  return true;
}

bool append_line(const std::string& path, std::string_view line) {
  const std::string text = std::string(line) + "\n";
  // Without O_NONBLOCK, open() waits until another process reads from a pipe.
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0666);
  if (file < 0) return false;
  const bool written = ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  const int error = errno;
  ::close(file);
  errno = error;
  return written;
}

void write_file(const std::string& path, std::string_view text, Existing existing, Access access) {
  check_writable(path, existing);
  if (in_place(path)) return write_in_place(path, text);
  // Follow a symbolic link: the file it names is replaced, not the link.
  std::error_code error;
  const std::filesystem::path resolved = std::filesystem::canonical(path, error);
  const std::string target = error ? path : resolved.string();
  TemporaryFile file(target);
  file.fill(text, path, access);
  file.become(target, existing);
}

}  // namespace cartwright::base
