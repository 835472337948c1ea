// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "jit/executable.hpp"

#include "base/random.hpp"
#include "jit/packer.hpp"

#include <gtest/gtest.h>

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

namespace cartwright::jit {
namespace {

/// Machine code that stores `value` in the first four bytes of `to`, padded with bytes that are never executed.
std::vector<std::byte> code_that_stores(std::uint32_t value, std::size_t padding = 0) {
  std::vector<std::byte> code;
  const auto put = [&](std::uint32_t bits, int bytes) {
    for (int i = 0; i < bytes; ++i) code.push_back(static_cast<std::byte>(bits >> (8 * i)));
  };
#if defined(__x86_64__)
  put(0x07c7, 2);  // mov dword [rdi], value
  put(value, 4);
  put(0xc3, 1);  // ret
#elif defined(__aarch64__)
  put(0x52800008U | (value & 0xffff) << 5, 4);  // mov w8, low half
  put(0x72a00008U | (value >> 16) << 5, 4);     // movk w8, high half, lsl 16
  put(0xb9000008U, 4);                          // str w8, [x0]
  put(0xd65f03c0U, 4);                          // ret
#endif
  code.resize(code.size() + padding);
  return code;
}

std::uint32_t stored_by(const Code& code) {
  std::array<std::byte, 4> to{};
  code.entry()(to.data(), nullptr, 1, nullptr);
  return std::bit_cast<std::uint32_t>(to);
}

/// Lines of the list of mappings that contain `text`.
std::vector<std::string> mappings(const std::string& text) {
  std::vector<std::string> found;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);)
    if (line.find(text) != std::string::npos) found.push_back(line);
  return found;
}

/// Runs `body` in a child process, which exits with its result.
template <typename Body>
int exit_code_of_child(Body body) {
  const pid_t child = fork();
  if (child == 0) _exit(body());
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 256 + WTERMSIG(status);
}

/// Makes the system call `number` fail with EACCES from now on: always, or if its third argument has any of `bits`.
bool deny(long number, std::uint32_t bits = 0) {
  const auto call = static_cast<std::uint32_t>(number);
  sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, static_cast<std::uint8_t>(bits == 0 ? 1 : 3)),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args[2])),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  if (bits == 0) {
    filter[2] = filter[4];
    filter[3] = filter[5];
  }
  const sock_fprog program{static_cast<unsigned short>(std::size(filter)), filter};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

TEST(Executable, CodeRunsUntilItIsReleased) {
  ASSERT_EQ(why_not_executable(), "");
  const auto a = map_code(code_that_stores(0x12345678));
  const auto b = map_code(code_that_stores(0x9abcdef0, 5000));
  ASSERT_TRUE(a != nullptr && b != nullptr);
  EXPECT_EQ(stored_by(*a), 0x12345678U);
  EXPECT_EQ(stored_by(*b), 0x9abcdef0U);
  EXPECT_EQ(a->size(), code_that_stores(0).size());
}

TEST(Executable, CodeLargerThanAPoolRuns) {
  const auto code = map_code(code_that_stores(7, 3 << 20));
  ASSERT_TRUE(code != nullptr);
  EXPECT_EQ(stored_by(*code), 7U);
}

TEST(Executable, NoMappingIsBothWritableAndExecutable) {
  const auto code = map_code(code_that_stores(1));
  ASSERT_TRUE(code != nullptr);
  const auto ours = mappings("cartwright (deleted)");
  EXPECT_GE(ours.size(), 2U);
  for (const std::string& line : mappings("rwx")) ADD_FAILURE() << line;
}

TEST(Executable, CreatingAndFreeingKernelsNeedsNoMoreMemory) {
  base::Random random(1);
  const std::size_t before = mappings("cartwright (deleted)").size();
  std::vector<std::unique_ptr<Code>> alive(50);
  std::size_t settled = 0;
  for (std::uint32_t i = 0; i < 100000; ++i) {
    auto& slot = alive[random.below(50)];
    slot = map_code(code_that_stores(i, random.below(8000)));
    ASSERT_TRUE(slot != nullptr);
    if (i % 1000 == 0) {
      ASSERT_EQ(stored_by(*slot), i);
    }
    if (i == 20000) settled = mappings("cartwright (deleted)").size();
  }
  // Fifty kernels of 8 KB fill two pools; fragmentation may need a third. Each pool is mapped twice.
  EXPECT_LE(mappings("cartwright (deleted)").size(), std::max(settled, before + 6));
  alive.clear();
  EXPECT_LE(mappings("cartwright (deleted)").size(), before + 2);
}

TEST(Executable, SixteenThreadsMapRunAndReleaseConcurrently) {
  std::vector<std::thread> threads;
  std::atomic<int> wrong = 0;
  for (std::uint32_t t = 0; t < 16; ++t)
    threads.emplace_back([t, &wrong] {
      base::Random random(t);
      std::array<std::unique_ptr<Code>, 10> alive;
      std::array<std::uint32_t, 10> values{};
      for (std::uint32_t i = 0; i < 2000; ++i) {
        const auto at = static_cast<std::size_t>(random.below(10));
        if (alive[at] && stored_by(*alive[at]) != values[at]) ++wrong;
        values[at] = t << 16 | i;
        alive[at] = map_code(code_that_stores(values[at], random.below(2000)));
        if (!alive[at] || stored_by(*alive[at]) != values[at]) ++wrong;
      }
    });
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST(Executable, ParentAndChildDoNotReplaceEachOthersCode) {
  auto before = map_code(code_that_stores(1));
  ASSERT_TRUE(before != nullptr);
  // The parent releases its code and maps other code before the child runs the child's copy.
  int ready[2];
  ASSERT_EQ(pipe(ready), 0);
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    char go = 0;
    if (read(ready[0], &go, 1) != 1) _exit(2);
    const bool kept = stored_by(*before) == 1;
    before.reset();
    const auto replaced = map_code(code_that_stores(3));
    _exit(kept && replaced && stored_by(*replaced) == 3 ? 0 : 1);
  }
  before.reset();
  std::vector<std::unique_ptr<Code>> after;
  for (std::uint32_t i = 0; i < 100; ++i) after.push_back(map_code(code_that_stores(100 + i)));
  ASSERT_EQ(write(ready[1], "g", 1), 1);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  for (std::uint32_t i = 0; i < 100; ++i) EXPECT_EQ(stored_by(*after[i]), 100 + i);
  close(ready[0]);
  close(ready[1]);
}

TEST(Executable, CanBeSwitchedOff) {
  allow_execution(false);
  EXPECT_EQ(map_code(code_that_stores(1)), nullptr);
  EXPECT_EQ(why_not_executable(), "generated code is switched off");
  allow_execution(true);
  EXPECT_NE(map_code(code_that_stores(1)), nullptr);
}

TEST(Executable, NamesTheCallThatTheSystemForbids) {
  const int exit_code = exit_code_of_child([] {
    if (!deny(SYS_mmap, PROT_EXEC)) return 77;
    if (map_code(code_that_stores(1)) != nullptr) return 1;
    const std::string why = why_not_executable();
    if (why.find("memfd_create: mmap to execute: Permission denied") == std::string::npos) return 2;
    return why.find("a file in /tmp: ") == std::string::npos ? 3 : 0;
  });
  if (exit_code == 77) GTEST_SKIP() << "the system takes no seccomp filter";
  EXPECT_EQ(exit_code, 0);
}

TEST(Executable, PackingWorksWithoutIt) {
  const int exit_code = exit_code_of_child([] {
    if (!deny(SYS_mmap, PROT_EXEC)) return 77;
    const auto every_other = datatype::vector(1000, 1, 2, datatype::basic_named("double"));
    const auto packer = Packer::of(datatype::normalize(*every_other), {.expected_uses = 100});
    if (packer->prepare()) return 1;
    std::vector<double> data(2000);
    for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<double>(i);
    for (int use = 0; use < 3; ++use) {
      std::vector<double> packed(1000);
      packer->pack(reinterpret_cast<std::byte*>(packed.data()), reinterpret_cast<const std::byte*>(data.data()), 1);
      for (std::size_t i = 0; i < packed.size(); ++i)
        if (packed[i] != data[2 * i]) return 2;
    }
    return 0;
  });
  if (exit_code == 77) GTEST_SKIP() << "the system takes no seccomp filter";
  EXPECT_EQ(exit_code, 0);
}

TEST(Executable, UsesATemporaryFileIfMemoryFilesAreForbidden) {
  const int exit_code = exit_code_of_child([] {
    if (!deny(SYS_memfd_create)) return 77;
    const auto code = map_code(code_that_stores(9));
    if (code == nullptr || stored_by(*code) != 9) return 1;
    return mappings("/cartwright-").size() >= 2 ? 0 : 2;
  });
  if (exit_code == 77) GTEST_SKIP() << "the system takes no seccomp filter";
  EXPECT_EQ(exit_code, 0);
}

TEST(Executable, ALimitOfFileSizesDoesNotKill) {
  EXPECT_EQ(exit_code_of_child([] {
              const rlimit none{0, 0};
              if (setrlimit(RLIMIT_FSIZE, &none) != 0) return 1;
              if (map_code(code_that_stores(1)) != nullptr) return 2;
              return why_not_executable() == "files are limited to 0 bytes (ulimit -f)" ? 0 : 3;
            }),
            0);
}

TEST(Executable, WorksIfWritableMemoryMayNeverBecomeExecutable) {
  constexpr int set_mdwe = 65;  // PR_SET_MDWE, since Linux 6.3
  const int exit_code = exit_code_of_child([] {
    if (prctl(set_mdwe, 1, 0, 0, 0) != 0) return 77;
    const auto code = map_code(code_that_stores(5));
    return code != nullptr && stored_by(*code) == 5 ? 0 : 1;
  });
  if (exit_code == 77) GTEST_SKIP() << "the kernel knows no PR_SET_MDWE";
  EXPECT_EQ(exit_code, 0);
}

}  // namespace
}  // namespace cartwright::jit
