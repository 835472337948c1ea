// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "pack/contender.hpp"

#include "base/error.hpp"
#include "base/random.hpp"
#include "datatype/interpreter.hpp"
#include "jit/packer.hpp"
#include "pack/clock.hpp"

#include <cstring>

namespace cartwright::bench {

namespace {

class Ours : public Contender {
 public:
  explicit Ours(const Buffers& buffers) : Contender("ours", "Cartwright"), buffers_(buffers) {}

  void choose(const Case& what) override {
    packer_ = jit::Packer::of(datatype::normalize(*what.type));
    packer_->prepare();
    base_ = buffers_.data() + what.at;
  }
  double run(bool pack, std::int64_t calls) override {
    jit::Packer& packer = *packer_;
    if (pack) return seconds_for(calls, [&] { packer.pack(buffers_.packed(), base_, 1); });
    return seconds_for(calls, [&] { packer.unpack(base_, buffers_.packed(), 1); });
  }

 private:
  const Buffers& buffers_;
  std::shared_ptr<jit::Packer> packer_;
  std::byte* base_ = nullptr;
};

class Copy : public Contender {
 public:
  explicit Copy(const Buffers& buffers) : Contender("memcpy", "memcpy"), buffers_(buffers) {}

  void choose(const Case& what) override {
    bytes_ = what.bytes();
    base_ = buffers_.data() + what.at;
  }
  double run(bool pack, std::int64_t calls) override {
    std::byte* const to = pack ? buffers_.packed() : base_;
    const std::byte* const from = pack ? base_ : buffers_.packed();
    return seconds_for(calls, [&] { copy_(to, from, bytes_); });
  }
  bool packs() const override { return false; }

 private:
  const Buffers& buffers_;
  std::byte* base_ = nullptr;
  std::size_t bytes_ = 0;
  void* (*volatile copy_)(void*, const void*, std::size_t) = std::memcpy;
};

class Compiled : public Contender {
 public:
  Compiled(const Buffers& buffers, const CompiledC& code, Knowledge knowledge)
      : Contender(knowledge == Knowledge::constants ? "constants" : "loop",
                  knowledge == Knowledge::constants ? "C, constants" : "C, loop"),
        buffers_(buffers),
        code_(code),
        knowledge_(knowledge) {}

  void choose(const Case& what) override {
    pack_ = code_.of(what, knowledge_, true);
    unpack_ = code_.of(what, knowledge_, false);
    base_ = buffers_.data() + what.at;
  }
  double run(bool pack, std::int64_t calls) override {
    std::byte* const to = pack ? buffers_.packed() : base_;
    const std::byte* const from = pack ? base_ : buffers_.packed();
    const CompiledC::Loaded& code = pack ? *pack_ : *unpack_;
    return seconds_for(calls, [&] { code(to, from); });
  }

 private:
  const Buffers& buffers_;
  const CompiledC& code_;
  const Knowledge knowledge_;
  std::unique_ptr<CompiledC::Loaded> pack_, unpack_;
  std::byte* base_ = nullptr;
};

/// Up to so many bytes of the buffer are compared, including gaps.
constexpr std::int64_t compared_whole = 1 << 22;

}  // namespace

std::vector<Run> runs_of(const std::vector<std::unique_ptr<Contender>>& contenders, bool pack) {
  std::vector<Run> runs;
  for (const auto& contender : contenders)
    runs.emplace_back([&contender, pack](std::int64_t calls) { return contender->run(pack, calls); });
  return runs;
}

std::unique_ptr<Contender> ours(const Buffers& buffers) { return std::make_unique<Ours>(buffers); }
std::unique_ptr<Contender> plain_copy(const Buffers& buffers) { return std::make_unique<Copy>(buffers); }
std::unique_ptr<Contender> compiled_c(const Buffers& buffers, const CompiledC& code, Knowledge knowledge) {
  return std::make_unique<Compiled>(buffers, code, knowledge);
}

void check(Contender& contender, const Case& what, const Buffers& buffers) {
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
  const bool whole = what.reach() <= compared_whole;
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
