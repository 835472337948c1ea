// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "traffic/traffic_file.hpp"

#include "base/input_file.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cctype>

namespace cartwright::traffic {

namespace {

constexpr double max_bytes = 1e18;

double parse_bytes(std::string_view text) {
  const double bytes = base::parse_number(text, "number of bytes");
  if (bytes < 0) base::fail(base::Status::invalid_argument, "{} bytes are negative", base::quote(text));
  if (bytes > max_bytes)
    base::fail(base::Status::overflow, "{} bytes are more than {:g}", base::quote(text), max_bytes);
  return bytes;
}

/// Messages with ranks in range. If `ranks` is 0, the range grows.
class Messages {
 public:
  explicit Messages(std::int64_t ranks) : given_(ranks) {
    if (ranks > max_traffic_ranks)
      base::fail(base::Status::unsupported, "{} ranks are more than the {} that can be handled", ranks,
                 max_traffic_ranks);
    file_.ranks = ranks;
  }

  Rank parse_rank(std::string_view text, std::int64_t first = 0) const {
    const std::int64_t rank = base::parse_int(text, "rank") - first;
    const std::int64_t end = given_ > 0 ? given_ : max_traffic_ranks;
    if (rank < 0 || rank >= end)
      base::fail(base::Status::invalid_argument, "rank {} is out of range: there are {} ranks, from {} on", text, end,
                 first);
    return Rank(rank);
  }

  /// The number of ranks that the file itself states.
  void state_ranks(std::int64_t ranks) {
    if (given_ > 0 && ranks > given_)
      base::fail(base::Status::invalid_argument, "the matrix is for {} ranks, but {} are given", ranks, given_);
    if (given_ > 0) return;
    if (ranks < 1 || ranks > max_traffic_ranks)
      base::fail(base::Status::unsupported, "{} ranks: use 1 to {}", ranks, max_traffic_ranks);
    given_ = file_.ranks = ranks;
  }

  void add(Rank from, Rank to, double bytes) {
    file_.ranks = std::max({file_.ranks, from.number() + 1, to.number() + 1});
    if (bytes > 0) file_.messages.push_back({from, to, bytes});
  }

  TrafficFile done() && {
    if (file_.ranks == 0) base::fail(base::Status::parse, "the pattern is empty: it names no rank");
    return std::move(file_);
  }

 private:
  std::int64_t given_;
  TrafficFile file_;
};

/// The cells of a line: between commas where it has one, else between blanks.
std::vector<std::string_view> cells(std::string_view line) {
  if (line.find(',') == std::string_view::npos) return base::words(line);
  std::vector<std::string_view> found = base::split(line, ',');
  for (std::string_view& cell : found) cell = base::trim(cell);
  return found;
}

// Matrix Market (Boisvert, Pozo, Remington, NISTIR 5935): a banner, comments, sizes, entries counted from 1.

constexpr std::string_view banner = "%%matrixmarket";

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(),
                         [](char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); });
  return result;
}

bool is_matrix_market(std::string_view text) { return lower(text.substr(0, banner.size())) == banner; }

TrafficFile read_matrix_market(std::string_view text, std::int64_t ranks) {
  Messages messages(ranks);
  bool headed = false;
  bool symmetric = false;
  std::int64_t stated = -1;  ///< number of entries; -1 before the line of sizes
  std::int64_t entries = 0;
  const auto read = [&](std::string_view line) {
    if (!headed) {
      const std::string head = lower(line);
      const auto kind = base::words(head);
      if (kind.size() != 5 || kind[1] != "matrix" || kind[2] != "coordinate" ||
          (kind[3] != "real" && kind[3] != "integer") || (kind[4] != "general" && kind[4] != "symmetric"))
        base::fail(base::Status::unsupported,
                   "{} is not 'matrix coordinate', 'real' or 'integer', 'general' or 'symmetric'", base::quote(line));
      symmetric = kind[4] == "symmetric";
      headed = true;
    } else if (line.starts_with('%')) {
      return;
    } else if (const auto fields = base::words(line); fields.size() != 3) {
      base::fail(base::Status::parse, "{} does not have 3 numbers", base::quote(line));
    } else if (stated < 0) {
      const std::int64_t rows = base::parse_int(fields[0], "number of rows");
      if (rows != base::parse_int(fields[1], "number of columns"))
        base::fail(base::Status::parse, "a matrix of {} rows and {} columns is not square", fields[0], fields[1]);
      stated = base::parse_int(fields[2], "number of entries");
      if (stated < 0) base::fail(base::Status::parse, "number of entries is {}", stated);
      messages.state_ranks(rows);
    } else {
      if (++entries > stated) base::fail(base::Status::parse, "there are more than the {} entries announced", stated);
      const Rank from = messages.parse_rank(fields[0], 1);
      const Rank to = messages.parse_rank(fields[1], 1);
      const double bytes = parse_bytes(fields[2]);
      messages.add(from, to, bytes);
      if (symmetric && from != to) messages.add(to, from, bytes);
    }
  };
  base::read_lines(text, "pattern", read);
  if (entries != std::max<std::int64_t>(stated, 0) || stated < 0)
    base::fail(base::Status::parse, "the pattern ends after {} of {} entries: it is not complete", entries,
               std::max<std::int64_t>(stated, 0));
  return std::move(messages).done();
}

// Open MPI's monitoring (mpirun --mca pml_monitoring_enable 2 --mca pml_monitoring_enable_output 3) writes one file per
// process. "E <from> <to> <bytes> bytes <n> msgs sent ..." are messages of the program, I those of collectives, S and R
// those of one-sided communication. Other lines are sums of collectives by communicator.

bool is_monitoring(std::string_view line) {
  const auto fields = base::words(line.substr(0, 256));
  return fields.size() >= 7 && fields[0].size() == 1 && fields[4] == "bytes" && fields[6] == "msgs";
}

TrafficFile read_monitoring(std::string_view text, std::int64_t ranks) {
  Messages messages(ranks);
  base::read_lines(text, "pattern", [&](std::string_view line) {
    const auto fields = base::words(line);
    const bool message = fields[0] == "E" || fields[0] == "I" || fields[0] == "S" || fields[0] == "R";
    if (!message) return;
    if (!is_monitoring(line))
      base::fail(base::Status::parse, "{} is not a line of Open MPI's monitoring", base::quote(line));
    const Rank from = messages.parse_rank(fields[1]);
    const Rank to = messages.parse_rank(fields[2]);
    const double bytes = parse_bytes(fields[3]);
    // Data that a process reads from another one (R) goes the other way.
    fields[0] == "R" ? messages.add(to, from, bytes) : messages.add(from, to, bytes);
  });
  return std::move(messages).done();
}

TrafficFile read_list(std::string_view text, std::int64_t ranks) {
  Messages messages(ranks);
  bool first = true;
  base::read_lines(text, "pattern", [&](std::string_view line) {
    const auto fields = cells(line);
    if (fields.size() != 3) base::fail(base::Status::parse, "{} is not 'from to bytes'", base::quote(line));
    if (!std::exchange(first, false) || fields != std::vector<std::string_view>{"from", "to", "bytes"})
      messages.add(messages.parse_rank(fields[0]), messages.parse_rank(fields[1]), parse_bytes(fields[2]));
  });
  return std::move(messages).done();
}

TrafficFile read_matrix(std::string_view text, std::int64_t ranks, std::size_t columns) {
  Messages messages(ranks);
  messages.state_ranks(static_cast<std::int64_t>(columns));
  std::size_t row = 0;
  base::read_lines(text, "pattern", [&](std::string_view line) {
    const auto fields = cells(line);
    if (fields.size() != columns)
      base::fail(base::Status::parse, "{} numbers in a matrix of {} columns", fields.size(), columns);
    if (row == columns) base::fail(base::Status::parse, "more rows than columns");
    for (std::size_t column = 0; column < columns; ++column)
      messages.add(Rank(row), Rank(column), parse_bytes(fields[column]));
    ++row;
  });
  if (row != columns)
    base::fail(base::Status::parse, "the pattern ends after {} of {} rows: it is not complete", row, columns);
  return std::move(messages).done();
}

}  // namespace

TrafficFile parse_traffic(std::string_view text, std::int64_t ranks) {
  if (is_matrix_market(text)) return read_matrix_market(text, ranks);
  const std::optional<base::Line> first = base::Lines(text).next();
  if (!first) base::fail(base::Status::parse, "the pattern is empty: it names no rank");
  if (first->text.starts_with('{'))
    base::fail(base::Status::parse,
               "this is JSON, not a list of messages; a record is read by 'cartwright simulate RECORD' and 'cartwright "
               "order RECORD --network'");
  if (is_monitoring(first->text)) return read_monitoring(text, ranks);
  const std::size_t columns = cells(first->text).size();
  return columns == 3 ? read_list(text, ranks) : read_matrix(text, ranks, columns);
}

TrafficFile read_traffic(const std::string& path, std::int64_t ranks) {
  const std::string text = base::read_file(path);
  try {
    return parse_traffic(text, ranks);
  } catch (const base::Error& error) {
    base::fail(error.status(), "{}: {}", path, error.what());
  }
}

}  // namespace cartwright::traffic
