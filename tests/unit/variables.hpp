// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <initializer_list>
#include <map>
#include <string>
#include <utility>

namespace cartwright {

/// An environment with these variables only (base/environment.hpp).
class Variables {
 public:
  Variables(std::initializer_list<std::pair<const std::string, std::string>> values) : values_(values) {}
  const char* operator()(const char* name) const {
    const auto found = values_.find(name);
    return found == values_.end() ? nullptr : found->second.c_str();
  }

 private:
  std::map<std::string, std::string> values_;
};

}  // namespace cartwright
