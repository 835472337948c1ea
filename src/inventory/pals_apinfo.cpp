// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "inventory/inventories_p.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <cstring>

namespace cartwright::inventory {

namespace {

/// The beginning of the file, as Cray's PMI reads it on 64-bit systems. Later versions only append.
struct ApinfoHeader {
  std::int32_t version;
  std::uint64_t total_size;
  std::uint64_t profile_size, profile_offset;
  std::int32_t profiles;
  std::uint64_t command_size, command_offset;
  std::int32_t commands;
  std::uint64_t process_size, process_offset;
  std::int32_t processes;
  std::uint64_t node_size, node_offset;
  std::int32_t nodes;
};

struct ApinfoNode {
  std::int32_t nid;  ///< -1 if it is not known
  char host[64];
};

constexpr std::int32_t newest = 255;  ///< the version is 5 today

template <typename T>
T value_at(std::string_view text, std::size_t offset) {
  T value;
  std::memcpy(&value, text.data() + offset, sizeof value);
  return value;
}

}  // namespace

bool is_pals_apinfo(std::string_view text) {
  if (text.size() < sizeof(ApinfoHeader)) return false;
  const auto version = value_at<std::int32_t>(text, 0);
  return version > 0 && version <= newest;
}

/// Reads the nodes of an application from the file that PALS (or Slurm in its place) writes on each node for Cray's
/// PMI.
Inventory read_pals_apinfo(std::string_view text) {
  const auto header = value_at<ApinfoHeader>(text, 0);
  const auto size = static_cast<std::uint64_t>(text.size());
  if (header.nodes < 0 || header.node_size < sizeof(ApinfoNode) || header.node_offset > size ||
      static_cast<std::uint64_t>(header.nodes) > (size - header.node_offset) / header.node_size)
    base::fail(base::Status::parse,
               "a file of PALS of {} bytes, version {}, with {} nodes of {} bytes at {}: it is cut off, or of a form "
               "that is not known",
               size, header.version, header.nodes, header.node_size, header.node_offset);
  NodeRecords records;
  for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(header.nodes); ++i) {
    const ApinfoNode node = value_at<ApinfoNode>(text, header.node_offset + i * header.node_size);
    NodeRecord& record = records.add({node.host, strnlen(node.host, sizeof node.host)}, NodeState::free);
    if (record.location.empty() && node.nid >= 0) record.location = fmt::format("nid{:06}", node.nid);
  }
  return {std::move(records).take(), {}};
}

}  // namespace cartwright::inventory
