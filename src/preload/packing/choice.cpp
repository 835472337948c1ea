// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/packing/choice.hpp"

#include "base/buffer.hpp"
#include "base/random.hpp"
#include "base/trial.hpp"
#include "device/memory.hpp"
#include "mpi/base/own_comm.hpp"
#include "mpi/base/report.hpp"
#include "preload/node/same_node.hpp"
#include "preload/packing/gpu_data.hpp"
#include "preload/packing/plain_packing.hpp"
#include "preload/traffic/recorder.hpp"
#include "transport/descriptor.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <exception>
#include <functional>
#include <mutex>

namespace cartwright::preload {

using jit::Direction;

namespace {

/// MPI sends larger messages in pieces, in constant memory.
constexpr std::int64_t largest_message = std::int64_t{64} << 20;

mpi::Datatypes read_mode() noexcept try {
  return mpi::switched_off() ? mpi::Datatypes::off : mpi::read_settings().datatypes;
} catch (const std::exception& error) {
  mpi::warn_once(base::as_error(error).what());
  return mpi::Datatypes::off;
}

/// MPI handles the first use, and the second is measured. A few later uses are measured again, because other processes
/// may have disturbed the first measurement.
constexpr std::uint32_t last_measured = 256;
bool time_to_measure(std::uint32_t use) { return use == 1 || use == 16 || use == last_measured; }

/// Nanoseconds that one end of a message spends beside packing: for a buffer, and for a request to look after. They are
/// nothing beside the gain of a large message: MPICH sends one with gaps at both ends in many pieces, which takes up to
/// 60 times as long as MPI_Pack says.
constexpr std::int64_t max_handled = 8192;
constexpr float handling(CallKind kind, Direction direction) {
  if (kind == CallKind::nonblocking) return direction == Direction::pack ? 100 : 220;
  return kind == CallKind::persistent ? 100 : 35;
}

/// Nanoseconds of Cartwright's kernel with all that it needs.
float own_time(const mpi::PackTiming& timing, std::int64_t bytes, CallKind kind, Direction direction) {
  if (kind == CallKind::packing) return timing.own;
  return timing.own + timing.contiguous + (bytes <= max_handled ? handling(kind, direction) : 0);
}

mpi::PackTiming& timing_of(const Elements& elements, Direction direction) {
  mpi::PackStatistics& pack_statistics = *elements.compiled->pack_statistics;
  auto& timings = direction == Direction::pack ? pack_statistics.pack : pack_statistics.unpack;
  return timings[mpi::PackStatistics::size_class(elements.bytes())];
}

/// Elements that are left to MPI for good. Smaller than a descriptor, so that they need not be received in its place.
struct Settled {
  MPI_Datatype type;
  MPI_Count count;
  std::uint64_t generation;             ///< of the types; 0: never used
  std::array<std::uint8_t, 2> by_kind;  ///< for each direction, a bit for each kind
};
constinit thread_local std::array<Settled, 64> settled{};

Settled& settled_of(MPI_Count count, MPI_Datatype type) {
  const std::uint64_t hash = (std::hash<MPI_Datatype>{}(type) ^ static_cast<std::uint64_t>(count)) * base::golden_ratio;
  return settled[hash >> 58];
}

std::uint8_t bit_of(CallKind kind) { return static_cast<std::uint8_t>(1U << static_cast<unsigned>(kind)); }

bool is_settled(const Settled& one, MPI_Count count, MPI_Datatype type) {
  return one.type == type && one.count == count && one.generation == mpi::datatype_generation();
}

void settle(const Elements& elements, Direction direction, CallKind kind) {
  Settled& one = settled_of(elements.count, elements.type);
  if (!is_settled(one, elements.count, elements.type))
    one = {elements.type, elements.count, mpi::generation_of(elements.type), {}};
  one.by_kind[static_cast<std::size_t>(direction)] |= bit_of(kind);
}

Path choose(const Elements& elements, Direction direction, CallKind kind) {
  if (datatypes() == mpi::Datatypes::always) return Path::packed;
  mpi::PackTiming& timing = timing_of(elements, direction);
  const std::uint32_t before = mpi::add_to(timing.uses, 1U);
  if (kind != CallKind::persistent && time_to_measure(before)) return Path::measured;
  if (base::clearly_faster(own_time(timing, elements.bytes(), kind, direction), timing.mpi)) return Path::packed;
  if (before > last_measured && elements.bytes() < transport::descriptor_bytes) settle(elements, direction, kind);
  return Path::mpi;
}

/// Nanoseconds of one call, averaged over `calls` calls in a row.
template <typename F>
float nanoseconds(int calls, F&& call) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  for (int i = 0; i < calls; ++i) call();
  return std::chrono::duration<float, std::nano>(Clock::now() - start).count() / static_cast<float>(calls);
}

void keep_least(std::atomic<float>& least, float value) {
  const float before = least.load(std::memory_order_relaxed);
  if (before == 0 || value < before) least.store(value, std::memory_order_relaxed);
}

/// The three are interleaved: a disturbance then disturbs all three. `mpi` returns false if MPI refused: then nothing
/// is measured, and MPI stays the choice.
template <typename Mpi, typename Own, typename Contiguous>
void measure(mpi::PackTiming& timing, std::int64_t bytes, Mpi&& mpi, Own&& own, Contiguous&& contiguous) {
  if (!mpi()) return;
  const int calls = static_cast<int>(std::clamp<std::int64_t>(8192 / (bytes + 64), 1, 32));
  const int rounds = bytes < (1 << 18) ? 4 : 2;
  for (int round = 0; round < rounds; ++round) {
    const float mpi_time = nanoseconds(calls, mpi);
    const float own_time = nanoseconds(calls, own);
    const float contiguous_time = nanoseconds(calls, contiguous);
    if (round == 0) continue;  // warms up
    keep_least(timing.mpi, mpi_time);
    keep_least(timing.own, own_time);
    keep_least(timing.contiguous, contiguous_time);
  }
}

/// For the report. Called rarely, because strings are slow.
void describe(const Elements& elements, Direction direction) {
  mpi::PackStatistics& pack_statistics = *elements.compiled->pack_statistics;
  const jit::Packer& packer = *elements.compiled->packer;
  const std::lock_guard lock(pack_statistics.mutex);
  if (pack_statistics.normal_form.empty()) pack_statistics.normal_form = datatype::describe(packer.layout());
  pack_statistics.kernel = packer.statistics(direction).kernel;
}

void count(const Elements& elements, Direction direction, std::int64_t bytes, CallKind kind) noexcept {
  count_use(elements, direction, bytes);
  mpi::PackTiming& timing = timing_of(elements, direction);
  if (timing.mpi > 0)
    mpi::add_to(timing.saved, static_cast<double>(timing.mpi - own_time(timing, bytes, kind, direction)));
}

std::byte* bytes_at(const Elements& elements) { return static_cast<std::byte*>(elements.buffer); }

}  // namespace

mpi::Datatypes datatypes() {
  static const mpi::Datatypes mode = read_mode();
  return mode;
}

bool too_large(std::int64_t bytes) noexcept { return bytes > largest_message; }

namespace {

using Compiled = std::shared_ptr<const mpi::Datatype>;

/// The compiled form of a type, or null if MPI must handle elements of it at `buffer`.
template <Compiled (*find)(MPI_Datatype)>
Compiled compiled_for(const void* buffer, MPI_Count count, MPI_Datatype type) {
  if (datatypes() == mpi::Datatypes::off || count <= 0 || type == MPI_DATATYPE_NULL) return nullptr;
  if (mpi::own_comm() == MPI_COMM_NULL) return nullptr;
  Compiled compiled = find(type);
  if (!compiled || compiled->size == 0 || compiled->packer->contiguous()) return nullptr;
  start_looking();
  // An address in the first page is a mistake, unless the type holds absolute ones.
  const auto first =
      static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(buffer)) + compiled->packer->layout().true_lb;
  return first >= 0 && first < 4096 ? nullptr : compiled;
}

template <Compiled (*find)(MPI_Datatype)>
Elements find_elements(const void* buffer, MPI_Count count, MPI_Datatype type) noexcept {
  Elements elements{const_cast<void*>(buffer), count, type, nullptr};
  try {
    if (is_on_gpu(elements))
      elements.kernels = kernels_for(elements);
    else
      elements.compiled = compiled_for<find>(buffer, count, type);
  } catch (const std::exception&) {
    // MPI handles the elements.
  }
  return elements;
}

}  // namespace

Elements compiled_elements(const void* buffer, MPI_Count count, MPI_Datatype type) noexcept {
  return find_elements<mpi::compiled>(buffer, count, type);
}

Elements borrowed_elements(const void* buffer, MPI_Count count, MPI_Datatype type) noexcept {
  Elements elements = find_elements<mpi::borrowed>(buffer, count, type);
  record_elements(elements);
  return elements;
}

void record_elements(const Elements& elements) noexcept try {
  if (recording()) record_type(elements.type, elements.count);
} catch (const std::exception&) {
  // The record lacks this use.
}

namespace {

Elements recorded_elements(const void* buffer, MPI_Count count, MPI_Datatype type) noexcept {
  Elements elements = compiled_elements(buffer, count, type);
  record_elements(elements);
  return elements;
}

bool left_for_good(const void* buffer, MPI_Count count, MPI_Datatype type, Direction direction, CallKind kind) {
  const Settled& one = settled_of(count, type);
  return is_settled(one, count, type) && (one.by_kind[static_cast<std::size_t>(direction)] & bit_of(kind)) != 0 &&
         !recording() && device::no_driver(buffer);
}

}  // namespace

Elements elements_at(const void* buffer, MPI_Count count, MPI_Datatype type) noexcept {
  if (left_to_mpi(buffer, type)) return {const_cast<void*>(buffer), count, type, nullptr};
  return recorded_elements(buffer, count, type);
}

Elements elements_to_move(const void* buffer, MPI_Count count, MPI_Datatype type, Direction direction,
                          CallKind kind) noexcept {
  if (left_to_mpi(buffer, type) || left_for_good(buffer, count, type, direction, kind))
    return {const_cast<void*>(buffer), count, type, nullptr};
  return recorded_elements(buffer, count, type);
}

bool worth_packing(const Elements& elements) noexcept {
  if (datatypes() == mpi::Datatypes::always || too_large(elements.bytes())) return true;
  const mpi::PackTiming& timing = timing_of(elements, Direction::pack);
  return timing.mpi > 0 &&
         base::clearly_faster(own_time(timing, elements.bytes(), CallKind::blocking, Direction::pack), timing.mpi);
}

void learn_to_pack(const Elements& elements, std::byte* packed) noexcept try {
  const std::int64_t bytes = elements.bytes();
  const base::Buffer other(bytes);
  jit::Packer& packer = *elements.compiled->packer;
  packer.prepare();
  const PlainPacking plain(elements.buffer, elements.count, elements.type);
  const PlainPacking contiguous(packed, bytes, MPI_BYTE);
  measure(
      timing_of(elements, Direction::pack), bytes, [&] { return plain.pack(packed, bytes); },
      [&] { packer.pack(packed, bytes_at(elements), elements.count); }, [&] { contiguous.pack(other.data(), bytes); });
} catch (const std::exception&) {
  // Without memory for the measurement, MPI stays the choice.
}

void learn_to_unpack(const Elements& elements, const std::byte* packed) noexcept try {
  const std::int64_t bytes = elements.bytes();
  const base::Buffer other(bytes);
  jit::Packer& packer = *elements.compiled->packer;
  packer.prepare();
  const PlainPacking plain(elements.buffer, elements.count, elements.type);
  const PlainPacking contiguous(other.data(), bytes, MPI_BYTE);
  measure(
      timing_of(elements, Direction::unpack), bytes, [&] { return plain.unpack(packed, bytes); },
      [&] { packer.unpack(bytes_at(elements), packed, elements.count); }, [&] { contiguous.unpack(packed, bytes); });
} catch (const std::exception&) {
  // As above.
}

namespace {

/// Measures how long packing takes, unless that is known.
void learn_before_use(const Elements& elements) noexcept try {
  if (datatypes() == mpi::Datatypes::always || timing_of(elements, Direction::pack).mpi > 0) return;
  learn_to_pack(elements, base::Buffer(elements.bytes()).data());
} catch (const std::exception&) {
  // As above.
}

}  // namespace

Path path_to_pack(const Elements& elements, CallKind kind) noexcept {
  if (!elements.compiled || too_large(elements.bytes())) return Path::mpi;
  if (kind == CallKind::persistent) learn_before_use(elements);
  return choose(elements, Direction::pack, kind);
}

Path path_to_unpack(const Elements& elements, CallKind kind) noexcept {
  if (!elements.compiled || too_large(elements.bytes())) return Path::mpi;
  if (kind != CallKind::persistent || timing_of(elements, Direction::unpack).mpi > 0)
    return choose(elements, Direction::unpack, kind);
  // There is nothing to unpack yet: packing serves as an estimate.
  learn_before_use(elements);
  return choose(elements, Direction::pack, kind);
}

void pack(const Elements& elements, std::byte* packed, CallKind kind) noexcept {
  elements.compiled->packer->pack(packed, bytes_at(elements), elements.count);
  count(elements, Direction::pack, elements.bytes(), kind);
}

void unpack(const Elements& elements, const std::byte* packed, std::int64_t bytes, CallKind kind) noexcept {
  jit::Packer& packer = *elements.compiled->packer;
  const std::int64_t whole = bytes / elements.compiled->size;
  const std::int64_t unpacked = whole * elements.compiled->size;
  packer.unpack(bytes_at(elements), packed, whole);
  if (unpacked < bytes) packer.unpack_range(bytes_at(elements), packed + unpacked, unpacked, bytes);
  count(elements, Direction::unpack, bytes, kind);
}

void count_use(const Elements& elements, Direction direction, std::int64_t bytes) noexcept {
  mpi::PackStatistics& pack_statistics = *elements.compiled->pack_statistics;
  const std::int64_t before = mpi::add_to(pack_statistics.uses, std::int64_t{1});
  if ((before & (before + 1)) == 0) describe(elements, direction);  // the uses are a power of two
  mpi::add_to(pack_statistics.bytes, bytes);
}

}  // namespace cartwright::preload
