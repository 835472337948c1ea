// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "halo/dimension_ordered.hpp"

#include <nlohmann/json.hpp>

#include <array>

namespace cartwright::halo {

namespace {

std::string some(std::size_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string length_of(std::int64_t bytes) { return bytes == unlimited ? "any length" : fmt::format("{} bytes", bytes); }

std::string describe(const Plan::Measured& measured) {
  using Of = Plan::Measured::Of;
  const std::int64_t limit = measured.limit;
  switch (measured.of) {
    case Of::joined:
      return limit == 0 ? "no messages are joined" : fmt::format("messages up to {} are joined", length_of(limit));
    case Of::piece:
      return limit == unlimited ? "messages leave as a whole" : fmt::format("they leave in pieces of {} bytes", limit);
    case Of::by_axes: return limit == 0 ? "corners have messages" : "corners are forwarded with faces";
    default:
      return limit == unlimited ? "nothing is read in place"
                                : fmt::format("runs from {} on are read in place", length_of(limit));
  }
}

const char* name_of(Plan::Measured::Of of) {
  constexpr std::array names = {"reads_in_place_from", "joins_up_to", "piece", "by_axes"};
  return names[static_cast<std::size_t>(of)];
}

/// -1 for no limit.
std::int64_t plain(std::int64_t limit) { return limit == unlimited ? -1 : limit; }

}  // namespace

engine::Pass::Totals Plan::totals(std::size_t peer) const {
  // Local, and does not change what exchanges do.
  return const_cast<Plan*>(this)->prepared(whole()).pass->totals(peer);
}

Plan::Sent Plan::sent() const {
  Sent sent;
  for (std::size_t i = 0; i < peers_.size(); ++i) {
    const std::int64_t bytes = totals(i).stream_bytes;
    if (peers_[i].shares || bytes == 0 || (joined_ && joined_->sends_to(i))) continue;
    ++sent.messages;
    sent.bytes += bytes;
  }
  return sent;
}

base::Obtained Plan::obtained() const {
  return kept_ || !measured_.empty() ? base::Obtained::measured : base::Obtained::assumed;
}

std::string Plan::explanation() const {
  std::string text = fmt::format("rank {}: {}, {}, halo up to {} wide\n", rank_, some(mine_.fields.size(), "field"),
                                 some(request_.neighbors.size(), "side"), widest_);
  if (gpu_)
    text += fmt::format("  the fields are in memory of a GPU; messages leave from {}\n",
                        gpu_->aware ? "its memory" : "pinned memory of the host");
  if (self_) text += fmt::format("  this process: {}, copied\n", some(self_->sides.size(), "side"));
  for (std::size_t i = 0; i < peers_.size(); ++i) {
    const engine::Pass::Totals out = totals(i);
    text += fmt::format("  rank {}: {}, ", peers_[i].rank, some(peers_[i].sides.size(), "side"));
    if (peers_[i].shares)
      text += fmt::format(
          "same node: it reads {} bytes in place ({} boxes), and {} bytes that are packed for it ({} boxes)\n",
          out.read_bytes, out.read_boxes, out.stream_bytes, out.stream_boxes);
    else if (joined_ && joined_->sends_to(i))
      text += fmt::format("a part of a joined message, of {} bytes\n", out.stream_bytes);
    else
      text += fmt::format("a message of {} bytes{}\n", out.stream_bytes,
                          with_header(out.stream_bytes) > piece_ ? fmt::format(", in pieces of {}", piece_) : "");
  }
  if (by_axes_) {
    const std::vector<Sent> sent = by_axes_->sent();
    text += "  corners are forwarded with the faces in whole exchanges:";
    for (std::size_t i = 0; i < sent.size(); ++i)
      text +=
          fmt::format("{} {} of {} bytes along axis {}", i == 0 ? "" : ",",
                      some(static_cast<std::size_t>(sent[i].messages), "message"), sent[i].bytes, sent.size() - 1 - i);
    text += "\n";
  }
  if (joined_)
    for (const Joined::Sent& sent : joined_->sent())
      text += fmt::format("  joined: sends {} bytes of {} processes to rank {}\n", sent.bytes, sent.processes, sent.to);
  text += fmt::format(
      "  limits of estimates: {} bytes of a message on the average for corners with faces, pieces of {} bytes\n",
      agreed_.corners_up_to, agreed_.piece);
  for (std::size_t i = 0; i < measured_.size(); ++i)
    text += fmt::format("{} {:.3g} us if {}", i == 0 ? "  measured:" : ",", 1e6 * measured_[i].seconds,
                        describe(measured_[i]));
  if (!measured_.empty()) text += "\n";
  if (kept_) text += "  measured before, and read from a file\n";
  if (obtained() == base::Obtained::assumed) text += "  nothing was measured: the choices are assumed\n";
  return text;
}

std::string Plan::explanation_json() const {
  nlohmann::ordered_json json = {{"rank", rank_},
                                 {"fields", mine_.fields.size()},
                                 {"sides", request_.neighbors.size()},
                                 {"widest", widest_},
                                 {"memory", gpu_ ? "gpu" : "host"},
                                 {"message_memory", !gpu_         ? "host"
                                                    : gpu_->aware ? "gpu"
                                                                  : "pinned"},
                                 {"reads_in_place_from", plain(shortest_read_)},
                                 {"joins_up_to", plain(longest_joined_)},
                                 {"piece", piece_},
                                 {"obtained", to_string(obtained())},
                                 {"estimates", {{"corners_up_to", agreed_.corners_up_to}, {"piece", agreed_.piece}}},
                                 {"neighbors", nlohmann::ordered_json::array()},
                                 {"joined", nlohmann::ordered_json::array()},
                                 {"by_axes", nlohmann::ordered_json::array()},
                                 {"measured", nlohmann::ordered_json::array()},
                                 {"measured_before", kept_}};
  if (self_) json["neighbors"].push_back({{"rank", rank_}, {"sides", self_->sides.size()}, {"way", "itself"}});
  for (std::size_t i = 0; i < peers_.size(); ++i) {
    const engine::Pass::Totals out = totals(i);
    const char* const way = peers_[i].shares ? "node" : joined_ && joined_->sends_to(i) ? "joined" : "message";
    json["neighbors"].push_back({{"rank", peers_[i].rank},
                                 {"sides", peers_[i].sides.size()},
                                 {"way", way},
                                 {"bytes_in_place", out.read_bytes},
                                 {"boxes_in_place", out.read_boxes},
                                 {"bytes_packed", out.stream_bytes},
                                 {"boxes_packed", out.stream_boxes}});
  }
  if (joined_)
    for (const Joined::Sent& sent : joined_->sent())
      json["joined"].push_back({{"to", sent.to}, {"bytes", sent.bytes}, {"processes", sent.processes}});
  if (by_axes_)
    for (const Sent& sent : by_axes_->sent())
      json["by_axes"].push_back(
          {{"axis", axes() - 1 - json["by_axes"].size()}, {"messages", sent.messages}, {"bytes", sent.bytes}});
  for (const Measured& measured : measured_)
    json["measured"].push_back({{name_of(measured.of), plain(measured.limit)}, {"seconds", measured.seconds}});
  return json.dump();
}

}  // namespace cartwright::halo
