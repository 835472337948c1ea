// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/output_file.hpp"
#include "base/input_file.hpp"

#include "base/error.hpp"
#include "base/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include <sys/resource.h>
#include <sys/stat.h>
#include <csignal>

namespace cartwright {
namespace {

namespace fs = std::filesystem;

class OutputFile : public testing::Test {
 protected:
  std::string path(const char* name) const { return folder_ / name; }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  base::TemporaryFolder temporary_{"cartwright-test"};
  fs::path folder_ = temporary_.path();
};

TEST_F(OutputFile, IsWrittenWhole) {
  base::write_file(path("a"), "one\n", base::Existing::refuse);
  EXPECT_EQ(base::read_file(path("a")), "one\n");
  EXPECT_EQ(files(), 1U);
}

TEST_F(OutputFile, KeepsAFileThatExists) {
  base::write_file(path("a"), "one\n", base::Existing::refuse);
  try {
    base::write_file(path("a"), "two\n", base::Existing::refuse);
    FAIL() << "the file was replaced";
  } catch (const base::Error& error) {
    EXPECT_EQ(error.status(), base::Status::invalid_argument);
    EXPECT_NE(std::string(error.what()).find("--force"), std::string::npos);
  }
  EXPECT_EQ(base::read_file(path("a")), "one\n");
  EXPECT_EQ(files(), 1U);
}

TEST_F(OutputFile, ReplacesAFileOnRequest) {
  base::write_file(path("a"), "a longer text than the next\n", base::Existing::refuse);
  base::write_file(path("a"), "two\n", base::Existing::replace);
  EXPECT_EQ(base::read_file(path("a")), "two\n");
  EXPECT_EQ(files(), 1U);
}

TEST_F(OutputFile, FollowsALinkRatherThanReplacingIt) {
  base::write_file(path("target"), "one\n", base::Existing::refuse);
  fs::create_symlink("target", path("link"));
  base::write_file(path("link"), "two\n", base::Existing::replace);
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(base::read_file(path("target")), "two\n");
}

TEST_F(OutputFile, ObeysTheUmask) {
  const mode_t before = umask(027);
  base::write_file(path("a"), "one\n", base::Existing::refuse);
  umask(before);
  EXPECT_EQ(fs::status(path("a")).permissions(), fs::perms(0640));
}

TEST_F(OutputFile, LeavesNothingHalfWritten) {
  base::write_file(path("a"), "one\n", base::Existing::refuse);
  // No file may grow past a page: for the writer, the disk is full.
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small{4096, before.rlim_max};
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &small);
  EXPECT_THROW(base::write_file(path("a"), std::string(100000, 'x'), base::Existing::replace), base::Error);
  EXPECT_THROW(base::write_file(path("b"), std::string(100000, 'x'), base::Existing::refuse), base::Error);
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(base::read_file(path("a")), "one\n");
  EXPECT_EQ(files(), 1U);
}

TEST_F(OutputFile, SaysWhichFolderIsMissing) {
  try {
    base::write_file(path("no/such/file"), "one\n", base::Existing::refuse);
    FAIL() << "there is no such folder";
  } catch (const base::Error& error) {
    EXPECT_EQ(error.status(), base::Status::io);
    EXPECT_NE(std::string(error.what()).find("no/such/file"), std::string::npos);
  }
}

}  // namespace
}  // namespace cartwright
