// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/simgrid.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <ostream>
#include <vector>

#include <pugixml.hpp>

namespace cartwright::report {

namespace {

constexpr std::int64_t max_crossed = std::int64_t{1} << 25;  // a file of 800 MB

/// The link between nodes of one switch, if the network has no terminal links: it is never busy.
constexpr const char* inside_switch = "inside-switch";

std::string host_id(network::Node node) { return fmt::format("n{}", node.number()); }
std::string link_id(network::LinkId link) { return fmt::format("l{}", link.number()); }
std::string injection_id(network::Node node) { return fmt::format("n{}-out", node.number()); }
std::string ejection_id(network::Node node) { return fmt::format("n{}-in", node.number()); }

/// Finds the path of a pair of nodes, first link first. Routes of a network list their links in any order.
class Path {
 public:
  explicit Path(const network::Network& network) : network_(network) {}

  std::span<const network::LinkId> between(network::Node from, network::Node to) {
    const network::Wiring& wiring = network_.wiring();
    route_.clear();
    links_.clear();
    network_.route(from, to, network::Paths::single, route_);
    for (network::Switch at = start(from); links_.size() < route_.size();) {
      const auto next = leaving(at);
      if (next == route_.end())
        base::fail(base::Status::internal, "the path from {} to {} is broken", wiring.node_name(from),
                   wiring.node_name(to));
      links_.push_back(next->link);
      at = link(next->link).to;
    }
    return links_;
  }

 private:
  const network::Link& link(network::LinkId id) const { return network_.wiring().links()[id]; }
  network::Route::const_iterator leaving(network::Switch at) const {
    return std::ranges::find_if(route_, [&](const network::Share& share) { return link(share.link).from == at; });
  }
  /// The switch of the node where the path begins.
  network::Switch start(network::Node from) const {
    const network::Wiring& wiring = network_.wiring();
    std::size_t rail = 0;
    while (rail + 1 < wiring.rails(from) && leaving(wiring.switch_of(from, rail)) == route_.end()) ++rail;
    return wiring.switch_of(from, rail);
  }

  const network::Network& network_;
  network::Route route_;
  std::vector<network::LinkId> links_;
};

/// Writes the elements of the document one by one: all routes together would take gigabytes of memory.
class Elements {
 public:
  explicit Elements(std::ostream& out) : out_(out) {}

  pugi::xml_node add(const char* name) { return document_.append_child(name); }
  void flush() {
    Writer writer(out_);
    document_.print(writer, "", pugi::format_raw | pugi::format_no_declaration);
    out_ << '\n';
    document_.reset();
  }

 private:
  /// pugixml writes to streams of the C++ library that it was built with, which may be another one.
  class Writer : public pugi::xml_writer {
   public:
    explicit Writer(std::ostream& out) : out_(out) {}
    void write(const void* data, std::size_t size) override {
      out_.write(static_cast<const char*>(data), static_cast<std::streamsize>(size));
    }

   private:
    std::ostream& out_;
  };

  pugi::xml_document document_;
  std::ostream& out_;
};

void add_property(pugi::xml_node element, const char* name, const std::string& value) {
  pugi::xml_node property = element.append_child("prop");
  property.append_attribute("id") = name;
  property.append_attribute("value") = value.c_str();
}

pugi::xml_node add_link(Elements& elements, const std::string& id, double bandwidth, double latency) {
  pugi::xml_node link = elements.add("link");
  link.append_attribute("id") = id.c_str();
  link.append_attribute("bandwidth") = fmt::format("{}Bps", bandwidth).c_str();
  link.append_attribute("latency") = fmt::format("{}s", latency).c_str();
  return link;
}

void add_crossed(pugi::xml_node route, const std::string& id) {
  route.append_child("link_ctn").append_attribute("id") = id.c_str();
}

using UsedLinks = base::IndexVector<network::LinkId, bool>;

/// Marks the links that the paths cross. Returns the total length of all paths.
std::int64_t find_used(const network::Network& network, std::span<const network::Node> nodes, UsedLinks& used) {
  const std::int64_t terminals = network.wiring().terminal_bandwidth() > 0 ? 2 : 0;
  Path path(network);
  std::int64_t crossed = 0;
  for (const network::Node from : nodes)
    for (const network::Node to : nodes) {
      if (from == to) continue;
      const std::span<const network::LinkId> links = path.between(from, to);
      for (const network::LinkId link : links) used[link] = true;
      crossed += std::max<std::int64_t>(1, static_cast<std::int64_t>(links.size()) + terminals);
      if (crossed > max_crossed)
        base::fail(
            base::Status::unsupported,
            "the paths between {} nodes cross more than {} links in total: use fewer nodes, with more ranks on each",
            nodes.size(), max_crossed);
    }
  return crossed;
}

void write_hosts(const network::Wiring& wiring, std::span<const network::Node> nodes, Elements& elements) {
  for (const network::Node node : nodes) {
    pugi::xml_node host = elements.add("host");
    host.append_attribute("id") = host_id(node).c_str();
    host.append_attribute("speed") = "1Gf";
    add_property(host, "name", wiring.node_name(node));
    elements.flush();
  }
}

/// Returns the number of links.
std::int64_t write_links(const network::Wiring& wiring, std::span<const network::Node> nodes, const UsedLinks& used,
                         double latency, Elements& elements) {
  std::int64_t count = 0;
  for (const network::LinkId id : used.ids()) {
    if (!used[id]) continue;
    pugi::xml_node link = add_link(elements, link_id(id), wiring.bandwidth(id), latency);
    add_property(link, "from", wiring.switch_name(wiring.links()[id].from));
    add_property(link, "to", wiring.switch_name(wiring.links()[id].to));
    elements.flush();
    ++count;
  }
  if (wiring.terminal_bandwidth() > 0) {
    for (const network::Node node : nodes) {
      add_link(elements, injection_id(node), wiring.terminal_bandwidth(), latency);
      add_link(elements, ejection_id(node), wiring.terminal_bandwidth(), latency);
      elements.flush();
      count += 2;
    }
  } else {
    add_link(elements, inside_switch, 1e15, latency).append_attribute("sharing_policy") = "FATPIPE";
    elements.flush();
  }
  return count;
}

void write_routes(const network::Network& network, std::span<const network::Node> nodes, Elements& elements) {
  const bool terminals = network.wiring().terminal_bandwidth() > 0;
  Path path(network);
  for (const network::Node from : nodes)
    for (const network::Node to : nodes) {
      if (from == to) continue;
      pugi::xml_node route = elements.add("route");
      route.append_attribute("src") = host_id(from).c_str();
      route.append_attribute("dst") = host_id(to).c_str();
      route.append_attribute("symmetrical") = "NO";
      const std::span<const network::LinkId> links = path.between(from, to);
      if (terminals) add_crossed(route, injection_id(from));
      for (const network::LinkId link : links) add_crossed(route, link_id(link));
      if (terminals)
        add_crossed(route, ejection_id(to));
      else if (links.empty())
        add_crossed(route, inside_switch);
      elements.flush();
    }
}

}  // namespace

SimgridPlatform write_simgrid_platform(const network::Network& network, std::span<const network::Node> nodes,
                                       double latency, std::ostream& out) {
  SimgridPlatform platform;
  UsedLinks used(network.wiring().links().size());
  platform.crossed = find_used(network, nodes, used);
  out << "<?xml version=\"1.0\"?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
         "<platform version=\"4.1\">\n<zone id=\"network\" routing=\"Full\">\n";
  Elements elements(out);
  write_hosts(network.wiring(), nodes, elements);
  platform.links = write_links(network.wiring(), nodes, used, latency, elements);
  write_routes(network, nodes, elements);
  out << "</zone>\n</platform>\n";
  return platform;
}

std::string simgrid_hosts(std::span<const network::Node> node_of_rank) {
  std::string text;
  for (const network::Node node : node_of_rank) text += host_id(node) + "\n";
  return text;
}

}  // namespace cartwright::report
