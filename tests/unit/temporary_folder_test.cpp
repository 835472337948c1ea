// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/temporary_folder.hpp"

#include "base/error.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>

namespace cartwright::base {
namespace {

namespace fs = std::filesystem;

TEST(TemporaryFolder, IsRemovedWithItsContents) {
  fs::path path;
  {
    const TemporaryFolder folder("cartwright-test");
    path = folder.path();
    fs::create_directory(path / "inner");
    std::ofstream(path / "inner" / "file") << "text";
    EXPECT_TRUE(path.filename().string().starts_with("cartwright-test-"));
    EXPECT_TRUE(fs::exists(path / "inner" / "file"));
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST(TemporaryFolder, StaysIfItIsKept) {
  const TemporaryFolder outer("cartwright-test");
  const char* const before = std::getenv("TMPDIR");
  const std::string restored = before == nullptr ? "" : before;
  setenv("TMPDIR", outer.path().c_str(), 1);
  fs::path path;
  {
    TemporaryFolder folder;
    folder.keep();
    path = folder.path();
  }
  before == nullptr ? unsetenv("TMPDIR") : setenv("TMPDIR", restored.c_str(), 1);
  EXPECT_EQ(path.parent_path(), outer.path());
  EXPECT_TRUE(fs::exists(path));
}

TEST(TemporaryFolder, TwoOfOneNameDiffer) {
  EXPECT_NE(TemporaryFolder("cartwright-test").path(), TemporaryFolder("cartwright-test").path());
}

TEST(TemporaryFolder, NamesAFolderThatCannotBeMade) {
  try {
    const TemporaryFolder folder("no/such/folder");
    FAIL() << "made " << folder.path();
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), Status::io);
    EXPECT_NE(std::string(error.what()).find("no/such/folder"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("TMPDIR"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace cartwright::base
