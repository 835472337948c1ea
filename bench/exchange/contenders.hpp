// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "exchange/blocks.hpp"

#include <memory>
#include <string>
#include <vector>

namespace cartwright::bench {

/// One way to exchange a halo, with arrays of its own.
class Contender {
 public:
  virtual ~Contender() = default;
  /// Fills all ghost points of all fields.
  virtual void exchange() = 0;
  const std::string& name() const { return name_; }
  const std::vector<double*>& fields() const { return fields_; }

 protected:
  Contender(std::string name, const Blocks& blocks) : name_(std::move(name)), blocks_(blocks) {}
  std::string name_;
  const Blocks& blocks_;
  std::vector<double*> fields_;
};

/// All of them. Collective. The first is Cartwright's; those whose names begin with "MPI" are of MPI; "limit, one copy"
/// and "limit, packed" move the same bytes between the same cores without any synchronization, so their ghost points
/// may be wrong.
std::vector<std::unique_ptr<Contender>> contenders(const Blocks& blocks, bool measure, bool alltoallw);

}  // namespace cartwright::bench
