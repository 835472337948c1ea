// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/input_file.hpp"
#include "base/printable.hpp"
#include "base/text.hpp"
#include "base/unpack.hpp"
#include "network/networks_p.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

namespace cartwright::network {

namespace {

// To add a kind, add a file and a line here.
constexpr std::array kinds = {
    NetworkKind{"percs", "two-level direct network: drawers and supernodes", "percs:supernodes=64", make_percs},
    NetworkKind{"dragonfly", "canonical dragonfly", "dragonfly:routers=16,global=8,nodes=8", make_dragonfly},
    NetworkKind{"dragonfly+", "dragonfly whose groups are leaves and spines",
                "dragonfly+:leaves=16,spines=16,global=16,nodes=16,groups=10", make_dragonfly_plus},
    NetworkKind{"aries", "Cray XC: chassis, groups, and optical cables dealt as on Theta", "aries:groups=9",
                make_aries},
    NetworkKind{"cube", "blades linked along chassis, slot and group", "cube:chassis=6,blades=16,groups=18,nodes=4",
                make_cube},
    NetworkKind{"fat-tree", "fat tree, pruned or not", "fat-tree:down=16x16,up=1x8,cables=1x2", make_fat_tree},
    NetworkKind{"torus", "torus of any dimensions", "torus:dims=16x16x8", make_torus},
};

// The first three are the machines of [Hunold2020, table I and VI-A]. The paper gives levels, pruning and bandwidth;
// the ports of the switches are those of their series: 48 for OmniPath, 36 for InfiniBand EDR. The last one is that of
// [Aseeri2019, III]: 41 service nodes in each group, 4 to 9 in a chassis, leave 6,174 of 6,912 nodes.
constexpr std::array presets = {
    NetworkPreset{"vsc4", "VSC4: two levels of OmniPath, pruned 2:1", "fat-tree:down=32x25,up=1x16,bandwidth=12.5e9"},
    NetworkPreset{"supermuc-ng", "SuperMUC-NG: eight islands of OmniPath, pruned 4:1 between them",
                  "fat-tree:down=24x33x8,up=1x24x8,bandwidth=12.5e9"},
    NetworkPreset{"juwels", "JUWELS: two levels of InfiniBand EDR, pruned 2:1",
                  "fat-tree:down=24x95,up=1x12,bandwidth=12.5e9"},
    NetworkPreset{"shaheen2", "Shaheen II: a Cray XC40 of 6,174 compute nodes, cables dealt as on Theta",
                  "aries:groups=18,service=4x6x7x7x8x9"},
};

// To add a reader, add a file and a line here. The first one that recognizes a text reads it.
constexpr std::array readers = {
    NetworkReader{"json", "any graph as JSON", is_json_network, read_json_network},
    NetworkReader{"cray-interconnect", "Cray XC, as rtr --interconnect prints it", is_cray_interconnect,
                  read_cray_interconnect},
    NetworkReader{"infiniband", "InfiniBand, as ibnetdiscover and dump_fts print it", is_infiniband, read_infiniband},
};

/// Size limit of a file, before and after unpacking: enough for the forwarding tables of a large fabric.
constexpr std::size_t max_bytes = std::size_t{128} << 20;

/// Bytes that the readers take for each byte of text, and of JSON.
constexpr std::size_t text_share = 8;
constexpr std::size_t json_share = 40;

template <typename Entry>
std::string names_of(std::span<const Entry> entries) {
  std::string names;
  for (const Entry& entry : entries) names += (names.empty() ? "" : ", ") + std::string(entry.name);
  return names;
}

std::string read_packed_file(const std::string& path) {
  std::string text = base::read_file(path, max_bytes);
  if (!base::is_packed(text)) return text;
  try {
    const std::size_t memory = base::memory_for(text.size());
    std::string unpacked = base::unpack(text, std::min(max_bytes, memory / text_share));
    if (is_json_network(unpacked) && unpacked.size() > memory / json_share)
      base::fail(base::Status::overflow, "unpacked it is {} times as long: unpack it first",
                 unpacked.size() / text.size());
    return unpacked;
  } catch (const base::Error& error) {
    base::fail(error.status(), "'{}': {}", path, error.what());
  }
}

std::unique_ptr<Network> read_network_files(const std::string& path) {
  std::string text;
  if (std::filesystem::exists(path))
    text = read_packed_file(path);
  else
    for (const std::string_view one : base::split(path, ','))
      text += read_packed_file(std::string(base::trim(one))) + '\n';
  text = base::printable_lines(text);
  for (const NetworkReader& reader : network_readers())
    if (reader.recognizes(text)) return reader.read(text);
  base::fail(base::Status::parse, "'{}' is not a network in any format that Cartwright reads", path);
}

}  // namespace

std::span<const NetworkKind> network_kinds() { return kinds; }

std::span<const NetworkPreset> network_presets() { return presets; }

std::span<const NetworkReader> network_readers() { return readers; }

void check_network_size(std::string_view what, std::int64_t nodes, std::int64_t links) {
  if (nodes > max_network_nodes || links > max_network_links)
    base::fail(base::Status::overflow, "{}: {} nodes and {} links exceed the limits of {} and {}", what, nodes, links,
               max_network_nodes, max_network_links);
}

std::unique_ptr<Network> read_network(const std::string& spec) {
  const std::string_view text = base::trim(spec);
  const auto preset = std::ranges::find(presets, text, &NetworkPreset::name);
  if (preset != presets.end()) return read_network(std::string(preset->spec));
  const std::size_t colon = std::min(text.find(':'), text.size());
  const auto kind = std::ranges::find(kinds, text.substr(0, colon), &NetworkKind::name);
  if (kind != kinds.end()) {
    Parameters parameters(text.substr(std::min(colon + 1, text.size())), kind->name);
    return kind->make(parameters);
  }
  const std::string_view first = text.substr(0, text.find(','));
  if (!std::filesystem::exists(std::string(text)) && !std::filesystem::exists(std::string(first)))
    base::fail(base::Status::invalid_argument,
               "{} is neither a file nor a kind of network; the kinds are: {}; the machines are: {}", base::quote(text),
               names_of(network_kinds()), names_of(network_presets()));
  return read_network_files(std::string(text));
}

}  // namespace cartwright::network
