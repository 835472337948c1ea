// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/random.hpp"
#include "record/fit_p.hpp"

#include <algorithm>

namespace cartwright::record {

namespace {

constexpr double least_share = 0.001;    ///< of the bytes of a class, of those of the heaviest
constexpr double least_messages = 0.25;  ///< of a pair: a complete class of so many messages is not noise

/// Pairs of processes, as many as all send to all.
double all_pairs(const Sample& sample) {
  return static_cast<double>(sample.ranks) * static_cast<double>(sample.ranks - 1);
}

double messages_of_pair(const PairClass& one) {
  return one.pairs > 0 ? one.messages / static_cast<double>(one.pairs) : 0;
}

/// A class of few pairs or few bytes is noise, unless its pairs are all there and send as often as others do.
void mark_noise(std::vector<PairClass>& classes, double share) {
  double max_bytes = 0;
  double max_messages = 0;
  for (const PairClass& one : classes) {
    max_bytes = std::max(max_bytes, one.bytes);
    max_messages = std::max(max_messages, messages_of_pair(one));
  }
  for (PairClass& one : classes) {
    const auto carrying = static_cast<double>(one.pairs);
    const bool light = one.bytes < least_share * max_bytes;
    const bool complete = carrying >= one.possible && messages_of_pair(one) >= least_messages * max_messages;
    one.counts = one.pairs > 0 && carrying >= share * one.possible / 2 && (!light || complete);
  }
}

/// The bytes of each pair of a class, with messages or without.
double mean_of(const PairClass& one, double share) {
  const auto carrying = static_cast<double>(one.pairs);
  return one.bytes / carrying * std::min(1.0, carrying / (share * one.possible));
}

}  // namespace

Sample sample_of(const Pairs& pairs, std::size_t most) {
  if (pairs.pairs.size() <= most) return {pairs.ranks, pairs.pairs, 1};
  Sample made{pairs.ranks, {}, 1};
  base::Random random(0);
  const auto all = static_cast<std::int64_t>(pairs.pairs.size());
  for (const Pair& pair : pairs.pairs)
    if (random.below(all) < static_cast<std::int64_t>(most)) made.pairs.push_back(pair);
  made.share = static_cast<double>(made.pairs.size()) / static_cast<double>(all);
  return made;
}

void Hypothesis::add(const Pair& pair, int class_number) {
  class_of_pair.push_back(class_number);
  if (class_number < 0) return;
  PairClass& one = classes[static_cast<std::size_t>(class_number)];
  ++one.pairs;
  one.messages += static_cast<double>(pair.messages);
  one.bytes += pair.bytes;
  one.least = std::min(one.least, pair.bytes);
}

Fit fit(Hypothesis& hypothesis, const Sample& sample) {
  mark_noise(hypothesis.classes, sample.share);
  Fit made;
  std::vector<double> means;
  for (const PairClass& one : hypothesis.classes) {
    means.push_back(one.counts ? mean_of(one, sample.share) : 0);
    made.classes += one.counts ? 1 : 0;
    made.covered += one.counts ? one.possible / all_pairs(sample) : 0;
  }
  double bytes = 0;
  double described = 0;
  for (std::size_t i = 0; i < sample.pairs.size(); ++i) {
    bytes += sample.pairs[i].bytes;
    const int number = hypothesis.class_of_pair[i];
    if (number < 0 || !hypothesis.classes[static_cast<std::size_t>(number)].counts) continue;
    made.explained += sample.pairs[i].bytes;
    described += std::min(sample.pairs[i].bytes, means[static_cast<std::size_t>(number)]);
  }
  const auto pairs = static_cast<double>(sample.pairs.size());
  const auto classes = static_cast<double>(made.classes);
  if (bytes > 0) made.explained /= bytes;
  if (bytes > 0) made.uneven = made.explained - described / bytes;
  if (classes > 0 && pairs >= 2 * classes)
    made.lost = std::min(1.0, std::max(0.0, 1 - described / bytes) * pairs / (pairs - classes));
  return made;
}

double uniformity(const Sample& sample) {
  double bytes = 0;
  double described = 0;
  for (const Pair& pair : sample.pairs) bytes += pair.bytes;
  const double mean = bytes / (sample.share * all_pairs(sample));
  for (const Pair& pair : sample.pairs) described += std::min(pair.bytes, mean);
  return bytes > 0 ? described / bytes : 1;
}

}  // namespace cartwright::record
