// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cartwright/layout.h"
#include "datatype/type.hpp"
#include "gpu/layout.hpp"
#include "jit/packer.hpp"

#include <atomic>
#include <memory>
#include <mutex>
#include <string>

namespace cartwright::capi {

/// A value that is made when it is first needed.
template <typename T>
class Lazy {
 public:
  template <typename Make>
  const T& get(Make make) const {
    std::call_once(once_, [&] { value_ = make(); });
    return value_;
  }

 private:
  mutable std::once_flag once_;
  mutable T value_;
};

}  // namespace cartwright::capi

/// Has no packer until data is moved: most layouts only serve to make others.
struct cw_layout {
  explicit cw_layout(cartwright::datatype::TypePtr given_type, cartwright::jit::Hints given_hints = {})
      : type(std::move(given_type)), hints(given_hints) {}

  cartwright::jit::Packer& packer() const {
    if (cartwright::jit::Packer* const ready = ready_.load(std::memory_order_acquire)) return *ready;
    return make_packer();
  }

  /// Bytes of `count` packed elements. Throws Error if that is not a number of bytes.
  std::int64_t stream_size(std::int64_t count) const;
  /// For calls with a stream.
  cartwright::gpu::LayoutKernels& on_gpu() const;

  const cartwright::datatype::TypePtr type;
  const cartwright::jit::Hints hints;
  cartwright::capi::Lazy<std::string> notation, description, pack_listing, unpack_listing;

 private:
  cartwright::jit::Packer& make_packer() const;
  cartwright::capi::Lazy<std::shared_ptr<cartwright::jit::Packer>> packer_;
  cartwright::capi::Lazy<cartwright::gpu::LayoutKernels*> on_gpu_;
  mutable std::atomic<cartwright::jit::Packer*> ready_ = nullptr;
};
