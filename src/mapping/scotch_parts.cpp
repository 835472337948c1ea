// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping/scotch_parts.hpp"

#ifdef CARTWRIGHT_SCOTCH

#include <dlfcn.h>

#include <algorithm>
#include <cmath>
#include <cstdio>  // scotch.h has FILE in its declarations
#include <limits>
#include <mutex>

#include <scotch/scotch.h>

#ifdef __has_feature
#define CW_HAS_FEATURE(feature) __has_feature(feature)
#else
#define CW_HAS_FEATURE(feature) 0
#endif

namespace cartwright::mapping {

namespace {

#if defined(__SANITIZE_ADDRESS__) || CW_HAS_FEATURE(address_sanitizer)
constexpr int separate_names = 0;  // AddressSanitizer refuses RTLD_DEEPBIND
#else
constexpr int separate_names = RTLD_DEEPBIND;
#endif

/// The functions of libscotch that we use, loaded on first use. If we linked libscotch, the dynamic linker could
/// confuse it with the Scotch of the program under the interposer, which may have another version or other integers. So
/// our copy's names are invisible to others, and our copy looks up its own names first.
class Library {
 public:
  Library() {
    handle_ = dlopen(CARTWRIGHT_SCOTCH, RTLD_NOW | RTLD_LOCAL | separate_names);
    if (handle_ == nullptr) return;
    decltype(&SCOTCH_numSizeof) num_sizeof = nullptr;
    complete_ = load(num_sizeof, "SCOTCH_numSizeof") && num_sizeof() == static_cast<int>(sizeof(SCOTCH_Num)) &&
                load(graph_init, "SCOTCH_graphInit") && load(graph_build, "SCOTCH_graphBuild") &&
                load(graph_map, "SCOTCH_graphMap") && load(graph_exit, "SCOTCH_graphExit") &&
                load(strat_init, "SCOTCH_stratInit") && load(strat_build, "SCOTCH_stratGraphMapBuild") &&
                load(strat_exit, "SCOTCH_stratExit") && load(arch_init, "SCOTCH_archInit") &&
                load(arch_complete, "SCOTCH_archCmplt") && load(arch_weighted, "SCOTCH_archCmpltw") &&
                load(arch_exit, "SCOTCH_archExit") && load(context_init, "SCOTCH_contextInit") &&
                load(context_seed, "SCOTCH_contextRandomSeed") && load(context_reset, "SCOTCH_contextRandomReset") &&
                load(context_threads, "SCOTCH_contextThreadSpawn") && load(context_bind, "SCOTCH_contextBindGraph") &&
                load(context_clone, "SCOTCH_contextRandomClone") && load(context_exit, "SCOTCH_contextExit");
  }

  bool complete() const { return complete_; }

  decltype(&SCOTCH_graphInit) graph_init = nullptr;
  decltype(&SCOTCH_graphBuild) graph_build = nullptr;
  decltype(&SCOTCH_graphMap) graph_map = nullptr;
  decltype(&SCOTCH_graphExit) graph_exit = nullptr;
  decltype(&SCOTCH_stratInit) strat_init = nullptr;
  decltype(&SCOTCH_stratGraphMapBuild) strat_build = nullptr;
  decltype(&SCOTCH_stratExit) strat_exit = nullptr;
  decltype(&SCOTCH_archInit) arch_init = nullptr;
  decltype(&SCOTCH_archCmplt) arch_complete = nullptr;
  decltype(&SCOTCH_archCmpltw) arch_weighted = nullptr;
  decltype(&SCOTCH_archExit) arch_exit = nullptr;
  decltype(&SCOTCH_contextInit) context_init = nullptr;
  decltype(&SCOTCH_contextRandomClone) context_clone = nullptr;
  decltype(&SCOTCH_contextRandomSeed) context_seed = nullptr;
  decltype(&SCOTCH_contextRandomReset) context_reset = nullptr;
  decltype(&SCOTCH_contextThreadSpawn) context_threads = nullptr;
  decltype(&SCOTCH_contextBindGraph) context_bind = nullptr;
  decltype(&SCOTCH_contextExit) context_exit = nullptr;

 private:
  template <typename Function>
  bool load(Function& function, const char* name) {
    function = reinterpret_cast<Function>(dlsym(handle_, name));
    return function != nullptr;
  }

  void* handle_ = nullptr;  ///< never closed, because the library may have started threads
  bool complete_ = false;
};

const Library& library() {
  static const Library the_library;
  return the_library;
}

/// The graph in Scotch's own arrays.
struct Arrays {
  std::vector<SCOTCH_Num> starts{0}, neighbors, weights;
};

/// Weights become integers of at least 1, scaled so that Scotch can hold their sum.
Arrays arrays_of(const CellGraph& graph) {
  double sum = 0;
  for (const Vertex v : graph.vertices())
    for (const auto& edge : graph.edges(v)) sum += edge.weight;
  const double scale = std::min(1.0, 0x1p30 / sum);
  Arrays arrays;
  for (const Vertex v : graph.vertices()) {
    for (const auto& edge : graph.edges(v)) {
      arrays.neighbors.push_back(edge.to.number());
      arrays.weights.push_back(static_cast<SCOTCH_Num>(std::max(1.0, std::floor(edge.weight * scale))));
    }
    arrays.starts.push_back(static_cast<SCOTCH_Num>(arrays.neighbors.size()));
  }
  return arrays;
}

/// A machine whose parts all have the same distance from each other.
bool build(SCOTCH_Arch& arch, const machine::Sizes& sizes) {
  const auto parts = static_cast<SCOTCH_Num>(sizes.count());
  if (sizes.uniform()) return library().arch_complete(&arch, parts) == 0;
  std::vector<SCOTCH_Num> loads;
  for (const std::int64_t size : sizes.expand()) loads.push_back(static_cast<SCOTCH_Num>(size));
  return library().arch_weighted(&arch, parts, loads.data()) == 0;
}

bool map(SCOTCH_Graph& graph, const machine::Sizes& sizes, ScotchEffort effort, std::vector<SCOTCH_Num>& parts) {
  const Library& scotch = library();
  const int flags = effort == ScotchEffort::quality ? SCOTCH_STRATQUALITY | SCOTCH_STRATBALANCE
                                                    : SCOTCH_STRATSPEED | SCOTCH_STRATBALANCE;
  SCOTCH_Strat strategy;
  SCOTCH_Arch arch;
  scotch.strat_init(&strategy);
  scotch.arch_init(&arch);
  const bool mapped = build(arch, sizes) &&
                      scotch.strat_build(&strategy, flags, static_cast<SCOTCH_Num>(sizes.count()), 0.01) == 0 &&
                      scotch.graph_map(&graph, &arch, &strategy, parts.data()) == 0;
  scotch.arch_exit(&arch);
  scotch.strat_exit(&strategy);
  return mapped;
}

}  // namespace

std::optional<Labels> scotch_parts(const CellGraph& graph, const machine::Sizes& sizes, ScotchEffort effort,
                                   std::uint64_t seed) {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  const Library& scotch = library();
  if (!scotch.complete()) return {};
  Arrays arrays = arrays_of(graph);
  if (arrays.neighbors.empty() || arrays.neighbors.size() > std::size_t{1} << 30) return {};

  // Our own context has one thread and one sequence of random numbers, independent of the environment and of earlier
  // calls.
  SCOTCH_Context context;
  SCOTCH_Graph whole;
  SCOTCH_Graph bound;
  scotch.context_init(&context);
  scotch.graph_init(&whole);
  scotch.graph_init(&bound);
  std::vector<SCOTCH_Num> parts(graph.size());
  bool done = scotch.context_threads(&context, 1, nullptr) == 0 && scotch.context_clone(&context) == 0;
  if (done) {
    scotch.context_seed(&context, static_cast<SCOTCH_Num>(seed % std::numeric_limits<SCOTCH_Num>::max()));
    scotch.context_reset(&context);
    done = scotch.graph_build(&whole, 0, graph.size(), arrays.starts.data(), nullptr, nullptr, nullptr,
                              static_cast<SCOTCH_Num>(arrays.neighbors.size()), arrays.neighbors.data(),
                              arrays.weights.data()) == 0 &&
           scotch.context_bind(&context, &whole, &bound) == 0;
    if (done) {
      done = map(bound, sizes, effort, parts);
      scotch.graph_exit(&bound);
    }
  }
  scotch.graph_exit(&whole);
  scotch.context_exit(&context);
  if (!done) return {};
  Labels labels;
  labels.reserve(parts.size());
  for (const SCOTCH_Num part : parts) {
    if (part < 0 || part >= sizes.count()) return {};
    labels.push_back(Part(part));
  }
  return labels;
}

bool have_scotch() { return library().complete(); }

}  // namespace cartwright::mapping

#else

namespace cartwright::mapping {

std::optional<Labels> scotch_parts(const CellGraph&, const machine::Sizes&, ScotchEffort, std::uint64_t) { return {}; }

bool have_scotch() { return false; }

}  // namespace cartwright::mapping

#endif
