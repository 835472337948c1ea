// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "record/pairs.hpp"

#include <limits>
#include <vector>

namespace cartwright::record {

/// Some of the pairs, which are `share` of all.
struct Sample {
  std::int64_t ranks = 0;
  std::vector<Pair> pairs;
  double share = 1;
};

/// About `most` pairs at random. Every n-th pair would be in the same few directions, if each process has about n.
Sample sample_of(const Pairs& pairs, std::size_t most);

/// Pairs of processes that send each other equally much, by a hypothesis such as "1 along dimension 0".
struct PairClass {
  double possible = 0;     ///< pairs of processes in this class, in all of the traffic
  std::int64_t pairs = 0;  ///< of the sample
  double messages = 0;
  double bytes = 0;
  double least = std::numeric_limits<double>::infinity();
  bool counts = true;  ///< false: so few pairs or bytes that they are noise
};

/// A hypothesis on traffic: each pair of the sample is in a class, or in none (-1).
struct Hypothesis {
  std::vector<PairClass> classes;
  std::vector<int> class_of_pair;
  void add(const Pair& pair, int class_number);  ///< the next pair of the sample
};

/// How well a hypothesis describes the sample. Marks the classes that are noise.
struct Fit {
  std::size_t classes = 0;  ///< that count
  double explained = 0;     ///< the part of the bytes in these classes
  double uneven = 0;        ///< the part of the bytes that are above the mean of their class
  double covered = 0;       ///< the part of all pairs of processes that are in these classes
  /// The part of the bytes that the classes do not describe: in no class, or above the mean of their class. Corrected
  /// for the number of classes, as more of them describe more of anything. 1 with fewer than two pairs for each class.
  double lost = 1;
};
Fit fit(Hypothesis& hypothesis, const Sample& sample);

/// The part of the bytes that one class of all pairs describes: 1 if all send each other equally much.
double uniformity(const Sample& sample);

}  // namespace cartwright::record
