// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "preload/base/requests.hpp"
#include "preload/packing/message.hpp"

#include <utility>

namespace cartwright::preload {

/// Delivers a packed message when its request is complete.
class Receiving : public Pending {
 public:
  explicit Receiving(ReceiveBuffer message) : message_(std::move(message)) { message_.outlive_type(); }
  int complete(MPI_Status& status, int error) override { return message_.deliver(status, error); }

 private:
  ReceiveBuffer message_;
};

}  // namespace cartwright::preload
