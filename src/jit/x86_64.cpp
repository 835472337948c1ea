// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#ifdef CARTWRIGHT_ASMJIT
#include "jit/backends_p.hpp"
#include "jit/emit_errors_p.hpp"
#include "jit/tile.hpp"
#include "jit/x86_64_nest_p.h"

#include <cstring>

namespace cartwright::jit {

namespace x86_64 {

namespace {

/// A body with so few pieces takes no longer than counting its turns.
constexpr std::int64_t few_pieces = 8;

/// One per thread: the vector of moves keeps its memory.
std::vector<Move>& scratch() {
  thread_local std::vector<Move> moves;
  return moves;
}

}  // namespace

Writer::Writer(x86::Assembler& assembler, const Program& program, const Tuning& tuning)
    : a_(assembler),
      program_(program),
      tuning_(tuning),
      counters_(program.table == Program::Table::none ? 0 : 1),
      max_counters_(counters_),
      scratch_(scratch()) {}

bool Writer::write() {
  if (program_.body.bytes > 0) program_.table == Program::Table::none ? top() : table();
  for (unsigned i = max_counters_; i-- > first_saved;) a_.pop(counter_registers[i]);
  if (upper_halves_) a_.vzeroupper();
  a_.ret();
  return !failed_ && a_.offset() <= max_code;
}

/// With a small body, the outermost loop has to be fast: for instance a column whose count is an argument.
void Writer::top() {
  const Loop loop{&program_.body, {program_.from_stride, program_.to_stride}, {}};
  if (permutes(*loop.body, loop.stride)) {
    const std::int64_t elements = permuted_at_once(*loop.body);
    for (const std::int64_t groups : {4, 1})
      while_left(groups * elements, packs() ? 1 : 0, groups * elements * loop.stride, [&] {
        for (std::int64_t i = 0; i < groups; ++i) permuted_group(loop, i * elements, false);
      });
  }
  if (cost(*loop.body) <= few_pieces) {
    const std::int64_t most = turns_at_once(loop);
    for (std::int64_t at_once = most; at_once > 1; at_once = at_once > 4 ? 4 : 1)
      while_left(at_once, wants_room(*loop.body) ? 1 : 0, at_once * loop.stride,
                 [&] { turns(loop, 0, at_once, true); });
  }
  if (const auto width = tile_width(*loop.body, loop.stride.from, loop.stride.to, program_.direction); width != 0) {
    Copy columns;
    columns.kind = Copy::Kind::loop;
    columns.bytes = width * loop.body->bytes;
    columns.count = width;
    columns.from_stride = loop.stride.from;
    columns.to_stride = loop.stride.to;
    columns.parts.push_back({0, 0, *loop.body});
    while_left(width, 0, width * loop.stride, [&] { copy(columns, {}); });
  }
  while_left(1, 0, loop.stride, [&] { copy(*loop.body, {}); });
}

/// One turn of the outermost loop, without counting: most calls are for one element.
void Writer::single() {
  const asmjit::Label several = a_.newLabel();
  a_.cmp(x86::rdx, 1);
  a_.jne(several);
  copy(program_.body, {});
  if (upper_halves_) a_.vzeroupper();
  a_.ret();
  a_.bind(several);
}

void Writer::write_prologue() {
  for (unsigned i = 0; i < masks_used_; ++i) {
    a_.mov(x86::rax, masks_[i]);
    a_.kmovq(x86::k(i + 1), x86::rax);
  }
  for (unsigned i = 0; i < orders_used_; ++i) {
    std::array<std::uint64_t, 2> sources{};
    std::memcpy(sources.data(), orders_[i].sources.data(), sizeof sources);
    const x86::Xmm bytes = x86::xmm(0);
    a_.mov(x86::rax, sources[0]);
    a_.vmovq(bytes, x86::rax);
    if (orders_[i].lane_bytes == 8) {
      a_.vpmovzxbq(x86::zmm(16 + i), bytes);
    } else {
      a_.mov(x86::rax, sources[1]);
      a_.vpinsrq(bytes, bytes, x86::rax, 1);
      a_.vpmovzxbd(x86::zmm(16 + i), bytes);
    }
  }
  if (program_.table == Program::Table::none && cost(program_.body) <= few_pieces) single();
  for (unsigned i = first_saved; i < max_counters_; ++i) a_.push(counter_registers[i]);
}

}  // namespace x86_64

namespace {

/// The memory that AsmJit allocates for a kernel, kept for the next kernel of this thread.
struct Workshop {
  asmjit::CodeHolder code;
  x86_64::x86::Assembler assembler;
  EmitErrors refusals;

  void open() {
    code.reset();
    code.init(asmjit::Environment(asmjit::Arch::kX64));
    code.setErrorHandler(&refusals);
    code.attach(&assembler);
    refusals.any = false;
  }
};

class X86_64 final : public Backend {
 public:
  const char* name() const override { return "x86_64"; }

  bool native() const override {
#if defined(__x86_64__) && defined(__linux__)
    return true;
#else
    return false;
#endif
  }

  Tuning default_tuning() const override {
    Tuning tuning;
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2")) {
      tuning.instructions = Tuning::Instructions::avx2;
      tuning.vector_bytes = 32;
      tuning.permute = true;
    }
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl")) {
      tuning.instructions = Tuning::Instructions::avx512;
      tuning.vector_bytes = 64;
      tuning.permute = tuning.masked_stores = tuning.masked_blocks = tuning.scatter = true;
    }
#endif
    return tuning;
  }

  bool emit(const Program& program, const Tuning& tuning, std::vector<std::byte>& code,
            std::string* listing) const override {
    thread_local Workshop shop;
    shop.open();
    asmjit::StringLogger body_text;
    asmjit::StringLogger prologue_text;
    if (listing != nullptr) shop.code.setLogger(&body_text);
    x86_64::Writer writer(shop.assembler, program, tuning);
    if (!writer.write()) return false;
    const std::size_t body_bytes = shop.assembler.offset();
    if (listing != nullptr) shop.code.setLogger(&prologue_text);
    writer.write_prologue();
    shop.code.resetLogger();
    if (shop.refusals.any || shop.code.flatten() != asmjit::kErrorOk) return false;
    // The body does not contain its own address, so it can be moved behind the prologue.
    const auto* const bytes = reinterpret_cast<const std::byte*>(shop.code.textSection()->data());
    const std::size_t all_bytes = shop.code.textSection()->bufferSize();
    code.insert(code.end(), bytes + body_bytes, bytes + all_bytes);
    code.insert(code.end(), bytes, bytes + body_bytes);
    if (listing != nullptr) listing->append(prologue_text.data()).append(body_text.data());
    return true;
  }
};

}  // namespace

const Backend& x86_64_backend() {
  static const X86_64 backend;
  return backend;
}

}  // namespace cartwright::jit
#endif
