// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "jit/tuning_file.hpp"

#include "base/json_input.hpp"

#include <utility>

namespace cartwright::jit {

namespace {

/// Incremented if the meaning of the options, or the way they are measured, changes.
constexpr int version = 2;

}  // namespace

TuningFile::TuningFile(const std::string& folder) : file_(folder, "tuning", version) {}

std::optional<Tuning> TuningFile::read(const Tuning& best) const {
  const std::optional<nlohmann::json> object = file_.read();
  if (!object) return std::nullopt;
  try {
    const auto number = [&](const char* name) { return base::expect_int(base::member(*object, path(), name), name); };
    const auto choice = [&](const char* name) { return base::member(*object, path(), name).get<bool>(); };
    Tuning tuning = best;
    const std::int64_t vector_bytes = number("vector_bytes");
    if (vector_bytes != 16 && vector_bytes != 32 && vector_bytes != 64) return std::nullopt;
    if (vector_bytes > best.vector_bytes) return std::nullopt;
    tuning.vector_bytes = static_cast<int>(vector_bytes);
    tuning.permute = best.permute && choice("permute");
    tuning.masked_stores = best.masked_stores && choice("masked_stores");
    tuning.masked_blocks = best.masked_blocks && choice("masked_blocks");
    tuning.scatter = best.scatter && choice("scatter");
    tuning.string_bytes = number("string_bytes");
    if (tuning.string_bytes < 0) return std::nullopt;
    if (object->contains("far_string")) tuning.far_string = choice("far_string");
    return tuning;
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

void TuningFile::write(const Tuning& tuning) const {
  nlohmann::json values = {
      {"vector_bytes", tuning.vector_bytes},   {"permute", tuning.permute}, {"masked_stores", tuning.masked_stores},
      {"masked_blocks", tuning.masked_blocks}, {"scatter", tuning.scatter}, {"string_bytes", tuning.string_bytes},
  };
  if (tuning.far_string) values["far_string"] = *tuning.far_string;
  file_.write(std::move(values));
}

}  // namespace cartwright::jit
