// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CARTWRIGHT_NETWORK_HPP
#define CARTWRIGHT_NETWORK_HPP

/// \file
/// network.h for C++20, header only: link with libcartwright (Cartwright::cartwright), as from C.
///
///  - Errors are thrown as cw::Error, with the status and the message of cw_last_error().
///  - Network and Job own their handle; they are moved, not copied. They never change: threads may share them. A
///    moved-from one may only be assigned to or destroyed.
///  - Spans and string views that a member returns are valid as long as the object.

#include <cartwright/network.h>
#include <cartwright/status.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#if __cplusplus >= 202002L

namespace cw {

/// How messages are routed (cw_routing_options).
struct RoutingOptions {
  std::string routing = "minimal";  ///< "minimal", "valiant" or "ugal"
  std::string paths = "shared";     ///< with several minimal paths: "shared" splits evenly, "single" uses one
  std::int64_t samples = 0;         ///< for valiant: detours drawn for each pair of nodes; 0: the expected value
  std::uint64_t seed = 0;           ///< of the samples
};

/// A message from rank to rank, or from node to node.
struct Message {
  std::int64_t from = 0;  ///< the sender
  std::int64_t to = 0;    ///< the receiver
  double bytes = 0;       ///< its length
};

/// A link of a route, and the part of the traffic that crosses it.
struct Share {
  std::int64_t link = 0;  ///< the link
  double part = 0;        ///< above 0 and at most 1
  /// Compares all members.
  /// \return whether all are equal
  friend bool operator==(const Share&, const Share&) = default;
};

namespace detail {

/// Messages as arrays for the C interface.
struct MessageArrays {
  explicit MessageArrays(std::span<const Message> messages) {
    for (const Message& message : messages) {
      from.push_back(message.from);
      to.push_back(message.to);
      bytes.push_back(message.bytes);
    }
  }
  std::vector<std::int64_t> from, to;
  std::vector<double> bytes;
};

}  // namespace detail

/// A network: nodes, switches, links, and a rule for routes.
class Network {
 public:
  /// Makes a network (cw_network_create).
  /// \param spec as for `cartwright --network`: "percs:supernodes=64", "torus:dims=8x8x8", or the name of a file
  explicit Network(const std::string& spec) {
    cw_network* made = nullptr;
    detail::check(cw_network_create(spec.c_str(), &made));
    handle_.reset(made);
  }

  /// \return the kind: "percs", "torus", "json", ...
  std::string_view kind() const { return info().kind; }
  /// \return the number of compute nodes
  std::int64_t nodes() const { return info().nodes; }
  /// \return the number of switches
  std::int64_t switches() const { return info().switches; }
  /// \return the number of links: each direction of each cable
  std::int64_t links() const { return info().links; }

  /// \param node 0 to nodes() - 1
  /// \return the name of the node; valid as long as the network
  std::string_view node_name(std::int64_t node) const {
    const char* name = nullptr;
    detail::check(cw_network_node_name(get(), node, &name));
    return name;
  }
  /// Finds a node. Throws Error if the name is unknown.
  /// \param name the name of a node
  /// \return the node
  std::int64_t find_node(const std::string& name) const {
    std::int64_t node = 0;
    detail::check(cw_network_find_node(get(), name.c_str(), &node));
    return node;
  }
  /// \param link 0 to links() - 1
  /// \return the link; its names are valid as long as the network
  cw_link link(std::int64_t link) const {
    cw_link description = CW_LINK_INIT;
    detail::check(cw_network_link(get(), link, &description));
    return description;
  }

  /// The minimal route between two nodes (cw_network_route).
  /// \param from  a node
  /// \param to    a node
  /// \param paths as in RoutingOptions
  /// \return the links; empty if both nodes are on one switch
  std::vector<Share> route(std::int64_t from, std::int64_t to, const std::string& paths = "shared") const {
    std::size_t count = 0;
    detail::check(cw_network_route(get(), from, to, paths.c_str(), 0, nullptr, nullptr, &count));
    std::vector<std::int64_t> links(count);
    std::vector<double> parts(count);
    detail::check(cw_network_route(get(), from, to, paths.c_str(), count, links.data(), parts.data(), &count));
    std::vector<Share> route;
    for (std::size_t i = 0; i < count; ++i) route.push_back({links[i], parts[i]});
    return route;
  }

  /// The bytes on every link when nodes send to each other (cw_network_loads).
  /// \param messages messages from node to node
  /// \param options  how messages are routed
  /// \return links() entries
  std::vector<double> loads(std::span<const Message> messages, const RoutingOptions& options = {}) const {
    const detail::MessageArrays arrays(messages);
    const cw_routing_options known{sizeof known, options.routing.c_str(), options.paths.c_str(), options.samples,
                                   options.seed};
    std::vector<double> loads(static_cast<std::size_t>(links()));
    detail::check(cw_network_loads(get(), messages.size(), arrays.from.data(), arrays.to.data(), arrays.bytes.data(),
                                   &known, loads.data()));
    return loads;
  }

  /// \return the handle, which this object keeps
  const cw_network* get() const noexcept { return handle_.get(); }

 private:
  cw_network_info info() const {
    cw_network_info info = CW_NETWORK_INFO_INIT;
    detail::check(cw_network_get_info(get(), &info));
    return info;
  }
  detail::Handle<cw_network, cw_network_free> handle_;
};

/// A job to place (cw_job_options).
struct JobOptions {
  /// Dims of the process grid; zeros are chosen. Empty: 2 dims are chosen, or 1 if the pattern follows no grid.
  std::vector<std::int64_t> dims = {};
  std::vector<int> periods = {};       ///< one per dimension; empty: not periodic, but for a one-dimensional multicast
  std::string pattern = "stencil";     ///< what the ranks send: "stencil", "transposes", "alltoall", ..., or a file
  std::string stencil = "nn";          ///< as in cw_problem_create()
  double bytes = 0;                    ///< of one message; 0: 1 MiB
  std::vector<Message> messages = {};  ///< from rank to rank, in place of the pattern
  std::int64_t ranks_per_node = 1;     ///< number of ranks on each node; the last may have fewer
  std::int64_t node_count = 0;         ///< 0: as many as the grid needs, or all that are free
  std::string nodes = {};            ///< a host list: the nodes in the order in which ranks fill them; empty: by policy
  std::string state = {};            ///< a file with the free nodes; empty: all are free
  std::string policy = "predicted";  ///< selects nodes
  std::string mapping = "auto";      ///< "auto", "network", or the name of a mapping
  std::string tier = "balanced";     ///< "fast", "balanced" or "best", for auto
  double budget_seconds = 0;         ///< for each refinement; 0: the defaults, negative: none
  std::uint64_t seed = 0;            ///< of everything random; that of `routing` is not used
  RoutingOptions routing = {};       ///< how messages are routed
};

/// A job on its nodes.
class Job {
 public:
  /// Selects nodes, maps the ranks onto them, and counts the bytes on every link (cw_job_place).
  /// \param network the network
  /// \param options the job
  Job(const Network& network, const JobOptions& options) {
    const detail::MessageArrays messages(options.messages);
    cw_job_options known = CW_JOB_OPTIONS_INIT;
    known.ndims = options.dims.size();
    known.dims = options.dims.empty() ? nullptr : options.dims.data();
    known.periods = detail::array_or_null<int>(options.periods, options.dims.size(), "periods");
    known.pattern = options.messages.empty() ? options.pattern.c_str() : nullptr;
    known.stencil = options.stencil.c_str();
    known.bytes = options.bytes;
    known.message_count = options.messages.size();
    known.message_from = messages.from.data();
    known.message_to = messages.to.data();
    known.message_bytes = messages.bytes.data();
    known.ranks_per_node = options.ranks_per_node;
    known.node_count = options.node_count;
    known.nodes = options.nodes.empty() ? nullptr : options.nodes.c_str();
    known.state = options.state.empty() ? nullptr : options.state.c_str();
    known.policy = options.policy.c_str();
    known.mapping = options.mapping.c_str();
    known.tier = options.tier.c_str();
    known.budget_seconds = options.budget_seconds;
    known.seed = options.seed;
    known.routing = options.routing.routing.c_str();
    known.paths = options.routing.paths.c_str();
    known.samples = options.routing.samples;
    cw_job* made = nullptr;
    detail::check(cw_job_place(network.get(), &known, &made));
    handle_.reset(made);
  }

  /// \return the dims of the process grid
  std::span<const std::int64_t> dims() const {
    std::size_t ndims = 0;
    const std::int64_t* dims = nullptr;
    detail::check(cw_job_dims(get(), &ndims, &dims));
    return {dims, ndims};
  }
  /// \return the node of every rank
  std::span<const std::int64_t> node_of_rank() const { return array(cw_job_node_of_rank); }
  /// \return the nodes in the order in which batch systems fill them, which is that of their names
  std::span<const std::int64_t> nodes() const { return array(cw_job_nodes); }
  /// \return the same nodes as a host list for a launcher: "nid[00003-00005,00007]"
  std::string_view node_list() const {
    const char* list = nullptr;
    detail::check(cw_job_node_list(get(), &list));
    return list;
  }
  /// \return for each slot, node by node in the order of nodes(), the rank that takes it
  std::span<const std::int64_t> order() const { return array(cw_job_order); }
  /// \return the bytes that one iteration puts on every link of the network
  std::span<const double> loads() const { return array(cw_job_loads); }

  /// \return statistics of all links
  cw_link_stats stats() const {
    cw_link_stats stats = CW_LINK_STATS_INIT;
    detail::check(cw_job_stats(get(), &stats));
    return stats;
  }
  /// \return statistics of every class of links; their texts are valid as long as the job
  std::vector<cw_class_stats> class_stats() const {
    std::vector<cw_class_stats> all(static_cast<std::size_t>(stats().classes), CW_CLASS_STATS_INIT);
    for (std::size_t i = 0; i < all.size(); ++i)
      detail::check(cw_job_class_stats(get(), static_cast<std::int64_t>(i), &all[i]));
    return all;
  }
  /// \return the report of `cartwright place --json`
  std::string_view explain_json() const { return detail::check(cw_job_explain_json(get())); }

  /// \return the handle, which this object keeps
  const cw_job* get() const noexcept { return handle_.get(); }

 private:
  template <typename T>
  std::span<const T> array(cw_status (*getter)(const cw_job*, std::int64_t*, const T**)) const {
    std::int64_t count = 0;
    const T* values = nullptr;
    detail::check(getter(get(), &count, &values));
    return {values, static_cast<std::size_t>(count)};
  }
  detail::Handle<cw_job, cw_job_free> handle_;
};

}  // namespace cw

#endif  // C++20

#endif
