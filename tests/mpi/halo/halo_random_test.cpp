// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
// Random halo exchanges against a reference that finds the owner of every ghost point, index by index.
//     halo_random_test [plans [seed]]
// With the driver of a GPU in CARTWRIGHT_TEST_GPU, most processes have their fields in its memory.
#include "base/random.hpp"
#include "cartwright/halo.h"
#include "guarded.hpp"
#include "test_gpu.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace {

using cartwright::base::Random;
using Index = std::vector<std::int64_t>;

struct TestField {
  cw_halo_type type = CW_HALO_BYTES;
  std::int64_t bytes = 8;
  std::int64_t components = 1;
  Index low, high;
  Index staggered;  // more points along each axis on the last process
  std::vector<std::size_t> order;
  bool components_inside = true;
  enum class Memory { own, alloc, window } memory = Memory::alloc;
  bool at_begin = true;  // of its pages, in own memory; else at their end: beyond them nobody may read or write
  bool narrow = false;
  Index padding;
  std::vector<bool> backward;
};

/// A problem that all processes draw alike.
struct Problem {
  std::size_t ndims = 1;
  std::vector<int> dims, periods;
  std::vector<Index> blocks;  // [axis][coordinate]
  std::vector<TestField> fields;
  cw_halo_options options = CW_HALO_OPTIONS_INIT;
  std::vector<std::int64_t> offsets;
  bool own_list = false;
  bool graph = false;  // with a list
  int processes = 1;
};

/// Whether all processes can share memory.
bool are_on_one_host() {
  MPI_Comm host = MPI_COMM_NULL;
  int here = 0;
  int all = 0;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
  MPI_Comm_size(host, &here);
  MPI_Comm_size(MPI_COMM_WORLD, &all);
  MPI_Comm_free(&host);
  return here == all;
}

Problem draw(Random& random, int max_processes, bool one_host) {
  Problem problem;
  problem.ndims = 1 + random.below(4);
  const std::size_t n = problem.ndims;
  for (std::size_t axis = 0; axis < n; ++axis) {
    problem.dims.push_back(static_cast<int>(1 + random.below(max_processes / problem.processes)));
    problem.processes *= problem.dims.back();
    problem.periods.push_back(static_cast<int>(random.below(2)));
    Index& blocks = problem.blocks.emplace_back();
    for (int i = 0; i < problem.dims.back(); ++i) blocks.push_back(1 + random.below(n > 3 ? 3 : 6));
  }
  const std::int64_t fields = 1 + random.below(3);
  for (std::int64_t i = 0; i < fields; ++i) {
    TestField& field = problem.fields.emplace_back();
    field.type = static_cast<cw_halo_type>(random.below(5));
    constexpr std::int64_t odd_bytes[] = {1, 2, 3, 8, 16, 24};
    field.bytes = field.type == CW_HALO_BYTES                                  ? odd_bytes[random.below(6)]
                  : field.type == CW_HALO_FLOAT || field.type == CW_HALO_INT32 ? 4
                                                                               : 8;
    field.components = 1 + random.below(3);
    field.components_inside = random.below(2) == 0;
    field.memory = static_cast<TestField::Memory>(std::min<std::int64_t>(random.below(12) / 4, 2));
    if (field.memory == TestField::Memory::window && (random.below(3) > 0 || !one_host))
      field.memory = TestField::Memory::alloc;
    field.at_begin = random.below(2) == 0;
    field.narrow = field.type == CW_HALO_DOUBLE && random.below(2) == 0 && TestGpu::get() == nullptr;
    for (std::size_t axis = 0; axis < n; ++axis) {
      const std::int64_t least = *std::ranges::min_element(problem.blocks[axis]);
      field.low.push_back(random.below(std::min<std::int64_t>(least, 3) + 1));
      field.high.push_back(random.below(std::min<std::int64_t>(least, 3) + 1));
      field.staggered.push_back(problem.periods[axis] != 0 ? 0 : random.below(2));
      field.padding.push_back(random.below(3));
      field.backward.push_back(random.below(6) == 0);
      field.order.insert(field.order.begin() + random.below(static_cast<std::int64_t>(axis) + 1), axis);
    }
  }
  problem.options.shape = static_cast<cw_halo_shape>(random.below(3));
  if (problem.options.shape == CW_HALO_OFFSETS) {
    problem.options.noffsets = 1 + random.below(4);
    for (std::size_t i = 0; i < problem.options.noffsets * n; ++i) problem.offsets.push_back(random.below(5) - 2);
    problem.options.offsets = problem.offsets.data();
  }
  problem.options.no_sharing = random.below(5) == 0;
  problem.options.buffered = random.below(4) == 0;
  problem.options.effort = random.below(40) == 0 ? CW_HALO_MEASURE : CW_HALO_ESTIMATE;
  problem.options.joining = static_cast<cw_halo_joining>(random.below(3));
  problem.options.corners = static_cast<cw_halo_corners>(random.below(3));
  if (random.below(3) == 0) problem.options.piece = 1 + random.below(500);
  problem.options.timeout = 60;
  problem.own_list = random.below(3) == 0;
  problem.graph = random.below(2) == 0;
  return problem;
}

/// A process of the problem.
struct Place {
  std::vector<int> coords;
  Index sizes_of(const Problem& problem, const TestField& field) const {
    Index sizes;
    for (std::size_t axis = 0; axis < problem.ndims; ++axis)
      sizes.push_back(problem.blocks[axis][coords[axis]] +
                      (coords[axis] + 1 == problem.dims[axis] ? field.staggered[axis] : 0));
    return sizes;
  }
};

Place place_of(const Problem& problem, int rank) {
  Place place{std::vector<int>(problem.ndims)};
  for (std::size_t axis = problem.ndims; axis-- > 0; rank /= problem.dims[axis])
    place.coords[axis] = rank % problem.dims[axis];
  return place;
}

int rank_of(const Problem& problem, const std::vector<int>& coords) {
  int rank = 0;
  for (std::size_t axis = 0; axis < problem.ndims; ++axis) rank = rank * problem.dims[axis] + coords[axis];
  return rank;
}

/// The process behind a side; -1 behind a border.
int neighbor(const Problem& problem, const Place& place, const std::vector<int>& side) {
  std::vector<int> coords = place.coords;
  for (std::size_t axis = 0; axis < problem.ndims; ++axis) {
    coords[axis] += side[axis];
    if (coords[axis] >= 0 && coords[axis] < problem.dims[axis]) continue;
    if (problem.periods[axis] == 0) return -1;
    coords[axis] = (coords[axis] + problem.dims[axis]) % problem.dims[axis];
  }
  return rank_of(problem, coords);
}

/// Whether the shape needs the ghost points at a side.
bool needs(const Problem& problem, const std::vector<int>& side) {
  const auto steps = std::ranges::count_if(side, [](int step) { return step != 0; });
  if (problem.options.shape == CW_HALO_ALL) return true;
  if (problem.options.shape == CW_HALO_FACES) return steps == 1;
  for (std::size_t i = 0; i < problem.options.noffsets; ++i) {
    bool reads = true;
    for (std::size_t axis = 0; axis < problem.ndims; ++axis)
      reads = reads && (side[axis] == 0 || problem.offsets[i * problem.ndims + axis] * side[axis] > 0);
    if (reads) return true;
  }
  return false;
}

/// Calls a function for each index in the box of own and ghost points.
void each_point(const TestField& field, const Index& sizes, const std::function<void(const Index&)>& body) {
  Index at;
  for (const std::int64_t low : field.low) at.push_back(-low);
  while (true) {
    body(at);
    std::size_t axis = sizes.size();
    while (axis > 0 && at[axis - 1] + 1 == sizes[axis - 1] + field.high[axis - 1]) {
      --axis;
      at[axis] = -field.low[axis];
    }
    if (axis == 0) return;
    ++at[axis - 1];
  }
}

std::vector<int> side_of(const Index& at, const Index& sizes) {
  std::vector<int> side;
  for (std::size_t axis = 0; axis < sizes.size(); ++axis) side.push_back(at[axis] < 0 ? -1 : at[axis] >= sizes[axis]);
  return side;
}

bool is_own(const std::vector<int>& side) { return std::ranges::count(side, 0) == std::ssize(side); }

/// The array of one field on one process.
class Array {
 public:
  /// Collective, for arrays in windows. An array in memory of a GPU has a copy on the host, which the test looks at.
  Array(const Problem& problem, const TestField& field, const Index& sizes, MPI_Comm comm, const TestGpu* gpu)
      : field_(field), strides_(problem.ndims), gpu_(gpu) {
    std::int64_t stride = field.bytes;
    if (field.components_inside) stride *= field.components;
    for (const std::size_t axis : field.order) {
      strides_[axis] = field.backward[axis] ? -stride : stride;
      stride *= sizes[axis] + field.low[axis] + field.high[axis] + field.padding[axis];
    }
    component_stride_ = field.components_inside ? field.bytes : stride;
    // From the first byte of any point to the last one.
    bytes_ = field.bytes + (field.components - 1) * component_stride_;
    for (std::size_t axis = 0; axis < problem.ndims; ++axis)
      bytes_ += (sizes[axis] + field.low[axis] + field.high[axis] - 1) * std::abs(strides_[axis]);
    using Edge = cartwright::Guarded::Edge;
    void* made = nullptr;
    switch (field.memory) {
      case TestField::Memory::own:
        made = guarded_.emplace(bytes_, field.at_begin ? Edge::begin : Edge::end).data();
        break;
      case TestField::Memory::alloc:
        if (cw_halo_alloc(bytes_, &made) != CW_OK) std::abort();
        break;
      case TestField::Memory::window:
        MPI_Win_allocate_shared(static_cast<MPI_Aint>(bytes_), 1, MPI_INFO_NULL, comm, static_cast<void*>(&made),
                                &window_);
        if (cw_halo_share_window(comm, window_) != CW_OK) std::abort();
        break;
    }
    data_ = static_cast<std::byte*>(made);
    base_ = data_;
    for (std::size_t axis = 0; axis < problem.ndims; ++axis) {
      const std::int64_t before = field.backward[axis] ? sizes[axis] - 1 + field.high[axis] : field.low[axis];
      base_ += before * std::abs(strides_[axis]);
    }
    if (gpu_ != nullptr) on_gpu_ = gpu_->allocate(bytes_);
  }
  ~Array() {
    if (gpu_ != nullptr) gpu_->free(on_gpu_);
    if (field_.memory == TestField::Memory::alloc) cw_halo_dealloc(data_);
    if (window_ != MPI_WIN_NULL) MPI_Win_free(&window_);
  }
  Array(const Array&) = delete;

  cw_halo_field description(const Index& sizes) const {
    cw_halo_field described = CW_HALO_FIELD_INIT;
    described.base = gpu_ != nullptr ? reinterpret_cast<std::byte*>(on_gpu_) + (base_ - data_) : base_;
    described.sizes = sizes.data();
    described.strides = strides_.data();
    described.low = field_.low.data();
    described.high = field_.high.data();
    described.type = field_.type;
    described.value_bytes = field_.bytes;
    described.components = field_.components;
    described.component_stride = component_stride_;
    if (field_.narrow) described.wire_type = CW_HALO_FLOAT;
    return described;
  }
  /// Between the copy and the GPU.
  void bring_to_gpu() {
    if (gpu_ != nullptr) gpu_->put(on_gpu_, data_, bytes_);
  }
  void bring_back() {
    if (gpu_ != nullptr) gpu_->get(data_, on_gpu_, bytes_);
  }
  void clear() { std::memset(data_, 0xee, bytes_); }

  void set(const Index& at, std::int64_t component, std::int64_t value) {
    std::byte* const to = address(at, component);
    if (field_.type == CW_HALO_FLOAT) return store(to, static_cast<float>(value));
    if (field_.type == CW_HALO_DOUBLE) return store(to, static_cast<double>(value));
    if (field_.type == CW_HALO_INT32) return store(to, static_cast<std::int32_t>(value));
    for (std::int64_t i = 0; i < field_.bytes; ++i) to[i] = static_cast<std::byte>(value >> 8 * (i % 8));
  }
  bool holds(const Index& at, std::int64_t component, std::int64_t value) {
    std::byte expected[24];
    std::memcpy(expected, address(at, component), field_.bytes);
    set(at, component, value);
    return std::memcmp(expected, address(at, component), field_.bytes) == 0;
  }

 private:
  template <typename Value>
  static void store(std::byte* to, Value value) {
    std::memcpy(to, &value, sizeof value);
  }
  std::byte* address(const Index& at, std::int64_t component) const {
    std::byte* here = base_ + component * component_stride_;
    for (std::size_t axis = 0; axis < at.size(); ++axis) here += at[axis] * strides_[axis];
    return here;
  }

  const TestField& field_;
  Index strides_;
  std::int64_t component_stride_ = 0;
  std::int64_t bytes_ = 0;
  std::optional<cartwright::Guarded> guarded_;
  std::byte* data_ = nullptr;
  std::byte* base_ = nullptr;
  const TestGpu* gpu_;
  std::uintptr_t on_gpu_ = 0;
  MPI_Win window_ = MPI_WIN_NULL;
};

/// A value for a point of a process: small enough that sums are exact in float.
std::int64_t value_of(int rank, std::size_t field, const Index& at, std::int64_t component, std::int64_t salt) {
  std::uint64_t hash = static_cast<std::uint64_t>(rank) + 1000 * field + 77 * static_cast<std::uint64_t>(component);
  for (const std::int64_t i : at) hash = Random(hash * 131 + static_cast<std::uint64_t>(i + 50)).next();
  return static_cast<std::int64_t>(Random(hash + static_cast<std::uint64_t>(salt)).next() % 30000);
}

/// The own point of a neighbor of which a ghost point is a copy.
Index copied(const Problem& problem, const TestField& field, const Place& owner, const Index& at, const Index& sizes,
             const std::vector<int>& side) {
  Index there = at;
  const Index owned = owner.sizes_of(problem, field);
  for (std::size_t axis = 0; axis < at.size(); ++axis) {
    if (side[axis] < 0) there[axis] += owned[axis];
    if (side[axis] > 0) there[axis] -= sizes[axis];
  }
  return there;
}

struct Failure {
  bool happened = false;
  void check(bool right, const char* what) {
    if (!right && !happened) std::fprintf(stderr, "wrong: %s\n", what);
    happened = happened || !right;
  }
};

cw_status finish(cw_halo* halo, const Problem& problem, Random& own) {
  const std::int64_t way = own.below(3);
  if (way == 0) {
    int done = 0;
    for (int i = 0; i < 1000 && done == 0; ++i)
      if (const cw_status status = cw_halo_test(halo, &done); status != CW_OK) return status;
  }
  if (way == 1)
    for (int i = 0; i < 3; ++i) {
      std::vector<int> side(problem.ndims, 0);
      side[own.below(static_cast<std::int64_t>(problem.ndims))] = own.below(2) == 0 ? 1 : -1;
      if (const cw_status status = cw_halo_finish_side(halo, side.data()); status != CW_OK) return status;
    }
  return cw_halo_finish(halo);
}

/// What all processes of the problem do.
class Exercise {
 public:
  Exercise(const Problem& problem, MPI_Comm comm, Random& own) : problem_(problem), own_(own) {
    MPI_Comm_rank(comm, &rank_);
    place_ = place_of(problem, rank_);
    for (const TestField& field : problem.fields) sizes_.push_back(place_.sizes_of(problem, field));
    if (own.below(4) > 0) gpu_ = TestGpu::get();
    std::vector<cw_halo_field> fields;
    for (std::size_t i = 0; i < problem.fields.size(); ++i) {
      arrays_.push_back(std::make_unique<Array>(problem, problem.fields[i], sizes_[i], comm, gpu_));
      fields.push_back(arrays_.back()->description(sizes_[i]));
    }
    cw_halo_options options = problem.options;
    if (gpu_ != nullptr && own.below(2) == 0) options.stream = stream_ = gpu_->make_stream();
    std::vector<cw_halo_neighbor> list;
    MPI_Comm cart = comm;
    if (problem.own_list) {
      std::vector<int> side(problem.ndims, -1);
      do {
        std::vector<int> back;
        for (const int step : side) back.push_back(-step);
        const bool connected = !is_own(side) && (needs(problem, side) || needs(problem, back));
        const int there = connected ? neighbor(problem, place_, side) : -1;
        if (there < 0) continue;
        cw_halo_neighbor& entry = list.emplace_back();
        std::ranges::copy(side, entry.side);
        entry.rank = there;
      } while (next(side));
      std::ranges::reverse(list);
      static const cw_halo_neighbor none = {};
      options.neighbors = list.empty() ? &none : list.data();
      options.nneighbors = list.size();
      if (problem.graph) {
        // Edges to all neighbors, in the order of the list.
        std::vector<int> ranks;
        for (cw_halo_neighbor& entry : list) {
          ranks.push_back(entry.rank);
          if (own.below(2) == 0) entry.rank = CW_HALO_FROM_GRAPH;
        }
        const int degree = static_cast<int>(ranks.size());
        MPI_Dist_graph_create_adjacent(comm, degree, ranks.data(), MPI_UNWEIGHTED, degree, ranks.data(), MPI_UNWEIGHTED,
                                       MPI_INFO_NULL, 0, &cart);
      }
    } else {
      MPI_Cart_create(comm, static_cast<int>(problem.ndims), problem.dims.data(), problem.periods.data(), 0, &cart);
    }
    const cw_status status = cw_halo_create(cart, problem.ndims, 0, fields.data(), fields.size(), &options, &halo_);
    failure_.check(status == CW_OK, status == CW_OK ? "" : cw_last_error());
    if (cart != comm) MPI_Comm_free(&cart);
  }
  /// Collective: others may still read the memory of this process.
  ~Exercise() {
    cw_halo_free(halo_);
    if (gpu_ != nullptr && stream_ != nullptr) gpu_->destroy(stream_);
    settle();
  }
  Exercise(const Exercise&) = delete;

  void exchange(Random& random, int salt) {
    if (failure_.happened) return;
    std::vector<std::size_t> chosen;
    cw_halo_part part = CW_HALO_PART_INIT;
    const bool partly = random.below(3) == 0;
    if (partly) {
      for (std::size_t i = 0; i < problem_.fields.size(); ++i)
        if (random.below(2) == 0) chosen.push_back(i);
      part.nfields = chosen.size();
      part.fields = chosen.empty() ? nullptr : chosen.data();
      part.width = random.below(3);
    }
    const bool all_fields = part.fields == nullptr;
    const std::int64_t most = part.width == 0 ? 100 : part.width;
    std::int64_t before = salt;  // of the ghost points
    fill(salt, before + 500);
    const cw_status started = cw_halo_start_part(halo_, partly ? &part : nullptr);
    failure_.check(started == CW_OK && finish(halo_, problem_, own_) == CW_OK, "exchange");
    if (failure_.happened) {
      std::fprintf(stderr, "%s\n", cw_last_error());
      return;
    }
    for (const std::unique_ptr<Array>& array : arrays_) array->bring_back();
    for (std::size_t i = 0; i < problem_.fields.size(); ++i) {
      const TestField& field = problem_.fields[i];
      const bool takes_part = all_fields || std::ranges::find(chosen, i) != chosen.end();
      each_point(field, sizes_[i], [&](const Index& at) {
        const std::vector<int> side = side_of(at, sizes_[i]);
        const int owner = takes_part && needs(problem_, side) ? neighbor(problem_, place_, side) : -1;
        for (std::int64_t c = 0; c < field.components; ++c) {
          std::int64_t expected = value_of(rank_, i, at, c, is_own(side) ? salt : before + 500);
          if (!is_own(side) && owner >= 0 && within(at, sizes_[i], most))
            expected =
                value_of(owner, i, copied(problem_, field, place_of(problem_, owner), at, sizes_[i], side), c, salt);
          failure_.check(arrays_[i]->holds(at, c, expected), "a point after an exchange");
        }
      });
    }
    // A buffered exchange leaves it to the caller to see that all have read.
    if (problem_.options.buffered != 0) settle();
  }

  void accumulate(Random& random, int salt) {
    if (failure_.happened) return;
    for (const TestField& field : problem_.fields)
      if (field.type == CW_HALO_BYTES) return;
    const auto operation = static_cast<cw_halo_operation>(random.below(3));
    fill(salt, salt + 500);
    const bool right = cw_halo_accumulate(halo_, operation) == CW_OK;
    failure_.check(right, right ? "" : cw_last_error());
    if (!right) return;
    for (const std::unique_ptr<Array>& array : arrays_) array->bring_back();
    for (std::size_t i = 0; i < problem_.fields.size(); ++i) check_accumulated(i, operation, salt);
    if (problem_.options.buffered != 0) settle();
  }

  bool failed() const { return failure_.happened; }

 private:
  static bool next(std::vector<int>& side) {
    for (std::size_t axis = side.size(); axis-- > 0;) {
      if (++side[axis] <= 1) return true;
      side[axis] = -1;
    }
    return false;
  }
  static bool within(const Index& at, const Index& sizes, std::int64_t most) {
    for (std::size_t axis = 0; axis < at.size(); ++axis)
      if (at[axis] < -most || at[axis] >= sizes[axis] + most) return false;
    return true;
  }
  void fill(std::int64_t own, std::int64_t ghost) {
    for (std::size_t i = 0; i < problem_.fields.size(); ++i) {
      arrays_[i]->clear();
      each_point(problem_.fields[i], sizes_[i], [&](const Index& at) {
        const bool mine = is_own(side_of(at, sizes_[i]));
        for (std::int64_t c = 0; c < problem_.fields[i].components; ++c)
          arrays_[i]->set(at, c, value_of(rank_, i, at, c, mine ? own : ghost));
      });
      arrays_[i]->bring_to_gpu();
    }
  }
  void check_accumulated(std::size_t i, cw_halo_operation operation, int salt) {
    const TestField& field = problem_.fields[i];
    // Every own point meets the ghost points of all processes that are copies of it.
    std::vector<std::pair<Index, std::vector<std::int64_t>>> own;
    std::vector<std::vector<std::int64_t>> values;
    Index extents;
    std::int64_t points = 1;
    for (const std::int64_t size : sizes_[i]) points *= size;
    values.assign(points, {});
    const auto number = [&](const Index& at) {
      std::int64_t n = 0;
      for (std::size_t axis = 0; axis < at.size(); ++axis) n = n * sizes_[i][axis] + at[axis];
      return n;
    };
    each_point(field, sizes_[i], [&](const Index& at) {
      if (!is_own(side_of(at, sizes_[i]))) return;
      for (std::int64_t c = 0; c < field.components; ++c) values[number(at)].push_back(value_of(rank_, i, at, c, salt));
    });
    for (int holder = 0; holder < problem_.processes; ++holder) {
      const Place place = place_of(problem_, holder);
      const Index sizes = place.sizes_of(problem_, field);
      each_point(field, sizes, [&](const Index& at) {
        const std::vector<int> side = side_of(at, sizes);
        if (is_own(side) || !needs(problem_, side) || neighbor(problem_, place, side) != rank_) return;
        const Index here = copied(problem_, field, place_, at, sizes, side);
        for (std::int64_t c = 0; c < field.components; ++c) {
          std::int64_t& value = values[number(here)][c];
          const std::int64_t more = value_of(holder, i, at, c, salt + 500);
          value = operation == CW_HALO_SUM   ? value + more
                  : operation == CW_HALO_MIN ? std::min(value, more)
                                             : std::max(value, more);
        }
      });
    }
    each_point(field, sizes_[i], [&](const Index& at) {
      const bool mine = is_own(side_of(at, sizes_[i]));
      for (std::int64_t c = 0; c < field.components; ++c)
        failure_.check(arrays_[i]->holds(at, c, mine ? values[number(at)][c] : value_of(rank_, i, at, c, salt + 500)),
                       "a point after an accumulation");
    });
  }
  /// An exchange of nothing but flags: its end means that all neighbors have ended the one before.
  void settle() { MPI_Barrier(comm()); }
  MPI_Comm comm() const { return comm_; }

 public:
  void set_comm(MPI_Comm comm) { comm_ = comm; }

 private:
  const Problem& problem_;
  Random& own_;
  MPI_Comm comm_ = MPI_COMM_NULL;
  int rank_ = 0;
  Place place_;
  std::vector<Index> sizes_;
  std::vector<std::unique_ptr<Array>> arrays_;
  const TestGpu* gpu_ = nullptr;  ///< of the fields of this process; null: they are on the host
  void* stream_ = nullptr;
  cw_halo* halo_ = nullptr;
  Failure failure_;
};

}  // namespace

int main(int argc, char** argv) {
  setenv("CARTWRIGHT_HALO_CHOICES", "off", 0);  // measure again
  MPI_Init(&argc, &argv);
  int rank = 0;
  int processes = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  const int plans = argc > 1 ? std::atoi(argv[1]) : 100;
  std::uint64_t seed = argc > 2
                           ? std::strtoull(argv[2], nullptr, 10)
                           : static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());
  MPI_Bcast(&seed, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
  if (rank == 0) std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  const bool one_host = are_on_one_host();
  int failed = 0;
  for (int plan = 0; plan < plans && failed == 0; ++plan) {
    Random random(seed + static_cast<std::uint64_t>(plan));
    Random own(seed + static_cast<std::uint64_t>(plan) + 7919 * static_cast<std::uint64_t>(rank));
    const Problem problem = draw(random, processes, one_host);
    MPI_Comm part = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, rank < problem.processes ? 0 : MPI_UNDEFINED, rank, &part);
    if (part != MPI_COMM_NULL) {
      Exercise exercise(problem, part, own);
      exercise.set_comm(part);
      for (int i = 0; i < 4; ++i) random.below(3) == 0 ? exercise.accumulate(random, i) : exercise.exchange(random, i);
      failed = exercise.failed();
      MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, part);
    }
    if (part != MPI_COMM_NULL) MPI_Comm_free(&part);
    MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (failed != 0 && rank == 0)
      std::printf("plan %d failed: halo_random_test 1 %llu\n", plan,
                  static_cast<unsigned long long>(seed + static_cast<std::uint64_t>(plan)));
  }
  MPI_Finalize();
  return failed;
}
