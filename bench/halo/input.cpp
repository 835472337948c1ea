// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "halo/input.hpp"

#include <charconv>
#include <string>

namespace cartwright::bench {

namespace {

[[noreturn]] void refuse(const std::string& what, const std::string& found) {
  throw InputError("the input has '" + found + "' where " + what + " is expected");
}

template <typename Number>
Number next(std::istream& in, const char* what, Number least, Number most) {
  std::string word;
  if (!(in >> word)) throw InputError(std::string("the input ends where ") + what + " is expected");
  Number number{};
  const char* const end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, number);
  if (error != std::errc() || stop != end || !(number >= least && number <= most)) refuse(what, word.substr(0, 40));
  return number;
}

}  // namespace

Experiment read_experiment(std::istream& in, const std::function<void(const char*)>& ask) {
  // With these limits, no size of the tenth grid passes 63 bits, and every count fits MPI's int.
  constexpr std::int64_t largest_start = 4096, largest_stride = 1 << 30;
  Experiment experiment;
  ask("cart_method (0=end, 1=Dims_create+Cart_create, 2=Cart_weighted_create(MPIX_WEIGHTS_EQUAL), 3=ditto(weights), "
      "4=ditto manually, 5=Cart_ml_create(dims_ml)) ?");
  if ((in >> std::ws).eof()) return experiment;
  experiment.method = next(in, "a cart_method of 0 to 5", 0, 5);
  if (experiment.method == 0) return experiment;
  ask("start grid sizes: integer start values for 3 dimensions ?");
  for (std::int64_t& size : experiment.start) size = next<std::int64_t>(in, "a start grid size", 1, largest_start);
  ask("blocklength & stride pairs for each of the 3 dimensions (0 0 = contiguous) ?");
  for (Blocks& blocks : experiment.blocks) {
    blocks.blocklength = next<std::int64_t>(in, "a blocklength", 0, largest_stride);
    blocks.stride = next<std::int64_t>(in, "a stride", 0, largest_stride);
    if (blocks.stride > 0 && (blocks.blocklength < 1 || blocks.blocklength > blocks.stride))
      refuse("a blocklength of 1 to the stride", std::to_string(blocks.blocklength));
  }
  if (experiment.method == 4) {
    ask("weights (double values) for 3 dimensions ?");
    for (double& weight : experiment.weights) weight = next(in, "a weight of 0 or more", 0.0, 1e300);
  }
  if (experiment.method == 5) {
    ask("number of hardware levels ?");
    experiment.levels = next(in, "a number of hardware levels from 1 to 8", 1, Experiment::max_levels);
    ask("dims_ml: for each of the 3 dimensions a list of dims from outer to inner hardware level ?");
    for (auto& cuts : experiment.cuts)
      for (int l = 0; l < experiment.levels; ++l) cuts[l] = next(in, "a part of dims_ml", 1, 1 << 30);
  }
  return experiment;
}

}  // namespace cartwright::bench
