// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "jit/batch.hpp"

#include "base/error.hpp"
#include "jit/ptx.hpp"

#include <algorithm>

namespace cartwright::jit {

namespace {

BatchJob::Dim dim_of(const FlatNest::Dim& dim) {
  const Reciprocal reciprocal(dim.count);
  BatchJob::Dim made;
  made.count = static_cast<std::uint32_t>(dim.count);
  made.factor = reciprocal.factor;
  made.shift = reciprocal.shift;
  made.from = dim.from;
  made.to = dim.to;
  return made;
}

/// The addresses of a job are displacements first, and those of tables are positions.
BatchJob job_of(const FlatNest& nest, std::int64_t word, Tables& tables) {
  BatchJob job;
  job.from = static_cast<std::uint64_t>(nest.from);
  job.to = static_cast<std::uint64_t>(nest.to);
  job.indices = static_cast<std::uint32_t>(indices(nest, word));
  job.word = static_cast<std::uint32_t>(word);
  job.data_is_from = nest.data_is_from ? 1 : 0;
  if (nest.ragged != nullptr) {
    job.starts = static_cast<std::uint64_t>(tables.add_starts(*nest.ragged, word));
    job.offsets = static_cast<std::uint64_t>(tables.add(nest.ragged->offsets));
    job.ragged = static_cast<std::uint32_t>(nest.ragged->offsets.size());
    job.wide_offsets = nest.ragged->offsets.narrow() ? 0 : 1;
    job.ragged_words = static_cast<std::uint32_t>(nest.bytes / word);
    if (job.ragged_words > 1) {
      const Reciprocal reciprocal(job.ragged_words);
      job.ragged_factor = reciprocal.factor;
      job.ragged_shift = reciprocal.shift;
    }
  }
  for (const FlatNest::Dim& dim : nest.dims) {
    BatchJob::Dim& made = job.dim[job.dims++];
    made = dim_of(dim);
    if (dim.table == nullptr) continue;
    made.table = dim.table->narrow() ? BatchJob::Table::narrow : BatchJob::Table::wide;
    made.list = static_cast<std::uint64_t>(tables.add(*dim.table) + dim.first * (dim.table->narrow() ? 4 : 8));
  }
  return job;
}

/// The number of indices whose words lie less than `distance` bytes after the first packed byte of the job. Packed
/// bytes are in the order of the indices.
std::int64_t indices_before(const BatchJob& job, std::int64_t distance) {
  const std::int64_t inner = job.ragged > 0 ? job.ragged_words : 1;
  std::array<std::int64_t, BatchJob::max_dims + 1> below{inner};  // indices of one turn of each loop
  for (std::size_t i = 0; i < job.dims; ++i) below[i + 1] = below[i] * job.dim[i].count;
  std::int64_t before = 0;
  for (std::size_t i = job.dims; i-- > 0 && distance > 0;) {
    const BatchJob::Dim& dim = job.dim[i];
    const std::int64_t stride = job.data_is_from != 0 ? dim.to : dim.from;
    const std::int64_t turns = std::min<std::int64_t>(distance / stride, dim.count);
    before += turns * below[i];
    if (turns == dim.count) return before;
    distance -= turns * stride;
  }
  const std::int64_t words = (distance + job.word - 1) / job.word;
  return before + std::clamp<std::int64_t>(words, 0, inner);
}

}  // namespace

std::optional<BatchProgram> BatchProgram::of(const Program& program, std::int64_t most) {
  BatchProgram made;
  made.from_stride_ = program.from_stride;
  made.to_stride_ = program.to_stride;
  made.most_ = most;
  const FlatProgram flat = flatten(program);
  for (std::int64_t word = flat.word; word >= 1; word /= 2) {
    std::vector<FlatNest> nests;
    for (const FlatNest& nest : flat.nests) with_words(nest, word, most, nests);
    Variant& variant = made.variants_.emplace_back();
    variant.word = word;
    for (const FlatNest& nest : nests) {
      if (nest.dims.size() >= BatchJob::max_dims) return std::nullopt;  // one more is that of the turns
      variant.jobs.push_back(job_of(nest, word, made.tables_));
    }
  }
  return made;
}

void BatchProgram::append(std::uint64_t to, std::uint64_t from, std::int64_t turns, std::uint64_t tables,
                          std::vector<BatchJob>& jobs) const {
  const auto fits = [&](const Variant& one) { return ((to | from) & static_cast<std::uint64_t>(one.word - 1)) == 0; };
  for (BatchJob job : std::ranges::find_if(variants_, fits)->jobs) {
    if (job.ragged > 0) {
      job.starts += tables;
      job.offsets += tables;
    }
    for (BatchJob::Dim& dim : job.dim)
      if (dim.table != BatchJob::Table::none) dim.list += tables;
    const std::int64_t at_once = std::max<std::int64_t>(1, most_ / job.indices);
    for (std::int64_t done = 0; done < turns; done += at_once) {
      BatchJob part = job;
      const std::int64_t count = std::min(at_once, turns - done);
      part.to += to + static_cast<std::uint64_t>(done * to_stride_);
      part.from += from + static_cast<std::uint64_t>(done * from_stride_);
      part.indices *= static_cast<std::uint32_t>(count);
      if (count > 1) part.dim[part.dims++] = dim_of({count, from_stride_, to_stride_, nullptr, 0});
      jobs.push_back(part);
    }
  }
}

std::optional<BatchJob> part_of(const BatchJob& job, std::int64_t first, std::int64_t last, std::uint64_t at) {
  BatchJob part = job;
  std::uint64_t& packed = job.data_is_from != 0 ? part.to : part.from;
  const auto start = static_cast<std::int64_t>(packed);
  const std::int64_t begin = indices_before(job, first - start);
  const std::int64_t end = indices_before(job, last - start);
  if (begin == end) return std::nullopt;
  part.begin = static_cast<std::uint32_t>(begin);
  part.indices = static_cast<std::uint32_t>(end - begin);
  packed += at - static_cast<std::uint64_t>(first);
  return part;
}

std::int64_t place_blocks(std::span<BatchJob> jobs) {
  std::int64_t blocks = 0;
  for (BatchJob& job : jobs) {
    job.first_block = static_cast<std::uint32_t>(blocks);
    blocks += (job.indices + block_threads - 1) / block_threads;
  }
  if (blocks >= max_indices)
    base::fail(base::Status::overflow, "{} blocks of threads are too many for one launch: use several batches", blocks);
  return blocks;
}

}  // namespace cartwright::jit
