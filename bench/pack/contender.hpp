// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "pack/buffers.hpp"
#include "pack/c_code.hpp"
#include "pack/measure.hpp"

#include <memory>
#include <string>

namespace cartwright::bench {

/// An implementation of packing. Reports use its `id` as a key, and tables show its `title`.
class Contender {
 public:
  Contender(std::string id, std::string title) : id_(std::move(id)), title_(std::move(title)) {}
  virtual ~Contender() = default;

  const std::string& id() const { return id_; }
  const std::string& title() const { return title_; }

  /// Prepares for a case.
  virtual void choose(const Case& what) = 0;
  /// Seconds for `calls` calls, one after the other.
  virtual double run(bool pack, std::int64_t calls) = 0;
  /// Whether it really packs. (A plain copy of as many bytes does not.)
  virtual bool packs() const { return true; }

 private:
  std::string id_, title_;
};

/// Packing or unpacking by each contender.
std::vector<Run> runs_of(const std::vector<std::unique_ptr<Contender>>& contenders, bool pack);

std::unique_ptr<Contender> ours(const Buffers& buffers);
std::unique_ptr<Contender> plain_copy(const Buffers& buffers);
std::unique_ptr<Contender> compiled_c(const Buffers& buffers, const CompiledC& code, Knowledge knowledge);

/// Throws Error{internal} unless the contender packs and unpacks like the interpreter, and writes nothing in gaps.
void check(Contender& contender, const Case& what, const Buffers& buffers);

}  // namespace cartwright::bench
