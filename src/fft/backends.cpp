// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "fft/backend.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>

namespace cartwright::fft {

namespace {

struct Entry {
  std::string_view name;  ///< in CARTWRIGHT_FFT_BACKEND
  Backend& (*backend)();
};

/// The first one is the default.
constexpr std::array entries = {
#ifdef CARTWRIGHT_FFTW
    Entry{"fftw", fftw},
#endif
#ifdef CARTWRIGHT_POCKETFFT
    Entry{"pocketfft", pocketfft},
#endif
};

}  // namespace

Backend& chosen_backend() {
  const char* const set = std::getenv("CARTWRIGHT_FFT_BACKEND");
  const std::string_view name = set == nullptr ? "" : set;
  if (name.empty()) return entries.front().backend();
  const auto* const found = std::ranges::find(entries, name, &Entry::name);
  if (found != entries.end()) return found->backend();
  std::string names;
  for (const Entry& entry : entries) names += fmt::format("{}{}", names.empty() ? "" : " or ", entry.name);
  base::fail(base::Status::invalid_argument, "CARTWRIGHT_FFT_BACKEND is \"{}\": this libcartwright_fft has {}", name,
             names);
}

}  // namespace cartwright::fft
