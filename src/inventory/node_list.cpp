// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "inventory/node_list.hpp"

#include "base/text.hpp"
#include "inventory/inventories_p.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <unordered_map>

namespace cartwright::inventory {

namespace {

/// The variables that name a file with the nodes of the job.
constexpr const char* node_files[] = {"PBS_NODEFILE", "LSB_DJOB_HOSTFILE", "PALS_APINFO"};

std::string without_domain(const std::string& name) { return name.substr(0, name.find('.')); }

/// For each node its number in the list of `count` hosts. None if a number is missing, outside, or there twice.
std::vector<std::size_t> numbers_of(std::span<const NodeNames> job, std::size_t count) {
  std::vector<std::size_t> numbers;
  std::set<std::size_t> taken;
  for (const NodeNames& node : job) {
    const bool number =
        !node.number.empty() && node.number.size() < 8 && std::ranges::all_of(node.number, base::is_digit);
    if (!number) return {};
    numbers.push_back(static_cast<std::size_t>(base::parse_int(node.number, "number of a node")));
    if (numbers.back() >= count || !taken.insert(numbers.back()).second) return {};
  }
  return numbers;
}

}  // namespace

Inventory inventory_of_job(const base::Environment& environment) {
  if (const char* const list = environment("SLURM_JOB_NODELIST"); list != nullptr) try {
      NodeRecords records;
      for (const std::string& name : records.expand(list)) records.add(name, NodeState::free);
      return {std::move(records).take(), {}};
    } catch (const base::Error& error) {
      base::fail(error.status(), "SLURM_JOB_NODELIST={}: {}", list, error.what());
    }
  for (const char* const variable : node_files)
    if (const char* const file = environment(variable); file != nullptr) try {
        return read_inventory(file);
      } catch (const base::Error& error) {
        base::fail(error.status(), "{}: {}", variable, error.what());
      }
  base::fail(base::Status::invalid_argument,
             "this is not a batch job: neither SLURM_JOB_NODELIST nor {} is set; give a file with the nodes",
             fmt::join(node_files, ", "));
}

std::string add_listed_names(std::span<NodeNames> job, const base::Environment& environment) try {
  const char* const file = environment("PBS_NODEFILE");
  if (file == nullptr || std::ranges::all_of(job, &std::string::empty, &NodeNames::number)) return "";
  const std::vector<NodeRecord> hosts = read_inventory(file).nodes;
  const std::vector<std::size_t> numbers = numbers_of(job, hosts.size());
  if (numbers.empty()) return "";
  std::unordered_map<std::string, std::size_t> index;
  for (std::size_t i = 0; i < hosts.size(); ++i) index.try_emplace(without_domain(hosts[i].name), i);
  for (std::size_t i = 0; i < job.size(); ++i)
    for (const std::string& name : job[i].names)
      if (const auto found = index.find(without_domain(name)); found != index.end() && found->second != numbers[i])
        return "";
  for (std::size_t i = 0; i < job.size(); ++i) job[i].names.push_back(hosts[numbers[i]].name);
  return "";
} catch (const base::Error& error) {
  return fmt::format("PBS_NODEFILE: {}: the names in it are not used", error.what());
}

}  // namespace cartwright::inventory
