// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/cache_file.hpp"

#include "base/hash.hpp"
#include "base/input_file.hpp"
#include "base/json_input.hpp"
#include "base/output_file.hpp"
#include "base/text.hpp"

#include <filesystem>
#include <fstream>
#include <optional>
#include <string_view>
#include <utility>

#include <sys/stat.h>

namespace cartwright::base {

namespace {

/// The description of the first processor by Linux, without values that differ between cores or change over time.
std::string read_processor() {
  static constexpr std::string_view fields[] = {"vendor_id",   "cpu family", "model",       "model name",
                                                "stepping",    "flags",      "Features",    "CPU implementer",
                                                "CPU variant", "CPU part",   "CPU revision"};
  std::ifstream file("/proc/cpuinfo");
  std::string all;
  for (std::string line; std::getline(file, line) && !line.empty();)
    if (const auto colon = line.find(':'); colon != std::string::npos)
      for (const std::string_view name : fields)
        if (trim(std::string_view(line).substr(0, colon)) == name) all += line + '\n';
  return all;
}

/// Read once: Linux may take 10 ms to open the file, as it measures the frequencies of all cores for it.
const std::string& processor() {
  static const auto& text = *new std::string(read_processor());
  return text;
}

}  // namespace

CacheFile::CacheFile(const std::string& folder, const std::string& name, int version) : folder_(folder) {
  if (folder_.empty()) return;
  path_ = fmt::format("{}/{}-{}-{:016x}.json", folder_, name, version, fnv1a(processor()));
}

std::optional<nlohmann::json> CacheFile::read() const {
  if (folder_.empty()) return std::nullopt;
  try {
    nlohmann::json object = parse_json(read_file(path_), path_);
    if (member(object, path_, "processor") != processor()) return std::nullopt;
    // An object of JSON converts to optionals, too: the type must be named.
    return std::optional<nlohmann::json>(std::in_place, std::move(object));
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

void CacheFile::write(nlohmann::json values) const {
  if (folder_.empty()) return;
  try {
    values["processor"] = processor();
    write_kept_file(path_, values.dump(2) + '\n');
  } catch (const std::exception&) {
    // The next process measures again.
  }
}

void make_private_folder(const std::filesystem::path& folder) {
  std::error_code ignored;  // the file cannot be written then
  if (folder.empty() || std::filesystem::exists(folder, ignored)) return;
  make_private_folder(folder.parent_path());
  if (::mkdir(folder.c_str(), S_IRWXU) == 0) ::chmod(folder.c_str(), S_IRWXU);
}

void write_kept_file(const std::filesystem::path& path, std::string_view text) {
  make_private_folder(path.parent_path());
  write_file(path.string(), text, Existing::replace, Access::owner);
}

std::string cache_folder(const Environment& variable) {
  const auto absolute = [](const char* path) { return path != nullptr && path[0] == '/'; };
  if (const char* cache = variable("XDG_CACHE_HOME"); absolute(cache)) return std::string(cache) + "/cartwright";
  if (const char* home = variable("HOME"); absolute(home)) return std::string(home) + "/.cache/cartwright";
  return "";
}

}  // namespace cartwright::base
