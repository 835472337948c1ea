// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/obtained.hpp"
#include "halo/dimension_ordered.hpp"

#include <nlohmann/json.hpp>

#include <array>

namespace cartwright::halo {

namespace {

using Json = nlohmann::ordered_json;

/// By Measured::Of.
constexpr std::array names = {"reads_in_place_from", "joins_up_to", "piece", "by_axes"};

/// -1 for no limit.
std::int64_t plain(std::int64_t limit) { return limit == unlimited ? -1 : limit; }

std::int64_t number(const Json& json, const char* name) { return json.at(name).get<std::int64_t>(); }

std::string some(const Json& count, const char* what) {
  return fmt::format("{} {}{}", count.get<std::int64_t>(), what, count == 1 ? "" : "s");
}

std::string length_of(std::int64_t bytes) { return bytes < 0 ? "any length" : fmt::format("{} bytes", bytes); }

std::string text_of_neighbor(const Json& one, std::int64_t piece) {
  if (one.at("way") == "itself") return fmt::format("  this process: {}, copied\n", some(one.at("sides"), "side"));
  const std::string text = fmt::format("  rank {}: {}, ", number(one, "rank"), some(one.at("sides"), "side"));
  const std::int64_t packed = number(one, "bytes_packed");
  if (one.at("way") == "node")
    return text + fmt::format(
                      "same node: it reads {} bytes in place ({} boxes), and {} bytes that are packed for it ({} "
                      "boxes)\n",
                      number(one, "bytes_in_place"), number(one, "boxes_in_place"), packed,
                      number(one, "boxes_packed"));
  if (one.at("way") == "joined") return text + fmt::format("a part of a joined message, of {} bytes\n", packed);
  return text + fmt::format("a message of {} bytes{}\n", packed,
                            with_header(packed) > piece ? fmt::format(", in pieces of {}", piece) : "");
}

std::string text_of_axes(const Json& axes) {
  std::string text;
  for (const Json& sent : axes)
    text += fmt::format("{} {} of {} bytes along axis {}", text.empty() ? "" : ",",
                        some(sent.at("messages"), "message"), number(sent, "bytes"), number(sent, "axis"));
  return "  corners are forwarded with the faces in whole exchanges:" + text + "\n";
}

std::string text_of_choice(const std::string& name, std::int64_t limit) {
  if (name == "joins_up_to")
    return limit == 0 ? "no messages are joined" : fmt::format("messages up to {} are joined", length_of(limit));
  if (name == "piece")
    return limit < 0 ? "messages leave as a whole" : fmt::format("they leave in pieces of {} bytes", limit);
  if (name == "by_axes") return limit == 0 ? "corners have messages" : "corners are forwarded with faces";
  return limit < 0 ? "nothing is read in place" : fmt::format("runs from {} on are read in place", length_of(limit));
}

std::string text_of_measured(const Json& measured) {
  std::string text;
  for (const Json& one : measured)
    text += fmt::format("{} {:.3g} us if {}", text.empty() ? "" : ",", 1e6 * one.at("seconds").get<double>(),
                        text_of_choice(one.begin().key(), one.begin()->get<std::int64_t>()));
  return "  measured:" + text + "\n";
}

std::string text_of(const Json& json) {
  std::string text =
      fmt::format("rank {}: {}, {}, halo up to {} wide\n", number(json, "rank"), some(json.at("fields"), "field"),
                  some(json.at("sides"), "side"), number(json, "widest"));
  if (json.at("memory") == "gpu")
    text += fmt::format("  the fields are in memory of a GPU; messages leave from {}\n",
                        json.at("message_memory") == "gpu" ? "its memory" : "pinned memory of the host");
  for (const Json& one : json.at("neighbors")) text += text_of_neighbor(one, number(json, "piece"));
  if (!json.at("by_axes").empty()) text += text_of_axes(json.at("by_axes"));
  for (const Json& sent : json.at("joined"))
    text += fmt::format("  joined: sends {} bytes of {} processes to rank {}\n", number(sent, "bytes"),
                        number(sent, "processes"), number(sent, "to"));
  const Json& estimates = json.at("estimates");
  text += fmt::format(
      "  limits of estimates: {} bytes of a message on the average for corners with faces, pieces of {} bytes\n",
      number(estimates, "corners_up_to"), number(estimates, "piece"));
  if (!json.at("measured").empty()) text += text_of_measured(json.at("measured"));
  if (json.at("measured_before") == true) text += "  measured before, and read from a file\n";
  if (json.at("obtained") == "assumed") text += "  nothing was measured: the choices are assumed\n";
  return text;
}

}  // namespace

Plan::Sent Plan::sent() {
  const engine::Pass& pass = *prepared(whole()).work.pass;
  Sent sent;
  for (std::size_t i = 0; i < facts_.connections.peers.size(); ++i) {
    sent.messages += pass.bytes_out(i) > 0 ? 1 : 0;
    sent.bytes += pass.bytes_out(i);
  }
  return sent;
}

nlohmann::ordered_json Plan::explain_neighbors() {
  Json neighbors = Json::array();
  const Connections& to = facts_.connections;
  if (to.self) neighbors.push_back({{"rank", to.rank}, {"sides", to.self->sides.size()}, {"way", "itself"}});
  const Prepared& all = prepared(whole());
  for (std::size_t i = 0; i < to.peers.size(); ++i) {
    const engine::Pass::Totals out = all.work.pass->totals(i);
    neighbors.push_back({{"rank", to.peers[i].rank},
                         {"sides", to.peers[i].sides.size()},
                         {"way", all.ways[i]->name()},
                         {"bytes_in_place", out.read_bytes},
                         {"boxes_in_place", out.read_boxes},
                         {"bytes_packed", out.stream_bytes},
                         {"boxes_packed", out.stream_boxes}});
  }
  return neighbors;
}

nlohmann::ordered_json Plan::explain() {
  const std::optional<OnGpu>& gpu = facts_.connections.gpu;
  const bool measured = measured_before_ || !measured_.empty();
  Json json = {{"rank", facts_.connections.rank},
               {"fields", types().size()},
               {"sides", neighbors().size()},
               {"widest", widest()},
               {"memory", gpu ? "gpu" : "host"},
               {"message_memory", !gpu         ? "host"
                                  : gpu->aware ? "gpu"
                                               : "pinned"},
               {"reads_in_place_from", plain(choices_.shortest_read)},
               {"joins_up_to", plain(choices_.longest_joined)},
               {"piece", choices_.piece},
               {"obtained", to_string(measured ? base::Obtained::measured : base::Obtained::assumed)},
               {"estimates", {{"corners_up_to", facts_.agreed.corners_up_to}, {"piece", facts_.agreed.piece}}},
               {"neighbors", explain_neighbors()},
               {"joined", Json::array()},
               {"by_axes", Json::array()},
               {"measured", Json::array()},
               {"measured_before", measured_before_}};
  if (joined_)
    for (const Joined::Sent& sent : joined_->sent())
      json["joined"].push_back({{"to", sent.to}, {"bytes", sent.bytes}, {"processes", sent.processes}});
  if (by_axes_)
    for (const Sent& sent : by_axes_->sent())
      json["by_axes"].push_back(
          {{"axis", axes() - 1 - json["by_axes"].size()}, {"messages", sent.messages}, {"bytes", sent.bytes}});
  for (const Measured& one : measured_)
    json["measured"].push_back({{names[static_cast<std::size_t>(one.of)], plain(one.limit)}, {"seconds", one.seconds}});
  return json;
}

std::string Plan::explanation() { return text_of(explain()); }

std::string Plan::explanation_json() { return explain().dump(); }

}  // namespace cartwright::halo
