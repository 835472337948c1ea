// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft_gpu.hpp"
#include "fft_plan.hpp"

#include "fixture.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string>

// Plans for memory of a GPU against the definition, and against plans for memory of the host. CARTWRIGHT_SEED is the
// seed of the first problem, CARTWRIGHT_FFT_PROBLEMS their number.

namespace fft_test {
namespace {

/// A problem of any kind that plans for memory of a GPU support, in 2 to 6 dimensions.
Problem random_device_problem(Random& random, int processes) {
  Problem problem = random_problem(random, processes, 800);
  if (any(random, 0, 4) == 0) {
    while (problem.n.size() < 6) {
      problem.n.insert(problem.n.begin() + static_cast<std::ptrdiff_t>(any<std::size_t>(random, 0, problem.n.size())),
                       any<std::int64_t>(random, 1, 2));
      problem.kinds.push_back(CW_FFT_FOURIER);
    }
  }
  for (cw_fft_kind& kind : problem.kinds)
    if (kind != CW_FFT_NONE) kind = CW_FFT_FOURIER;
  if (problem.precision == CW_FFT_LONG_DOUBLE) problem.precision = CW_FFT_FLOAT;
  problem.physical.clear();
  problem.method.clear();
  problem.effort = CW_FFT_ESTIMATE;
  problem.physical_boxes.clear();
  problem.spectral_boxes.clear();
  return problem;
}

/// A plan for memory of a GPU; the stream may be null.
class DevicePlan : public Plan {
 public:
  DevicePlan(MPI_Comm comm, const Problem& problem, void* stream, cw_fft_plan* share = nullptr)
      : Plan(comm, problem, options_of(problem, rank_in(comm), stream, share)), stream_(stream) {}
  void* stream() const { return stream_; }

 private:
  static cw_fft_options options_of(const Problem& problem, int rank, void* stream, cw_fft_plan* share) {
    cw_fft_options options = problem.options(rank);
    options.memory = CW_FFT_MEMORY_DEVICE;
    options.stream = stream;
    options.share = share;
    return options;
  }
  void* stream_;
};

std::vector<Grid> scaled(std::vector<Grid> fields, Real factor) {
  for (Grid& field : fields)
    for (Value& value : field.values) value *= factor;
  return fields;
}

/// How a transform is called.
struct Call {
  explicit Call(Random& random)
      : in_place(any(random, 0, 2) == 0), split(any(random, 0, 2) == 0), null(any(random, 0, 1) == 0) {}
  bool in_place, split, null;

  void run(const Plan& plan, bool forward, const void* in, void* out) const {
    if (split) {
      EXPECT_EQ((forward ? cw_fft_forward_start : cw_fft_backward_start)(plan, in, out), CW_OK) << cw_last_error();
      EXPECT_EQ(cw_fft_finish(plan), CW_OK) << cw_last_error();
    } else {
      EXPECT_EQ((forward ? cw_fft_forward : cw_fft_backward)(plan, in, out), CW_OK) << cw_last_error();
    }
  }
};

/// The result of a transform of `in`, brought to the host. Only the stream orders it after the copies of the input.
std::vector<std::byte> on_device(const DevicePlan& plan, bool forward, const std::vector<Grid>& in, const Call& call) {
  const TestGpu& gpu = *TestGpu::get();
  const Problem& problem = plan.problem();
  const cw_fft_array from = plan.array(forward ? CW_FFT_PHYSICAL : CW_FFT_SPECTRAL);
  const cw_fft_array to = plan.array(forward ? CW_FFT_SPECTRAL : CW_FFT_PHYSICAL);
  const auto bytes = [&](const cw_fft_array& array) { return static_cast<std::size_t>(extent(array, problem.fields)); };
  std::vector<std::byte> host(bytes(from));
  put(plan, forward ? CW_FFT_PHYSICAL : CW_FFT_SPECTRAL, in, host.data());
  const OnGpu input(call.in_place ? static_cast<std::size_t>(plan.buffer_bytes()) : bytes(from));
  const OnGpu output(call.in_place ? 0 : bytes(to));
  const OnGpu& result = call.in_place ? input : output;
  gpu.copy(input.address(), reinterpret_cast<std::uintptr_t>(host.data()), host.size(), plan.stream());
  call.run(plan, forward, from.elements == 0 && call.null && !call.in_place ? nullptr : input.data(),
           to.elements == 0 && call.null && !call.in_place ? nullptr : result.data());
  std::vector<std::byte> brought(bytes(to));
  gpu.copy(reinterpret_cast<std::uintptr_t>(brought.data()), result.address(), brought.size(), plan.stream());
  gpu.wait(plan.stream());
  EXPECT_TRUE(call.in_place || input.content() == host) << "the input was changed";
  return brought;
}

/// Whether both plans distribute an array alike, on all processes.
bool alike(const Plan& a, const Plan& b, cw_fft_space space) {
  bool same = true;
  for (int rank = 0; rank < size_of(a.comm()); ++rank) {
    const cw_fft_array one = a.array(space, rank);
    const cw_fft_array other = b.array(space, rank);
    same = same && std::equal(one.start, one.start + one.ndims, other.start) &&
           std::equal(one.count, one.count + one.ndims, other.count) &&
           std::equal(one.stride, one.stride + one.ndims, other.stride) && one.field_stride == other.field_stride;
  }
  return same;
}

void check(const DevicePlan& plan, const Plan& host, Random& random, bool forward, const std::vector<Grid>& in,
           const std::vector<Grid>& wanted) {
  const Problem& problem = plan.problem();
  const Call call(random);
  SCOPED_TRACE(std::string(forward ? "forward" : "backward") + (call.in_place ? ", in place" : "") +
               (call.split ? ", in two parts" : ""));
  const cw_fft_space from = forward ? CW_FFT_PHYSICAL : CW_FFT_SPECTRAL;
  const cw_fft_space to = forward ? CW_FFT_SPECTRAL : CW_FFT_PHYSICAL;
  const std::vector<std::byte> got = on_device(plan, forward, in, call);
  EXPECT_LE(error(plan, to, wanted, got.data()), tolerance(problem));

  Buffer input(extent(host.array(from), problem.fields), problem.precision);
  Buffer output(extent(host.array(to), problem.fields), problem.precision);
  put(host, from, in, input.data());
  EXPECT_EQ((forward ? cw_fft_forward : cw_fft_backward)(host, input.data(), output.data()), CW_OK) << cw_last_error();
  if (!problem.grid.empty()) {
    EXPECT_TRUE(alike(plan, host, from) && alike(plan, host, to)) << "the host's arrays lie elsewhere";
  }
  if (!alike(plan, host, to)) return;
  const cw_fft_array array = plan.array(to);
  Real difference = 0;
  Real size = 0;
  for (std::int64_t field = 0; field < problem.fields; ++field)
    for_elements(array, [&](std::int64_t, std::int64_t here) {
      const std::int64_t at = field * array.field_stride + here;
      const Value theirs = read(output.data(), problem.precision, array.complex_data != 0, at);
      difference += std::norm(read(got.data(), problem.precision, array.complex_data != 0, at) - theirs);
      size += std::norm(theirs);
    });
  difference = sum(difference, plan.comm());
  size = sum(size, plan.comm());
  EXPECT_LE(std::sqrt(size > 0 ? difference / size : difference), 2 * tolerance(problem))
      << "apart from the host's plan";
}

/// Both directions, of new data.
void check(const DevicePlan& plan, const Plan& host, Random& random, std::uint64_t seed) {
  const Problem& problem = plan.problem();
  std::vector<Grid> physical, spectral, back;
  for (std::int64_t field = 0; field < problem.fields; ++field) {
    physical.push_back(random_grid(seed * 16 + static_cast<std::uint64_t>(field), problem.sizes(CW_FFT_PHYSICAL),
                                   problem.is_complex(CW_FFT_PHYSICAL)));
    spectral.push_back(forward(problem.axes(), physical.back()));
    back.push_back(backward(problem.axes(), spectral.back()));
  }
  check(plan, host, random, true, physical, scaled(spectral, problem.factor(true)));
  // Coefficients of about 1, those of a field.
  const Real unit = 1 / std::sqrt(static_cast<Real>(product(problem.sizes(CW_FFT_PHYSICAL))));
  check(plan, host, random, false, scaled(spectral, unit), scaled(back, unit * problem.factor(false)));
}

/// The one problem of random_device_problem() that is refused: a halved axis before odd numbers of others.
void expect_refused_rightly(const Problem& problem) {
  EXPECT_TRUE(problem.real && halved_axis(problem.kinds) + 1 < static_cast<int>(problem.n.size()));
  EXPECT_NE(std::string(cw_last_error()).find("are not supported in memory of a GPU"), std::string::npos)
      << cw_last_error();
}

class Device : public testing::Test {
 protected:
  void SetUp() override {
    if (TestGpu::get() == nullptr) GTEST_SKIP() << "CARTWRIGHT_TEST_GPU names no driver of CUDA";
    stream_ = TestGpu::get()->make_stream();
  }
  void TearDown() override {
    if (stream_ != nullptr) TestGpu::get()->destroy(stream_);
  }
  const QuietComm world_;
  void* stream_ = nullptr;
};

TEST_F(Device, TransformsRandomProblemsAsTheHostDoes) {
  const std::uint64_t first = from_environment("CARTWRIGHT_SEED", 0);
  const std::uint64_t count = from_environment("CARTWRIGHT_FFT_PROBLEMS", 30);
  int refused = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    Random random(seed);
    const Problem problem = random_device_problem(random, size_of(world_));
    SCOPED_TRACE("CARTWRIGHT_SEED=" + std::to_string(seed) + ": " + problem.text());
    void* const stream = any(random, 0, 2) == 0 ? nullptr : stream_;
    const DevicePlan plan(world_, problem, stream);
    if (plan.status() == CW_UNSUPPORTED) {
      expect_refused_rightly(problem);
      ++refused;
      continue;
    }
    ASSERT_EQ(plan.status(), CW_OK) << cw_last_error();
    expect_arrays_that_cover(plan);
    const Plan host(world_, problem);
    ASSERT_EQ(host.status(), CW_OK) << cw_last_error();
    // Another plan uses the same work space in between.
    const Problem other = random_device_problem(random, size_of(world_));
    const DevicePlan beside(world_, other, stream, any(random, 0, 1) == 1 ? static_cast<cw_fft_plan*>(plan) : nullptr);
    const Plan beside_host(world_, other);
    check(plan, host, random, seed);
    if (beside.status() == CW_OK) {
      SCOPED_TRACE("the other plan: " + other.text());
      check(beside, beside_host, random, seed);
    } else {
      expect_refused_rightly(other);
    }
    check(plan, host, random, seed + 1);
    if (all_of(testing::Test::HasFailure(), world_) != std::vector<int>(static_cast<std::size_t>(size_of(world_)))) {
      if (rank_in(world_) == 0) std::cout << "CARTWRIGHT_SEED=" << seed << "\n" << problem.text() << std::endl;
      break;
    }
  }
  EXPECT_LT(refused, 1 + static_cast<int>(count) / 2) << "too few problems were tried";
}

/// Forward, then backward by 1/N, in memory that only streams touch in between.
TEST_F(Device, RoundTripsKeepTheData) {
  for (const bool real : {false, true}) {
    Problem problem = fourier({12, 10, 9}, real);
    problem.scale = CW_FFT_SCALE_BACKWARD;
    const DevicePlan plan(world_, problem, stream_);
    ASSERT_EQ(plan.status(), CW_OK) << cw_last_error();
    const Grid f = random_grid(1, problem.sizes(CW_FFT_PHYSICAL), !real);
    const auto bytes = static_cast<std::size_t>(extent(plan.array(CW_FFT_PHYSICAL), 1));
    std::vector<std::byte> host(bytes);
    put(plan, CW_FFT_PHYSICAL, {f}, host.data());
    const OnGpu physical(bytes);
    const OnGpu spectral(static_cast<std::size_t>(extent(plan.array(CW_FFT_SPECTRAL), 1)));
    TestGpu::get()->put(physical.address(), host.data(), bytes);
    for (int i = 0; i < 3; ++i) {
      ASSERT_EQ(cw_fft_forward(plan, physical.data(), spectral.data()), CW_OK) << cw_last_error();
      ASSERT_EQ(cw_fft_backward(plan, spectral.data(), physical.data()), CW_OK) << cw_last_error();
    }
    TestGpu::get()->wait(stream_);
    EXPECT_LE(error(plan, CW_FFT_PHYSICAL, {f}, physical.content().data()), 6 * tolerance(problem));
  }
}

/// cuFFT destroys the input of a transform to reals. Here that is the first step backward.
TEST_F(Device, KeepsTheInputOfTransformsToReals) {
  Problem problem = fourier({8, 6}, true);
  problem.kinds[1] = CW_FFT_NONE;
  problem.transposed = true;
  const DevicePlan plan(world_, problem, stream_);
  ASSERT_EQ(plan.status(), CW_OK) << cw_last_error();
  const Grid f = random_grid(1, problem.sizes(CW_FFT_PHYSICAL), false);
  const Grid spectral = forward(problem.axes(), f);
  Random random(1);
  Call call(random);
  call.in_place = false;
  const std::vector<std::byte> got = on_device(plan, false, {spectral}, call);
  EXPECT_LE(error(plan, CW_FFT_PHYSICAL, {backward(problem.axes(), spectral)}, got.data()), tolerance(problem));
}

/// The transpose of a plan for slabs, as the plan explains it.
nlohmann::json slab_transpose(const DevicePlan& plan) {
  return nlohmann::json::parse(cw_fft_explain_json(plan))["transposes"][0];
}

/// Slabs of a cube that has a plane for each process.
Problem slabs(int processes) {
  Problem problem = fourier({12, 12, 5});
  problem.grid = {processes};
  return problem;
}

/// The processes of a node: CARTWRIGHT_NODES=AxB, or all.
int processes_of_a_node(int processes) {
  const char* const nodes = std::getenv("CARTWRIGHT_NODES");
  return nodes == nullptr ? processes : std::stoi(std::string(nodes).substr(std::string(nodes).find('x') + 1));
}

TEST_F(Device, ExplainsItself) {
  const int processes = size_of(world_);
  const DevicePlan plan(world_, slabs(processes), stream_);
  ASSERT_EQ(plan.status(), CW_OK) << cw_last_error();
  EXPECT_NE(std::string(cw_fft_explain(plan)).find("in memory of a GPU, transformed by cuFFT"), std::string::npos);
  EXPECT_EQ(nlohmann::json::parse(cw_fft_explain_json(plan))["memory"], "device");
  const nlohmann::json transpose = slab_transpose(plan);
  const int sharing = processes_of_a_node(processes);
  const char* const mode = std::getenv("CARTWRIGHT_GPU");
  const std::string by = mode == nullptr ? "staged" : mode;
  EXPECT_EQ(transpose["pairs"], processes * (processes - 1));
  EXPECT_EQ(transpose["shared"], processes * (sharing - 1));
  EXPECT_EQ(transpose["method"], sharing == processes ? "gpu-shared" : sharing == 1 ? "gpu-" + by : "gpu-shared-" + by);
  EXPECT_GT(plan.work_bytes(), 0);
}

/// The driver of every second process cannot share memory.
TEST_F(Device, ProcessesThatShareNoMemorySendMessages) {
  if (!TestGpu::get()->pretended()) GTEST_SKIP() << "only for the pretended driver";
  const int processes = size_of(world_);
  const Environment environment{{"FAKE_CUDA_IPC", rank_in(world_) % 2 == 1 ? "off" : "on"}};
  const Problem problem = slabs(processes);
  const DevicePlan plan(world_, problem, stream_);
  ASSERT_EQ(plan.status(), CW_OK) << cw_last_error();
  int pairs = 0;
  const int node = processes_of_a_node(processes);
  for (int one = 0; one < processes; one += 2)
    for (int other = 0; other < processes; other += 2) pairs += one != other && one / node == other / node ? 1 : 0;
  EXPECT_EQ(slab_transpose(plan)["shared"], pairs);
  const Plan host(world_, problem);
  Random random(1);
  check(plan, host, random, 1);
}

/// A plan in the work space of a smaller one takes other memory, and the smaller one must find it.
TEST_F(Device, PlansOfOneWorkSpaceFindItAfterItGrew) {
  const int processes = size_of(world_);
  const Problem small = slabs(processes);
  const DevicePlan first(world_, small, stream_);
  const Plan small_host(world_, small);
  Random random(2);
  check(first, small_host, random, 2);
  Problem large = small;
  large.fields = 3;
  const DevicePlan second(world_, large, stream_, first);
  ASSERT_EQ(second.status(), CW_OK) << cw_last_error();
  check(first, small_host, random, 3);
  check(second, Plan(world_, large), random, 4);
  check(first, small_host, random, 5);
}

}  // namespace
}  // namespace fft_test
