// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause

// Prints one module of PTX with kernels of every shape: those of batches, those of random programs for addresses of
// every alignment, and those that test an instruction. ptxas.py assembles it.
#include "fft/cuda/scale.hpp"
#include "instructions.hpp"
#include "jit/ptx.hpp"
#include "random_program.hpp"

namespace cartwright::jit {
namespace {

std::string without_header(std::string text) { return text.erase(0, text.find(".visible")); }

/// A kernel under another name, without the header of its module.
std::string renamed(std::string text, int number) {
  text = without_header(std::move(text));
  return text.replace(text.find("cw_move"), 7, fmt::format("kernel_{}", number));
}

int print_kernels() {
  std::string all = batch_ptx();
  int kernels = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Drawn drawn = RandomPrograms(seed).draw();
    for (const std::int64_t alignment : {1, 2, 4, 8, 16})
      if (const auto kernel = emit_ptx(drawn.program, alignment); kernel && kernel->word == alignment)
        all += renamed(kernel->text, kernels++);
  }
  for (const std::int64_t word : {1, 2, 4, 8, 16}) {
    const auto columns = datatype::make_loop(50, word, datatype::make_loop(70, 64 * word, datatype::make_block(word)));
    for (const Direction direction : {Direction::pack, Direction::unpack})
      all += renamed(emit_ptx(repeat(columns, 1 << 20, direction), word)->text, kernels++);
  }
  all += without_header(fft::cuda::scale_ptx());
  for (const instructions::Form& form : instructions::all_forms())
    all += without_header(instructions::kernel_of(form, fmt::format("instruction_{}", kernels++)));
  fmt::print("{}", all);
  return kernels > 50 ? 0 : 1;
}

}  // namespace
}  // namespace cartwright::jit

int main() { return cartwright::jit::print_kernels(); }
