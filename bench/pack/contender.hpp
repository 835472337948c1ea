// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "pack/buffers.hpp"
#include "pack/c_code.hpp"
#include "pack/measure.hpp"

#include <memory>
#include <string>

namespace cartwright::bench {

/// Someone who packs. `id` is what reports are keyed by, `title` what tables say.
class Contender {
 public:
  Contender(std::string id, std::string title) : id_(std::move(id)), title_(std::move(title)) {}
  virtual ~Contender() = default;

  const std::string& id() const { return id_; }
  const std::string& title() const { return title_; }

  /// Gets ready for a case.
  virtual void choose(const Case& what) = 0;
  /// Seconds for so many calls, one after the other.
  virtual double run(bool pack, std::int64_t calls) = 0;
  /// Whether it moves the bytes to where they belong. (A copy of as many bytes does not.)
  virtual bool packs() const { return true; }

 private:
  std::string id_, title_;
};

/// Packing or unpacking by each of them.
std::vector<Run> runs_of(const std::vector<std::unique_ptr<Contender>>& contenders, bool pack);

std::unique_ptr<Contender> ours(const Buffers& buffers);
std::unique_ptr<Contender> plain_copy(const Buffers& buffers);
std::unique_ptr<Contender> compiled_c(const Buffers& buffers, const CompiledC& code, Knowledge knowledge);

/// That the contender packs and unpacks what the interpreter says, and writes nothing between. Throws Error{internal}.
void check(Contender& contender, const Case& what, const Buffers& buffers);

}  // namespace cartwright::bench
