// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "machine/sizes.hpp"

#include "base/checked.hpp"

#include <algorithm>
#include <map>
#include <numeric>

namespace cartwright::machine {

Sizes::Sizes(const std::vector<std::int64_t>& sizes) {
  for (const std::int64_t size : sizes) append(size);
}

Sizes Sizes::equal(std::int64_t count, std::int64_t size) {
  Sizes sizes;
  sizes.append(size, count);
  return sizes;
}

void Sizes::append(std::int64_t size, std::int64_t count) {
  if (size < 1)
    base::fail(base::Status::invalid_argument, "a node or other part of the machine has size {}: at least 1 is needed",
               size);
  if (count < 1) base::fail(base::Status::invalid_argument, "{} parts of size {}: at least 1 is needed", count, size);
  const std::int64_t last_slot = base::checked_add(total(), base::checked_mul(size, count, "processes of the machine"),
                                                   "processes of the machine");
  const std::int64_t last_part = base::checked_add(this->count(), count, "nodes of the machine");
  if (!runs_.empty() && runs_.back().size == size)
    runs_.back() = {size, last_part, last_slot};
  else
    runs_.push_back({size, last_part, last_slot});
}

void Sizes::append(const Sizes& parts, std::int64_t copies) {
  constexpr std::int64_t max_runs = 1'000'000;
  if (copies < 1)
    base::fail(base::Status::invalid_argument, "{} copies of a part of the machine: at least 1 is needed", copies);
  const auto new_runs = static_cast<std::int64_t>(parts.runs_.size());
  if (new_runs == 1)
    return append(parts.runs_[0].size, base::checked_mul(copies, parts.count(), "nodes of the machine"));
  if (new_runs > 0 && copies > (max_runs - static_cast<std::int64_t>(runs_.size())) / new_runs)
    base::fail(base::Status::unsupported, "{} copies of {} unequal parts: at most {} changes of size are supported",
               copies, parts.count(), max_runs);
  const std::vector<Run> runs = parts.runs_;  // `parts` may be this line itself
  for (std::int64_t copy = 0; copy < copies; ++copy) {
    std::int64_t part = 0;
    for (const Run& run : runs) {
      append(run.size, run.last_part - part);
      part = run.last_part;
    }
  }
}

std::int64_t Sizes::smallest() const { return runs_.empty() ? 0 : std::ranges::min(runs_, {}, &Run::size).size; }

std::int64_t Sizes::largest() const { return runs_.empty() ? 0 : std::ranges::max(runs_, {}, &Run::size).size; }

std::int64_t Sizes::typical() const {
  if (uniform()) return largest();
  std::map<std::int64_t, std::int64_t> slots_in;
  std::int64_t first_slot = 0;
  for (const Run& run : runs_) {
    slots_in[run.size] += run.last_slot - first_slot;
    first_slot = run.last_slot;
  }
  // max_element keeps the first of equal elements, so start at the largest size.
  return std::max_element(slots_in.rbegin(), slots_in.rend(),
                          [](const auto& a, const auto& b) { return a.second < b.second; })
      ->first;
}

std::int64_t Sizes::common_divisor() const {
  std::int64_t divisor = 0;
  for (const Run& run : runs_) divisor = std::gcd(divisor, run.size);
  return divisor;
}

std::int64_t Sizes::operator[](std::int64_t part) const {
  return std::ranges::upper_bound(runs_, part, {}, &Run::last_part)->size;
}

std::int64_t Sizes::start(std::int64_t part) const {
  if (part >= count()) return total();
  const Run& run = *std::ranges::upper_bound(runs_, part, {}, &Run::last_part);
  return run.last_slot - (run.last_part - part) * run.size;
}

std::int64_t Sizes::part_of(std::int64_t slot) const {
  const Run& run = *std::ranges::upper_bound(runs_, slot, {}, &Run::last_slot);
  // Count from the end of the run, because slot and part numbers are stored for the end.
  return run.last_part - 1 - (run.last_slot - 1 - slot) / run.size;
}

std::vector<std::int64_t> Sizes::expand() const {
  std::vector<std::int64_t> sizes;
  sizes.reserve(count());
  for (const Run& run : runs_) sizes.resize(run.last_part, run.size);
  return sizes;
}

bool operator==(const Sizes& a, const Sizes& b) {
  return std::ranges::equal(a.runs_, b.runs_, [](const Sizes::Run& x, const Sizes::Run& y) {
    return x.size == y.size && x.last_part == y.last_part;
  });
}

}  // namespace cartwright::machine
