// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "base/input_file.hpp"
#include "base/json_input.hpp"
#include "base/text.hpp"
#include "base/unpack.hpp"
#include "record/record_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>

namespace cartwright::record {

namespace {

using base::Status;
using nlohmann::json;

constexpr std::int64_t max_ranks = std::int64_t{1} << 24;
constexpr std::int64_t max_count = std::int64_t{1} << 53;  ///< sums in double stay exact
constexpr std::size_t max_bytes = std::size_t{1} << 33;

std::int64_t bounded(const json& value, std::int64_t least, std::int64_t most, std::string_view what) {
  const std::int64_t number = base::expect_int(value, what);
  if (number < least || number > most)
    base::fail(Status::invalid_argument, "{} is {}, not from {} to {}", what, number, least, most);
  return number;
}

std::int64_t count(const json& object, const char* name) {
  return bounded(base::member(object, "a record", name), 0, max_count, name);
}

double seconds(const json& object, const char* name) {
  const double value = base::expect_number(base::member(object, "a record", name), name);
  if (!std::isfinite(value) || value < 0) base::fail(Status::invalid_argument, "{} is {}", name, value);
  return value;
}

std::string text(const json& object, const char* name) {
  return base::expect_string(base::member(object, "a record", name), name);
}

template <typename Each>
void each(const json& object, const char* name, Each&& found) {
  if (!object.contains(name)) return;
  for (const json& item : base::expect_array(object[name], name)) found(item);
}

[[noreturn]] void fail_foreign() {
  base::fail(Status::parse, "it is not a record of Cartwright: make one with 'cartwright record -- mpirun ...'");
}

Header parse_header(const json& line) {
  if (line.value("format", json()) != "cartwright record") fail_foreign();
  if (const std::int64_t version = base::expect_int(base::member(line, "a record", "version"), "version");
      version < 1 || version > 2)
    base::fail(Status::unsupported, "it has version {} of the format, and this Cartwright reads versions 1 and 2",
               version);
  return {.ranks = bounded(base::member(line, "a record", "ranks"), 1, max_ranks, "ranks"),
          .program = text(line, "program"),
          .arguments = text(line, "arguments"),
          .mpi = text(line, "mpi"),
          .started = text(line, "started"),
          .calibrated = line.contains("calibrated") ? text(line, "calibrated") : ""};
}

class RankParser {
 public:
  RankParser(const json& line, std::int64_t ranks) : line_(line), ranks_(ranks) {}

  RankRecord parse() {
    made_.rank = rank(base::member(line_, "a record", "rank"), "rank");
    made_.host = text(line_, "host");
    made_.seconds = seconds(line_, "seconds");
    if (line_.contains("finished")) made_.finished = base::expect_bool(line_["finished"], "finished");
    if (line_.contains("counted")) made_.counted = base::expect_bool(line_["counted"], "counted");
    if (line_.contains("by_nodes")) made_.by_nodes = base::expect_bool(line_["by_nodes"], "by_nodes");
    for (std::size_t way = 0; way < way_names.size(); ++way)
      if (const auto found = line_.find(way_names[way]); found != line_.end()) flows(*found, static_cast<Way>(way));
    each(line_, "groups", [this](const json& item) { group(item); });
    each(line_, "collectives", [this](const json& item) { collective(item); });
    each(line_, "calls", [this](const json& item) {
      made_.calls.push_back({text(item, "call"), count(item, "calls"), count(item, "bytes")});
    });
    each(line_, "datatypes", [this](const json& item) {
      made_.types.push_back({text(item, "type"), count(item, "items"), count(item, "uses")});
    });
    if (line_.contains("windows")) made_.window_seconds = seconds(line_, "window_seconds");
    each(line_, "windows", [this](const json& item) {
      const double same = base::expect_number(base::member(item, "a window", "same"), "same");
      if (!std::isfinite(same) || same < 0 || same > 1)
        base::fail(Status::invalid_argument, "same is {}, not from 0 to 1", same);
      made_.windows.push_back({count(item, "bytes"), same});
    });
    return std::move(made_);
  }

 private:
  std::int64_t rank(const json& value, std::string_view what) const { return bounded(value, 0, ranks_ - 1, what); }

  void flows(const json& object, Way way) {
    const auto column = [&](const char* name) -> const json& {
      return base::expect_array(base::member(object, way_names[static_cast<std::size_t>(way)], name), name);
    };
    const json& to = column("to");
    const json& messages = column("messages");
    const json& bytes = column("bytes");
    const json* const from = object.contains("from") ? &column("from") : nullptr;
    if (messages.size() != to.size() || bytes.size() != to.size() || (from != nullptr && from->size() != to.size()))
      base::fail(Status::parse, "{}: the columns have different lengths", way_names[static_cast<std::size_t>(way)]);
    for (std::size_t i = 0; i < to.size(); ++i)
      made_.flows.push_back({.from = from == nullptr ? made_.rank : rank((*from)[i], "from"),
                             .to = rank(to[i], "to"),
                             .way = way,
                             .messages = bounded(messages[i], 0, max_count, "messages"),
                             .bytes = bounded(bytes[i], 0, max_count, "bytes")});
  }

  void group(const json& item) {
    Group group;
    each(item, "members", [&](const json& run) {
      if (base::expect_array(run, "a run of ranks").size() != 3)
        base::fail(Status::parse, "a run of ranks has {} numbers, not 3", run.size());
      const RankRun one{rank(run[0], "first"), bounded(run[1], -ranks_, ranks_, "stride"),
                        bounded(run[2], 1, ranks_, "count")};
      rank(one.first + (one.count - 1) * one.stride, "the last of a run of ranks");
      group.members.push_back(one);
    });
    if (count_of(group.members) > ranks_)
      base::fail(Status::parse, "a group has {} members, but there are {} ranks", count_of(group.members), ranks_);
    group.id = static_cast<std::uint64_t>(count(item, "id"));
    made_.groups.push_back(std::move(group));
  }

  void collective(const json& item) {
    Collective one{.group = static_cast<std::uint64_t>(count(item, "group")),
                   .kind = text(item, "kind"),
                   .calls = count(item, "calls"),
                   .bytes = count(item, "bytes")};
    if (item.contains("root")) one.root = bounded(item["root"], 0, ranks_ - 1, "root");
    if (item.contains("by_tables")) one.by_tables = base::expect_bool(item["by_tables"], "by_tables");
    made_.collectives.push_back(std::move(one));
  }

  const json& line_;
  std::int64_t ranks_;
  RankRecord made_;
};

/// The parts of a program that did not finish, put together as one text: the header once, then the line of each
/// process.
std::string join_parts(const std::filesystem::path& folder) {
  std::string header;
  std::string lines;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const bool is_part = std::ranges::all_of(entry.path().filename().string(), base::is_digit);
    if (!entry.is_regular_file() || !is_part) continue;  // what a process that was killed had half written
    const std::string part = base::read_file(entry.path().string());
    const std::size_t end = part.find('\n');
    if (end == std::string::npos) continue;
    if (header.empty()) header = part.substr(0, end + 1);
    if (part.substr(0, end + 1) != header)
      base::fail(Status::parse, "{} is from another run: remove '{}'", entry.path().filename().string(),
                 folder.string());
    lines += part.substr(end + 1);
  }
  if (header.empty()) base::fail(Status::parse, "the folder has no parts of a record");
  return header + lines;
}

/// Bytes that JSON takes for each of its characters, at most.
constexpr std::size_t json_share = 40;

/// What is computed from a record takes at most this many times the memory of the record.
constexpr std::size_t later_share = 4;

/// Bytes of a line of the record, with what is made of its groups later: a list of the members, and their positions.
std::size_t memory_of(const RankRecord& rank) {
  std::size_t bytes = 2 * sizeof rank + rank.host.size() + rank.flows.size() * sizeof(Flow) +
                      rank.collectives.size() * sizeof(Collective) + rank.calls.size() * sizeof(CallCount) +
                      rank.types.size() * sizeof(UsedType) + rank.windows.size() * sizeof(Window);
  for (const Group& group : rank.groups)
    bytes += sizeof group + group.members.size() * sizeof(RankRun) +
             static_cast<std::size_t>(count_of(group.members)) * 2 * sizeof(std::int64_t);
  for (const UsedType& type : rank.types) bytes += type.type.size();
  return bytes;
}

/// Reads a record block by block: a packed file may be a thousand times as long as it looks.
class RecordParser {
 public:
  /// `memory` is the number of bytes that reading the record may take.
  explicit RecordParser(std::size_t memory) : memory_(memory) {}

  void add(std::string_view block) {
    for (std::size_t end; (end = block.find('\n')) != std::string_view::npos; block.remove_prefix(end + 1)) {
      append(block.substr(0, end));
      parse_line();
    }
    append(block);
  }

  Record finish() {
    if (!rest_.empty() && number_ > 0)
      base::fail(Status::parse, "line {} is cut off: the disk was full, or the program was killed while it wrote",
                 number_ + 1);
    if (!rest_.empty()) parse_line();
    if (number_ == 0) base::fail(Status::parse, "it is empty: did the program reach MPI_Finalize?");
    if (made_.ranks.empty()) base::fail(Status::parse, "it has no line of a process");
    std::ranges::sort(made_.ranks, {}, &RankRecord::rank);
    return std::move(made_);
  }

 private:
  void append(std::string_view text) {
    if (number_ == 0 && rest_.empty() && !text.empty() && !text.starts_with('{')) fail_foreign();
    rest_ += text;
    take(json_share * rest_.size());
  }

  /// Throws if so much more memory is not allowed.
  void take(std::size_t more) const {
    if (used_ + more > memory_)
      base::fail(Status::overflow,
                 "line {}: the record takes more than {} MiB, far more than its file: unpack it first, if you trust it",
                 number_ + 1, memory_ >> 20);
  }

  void parse_line() {
    const std::string what = fmt::format("line {}", ++number_);
    if (number_ == 1 && !rest_.starts_with('{')) fail_foreign();
    const json line = base::parse_json(rest_, what);
    rest_.clear();
    if (number_ == 1) {
      made_.header = parse_header(line);
      used_ += later_share * 2 * sizeof(std::int64_t) * static_cast<std::size_t>(made_.header.ranks);
      return take(0);
    }
    try {
      made_.ranks.push_back(RankParser(line, made_.header.ranks).parse());
    } catch (const base::Error& error) {
      base::fail(error.status(), "{}: {}", what, error.what());
    }
    const RankRecord& rank = made_.ranks.back();
    if (!seen_.insert(rank.rank).second)
      base::fail(Status::parse, "{}: rank {} is in the record twice", what, rank.rank);
    for (const Flow& flow : rank.flows) {
      sum_ += flow.bytes;
      if (sum_ > max_count) base::fail(Status::overflow, "{}: the bytes add up to more than 2^53", what);
    }
    used_ += later_share * memory_of(rank);
    take(0);
  }

  std::size_t memory_;
  std::size_t used_ = 0;
  std::string rest_;  ///< the begin of a line
  std::int64_t number_ = 0;
  std::int64_t sum_ = 0;
  std::set<std::int64_t> seen_;
  Record made_;
};

}  // namespace

Record parse_record(std::string_view text) {
  RecordParser parser(base::memory_for(text.size()));
  parser.add(text);
  return parser.finish();
}

bool is_record(const std::string& path) {
  std::error_code none;
  if (std::filesystem::is_directory(path, none)) return true;
  if (!std::filesystem::exists(path, none)) return std::filesystem::is_directory(path + ".parts", none);
  if (!std::filesystem::is_regular_file(path, none)) return false;
  std::string begin(8, ' ');
  std::ifstream(path, std::ios::binary).read(begin.data(), static_cast<std::streamsize>(begin.size()));
  return begin.starts_with('{') || base::is_packed(begin);
}

std::string missing_ranks(const Record& record) {
  std::string ranks;
  std::int64_t missing = 0;
  std::int64_t expected = 0;  // the first rank that may be missing
  constexpr std::size_t longest = 60;
  const auto skip_to = [&](std::int64_t rank) {
    if (rank > expected && ranks.size() < longest)
      ranks += fmt::format("{}{}{}", ranks.empty() ? "" : ",", expected,
                           rank - expected > 1 ? fmt::format("-{}", rank - 1) : "");
    else if (rank > expected && !ranks.ends_with("..."))
      ranks += ",...";
    missing += rank - expected;
    expected = rank + 1;
  };
  for (const auto& part : record.ranks) skip_to(part.rank);
  skip_to(record.header.ranks);
  if (missing == 0) return "";
  return fmt::format("{} of {} processes left no record (ranks {})", missing, record.header.ranks, ranks);
}

void expect_complete(const Record& record, const std::string& path) {
  if (const std::string missing = missing_ranks(record); !missing.empty())
    base::fail(Status::invalid_argument,
               "{}: {}: an order for it may be a bad one; record the program to its end, or give --partial", path,
               missing);
}

Record read_record(const std::string& path) {
  namespace fs = std::filesystem;
  const std::string parts = path + ".parts";
  std::error_code none;
  try {
    if (fs::is_directory(path, none)) return parse_record(join_parts(path));
    if (!fs::exists(path, none) && fs::is_directory(parts, none)) return parse_record(join_parts(parts));
    const std::string text = base::read_file(path, max_bytes);
    if (!base::is_packed(text)) return parse_record(text);
    RecordParser parser(base::memory_for(text.size()));
    base::unpack(text, [&](std::string_view block) { parser.add(block); });
    return parser.finish();
  } catch (const fs::filesystem_error& error) {
    base::fail(Status::io, "cannot read '{}': {}", path, error.code().message());
  } catch (const base::Error& error) {
    if (error.status() == Status::io) throw;
    base::fail(error.status(), "{}: {}", path, error.what());
  }
}

}  // namespace cartwright::record
