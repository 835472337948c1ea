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

}  // namespace

const Tuning& tuning() {
  State& all = state();
  if (const Tuning* current = all.current.load(std::memory_order_acquire)) return *current;
  const std::lock_guard lock(all.mutex);
  if (const Tuning* current = all.current.load(std::memory_order_relaxed)) return *current;
  return all.set(choose(all.cache_folder));
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
