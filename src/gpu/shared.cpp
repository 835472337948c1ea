// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "gpu/shared.hpp"

#include <array>
#include <exception>
#include <map>
#include <mutex>
#include <utility>

namespace cartwright::gpu {

SharedMemory share(const std::byte* first, std::int64_t bytes) noexcept {
  SharedMemory memory;
  const device::Driver* const known = device::loaded_driver();
  if (known == nullptr || !known->shares()) return memory;
  const auto address = reinterpret_cast<device::Address>(first);
  device::Address begin = 0;
  std::size_t size = 0;
  if (known->cuMemGetAddressRange_v2(&begin, &size, address) != 0) return memory;
  const device::Address offset = address - begin;
  if (offset > size || static_cast<std::size_t>(bytes) > size - offset) return memory;
  memory.offset = static_cast<std::int64_t>(offset);
  memory.works = known->cuIpcGetMemHandle(&memory.handle, begin) == 0 ? 1 : 0;
  return memory;
}

Mapping::Mapping(const Current& context, const device::IpcHandle& handle) : context_(context.context()) {
  constexpr unsigned peers_may_be_enabled = 1;
  check(driver().cuIpcOpenMemHandle_v2(&begin_, handle, peers_may_be_enabled), "cuIpcOpenMemHandle");
}

Mapping::~Mapping() {
  try {
    const Current current(context_);
    driver().cuIpcCloseMemHandle(begin_);
  } catch (const std::exception&) {
    // The context is gone, and the mapping with it.
  }
}

std::shared_ptr<Mapping> map(const Current& context, const SharedMemory& memory) noexcept try {
  using Key = std::pair<std::uint64_t, std::array<char, 64>>;  // with a context
  static auto& mutex = *new std::mutex;
  static auto& known = *new std::map<Key, std::weak_ptr<Mapping>>;
  if (memory.works == 0 || !driver().shares()) return nullptr;
  const std::lock_guard lock(mutex);
  std::weak_ptr<Mapping>& last = known[{context.id(), memory.handle.bytes}];
  std::shared_ptr<Mapping> mapping = last.lock();
  if (!mapping) last = mapping = std::make_shared<Mapping>(context, memory.handle);
  return mapping;
} catch (const std::exception&) {
  return nullptr;
}

}  // namespace cartwright::gpu
