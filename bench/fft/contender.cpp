// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "contender.hpp"

#include <nlohmann/json.hpp>

namespace cartwright::bench {

report::Json Contender::phases() const { return {}; }

void Contender::describe(report::Json& /*result*/) const {}

}  // namespace cartwright::bench
