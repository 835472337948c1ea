// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "jit/tuning.hpp"

#include "jit/calibrate.hpp"
#include "jit/tuning_file.hpp"

#include <atomic>
#include <list>
#include <mutex>

namespace cartwright::jit {

namespace {

/// Never destroyed, as code may be generated while the process ends.
struct State {
  std::mutex mutex;
  std::string cache_folder;
  std::list<Tuning> chosen;  ///< all choices so far: another thread may still read an old one
  std::atomic<const Tuning*> current = nullptr;

  const Tuning& set(const Tuning& tuning) {
    const Tuning& kept = chosen.emplace_back(tuning);
    current.store(&kept, std::memory_order_release);
    return kept;
  }
};
State& state() {
  static auto& the_state = *new State;
  return the_state;
}

Tuning choose(const std::string& cache_folder) {
  const Backend* backend = native_backend();
  if (backend == nullptr) return {};
  const TuningFile file(cache_folder);
  if (const auto kept = file.read(backend->default_tuning())) return *kept;
  const Tuning measured = calibrate(*backend);
  file.write(measured);
  return measured;
}

/// Whether these options do for data of so many bytes.
bool enough(const Tuning* tuning, std::int64_t bytes) {
  return tuning != nullptr && (tuning->far_string || bytes < tuning->far_bytes);
}

}  // namespace

const Tuning& tuning(std::int64_t bytes) {
  State& all = state();
  if (const Tuning* current = all.current.load(std::memory_order_acquire); enough(current, bytes)) return *current;
  const std::lock_guard lock(all.mutex);
  const Tuning* current = all.current.load(std::memory_order_relaxed);
  if (current == nullptr) current = &all.set(choose(all.cache_folder));
  if (enough(current, bytes) || native_backend() == nullptr) return *current;
  const Tuning measured = calibrate_far(*native_backend(), *current);
  TuningFile(all.cache_folder).write(measured);
  return all.set(measured);
}

void set_cache_folder(std::string folder) {
  const std::lock_guard lock(state().mutex);
  state().cache_folder = std::move(folder);
}

void set_tuning(const Tuning& tuning) {
  const std::lock_guard lock(state().mutex);
  state().set(tuning);
}

}  // namespace cartwright::jit
