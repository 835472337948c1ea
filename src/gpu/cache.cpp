// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "gpu/cache.hpp"

#include "base/cache_file.hpp"
#include "base/hash.hpp"
#include "base/input_file.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <mutex>
#include <utility>
#include <vector>

namespace cartwright::gpu {

namespace {

namespace fs = std::filesystem;

/// Incremented if the files of kernels change.
constexpr int cubin_version = 1;
/// Incremented if the kernels change, or the way they are measured.
constexpr int winners_version = 1;
/// A file with more measurements is begun anew.
constexpr std::size_t max_winners = 5000;

constexpr std::string_view cubin_prefix = "cubin-";

struct Setting {
  std::mutex mutex;
  std::string folder;
};

Setting& setting() {
  static auto& one = *new Setting;
  return one;
}

/// The beginning of a file: all that must be equal.
std::string head(const CubinKey& key, std::string_view cubin) {
  return fmt::format("cartwright cubin {} driver {} capability {} ptx {} bytes {} checksum {:016x}\n{}", cubin_version,
                     key.driver, key.capability, key.ptx.size(), cubin.size(), base::fnv1a(cubin), key.ptx);
}

base::CacheFile winners_file() { return {cache_folder(), "gpu-kernels", winners_version}; }

}  // namespace

void set_cache_folder(const base::Environment& variable) {
  const char* const set = variable("CARTWRIGHT_GPU_CACHE");
  const std::string_view given = set != nullptr ? set : "";
  const std::string folder = given.empty() ? base::cache_folder(variable) : given == "off" ? "" : std::string(given);
  const std::lock_guard lock(setting().mutex);
  setting().folder = folder;
}

std::string cache_folder() {
  const std::lock_guard lock(setting().mutex);
  return setting().folder;
}

CubinFiles::CubinFiles(std::string folder, std::uintmax_t most) : folder_(std::move(folder)), most_(most) {}

std::string CubinFiles::path(const CubinKey& key) const {
  const std::uint64_t name = base::fnv1a(head(key, ""));
  return fmt::format("{}/{}{}-{:016x}", folder_, cubin_prefix, cubin_version, name);
}

std::optional<std::string> CubinFiles::read(const CubinKey& key) const try {
  if (folder_.empty()) return std::nullopt;
  const std::string file = base::read_file(path(key));
  // The PTX follows the first line, and the cubin follows the PTX.
  const std::size_t begin = file.find('\n') + 1 + key.ptx.size();
  if (begin > file.size()) return std::nullopt;
  const std::string_view cubin = std::string_view(file).substr(begin);
  if (cubin.empty() || !file.starts_with(head(key, cubin))) return std::nullopt;
  return std::string(cubin);
} catch (const std::exception&) {
  return std::nullopt;
}

void CubinFiles::write(const CubinKey& key, std::string_view cubin) const try {
  if (folder_.empty()) return;
  base::write_kept_file(path(key), head(key, cubin).append(cubin));
  bound();
} catch (const std::exception&) {
  // The next process translates again.
}

void CubinFiles::bound() const {
  struct File {
    fs::file_time_type time;
    std::uintmax_t bytes;
    fs::path path;
  };
  std::vector<File> files;
  std::uintmax_t bytes = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_)) {
    std::error_code gone;  // another process may delete it
    if (!entry.path().filename().string().starts_with(cubin_prefix)) continue;
    const File file{entry.last_write_time(gone), entry.file_size(gone), entry.path()};
    if (gone) continue;
    bytes += file.bytes;
    files.push_back(file);
  }
  if (bytes <= most_) return;
  std::ranges::sort(files, {}, &File::time);
  for (const File& file : files) {
    if (bytes <= most_ / 2) return;
    std::error_code gone;
    fs::remove(file.path, gone);
    bytes -= file.bytes;
  }
}

KernelChoices cached_choices(const std::string& name) {
  KernelChoices found;
  const std::optional<nlohmann::json> json = winners_file().read();
  if (!json || !json->is_object()) return found;
  const nlohmann::json all = json->value("winners", nlohmann::json::object());
  if (!all.is_object() || !all.contains(name) || !all[name].is_object()) return found;
  for (int bits = 1; bits < 64; ++bits) {
    const auto entry = all[name].find(std::to_string(bits));
    if (entry == all[name].end() || !entry->is_object()) continue;
    const auto own = entry->find("own");
    if (own != entry->end() && own->is_boolean()) found[bits] = own->get<bool>();
  }
  return found;
}

void keep_choice(const std::string& name, int bits, bool own, double ratio) {
  const base::CacheFile file = winners_file();
  nlohmann::json json = file.read().value_or(nlohmann::json::object());
  if (!json.contains("winners") || !json["winners"].is_object() || json["winners"].size() >= max_winners)
    json["winners"] = nlohmann::json::object();
  nlohmann::json& mine = json["winners"][name];
  if (!mine.is_object()) mine = nlohmann::json::object();
  mine[std::to_string(bits)] = {{"own", own}, {"ratio", ratio}};
  file.write(std::move(json));
}

}  // namespace cartwright::gpu
