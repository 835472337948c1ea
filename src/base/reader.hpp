// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/error.hpp"
#include "base/printable.hpp"
#include "base/text.hpp"

#include <span>
#include <string>
#include <string_view>

namespace cartwright::base {

/// A format of values of type T: one file in the folder of T, and one line in the registry of readers there.
template <typename T>
struct Reader {
  std::string_view name;                      ///< "openmpi"
  std::string_view title;                     ///< one line for help texts
  bool (*recognizes)(std::string_view text);  ///< whether `text`, the contents of a file, may be in this format
  T (*read)(std::string_view text);           ///< throws Error{parse, overflow, ...}
  bool binary = false;                        ///< whether it is a format with zero bytes
};

/// Reads a text with `chosen`, or, if that is null, with the first reader that recognizes it. Throws Error{parse} for
/// empty text, for binary text in no binary format, and when no reader recognizes it; `advice` then says what to do.
/// Throws the reader's errors. Names in the text become printable.
template <typename T>
T read_text(std::span<const Reader<T>> readers, std::string_view text, std::string_view advice,
            const Reader<T>* chosen = nullptr) {
  if (trim(text).empty()) fail(Status::parse, "it is empty");
  const bool binary = text.find('\0') != std::string_view::npos;
  const std::string clean = binary ? "" : printable_lines(text);
  if (!binary) text = clean;
  if (chosen != nullptr && (chosen->binary || !binary)) return chosen->read(text);
  for (const Reader<T>& reader : readers)
    if (chosen == nullptr && (reader.binary || !binary) && reader.recognizes(text)) return reader.read(text);
  if (binary) fail(Status::parse, "it is binary, not text");
  fail(Status::parse, "no reader recognizes it: {}", advice);
}

}  // namespace cartwright::base
