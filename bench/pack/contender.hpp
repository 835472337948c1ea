// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/random.hpp"
#include "datatype/interpreter.hpp"
#include "jit/packer.hpp"
#include "pack/buffers.hpp"
#include "pack/c_code.hpp"
#include "pack/measure.hpp"
#include "pack/program.hpp"

#include <cstring>
#include <memory>
#include <string>

namespace cartwright::bench {

/// An implementation of packing. Reports use its `id` as a key, and tables show its `title`.
class Contender {
 public:
  Contender(std::string id, std::string title) : id_(std::move(id)), title_(std::move(title)) {}
  virtual ~Contender() = default;

  const std::string& id() const { return id_; }
  const std::string& title() const { return title_; }

  /// Prepares for a case.
  virtual void choose(const Case& what) = 0;
  /// Seconds for `calls` calls, one after the other.
  virtual double run(bool pack, std::int64_t calls) = 0;
  /// Whether it really packs. (A plain copy of as many bytes does not.)
  virtual bool packs() const { return true; }

 private:
  std::string id_, title_;
};

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

/// A contender that packs in this process.
class Local : public Contender {
 public:
  Local(std::string id, std::string title, const Buffers& buffers)
      : Contender(std::move(id), std::move(title)), buffers_(buffers) {}

  void choose(const Case& what) override { base_ = buffers_.data() + what.at; }

 protected:
  std::byte* to(bool pack) const { return pack ? buffers_.packed() : base_; }
  const std::byte* from(bool pack) const { return pack ? base_ : buffers_.packed(); }

 private:
  const Buffers& buffers_;
  std::byte* base_ = nullptr;
};

class Ours : public Local {
 public:
  explicit Ours(const Buffers& buffers) : Local("ours", "Cartwright", buffers) {}

  void choose(const Case& what) override {
    Local::choose(what);
    packer_ = jit::Packer::of(datatype::normalize(*what.type));
    packer_->prepare();
  }
  double run(bool pack, std::int64_t calls) override {
    jit::Packer& packer = *packer_;
    std::byte* const to = this->to(pack);
    const std::byte* const from = this->from(pack);
    if (pack) return seconds_for(calls, [&] { packer.pack(to, from, 1); });
    return seconds_for(calls, [&] { packer.unpack(to, from, 1); });
  }

 private:
  std::shared_ptr<jit::Packer> packer_;
};

class Copy : public Local {
 public:
  explicit Copy(const Buffers& buffers) : Local("memcpy", "memcpy", buffers) {}

  void choose(const Case& what) override {
    Local::choose(what);
    bytes_ = what.bytes();
  }
  double run(bool pack, std::int64_t calls) override {
    std::byte* const to = this->to(pack);
    const std::byte* const from = this->from(pack);
    return seconds_for(calls, [&] { copy_(to, from, bytes_); });
  }
  bool packs() const override { return false; }

 private:
  std::size_t bytes_ = 0;
  void* (*volatile copy_)(void*, const void*, std::size_t) = std::memcpy;
};

class Compiled : public Local {
 public:
  Compiled(const Buffers& buffers, const CompiledC& code, Knowledge knowledge)
      : Local(knowledge == Knowledge::constants ? "constants" : "loop",
              knowledge == Knowledge::constants ? "C, constants" : "C, loop", buffers),
        code_(code),
        knowledge_(knowledge) {}

  void choose(const Case& what) override {
    Local::choose(what);
    pack_ = code_.of(what, knowledge_, true);
    unpack_ = code_.of(what, knowledge_, false);
  }
  double run(bool pack, std::int64_t calls) override {
    std::byte* const to = this->to(pack);
    const std::byte* const from = this->from(pack);
    const CompiledC::Loaded& code = pack ? *pack_ : *unpack_;
    return seconds_for(calls, [&] { code(to, from); });
  }

 private:
  const CompiledC& code_;
  const Knowledge knowledge_;
  std::unique_ptr<CompiledC::Loaded> pack_, unpack_;
};

/// Packing or unpacking by each contender.
inline std::vector<Run> runs_of(const std::vector<std::unique_ptr<Contender>>& contenders, bool pack) {
  std::vector<Run> runs;
  for (const auto& contender : contenders)
    runs.emplace_back([&contender, pack](std::int64_t calls) { return contender->run(pack, calls); });
  return runs;
}

/// Throws Error{internal} unless the contender packs and unpacks like the interpreter, and writes nothing in gaps.
inline void check(Contender& contender, const Case& what, const Buffers& buffers) {
  if (!contender.packs()) return;
  const std::size_t size = what.bytes();
  std::byte* const base = buffers.data() + what.at;
  std::vector<std::byte> wanted(size), again(size);
  base::Random random(size);
  for (std::byte& byte : wanted) byte = static_cast<std::byte>(random.below(256));
  datatype::interpret_unpack(*what.type, wanted.data(), 1, base);
  datatype::interpret_pack(*what.type, base, 1, wanted.data());  // different from before if the type overlaps itself

  std::memset(buffers.packed(), 0, size);
  contender.run(true, 1);
  if (std::memcmp(buffers.packed(), wanted.data(), size) != 0)
    base::fail(base::Status::internal, "{} packs {} wrong: its time means nothing", contender.title(), what.name);

  datatype::interpret_unpack(*what.type, again.data(), 1, base);
  const bool whole = what.reach() <= 1 << 22;  // with the gaps
  std::vector<std::byte> before;
  if (whole) {
    before.assign(buffers.data(), buffers.data() + what.reach());
    datatype::interpret_unpack(*what.type, wanted.data(), 1, before.data() + what.at);
  }
  contender.run(false, 1);
  datatype::interpret_pack(*what.type, base, 1, again.data());
  if (again != wanted || (whole && std::memcmp(before.data(), buffers.data(), before.size()) != 0))
    base::fail(base::Status::internal, "{} unpacks {} wrong: its time means nothing", contender.title(), what.name);
}

}  // namespace cartwright::bench
