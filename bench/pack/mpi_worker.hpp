// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "pack/contender.hpp"
#include "pack/program.hpp"

namespace cartwright::bench {

/// An MPI, measured through a separate program that is linked to it (worker.cpp).
class MpiWorker : public Contender {
 public:
  MpiWorker(const Buffers& buffers, std::string id, const std::string& command)
      : MpiWorker(std::move(id), std::make_unique<Program>(command, buffers.describe())) {}

  void choose(const Case& what) override { program_->ask("choose " + what.name); }
  double run(bool pack, std::int64_t calls) override {
    return std::stod(program_->ask((pack ? "pack " : "unpack ") + std::to_string(calls)));
  }
  /// Seconds of MPI_Type_commit for the type of the chosen case, made anew `times` times.
  double commit(std::int64_t times) { return std::stod(program_->ask("commit " + std::to_string(times))); }

 private:
  MpiWorker(std::string id, std::unique_ptr<Program> program)
      : Contender(std::move(id), program->read()), program_(std::move(program)) {}

  std::unique_ptr<Program> program_;
};

}  // namespace cartwright::bench
