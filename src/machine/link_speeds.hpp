// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "machine/machine.hpp"
#include "machine/measured.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace cartwright::machine {

/// The links between the domains of one level, in short.
struct LinkSpeed {
  std::string between;      ///< the level, or "process": two processes of the innermost domain
  double latency = 0;       ///< seconds of a message of 8 bytes
  double bandwidth = 0;     ///< bytes per second that all processes of a node send at once
  double message_rate = 0;  ///< messages of 8 bytes per second, from one process to another
};

/// What `cartwright measure` found, as far as decisions need it: a line of numbers for each level, outermost first.
class LinkSpeeds {
 public:
  LinkSpeeds() = default;
  /// `source` names the measurement in notes.
  LinkSpeeds(const Measured& measured, std::string source);

  bool empty() const { return speeds_.empty(); }
  const std::vector<LinkSpeed>& speeds() const { return speeds_; }
  const std::string& source() const { return source_; }
  /// The links between the domains of a level. Null if they were not measured.
  const LinkSpeed* between(std::string_view level) const;

  /// The same as text, to be sent to other processes. Numbers are exact. from_text() throws Error on anything else.
  std::string text() const;
  static LinkSpeeds from_text(std::string_view text);

 private:
  std::string source_;
  std::vector<LinkSpeed> speeds_;
};

/// Gives each level of the machine its weight: the seconds that a byte between two of its domains takes more than one
/// inside them. Returns a note on the weights. If a level was not measured, no level gets a weight, and the note says
/// so. Without speeds there is nothing to note.
std::string weigh(Machine& machine, const LinkSpeeds& speeds);

}  // namespace cartwright::machine
