// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// The kernel that runs any layout beside kernels that are made for one: `gpu_generator [--tiny]`. The ratios decide
// whether the generator of kernels (jit/ptx.hpp) is kept. What packs wrongly is not timed. tools/gpu-check.py runs it.
#include "gpu/bench.hpp"
#include "gpu/context.hpp"
#include "gpu/element.hpp"
#include "gpu/kernel.hpp"
#include "gpu/module.hpp"
#include "jit/ptx.hpp"

#include <array>

namespace {

using namespace cartwright;
using namespace cartwright::bench;

/// The kernel of one program, without the contest that decides about it.
class Own {
 public:
  explicit Own(const jit::Program& program)
      : ptx_(*jit::emit_ptx(program, jit::flatten(program).word)),
        function_(gpu::load(ptx_.text, "cw_move")),
        tables_(gpu::upload(ptx_.tables)) {}

  void run(Address to, Address from) {
    std::uint32_t turns = 1;
    Address no_table = 0;
    std::array<void*, 5> parameters{&to, &from, &turns, &no_table, &tables_};
    gpu::check(gpu::driver().cuLaunchKernel(function_, static_cast<unsigned>(ptx_.blocks(turns)), 1, 1,
                                            jit::block_threads, 1, 1, 0, nullptr, parameters.data(), nullptr),
               "cuLaunchKernel");
  }

 private:
  jit::PtxKernel ptx_;
  device::Function* function_;
  Address tables_;
};

class Generator : public Bench {
 public:
  static constexpr auto title = "The kernel of any layout beside kernels of one";
  explicit Generator(bool tiny) : Generator(tiny, tiny ? 16 << 10 : 256 << 20) {}

  void run() override {
    const auto most = static_cast<std::int64_t>(target_.bytes());
    for (const std::int64_t bytes : {std::int64_t{1} << 20, most}) {
      if (bytes > most) continue;
      const std::int64_t rows = tiny_ ? 32 : 256;
      for (const std::int64_t block : {8, 16, 64, 512})
        compare(fmt::format("blocks of {} B", block),
                fmt::format("hvec({} {} {})[char]", bytes / block, block, std::max<std::int64_t>(64, 2 * block)));
      compare("rows of 16 B in three loops", fmt::format("hvec({0} 1 {1})[hvec({2} 1 256)[hvec(4 16 48)[char]]]", rows,
                                                         bytes / rows * 5, bytes / rows / 64));
      compare("a transposed matrix of doubles",
              fmt::format("hvec({0} 1 8)[hvec({1} 8 {2})[char]]", rows, bytes / 8 / rows, 8 * rows));
    }
  }

 private:
  Generator(bool tiny, std::size_t bytes) : Bench(tiny, 8 * bytes, bytes, Memory::Kind::device) {}

  void compare(const std::string& name, const std::string& notation) const {
    const Element element(notation);
    const jit::Layout& layout = element.packer->layout();
    const jit::Program program = jit::repeat(layout.root, layout.extent, jit::Direction::pack);
    const auto origin = static_cast<Address>(layout.origin);
    std::vector<jit::BatchJob> jobs;
    jit::BatchProgram::of(program)->append(target_.address(), source_.address() + origin, 1, 0, jobs);
    const gpu::Current context(static_cast<device::Stream*>(nullptr));
    Own own(program);
    const auto by_own = [&] { own.run(target_.address(), source_.address() + origin); };
    const auto by_any = [&] { gpu::run_jobs(context, jobs, nullptr); };
    const std::vector<std::byte> expected = element.packed(host_.data());
    check(expected, by_own);
    check(expected, by_any);
    figures_.add({fmt::format("{}, {} KiB, any layout's kernel in the time of its own", name, element.bytes() >> 10),
                  "ratio", seconds_of(by_any) / seconds_of(by_own)});
  }
};

}  // namespace

int main(int argc, char** argv) { return plain_main("gpu_generator", argc, argv, run_bench<Generator>); }
