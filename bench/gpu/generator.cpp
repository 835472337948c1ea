// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// The kernel that runs any layout beside kernels that are made for one: `gpu_generator [--tiny]`. The ratios decide
// whether the generator of kernels (jit/ptx.hpp) is kept. What packs wrongly is not timed. tools/gpu-check.py runs it.
#include "gpu/buffers.hpp"
#include "gpu/context.hpp"
#include "gpu/device.hpp"
#include "gpu/element.hpp"
#include "gpu/figures.hpp"
#include "gpu/kernel.hpp"
#include "gpu/module.hpp"
#include "gpu/tiny_main.hpp"
#include "jit/ptx.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

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

class Bench {
 public:
  explicit Bench(bool tiny)
      : tiny_(tiny), buffers_(device_, tiny ? 16 << 10 : 256 << 20), figures_(device_.pretended()) {
    fmt::print("GPU: {}\n", device_.name());
  }

  void run() const {
    const auto most = static_cast<std::int64_t>(buffers_.packed_bytes());
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
  void compare(const std::string& name, const std::string& notation) const {
    const Element element(notation);
    const jit::Layout& layout = element.packer->layout();
    const jit::Program program = jit::repeat(layout.root, layout.extent, jit::Direction::pack);
    const auto origin = static_cast<Address>(layout.origin);
    std::vector<jit::BatchJob> jobs;
    jit::BatchProgram::of(program)->append(buffers_.target().address(), buffers_.source().address() + origin, 1, 0,
                                           jobs);
    const gpu::Current context(static_cast<device::Stream*>(nullptr));
    Own own(program);
    const auto by_own = [&] { own.run(buffers_.target().address(), buffers_.source().address() + origin); };
    const auto by_any = [&] { gpu::run_jobs(context, jobs, nullptr); };
    check(element, by_own);
    check(element, by_any);
    const int most = tiny_ ? 1 : 200;
    const double ratio = device_.seconds_of(by_any, most) / device_.seconds_of(by_own, most);
    figures_.add({fmt::format("{}, {} KiB, any layout's kernel in the time of its own", name, element.bytes() >> 10),
                  "ratio", ratio});
  }

  void check(const Element& element, const std::function<void()>& pack) const {
    std::vector<std::byte> expected(element.bytes());
    element.packer->pack(expected.data(), buffers_.host(), 1);
    buffers_.check(expected, pack);
  }

  const bool tiny_;
  const Device device_;
  const Buffers buffers_;
  const Figures figures_;
};

}  // namespace

int main(int argc, char** argv) {
  return tiny_main<Bench>("gpu_generator", "The kernel of any layout beside kernels of one", argc, argv);
}
