// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "gpu/module.hpp"

#include "base/error.hpp"
#include "gpu/cache.hpp"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <utility>

namespace cartwright::gpu {

namespace {

/// The options of the driver by which it says why it refuses a text, and its answer.
struct Log {
  static constexpr std::array options{5, 6};  // CU_JIT_ERROR_LOG_BUFFER and its size
  std::array<char, 1024> text{};
  std::array<void*, 2> values{text.data(), reinterpret_cast<void*>(text.size())};
};

/// The key of a text for the current context; none if the driver does not say.
std::optional<CubinKey> key_of(const std::string& ptx) {
  constexpr int major_capability = 75;
  constexpr int minor_capability = 76;
  CubinKey key{ptx};
  int gpu = 0;
  int major = 0;
  int minor = 0;
  if (driver().cuDriverGetVersion(&key.driver) != 0 || driver().cuCtxGetDevice(&gpu) != 0 ||
      driver().cuDeviceGetAttribute(&major, major_capability, gpu) != 0 ||
      driver().cuDeviceGetAttribute(&minor, minor_capability, gpu) != 0)
    return std::nullopt;
  key.capability = 10 * major + minor;
  return key;
}

/// Machine code for the GPU of the current context. None if the driver refuses the text.
std::optional<std::string> translate(const std::string& ptx) {
  constexpr int is_ptx = 1;
  device::LinkState* state = nullptr;
  if (driver().cuLinkCreate_v2(0, nullptr, nullptr, &state) != 0) return std::nullopt;
  void* cubin = nullptr;
  std::size_t bytes = 0;
  std::optional<std::string> made;
  if (driver().cuLinkAddData_v2(state, is_ptx, ptx.c_str(), ptx.size() + 1, "cartwright", 0, nullptr, nullptr) == 0 &&
      driver().cuLinkComplete(state, &cubin, &bytes) == 0)
    made.emplace(static_cast<const char*>(cubin), bytes);
  driver().cuLinkDestroy(state);
  return made;
}

device::Module* load_image(const void* image) {
  device::Module* module = nullptr;
  return driver().cuModuleLoadDataEx(&module, image, 0, nullptr, nullptr) == 0 ? module : nullptr;
}

/// From the cache folder, or for it; null if that does not work.
device::Module* load_kept(const std::string& ptx) {
  const CubinFiles files(cache_folder());
  if (cache_folder().empty() || !driver().links()) return nullptr;
  const std::optional<CubinKey> key = key_of(ptx);
  if (!key) return nullptr;
  if (const auto kept = files.read(*key))
    if (device::Module* const module = load_image(kept->data())) return module;
  const std::optional<std::string> made = translate(ptx);
  if (!made) return nullptr;
  device::Module* const module = load_image(made->data());
  if (module != nullptr) files.write(*key, *made);
  return module;
}

}  // namespace

device::Module* load_module(const std::string& ptx) {
  if (device::Module* const kept = load_kept(ptx)) return kept;
  Log log;
  device::Module* module = nullptr;
  const device::Result result =
      driver().cuModuleLoadDataEx(&module, ptx.c_str(), Log::options.size(), Log::options.data(), log.values.data());
  if (result != 0 && log.text[0] != 0) base::fail(base::Status::unsupported, "cuModuleLoadDataEx: {}", log.text.data());
  check(result, "cuModuleLoadDataEx");
  return module;
}

device::Function* function_of(device::Module* module, const char* entry) {
  device::Function* function = nullptr;
  check(driver().cuModuleGetFunction(&function, module, entry), "cuModuleGetFunction");
  return function;
}

device::Function* load(const std::string& ptx, const char* entry) { return function_of(load_module(ptx), entry); }

std::string name_of_gpu() {
  std::array<char, 256> name{};
  int gpu = 0;
  int version = 0;
  if (!driver().measures() || driver().cuCtxGetDevice(&gpu) != 0 || driver().cuDriverGetVersion(&version) != 0 ||
      driver().cuDeviceGetName(name.data(), static_cast<int>(name.size()), gpu) != 0)
    return "";
  return fmt::format("{}, driver {}", name.data(), version);
}

}  // namespace cartwright::gpu
