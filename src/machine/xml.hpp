// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace cartwright {

/// A tag of an XML text; `<a/>` opens and closes.
struct XmlTag {
  std::string_view name;
  std::vector<std::pair<std::string_view, std::string_view>> attributes;  ///< values as written
  bool opens = false;
  bool closes = false;

  /// The value of the attribute, or empty.
  std::string_view attribute(std::string_view key) const;
};

/// The tags of an XML text in their order, checked to nest. Text between tags, comments, processing
/// instructions and a DOCTYPE without an internal subset are passed over; entities are neither defined
/// nor expanded. next() throws Error{parse} at anything else, and at the end when a tag is still open.
class XmlTags {
 public:
  explicit XmlTags(std::string_view text) : rest_(text) {}
  std::optional<XmlTag> next();

 private:
  void skip_past(std::string_view end);
  XmlTag read_tag();
  std::string_view read_name();

  std::string_view rest_;
  std::vector<std::string_view> open_;
};

}  // namespace cartwright
