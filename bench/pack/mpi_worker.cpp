// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "pack/contender.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>

namespace cartwright::bench {

namespace {

/// A program that answers every line with a line.
class Program {
 public:
  Program(const std::string& path, const char* argument) : path_(path) {
    std::array<int, 2> there{}, back{};
    if (pipe2(there.data(), O_CLOEXEC) != 0 || pipe2(back.data(), O_CLOEXEC) != 0) fail(Status::io, "no more pipes");
    process_ = fork();
    if (process_ == 0) {
      dup2(there[0], STDIN_FILENO);
      dup2(back[1], STDOUT_FILENO);
      execl(path.c_str(), path.c_str(), argument, static_cast<char*>(nullptr));
      _exit(127);
    }
    close(there[0]);
    close(back[1]);
    to_ = fdopen(there[1], "w");
    from_ = fdopen(back[0], "r");
  }
  ~Program() {
    std::fclose(to_);
    waitpid(process_, nullptr, 0);
    std::fclose(from_);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  std::string ask(const std::string& question) {
    std::fprintf(to_, "%s\n", question.c_str());
    std::fflush(to_);
    return read();
  }
  std::string read() {
    std::array<char, 512> line{};
    if (std::fgets(line.data(), line.size(), from_) == nullptr) fail(Status::unsupported, "{} gave up", path_);
    std::string text = line.data();
    text.pop_back();
    return text;
  }

 private:
  const std::string path_;
  pid_t process_ = -1;
  std::FILE *to_ = nullptr, *from_ = nullptr;
};

class Worker : public Contender {
 public:
  Worker(const std::string& id, std::unique_ptr<Program> program)
      : Contender(id, program->read()), program_(std::move(program)) {}

  void choose(std::size_t, const Case& what) override { program_->ask("choose " + what.name); }
  double run(bool pack, std::int64_t calls) override {
    return std::stod(program_->ask(fmt::format("{} {}", pack ? "pack" : "unpack", calls)));
  }

 private:
  std::unique_ptr<Program> program_;
};

}  // namespace

std::unique_ptr<Contender> mpi_worker(const Buffers& buffers, const std::string& id, const std::string& program) {
  return std::make_unique<Worker>(id, std::make_unique<Program>(program, buffers.describe()));
}

}  // namespace cartwright::bench
