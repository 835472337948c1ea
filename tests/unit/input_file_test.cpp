// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/input_file.hpp"

#include "base/cache_file.hpp"
#include "base/error.hpp"
#include "base/output_file.hpp"
#include "base/temporary_folder.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>

#include <sys/stat.h>

namespace cartwright {
namespace {

namespace fs = std::filesystem;

class Files : public testing::Test {
 protected:
  std::string path(const char* name) const { return (folder_.path() / name).string(); }
  std::string pipe() const {
    EXPECT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
    return path("pipe");
  }
  base::TemporaryFolder folder_{"cartwright-test"};
};

std::string refusal(const std::string& path, std::size_t most = base::max_file_bytes) try {
  base::read_file(path, most);
  return "";
} catch (const base::Error& error) {
  EXPECT_EQ(error.status(), base::Status::io);
  return error.what();
}

TEST_F(Files, AreReadWhole) {
  for (const std::size_t size : {0, 1, 65535, 65536, 65537, 1000000}) {
    const std::string text(size, 'x');
    std::ofstream(path("file")) << text;
    EXPECT_EQ(base::read_file(path("file")), text);
    EXPECT_EQ(base::read_file(path("file"), size), text);
    EXPECT_EQ(refusal(path("file"), size == 0 ? 0 : size - 1).empty(), size == 0);
  }
}

TEST_F(Files, OfProcHaveASizeThatTheSystemDoesNotKnow) {
  EXPECT_NE(base::read_file("/proc/self/status").find("Name:"), std::string::npos);
  EXPECT_NE(refusal("/proc/self/status", 10), "");
}

TEST_F(Files, ThatAreNotRegularAreRefused) {
  for (const std::string& file : {pipe(), std::string("/dev/zero"), std::string("/dev/null")})
    EXPECT_NE(refusal(file).find("it is a pipe, a socket or a device"), std::string::npos) << file;
  EXPECT_NE(refusal(folder_.path().string()).find("directory"), std::string::npos);
  EXPECT_NE(refusal(path("missing")).find("No such file"), std::string::npos);
}

TEST_F(Files, ThatAreTooLargeAreRefusedUnread) {
  std::ofstream(path("sparse")).close();
  fs::resize_file(path("sparse"), std::uintmax_t{1} << 40);
  EXPECT_NE(refusal(path("sparse")).find("more than 16 MiB"), std::string::npos);
}

TEST_F(Files, ArePipesThatNobodyReads) {
  EXPECT_THROW(base::write_file(pipe(), "text", base::Existing::replace), base::Error);
}

mode_t mode_of(const fs::path& file) {
  struct stat info{};
  EXPECT_EQ(stat(file.c_str(), &info), 0) << file;
  return info.st_mode & 0777;
}

class KeptFiles : public Files, public testing::WithParamInterface<mode_t> {
 protected:
  KeptFiles() : before_(umask(GetParam())) {}
  ~KeptFiles() override { umask(before_); }

 private:
  mode_t before_;
};

TEST_P(KeptFiles, BelongToTheirUserAlone) {
  const std::string folder = path("a/b");
  const base::CacheFile file(folder, "numbers", 1);
  file.write({{"one", 1}});
  EXPECT_EQ(mode_of(folder), mode_t{0700});
  EXPECT_EQ(mode_of(path("a")), mode_t{0700});
  EXPECT_EQ(mode_of(file.path()), mode_t{0600});
  ASSERT_TRUE(file.read());
  EXPECT_EQ(file.read()->at("one"), 1);
}
INSTANTIATE_TEST_SUITE_P(Umasks, KeptFiles, testing::Values(0, 022, 0777));

TEST_F(Files, OfACacheThatAreNotRegularAreIgnored) {
  const base::CacheFile file(path("cache"), "numbers", 1);
  fs::create_directory(path("cache"));
  ASSERT_EQ(mkfifo(file.path().c_str(), 0600), 0);
  EXPECT_FALSE(file.read());
  file.write({{"one", 1}});
  EXPECT_FALSE(file.read());
}

}  // namespace
}  // namespace cartwright
