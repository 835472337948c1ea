// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/wisdom.hpp"

#include "base/cache_file.hpp"
#include "base/error.hpp"
#include "base/input_file.hpp"
#include "fft/broadcast.hpp"
#include "mpi/base/comm.hpp"

#include <nlohmann/json.hpp>

#include <cstdlib>

namespace cartwright::fft {

namespace {

constexpr cw_fft_precision precisions[] = {CW_FFT_DOUBLE, CW_FFT_FLOAT, CW_FFT_LONG_DOUBLE};
constexpr const char* names[] = {"double", "float", "long double"};

}  // namespace

std::string all_wisdom(const Backend& backend) {
  nlohmann::json json = {{"library", backend.name()}, {"wisdom", nlohmann::json::object()}};
  for (const cw_fft_precision precision : precisions)
    if (backend.has(precision)) json["wisdom"][names[precision]] = backend.wisdom(precision);
  return json.dump(1) + "\n";
}

void learn_wisdom(Backend& backend, const std::string& text) {
  const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object() || !json.contains("wisdom") || !json["wisdom"].is_object())
    base::fail(base::Status::parse, "this is not wisdom written by Cartwright: write it with cw_fft_wisdom_save");
  if (json.value("library", nlohmann::json()) != nlohmann::json(backend.name())) return;
  for (const cw_fft_precision precision : precisions) {
    const auto found = json["wisdom"].find(names[precision]);
    if (found == json["wisdom"].end() || !backend.has(precision)) continue;
    if (!found->is_string() || !backend.learn(precision, found->get<std::string>()))
      base::fail(base::Status::parse,
                 "{} does not understand the wisdom for {}: another version has written it, or it is damaged",
                 backend.name(), names[precision]);
  }
}

std::string read_wisdom(const std::string& path) { return base::read_file(path, std::size_t{64} << 20); }

std::string wisdom_path() {
  if (const char* path = std::getenv("CARTWRIGHT_FFT_WISDOM")) return std::string(path) == "off" ? "" : path;
  const std::string folder = base::cache_folder(std::getenv);
  return folder.empty() ? "" : folder + "/fft-wisdom.json";
}

WisdomCache::WisdomCache(MPI_Comm comm, Backend& backend, cw_fft_effort effort) : backend_(backend) {
  if (effort == CW_FFT_ESTIMATE) return;
  const int rank = mpi::rank_in(comm);
  writes_ = rank == 0;
  std::string text;
  if (rank == 0) try {
      text = read_wisdom(wisdom_path());
    } catch (const base::Error&) {
      text.clear();  // no wisdom is kept yet
    }
  broadcast(comm, text);
  try {
    if (!text.empty()) learn_wisdom(backend, text);
  } catch (const base::Error&) {
    // Another FFTW has written it: plans are measured again, and the file is replaced.
  }
  known_ = all_wisdom(backend);
}

void WisdomCache::save() const {
  if (!writes_) return;
  const std::string path = wisdom_path();
  const std::string text = all_wisdom(backend_);
  if (path.empty() || text == known_) return;
  try {
    base::write_kept_file(path, text);
  } catch (const std::exception&) {
    // A transform does not fail because a cache cannot be written.
  }
}

}  // namespace cartwright::fft
