// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "machine/xml.hpp"

#include "base/error.hpp"
#include "base/text.hpp"

#include <algorithm>

namespace cartwright {

namespace {

constexpr std::size_t deepest = 64;
constexpr std::size_t most_attributes = 256;

constexpr std::string_view blanks = " \t\r\n";

}  // namespace

std::string_view XmlTag::attribute(std::string_view key) const {
  for (const auto& [name_of, value] : attributes)
    if (name_of == key) return value;
  return {};
}

std::optional<XmlTag> XmlTags::next() {
  while (true) {
    rest_.remove_prefix(std::min(rest_.find('<'), rest_.size()));
    if (rest_.empty()) {
      if (!open_.empty()) fail(Status::parse, "XML: <{}> is not closed", quote(open_.back()));
      return std::nullopt;
    }
    if (rest_.starts_with("<!--")) {
      skip_past("-->");
    } else if (rest_.starts_with("<?")) {
      skip_past("?>");
    } else if (rest_.starts_with("<!DOCTYPE")) {
      if (rest_.substr(0, rest_.find('>')).find('[') != std::string_view::npos)
        fail(Status::parse, "XML: the DOCTYPE defines entities or elements of its own, which nothing here needs");
      skip_past(">");
    } else {
      return read_tag();
    }
  }
}

void XmlTags::skip_past(std::string_view end) {
  const std::size_t found = rest_.find(end);
  if (found == std::string_view::npos) fail(Status::parse, "XML: no {} after {}", quote(end), quote(rest_));
  rest_.remove_prefix(found + end.size());
}

std::string_view XmlTags::read_name() {
  const std::string_view name = rest_.substr(0, std::min(rest_.find_first_of(" \t\r\n=/><\"'"), rest_.size()));
  if (name.empty()) fail(Status::parse, "XML: a name is missing before {}", quote(rest_));
  rest_.remove_prefix(name.size());
  return name;
}

XmlTag XmlTags::read_tag() {
  const std::string_view from_here = rest_;
  XmlTag tag;
  rest_.remove_prefix(1);
  tag.closes = rest_.starts_with('/');
  tag.opens = !tag.closes;
  if (tag.closes) rest_.remove_prefix(1);
  tag.name = read_name();
  const auto skip_blanks = [&] { rest_.remove_prefix(std::min(rest_.find_first_not_of(blanks), rest_.size())); };
  for (skip_blanks(); !rest_.starts_with('>'); skip_blanks()) {
    if (rest_.starts_with("/>") && tag.opens) {
      tag.closes = true;
      rest_.remove_prefix(1);
      break;
    }
    const std::string_view key = read_name();
    skip_blanks();
    const bool has_value = rest_.starts_with('=');
    if (has_value) rest_.remove_prefix(1);
    skip_blanks();
    if (!has_value || (!rest_.starts_with('"') && !rest_.starts_with('\'')))
      fail(Status::parse, "XML: attribute {} has no value in quotes", quote(key));
    const std::size_t end = rest_.find(rest_[0], 1);
    if (end == std::string_view::npos || tag.closes || tag.attributes.size() == most_attributes)
      fail(Status::parse, "XML: tag {} cannot be read", quote(from_here));
    tag.attributes.emplace_back(key, rest_.substr(1, end - 1));
    rest_.remove_prefix(end + 1);
  }
  rest_.remove_prefix(1);
  if (tag.opens && !tag.closes) {
    if (open_.size() == deepest) fail(Status::parse, "XML: tags nested deeper than {}", deepest);
    open_.push_back(tag.name);
  } else if (tag.closes && !tag.opens) {
    if (open_.empty() || open_.back() != tag.name)
      fail(Status::parse, "XML: </{}> closes what is not open", quote(tag.name));
    open_.pop_back();
  }
  return tag;
}

}  // namespace cartwright
