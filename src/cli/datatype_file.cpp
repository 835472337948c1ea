// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/datatype_file.hpp"

#include "base/checked.hpp"
#include "base/input_file.hpp"
#include "base/text.hpp"
#include "datatype/notation.hpp"
#include "record/record_file.hpp"

#include <algorithm>
#include <unordered_map>

namespace cartwright::cli {

namespace {

class FoundTypes {
 public:
  void add(std::string_view text, std::int64_t items, std::int64_t uses) {
    const datatype::TypePtr type = datatype::parse_type(text);
    std::string notation = datatype::notation(*type);
    const auto [known, fresh] = index_.try_emplace(notation, found_.size());
    if (fresh) found_.push_back({.notation = std::move(notation), .type = type});
    FoundType& one = found_[known->second];
    one.uses = base::checked_add(one.uses, uses, "uses of a datatype");
    one.items = base::checked_add(one.items, items, "elements of a datatype");
    one.bytes = base::checked_mul(one.items, type->size, "bytes of a datatype");
  }

  std::vector<FoundType> by_bytes() && {
    std::ranges::stable_sort(found_, std::greater(), &FoundType::bytes);
    return std::move(found_);
  }

 private:
  std::vector<FoundType> found_;
  std::unordered_map<std::string, std::size_t> index_;
};

}  // namespace

std::int64_t FoundType::elements() const { return uses == 0 ? 1 : std::max<std::int64_t>(1, items / uses); }

std::vector<FoundType> types_of_file(const std::string& path) {
  FoundTypes found;
  if (record::is_record(path)) {
    for (const record::RankRecord& rank : record::read_record(path).ranks)
      for (const record::UsedType& one : rank.types) found.add(one.type, one.items, one.uses);
  } else {
    base::read_lines(base::read_file(path), path, [&](std::string_view line) { found.add(line, 1, 1); });
  }
  return std::move(found).by_bytes();
}

}  // namespace cartwright::cli
