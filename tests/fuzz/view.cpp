// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fuzz.hpp"

#include "base/json_input.hpp"
#include "report/view.hpp"

using namespace cartwright;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return fuzz(data, size, [](std::string_view text) {
    const nlohmann::json document = base::parse_json(text, "view");
    report::check_view(document);
    // A page relies on this: one entry per node, and every named node and switch exists.
    const nlohmann::json& nodes = document["nodes"];
    require(!nodes["name"].empty() && nodes["name"].size() == nodes["switch"].size());
    for (const nlohmann::json& at : nodes["switch"])
      require(at.get<std::size_t>() < document["network"]["switches"].size());
  });
}
