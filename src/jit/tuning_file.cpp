// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "jit/tuning_file.hpp"

#include "base/json_input.hpp"
#include "base/output_file.hpp"
#include "base/text.hpp"

#include <filesystem>
#include <fstream>
#include <string_view>

namespace cartwright::jit {

namespace {

/// Incremented if the meaning of the options, or the way they are measured, changes.
constexpr int version = 1;

/// The description of the first processor by Linux, without values that differ between cores or change over time.
std::string processor() {
  static constexpr std::string_view fields[] = {"vendor_id",   "cpu family", "model",       "model name",
                                                "stepping",    "flags",      "Features",    "CPU implementer",
                                                "CPU variant", "CPU part",   "CPU revision"};
  std::ifstream file("/proc/cpuinfo");
  std::string all;
  for (std::string line; std::getline(file, line) && !line.empty();)
    if (const auto colon = line.find(':'); colon != std::string::npos)
      for (const std::string_view name : fields)
        if (base::trim(std::string_view(line).substr(0, colon)) == name) all += line + '\n';
  return all;
}

/// FNV-1a (Fowler, Noll, Vo): the same in every build.
std::uint64_t hash(std::string_view text) {
  std::uint64_t value = 0xcbf29ce484222325U;
  for (const char c : text) value = (value ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return value;
}

}  // namespace

TuningFile::TuningFile(const std::string& folder) : folder_(folder) {
  if (folder_.empty()) return;
  processor_ = processor();
  path_ = fmt::format("{}/tuning-{}-{:016x}.json", folder_, version, hash(processor_));
}

std::optional<Tuning> TuningFile::read(const Tuning& best) const {
  if (folder_.empty()) return std::nullopt;
  try {
    const nlohmann::json object = base::parse_json(base::read_file(path_), path_);
    if (base::expect_string(base::member(object, path_, "processor"), "processor") != processor_) return std::nullopt;
    const auto number = [&](const char* name) { return base::expect_int(base::member(object, path_, name), name); };
    const auto choice = [&](const char* name) { return base::member(object, path_, name).get<bool>(); };
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
    return tuning;
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

void TuningFile::write(const Tuning& tuning) const {
  if (folder_.empty()) return;
  try {
    const nlohmann::json object = {
        {"processor", processor_},
        {"vector_bytes", tuning.vector_bytes},
        {"permute", tuning.permute},
        {"masked_stores", tuning.masked_stores},
        {"masked_blocks", tuning.masked_blocks},
        {"scatter", tuning.scatter},
        {"string_bytes", tuning.string_bytes},
    };
    std::filesystem::create_directories(folder_);
    base::write_file(path_, object.dump(2) + '\n', base::Existing::replace);
  } catch (const std::exception&) {
    // The next process measures again.
  }
}

}  // namespace cartwright::jit
