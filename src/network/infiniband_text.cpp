// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// The texts of ibnetdiscover:
//
//   Switch	4 "S-0000000000200005"		# "leaf11" base port 0 lid 9 lmc 0
//   [1]	"H-000000000010000c"[1](10000d) 		# "host110" lid 17 4xSDR
//   [3]	"S-0000000000200008"[2]		# "spine10" lid 13 4xSDR
//   Ca	1 "H-000000000010000c"		# "host110"
//   [1](10000d) 	"S-0000000000200005"[1]		# lid 17 lmc 0 "leaf11" lid 9 4xSDR
//
// and of dump_fts:
//
//   Unicast lids [0x0-0x12] of switch Lid 9 guid 0x0000000000200005 (leaf11):
//     Lid  Out   Destination
//   0x0001 003 : (Channel Adapter portguid 0x0000000000100001: 'host000')
#include "base/error.hpp"
#include "base/text.hpp"
#include "network/infiniband_p.hpp"

#include <charconv>

namespace cartwright::network {

namespace {

std::uint64_t parse_hex(std::string_view digits, std::string_view what) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number, 16);
  if (error != std::errc{} || end != digits.data() + digits.size())
    base::fail(base::Status::parse, "{} {} is not a hexadecimal number", what, base::quote(digits));
  return number;
}

/// Parses a text from its beginning.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : rest_(base::trim(text)) {}
  bool starts(char c) const { return rest_.starts_with(c); }
  /// The text between `open`, which must come now, and `close`.
  std::string_view between(char open, char close) {
    const std::size_t end = rest_.empty() ? std::string_view::npos : rest_.find(close, 1);
    if (!starts(open) || end == std::string_view::npos)
      base::fail(base::Status::parse, "{} should begin with {}...{}", base::quote(rest_), open, close);
    const std::string_view inner = rest_.substr(1, end - 1);
    rest_ = base::trim(rest_.substr(end + 1));
    return inner;
  }
  /// Further brackets: guids of ports, numbers outside of a chassis.
  void skip_brackets() {
    while (starts('[') || starts('(')) between(rest_.front(), starts('[') ? ']' : ')');
  }
  /// The text after '#'.
  std::string_view comment() const { return starts('#') ? base::trim(rest_.substr(1)) : std::string_view(); }

 private:
  std::string_view rest_;
};

/// "S-0000000000200005"; 0 for a device that is neither a switch nor an adapter.
std::uint64_t parse_guid(std::string_view id) {
  if (!id.starts_with("S-") && !id.starts_with("H-")) return 0;
  return parse_hex(id.substr(2), "guid");
}

/// The description of a device, made printable: administrators may write anything there.
std::string readable(std::string_view text) {
  constexpr std::size_t longest = 200;
  std::string name(text.substr(0, longest));
  for (char& c : name)
    if (c < ' ' || c > '~') c = '?';
  return name;
}

/// The number after the first "lid" of a comment, or -1.
std::int64_t lid_in(std::string_view comment) {
  const std::vector<std::string_view> all = base::words(comment);
  for (std::size_t i = 0; i + 1 < all.size(); ++i)
    if (all[i] == "lid") return base::parse_int(all[i + 1], "lid");
  return -1;
}

/// Reads the text line by line.
class FabricReader {
 public:
  void line(std::size_t number, std::string_view text) {
    number_ = number;
    if (text.starts_with("Unicast lids")) {
      start_table(text);
    } else if (text.starts_with("Multicast mlids")) {
      section_ = Section::elsewhere;
    } else if (text.starts_with("Switch") || text.starts_with("Ca") || text.starts_with("Rt")) {
      start_device(text);
    } else if (text.starts_with('[') && section_ == Section::device) {
      port(text);
    } else if (text.starts_with("0x") && section_ == Section::table) {
      entry(text);
    }
  }
  FabricText take() { return std::move(fabric_); }

 private:
  enum class Section { elsewhere, device, table };

  void start_device(std::string_view text) {
    const bool is_switch = text.starts_with("Switch");
    section_ = Section::elsewhere;
    if (text.starts_with("Rt")) return;  // a router leads out of the fabric
    Cursor cursor(text.substr(std::min(text.find('"'), text.size())));
    const std::string_view id = cursor.between('"', '"');
    const std::uint64_t guid = parse_guid(id);
    if (guid == 0 || id.starts_with('S') != is_switch)
      base::fail(base::Status::parse, "{} does not name a device such as \"S-0002c902004a1b20\"", base::quote(text));
    FabricDevice device;
    device.is_switch = is_switch;
    if (Cursor comment(cursor.comment()); comment.starts('"')) device.description = readable(comment.between('"', '"'));
    const auto [at, fresh] = fabric_.devices.emplace(guid, std::move(device));
    if (!fresh) base::fail(base::Status::parse, "{} is listed twice", base::quote(id));
    device_ = &at->second;
    section_ = Section::device;
  }

  void port(std::string_view text) {
    Cursor cursor(text);
    const std::int64_t number = base::parse_int(cursor.between('[', ']'), "port");
    cursor.skip_brackets();
    FabricPort port;
    port.line = number_;
    port.peer = parse_guid(cursor.between('"', '"'));
    port.peer_port = base::parse_int(cursor.between('[', ']'), "port");
    cursor.skip_brackets();
    if (port.peer == 0) return;
    const std::string_view comment = cursor.comment();
    if (comment.empty())
      base::fail(base::Status::parse, "the comment with the speed is missing, such as # \"leaf1\" lid 9 4xEDR");
    port.speed = base::words(comment).back();
    if (!device_->is_switch) port.lid = lid_in(comment);
    if (!device_->ports.emplace(number, port).second)
      base::fail(base::Status::parse, "port {} is listed twice", number);
  }

  void start_table(std::string_view text) {
    const std::size_t guid = text.find(" guid 0x");
    if (guid == std::string_view::npos)
      base::fail(base::Status::parse, "{} does not give the guid of the switch", base::quote(text));
    const std::string_view digits = text.substr(guid + 8);
    table_ = parse_hex(digits.substr(0, digits.find(' ')), "guid");
    section_ = Section::table;
  }

  void entry(std::string_view text) {
    const std::vector<std::string_view> all = base::words(text.substr(0, text.find(':')));
    if (all.size() != 2)
      base::fail(base::Status::parse, "{} is not of the form LID PORT : DESTINATION", base::quote(text));
    fabric_.tables.push_back({table_, static_cast<std::int64_t>(parse_hex(all[0].substr(2), "lid") & 0xffffU),
                              base::parse_int(all[1], "port"), number_});
  }

  FabricText fabric_;
  Section section_ = Section::elsewhere;
  FabricDevice* device_ = nullptr;
  std::uint64_t table_ = 0;
  std::size_t number_ = 0;
};

}  // namespace

FabricText read_fabric(std::string_view text) {
  FabricReader reader;
  for (base::Lines lines(text, base::Comments::kept); const std::optional<base::Line> line = lines.next();) {
    try {
      reader.line(line->number, line->text);
    } catch (const base::Error& error) {
      base::fail(error.status(), "infiniband, line {}: {}", line->number, error.what());
    }
  }
  return reader.take();
}

}  // namespace cartwright::network
