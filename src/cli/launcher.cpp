// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/launcher.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include <unistd.h>

namespace cartwright::cli {

namespace {

bool mentions(std::string_view text, std::string_view word) { return text.find(word) != std::string_view::npos; }

/// Outlives a signal, unless it was ignored already.
class Survive {
 public:
  explicit Survive(int number) : number_(number), before_(std::signal(number, [](int) {})) {
    if (before_ == SIG_IGN) std::signal(number, SIG_IGN);
  }
  ~Survive() { std::signal(number_, before_); }
  Survive(const Survive&) = delete;

 private:
  int number_;
  sighandler_t before_;
};

}  // namespace

std::string detect_mpi(const std::string& launcher) {
  const std::string text = run_quietly({launcher, "--version"}).output;
  if (mentions(text, "Open MPI") || mentions(text, "OpenRTE") || mentions(text, "PRRTE")) return "openmpi";
  if (mentions(text, "HYDRA") || mentions(text, "MPICH") || mentions(text, "mpich")) return "mpich";
  fail(Status::invalid_argument, "cannot tell which MPI '{}' belongs to: say --mpi openmpi or --mpi mpich", launcher);
}

std::string find_preload(const std::string& mpi) {
  const std::filesystem::path here = std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path();
  const std::filesystem::path file = std::filesystem::path(mpi) / "libcartwright_preload.so";
  for (const auto& folder : {here / "lib", here / CARTWRIGHT_LIBDIR / "cartwright"})
    if (std::filesystem::exists(folder / file)) return (folder / file).string();
  fail(Status::unsupported, "no {} beside {}: install the MPI's development package and build again, or choose --mpi",
       file.string(), here.string());
}

std::vector<std::string> cartwright_variables() {
  std::vector<std::string> names;
  for (char** variable = environ; *variable != nullptr; ++variable)
    if (const std::string_view text = *variable; text.starts_with("CARTWRIGHT"))
      names.emplace_back(text.substr(0, text.find('=')));
  std::ranges::sort(names);
  return names;
}

CommandLine with_preload(const CommandLine& command, const std::string& mpi, const std::string& preload) {
  const char* before = std::getenv("LD_PRELOAD");
  const std::string all = before == nullptr || *before == '\0' ? preload : fmt::format("{}:{}", preload, before);
  CommandLine changed = {command.front()};
  if (mpi == "openmpi") {
    // Open MPI hands on to other hosts what it is told to.
    changed.insert(changed.end(), {"-x", "LD_PRELOAD=" + all});
    for (const std::string& name : cartwright_variables()) changed.insert(changed.end(), {"-x", name});
  } else {
    // Hydra hands on the whole environment.
    changed.insert(changed.end(), {"-genv", "LD_PRELOAD", all});
  }
  changed.insert(changed.end(), command.begin() + 1, command.end());
  return changed;
}

int run_and_wait(const CommandLine& command) {
  // As system() does: the launcher, in the same process group, gets the interrupt, and this program waits to see how
  // it ends. A handler, unlike SIG_IGN, is not passed on to it.
  const Survive interrupt(SIGINT);
  const Survive quit(SIGQUIT);
  return wait_for(start(command));
}

}  // namespace cartwright::cli
