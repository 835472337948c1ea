// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mpi/base/comm.hpp"
#include "mpi/base/report.hpp"
#include "mpi/base/uncounted.hpp"
#include "preload/base/interpose.hpp"
#include "preload/base/neighbors.hpp"
#include "preload/calls/call_key.hpp"
#include "preload/calls/collective_arguments.hpp"
#include "preload/collectives/on_node.hpp"
#include "preload/collectives/persistent_on_node.hpp"
#include "preload/neighbors/neighbor_collective.hpp"
#include "preload/packing/collective.hpp"
#include "preload/traffic/reordered.hpp"
#include "preload/traffic/traffic_collectives.hpp"
#include "preload/traffic/traffic_intercommunicators.hpp"

#include <algorithm>
#include <exception>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

// One collective in all its forms. Its arguments are an object (collective_arguments.hpp). Its pattern says what to
// count, and which buffers may be packed: all that send and receive with a derived datatype, if that was measured to be
// faster (packing/collective_buffer.hpp).

namespace cartwright::preload {

// A persistent collective is counted at its starts, when its arguments are gone. So their bytes are computed before.

struct Amount {
  std::int64_t count;
  MPI_Datatype type;
};
/// `matters()`: whether MPI uses these arguments on this process.
template <CallKind called, typename Matters>
Amount amount(std::int64_t count, MPI_Datatype type, Matters matters) {
  if constexpr (called == CallKind::persistent) return {matters() ? bytes_of(count, type) : 0, MPI_BYTE};
  return {count, type};
}

/// get(i), for each i below number().
template <CallKind called, typename Get, typename Number>
auto amounts(const Get& get, Number number) {
  if constexpr (called == CallKind::persistent) {
    std::vector<std::int64_t> all;
    for (int i = 0, n = number(); i < n; ++i) all.push_back(get(i));
    return [all = std::move(all)](int i) { return all[i]; };
  } else {
    return get;
  }
}

template <CallKind called>
Selected of_items(Selected selected, MPI_Op op, MPI_Datatype type) {
  selected.op = op;
  if constexpr (called != CallKind::persistent) return selected;
  selected.item_bytes = bytes_of(1, type);
  return kept(selected);
}

/// In place, the receive arguments give the number of bytes.
auto bytes_sent(const auto& call) {
  return [in = call.in, out = call.out](int i) { return in.buffer == MPI_IN_PLACE ? out.bytes(i) : in.bytes(i); };
}

// The buffers.

template <CallKind called, typename Arguments>
CollectiveBuffer<Arguments> sending(const Arguments& user, MPI_Comm comm, RanksOf peers) {
  return CollectiveBuffer<Arguments>(Role::send, called, user, comm, peers);
}
template <CallKind called, typename Arguments>
CollectiveBuffer<Arguments> receiving(Role role, const Arguments& user, MPI_Comm comm, RanksOf peers) {
  return CollectiveBuffer<Arguments>(role, received_as(called), user, comm, peers);
}

inline bool is_root(int root, MPI_Comm comm) {
  int rank = MPI_PROC_NULL;
  return is_intracommunicator(comm) && PMPI_Comm_rank(comm, &rank) == MPI_SUCCESS && rank == root;
}
/// Whether data of this process goes to the root, or comes from there.
inline bool is_leaf(int root, MPI_Comm comm) { return root >= 0 && !is_root(root, comm); }

/// The bytes of a block, if all have one size; otherwise 0, as processes do not know those of others.
std::int64_t block_bytes(const auto& blocks) {
  if constexpr (is_equal<decltype(blocks)>)
    return agreed_bytes(blocks.count, blocks.type);
  else
    return 0;
}

/// The same of what is received. MPIs may refuse one buffer for both directions. Where sizes differ, a process may have
/// nothing to send, and any address.
std::int64_t bytes_unless_aliased(const auto& call) {
  if (is_equal<decltype(call.out)> && call.in.buffer == call.out.buffer && call.in.buffer != nullptr)
    return by_mpi_only;
  return block_bytes(call.out);
}

/// Whether the MPI gets the blocks in a buffer as they are, where that is quickly seen.
template <typename Blocks>
bool goes_as_it_is(const Blocks& blocks, TypeInfo& facts) {
  if constexpr (is_typed<Blocks>) {
    return false;
  } else {
    if (blocks.buffer == MPI_IN_PLACE || blocks.type == MPI_DATATYPE_NULL) return true;
    facts.learn(blocks.type);
    return facts.plain_at(blocks.buffer);
  }
}
bool both_go_as_they_are(const auto& call) {
  TypeInfo facts;
  return goes_as_it_is(call.in, facts) && goes_as_it_is(call.out, facts);
}

/// The same with a root. Other processes ignore `at_root`: its type, which may be none, is not asked unless it is that
/// of `everywhere`.
bool rooted_go_as_they_are(const auto& call, const auto& everywhere, const auto& at_root) {
  TypeInfo facts;
  if (!goes_as_it_is(everywhere, facts)) return false;
  if (at_root.type == everywhere.type && facts.plain_at(at_root.buffer)) return true;
  return !is_root(call.root, call.comm) || goes_as_it_is(at_root, facts);
}

// The patterns. counting() gives a function that counts the call, with_buffers() calls `run` with the buffers,
// and is_plain() says whether none of them needs that.
// on_node(), which() and bytes() are for a blocking collective through the memory of nodes.

/// Every process sends a block to every other one. With MPI_IN_PLACE, sent and received data share one buffer: it is
/// left to MPI, except in memory of a GPU.
struct AllToAll {
  static constexpr bool gathers = false;
  static NeighborBlocks blocks(const auto& call) { return {blocks_of(call.in), blocks_of(call.out)}; }
  template <CallKind called>
  static auto counting(const auto& call, Selected selected) {
    selected.buffer = call.in.buffer;
    const auto number = [&] { return partners_of(call.comm); };
    return [comm = call.comm, selected, bytes = amounts<called>(bytes_sent(call), number)] {
      count_to_each(comm, bytes, selected);
    };
  }
  template <CallKind called>
  static int with_buffers(const auto& call, auto run) {
    return run(sending<called>(call.in, call.comm, everyone),
               receiving<called>(role_of(call.in.buffer), call.out, call.comm, everyone));
  }
  static bool is_plain(const auto& call) { return both_go_as_they_are(call); }
  static auto on_node(const auto& call) {
    constexpr bool equal = is_equal<decltype(call.in)>;
    return ExchangeOnNode(which<std::remove_cvref_t<decltype(call)>>(), ExchangeOnNode::Pattern::all_to_all, equal,
                          blocks_of(call.in), blocks_of(call.out));
  }
  template <typename Call>
  static constexpr Collective which() {
    if (is_equal<decltype(Call::in)>) return Collective::alltoall;
    return is_typed<decltype(Call::in)> ? Collective::alltoallw : Collective::alltoallv;
  }
  static std::int64_t bytes(const auto& call) {
    return call.in.buffer == MPI_IN_PLACE ? by_mpi_only : bytes_unless_aliased(call);
  }
};

/// Every process sends one block to all. MPI_Allgatherv may forward received data, which MPICH cuts by the extent of
/// the datatype. Packed data has another one than the processes that do not pack expect, so only data in memory of a
/// GPU is moved there, as in place.
struct AllGather {
  static constexpr bool gathers = true;
  static NeighborBlocks blocks(const auto& call) { return {same_block(call.in), blocks_of(call.out)}; }
  template <CallKind called>
  static auto counting(const auto& call, const Selected& selected) {
    const auto number = [&] { return partners_of(call.comm); };
    return [comm = call.comm, selected, mine = amounts<called>(bytes_sent(call), number),
            part = amounts<called>([out = call.out](int i) { return out.bytes(i); }, number)] {
      count_allgather(comm, mine, part, is_equal<decltype(call.out)>, selected);
    };
  }
  template <CallKind called>
  static int with_buffers(const auto& call, auto run) {
    const Role role = is_equal<decltype(call.out)> ? role_of(call.in.buffer) : Role::both;
    return run(sending<called>(call.in, call.comm, only_one), receiving<called>(role, call.out, call.comm, everyone));
  }
  static bool is_plain(const auto& call) { return both_go_as_they_are(call); }
  static auto on_node(const auto& call) {
    const bool in_place = call.in.buffer == MPI_IN_PLACE;
    const Block own = in_place ? Block{} : Block{call.in.buffer, call.in.count, call.in.type};
    return AllgatherOnNode(own, in_place, blocks_of(call.out), is_equal<decltype(call.out)>);
  }
  template <typename Call>
  static constexpr Collective which() {
    return is_equal<decltype(Call::out)> ? Collective::allgather : Collective::allgatherv;
  }
  static std::int64_t bytes(const auto& call) { return bytes_unless_aliased(call); }
};

struct Bcast {
  template <CallKind called>
  static auto counting(const auto& call, const Selected& selected) {
    const auto matters = [&] { return call.root != MPI_PROC_NULL; };
    return [comm = call.comm, root = call.root, selected,
            data = amount<called>(call.data.count, call.data.type, matters)] {
      count_bcast(comm, root, data.count, data.type, selected);
    };
  }
  template <CallKind called>
  static int with_buffers(const auto& call, auto run) {
    return run(is_root(call.root, call.comm) ? sending<called>(call.data, call.comm, only_one)
                                             : receiving<called>(Role::receive, call.data, call.comm, only_one));
  }
  static bool is_plain(const auto& call) {
    TypeInfo facts;
    return goes_as_it_is(call.data, facts);
  }
  static auto on_node(const auto& call) {
    return BcastOnNode(Block{call.data.buffer, call.data.count, call.data.type}, call.root);
  }
  template <typename>
  static constexpr Collective which() {
    return Collective::bcast;
  }
  static std::int64_t bytes(const auto& call) { return block_bytes(call.data); }
};

/// At the root, with MPI_IN_PLACE, its own part is there already.
struct Gather {
  template <CallKind called>
  static auto counting(const auto& call, const Selected& selected) {
    const auto matters = [&] { return is_leaf(call.root, call.comm); };
    return [comm = call.comm, root = call.root, selected, in = amount<called>(call.in.count, call.in.type, matters)] {
      count_gather(comm, root, in.count, in.type, selected);
    };
  }
  template <CallKind called>
  static int with_buffers(const auto& call, auto run) {
    return run(sending<called>(call.in, call.comm, only_one),
               is_root(call.root, call.comm) ? receiving<called>(role_of(call.in.buffer), call.out, call.comm, everyone)
                                             : CollectiveBuffer(call.out));
  }
  static bool is_plain(const auto& call) { return rooted_go_as_they_are(call, call.in, call.out); }
  static auto on_node(const auto& call) {
    return ExchangeOnNode(which<std::remove_cvref_t<decltype(call)>>(), ExchangeOnNode::Pattern::gather,
                          is_equal<decltype(call.out)>, same_block(call.in), blocks_of(call.out), call.root,
                          call.in.buffer == MPI_IN_PLACE);
  }
  template <typename Call>
  static constexpr Collective which() {
    return is_equal<decltype(Call::out)> ? Collective::gather : Collective::gatherv;
  }
  static std::int64_t bytes(const auto& call) {
    if (!is_equal<decltype(call.out)>) return 0;
    return call.in.buffer == MPI_IN_PLACE ? block_bytes(call.out) : block_bytes(call.in);
  }
};

struct Scatter {
  template <CallKind called>
  static auto counting(const auto& call, const Selected& selected) {
    const auto number = [&] {
      return call.root == MPI_ROOT || is_root(call.root, call.comm) ? partners_of(call.comm) : 0;
    };
    const auto matters = [&] { return is_leaf(call.root, call.comm); };
    return [comm = call.comm, root = call.root, selected,
            bytes = amounts<called>([in = call.in](int i) { return in.bytes(i); }, number),
            out = amount<called>(call.out.count, call.out.type, matters)] {
      count_scatter(comm, root, bytes, selected, out.count, out.type);
    };
  }
  template <CallKind called>
  static int with_buffers(const auto& call, auto run) {
    return run(
        is_root(call.root, call.comm) ? sending<called>(call.in, call.comm, everyone) : CollectiveBuffer(call.in),
        receiving<called>(Role::receive, call.out, call.comm, only_one));
  }
  static bool is_plain(const auto& call) { return rooted_go_as_they_are(call, call.out, call.in); }
  static auto on_node(const auto& call) {
    return ExchangeOnNode(which<std::remove_cvref_t<decltype(call)>>(), ExchangeOnNode::Pattern::scatter,
                          is_equal<decltype(call.in)>, blocks_of(call.in), same_block(call.out), call.root,
                          call.out.buffer == MPI_IN_PLACE);
  }
  template <typename Call>
  static constexpr Collective which() {
    return is_equal<decltype(Call::in)> ? Collective::scatter : Collective::scatterv;
  }
  static std::int64_t bytes(const auto& call) {
    if (!is_equal<decltype(call.in)>) return 0;
    return call.out.buffer == MPI_IN_PLACE ? block_bytes(call.in) : block_bytes(call.out);
  }
};

/// Reductions have no buffers that are packed.
struct NoBuffers {
  static bool is_plain(const auto&) { return true; }
  static std::int64_t bytes(const auto& call) { return agreed_bytes(call.count, call.type, call.op); }
  template <CallKind called>
  static int with_buffers(const auto&, auto run) {
    return run();
  }
};

struct Reduce : NoBuffers {
  template <CallKind called>
  static auto counting(const auto& call, const Selected& selected) {
    const auto matters = [&] { return call.root >= 0; };
    return
        [comm = call.comm, root = call.root, in = amount<called>(call.count, call.type, matters),
         with = of_items<called>(selected, call.op, call.type)] { count_reduce(comm, root, in.count, in.type, with); };
  }
  static auto on_node(const auto& call) {
    return ReduceOnNode(call.in, call.out, call.count, call.type, call.op, call.root);
  }
  template <typename>
  static constexpr Collective which() {
    return Collective::reduce;
  }
};

/// Allreduce, scan or exscan, counted by count_allreduce or count_scan.
template <Collective collective, auto count>
struct ReduceToAll : NoBuffers {
  template <CallKind called>
  static auto counting(const auto& call, const Selected& selected) {
    return [comm = call.comm, in = amount<called>(call.count, call.type, [] { return true; }),
            with = of_items<called>(selected, call.op, call.type)] { count(comm, in.count, in.type, with); };
  }
  static auto on_node(const auto& call) {
    if constexpr (collective == Collective::allreduce)
      return AllreduceOnNode(call.in, call.out, call.count, call.type, call.op);
    else
      return ScanOnNode(call.in, call.out, call.count, call.type, call.op, collective == Collective::exscan);
  }
  template <typename>
  static constexpr Collective which() {
    return collective;
  }
};

struct ReduceScatter : NoBuffers {
  template <CallKind called>
  static auto counting(const auto& call, const Selected& selected) {
    const auto items = [count = call.count](int i) -> std::int64_t {
      if constexpr (std::is_pointer_v<decltype(call.count)>)
        return count[i];
      else
        return count;
    };
    const auto in_item = [type = call.type, items](int i) {
      return called == CallKind::persistent ? bytes_of(items(i), type) : items(i);
    };
    return [comm = call.comm, type = called == CallKind::persistent ? MPI_BYTE : call.type,
            counts = amounts<called>(in_item, [&] { return mpi::size_of(call.comm); }),
            with = of_items<called>(selected, call.op, call.type)] { count_reduce_scatter(comm, counts, type, with); };
  }
  static auto on_node(const auto& call) {
    std::vector<std::int64_t> counts(mpi::size_of(call.comm));
    if constexpr (listed<decltype(call)>)
      std::copy_n(call.count, counts.size(), counts.begin());
    else
      std::ranges::fill(counts, call.count);
    return ReduceScatterOnNode(call.in, call.out, std::move(counts), call.type, call.op);
  }
  template <typename Call>
  static constexpr bool listed = std::is_pointer_v<decltype(std::remove_cvref_t<Call>::count)>;
  template <typename Call>
  static constexpr Collective which() {
    return listed<Call> ? Collective::reduce_scatter : Collective::reduce_scatter_block;
  }
  static std::int64_t bytes(const auto& call) {
    if constexpr (listed<decltype(call)>)
      return call.count != nullptr && any_order(call.op, call.type) ? 0 : by_mpi_only;
    else
      return agreed_bytes(call.count, call.type, call.op);
  }
};

/// Open MPI sends nothing if the equal blocks of a blocking collective are empty.
#ifdef OPEN_MPI
inline constexpr bool sends_empty_blocks = false;
#else
inline constexpr bool sends_empty_blocks = true;
#endif

/// Each process sends to all its neighbors. Blocks stay on the node where that shares memory; otherwise MPI gets packed
/// data or the user's.
template <NeighborForm neighbor_form>
struct ToNeighbors {
  static constexpr NeighborForm form = neighbor_form;
  static constexpr bool gathers = form == NeighborForm::gather;

  template <CallKind called>
  static auto counting(const auto& call, const Selected&) {
    bool sends = true;
    if constexpr (!sends_empty_blocks && called == CallKind::blocking && is_equal<decltype(call.in)> &&
                  is_equal<decltype(call.out)>)
      sends = call.in.count != 0;
    const auto number = [&] { return static_cast<int>(neighbors_of(call.comm).destinations.size()); };
    return [comm = call.comm, sends, bytes = amounts<called>([in = call.in](int i) { return in.bytes(i); }, number)] {
      if (sends) count_neighbors(comm, bytes);
    };
  }
  template <CallKind called>
  static int with_buffers(const auto& call, auto run) {
    return run(sending<called>(call.in, call.comm, gathers ? only_one : destinations),
               receiving<called>(Role::receive, call.out, call.comm, sources));
  }
  static bool is_plain(const auto& call) { return both_go_as_they_are(call); }
  static NeighborBlocks blocks(const auto& call) {
    if constexpr (gathers)
      return {same_block(call.in), blocks_of(call.out)};
    else
      return {blocks_of(call.in), blocks_of(call.out)};
  }
};

// The calls.

template <typename Pattern>
constexpr bool of_neighbors = requires { Pattern::form; };
/// Messages of neighborhoods are counted here, and not inside of MPI.
template <typename Pattern>
using CountedHere = std::conditional_t<of_neighbors<Pattern>, mpi::Uncounted, std::monostate>;

template <typename Function, typename... Arguments>
int call_mpi(Function function, const Arguments&... arguments) {
  return std::apply(function, std::tuple_cat(arguments...));
}
/// With the program's arguments.
int call_mpi_as_it_is(auto function, const auto& call) {
  if constexpr (requires { call.data; })
    return call_mpi(function, call.data.arguments(), call.rest());
  else if constexpr (requires { call.op; })
    return call_mpi(function, call.rest());
  else
    return call_mpi(function, call.in.arguments(), call.out.arguments(), call.rest());
}

/// Whether the way of a call follows from its key.
template <typename Pattern>
bool depends_on_key(const auto& call, std::int64_t bytes) {
  if constexpr (requires { call.op; })
    return bytes >= 0 || !any_order(call.op, call.type);
  else
    return bytes >= 0 && Pattern::is_plain(call);
}

template <typename Pattern, CallKind called>
void count_now(const char* kind, const auto& call) {
  if (watched())
    Pattern::template counting<called>(call, Selected{.kind = kind, .nonblocking = called != CallKind::blocking})();
}

template <typename Pattern>
void count_starts(const char* kind, const auto& call, MPI_Request request) try {
  note_use(call.comm);
  const Selected selected{.kind = kind, .nonblocking = true};
  count_at_each_start(request, call.comm, Pattern::template counting<CallKind::persistent>(call, selected));
} catch (const std::exception& error) {
  mpi::warn_once(base::as_error(error).what());
}

template <typename Pattern>
[[gnu::noinline]] int look_and_run(const char* kind, auto function, auto call) {
  [[maybe_unused]] const CountedHere<Pattern> counted_here{};
  count_now<Pattern, CallKind::blocking>(kind, call);
  const auto packed = [&] {
    if (Pattern::is_plain(call)) {
      const InCollective inside;
      return call_mpi_as_it_is(function, call);
    }
    return Pattern::template with_buffers<CallKind::blocking>(call, [&](auto... buffers) {
      return exchange([&](auto&... given) { return call_mpi(function, given.arguments()..., call.rest()); },
                      buffers...);
    });
  };
  if constexpr (of_neighbors<Pattern>) {
    const auto plain = [&] { return call_mpi_as_it_is(function, call); };
    if (has_node_channel())
      return exchange_with_neighbors(call.comm, Pattern::form, Pattern::blocks(call), plain, packed);
  } else if (CollectiveWays* const ways = collectives_of(call.comm)) {
    constexpr Collective called = Pattern::template which<decltype(call)>();
    const auto make = [&] { return Pattern::on_node(call); };
    const std::int64_t bytes = Pattern::bytes(call);
    if (depends_on_key<Pattern>(call, bytes)) ways->note(called, key_of(call, ways->rank()), bytes);
    return ways->run(call.comm, called, bytes, make, packed);
  }
  return packed();
}

template <typename Pattern>
[[gnu::noinline]] int after_error(int error, CollectiveWays& ways, WayTrial& trial, auto call) {
  return ways.left(error, trial, [&] { return Pattern::on_node(call); });
}

/// What is left to the MPI costs least if it is like a call before. `call` and its copies are objects in memory only
/// where that is not so.
template <typename Pattern>
int run_blocking(const char* kind, auto function, auto call) {
  if constexpr (!of_neighbors<Pattern>) {
    constexpr Collective called = Pattern::template which<decltype(call)>();
    if (CollectiveWays* const ways = watched() ? nullptr : ways_at_hand(call.comm); ways != nullptr) {
      WayTrial* const trial = ways->usual(called, key_of(call, ways->rank()));
      if (trial != nullptr && in_plain_memory(call)) {  // nobody asks for InCollective: nothing is recorded
        const int error = call_mpi_as_it_is(function, call);
        if (error != MPI_SUCCESS) return after_error<Pattern>(error, *ways, *trial, call);
        trial->count_usual();
        return error;
      }
    }
  }
  return look_and_run<Pattern>(kind, function, call);
}

/// Nonblocking or persistent, with `info`.
template <typename Pattern, CallKind called>
int run_with_request(auto function, const auto& call, MPI_Request* request, auto... info) {
  [[maybe_unused]] const CountedHere<Pattern> counted_here{};
  if constexpr (of_neighbors<Pattern>) {
    constexpr auto by_node = called == CallKind::persistent ? make_with_neighbors : begin_with_neighbors;
    int error = MPI_SUCCESS;
    if (has_node_channel() && by_node(call.comm, Pattern::form, Pattern::blocks(call), request, error)) return error;
  } else if constexpr (called == CallKind::persistent && requires { Pattern::blocks(call); }) {
    int error = MPI_SUCCESS;
    constexpr Collective which = Pattern::template which<std::remove_cvref_t<decltype(call)>>();
    if (call.in.buffer != MPI_IN_PLACE && Pattern::bytes(call) >= 0 &&
        make_on_node(call.comm, which, Pattern::gathers, Pattern::blocks(call), request, error))
      return error;
  }
  return Pattern::template with_buffers<called>(call, [&](auto... buffers) {
    const auto run = [&](auto&... given) {
      return call_mpi(function, given.arguments()..., call.rest(), std::tuple(info..., request));
    };
    return begin<called>(request, run, buffers...);
  });
}

template <typename Pattern>
int run_nonblocking(const char* kind, auto function, const auto& call, MPI_Request* request) {
  count_now<Pattern, CallKind::nonblocking>(kind, call);
  return run_with_request<Pattern, CallKind::nonblocking>(function, call, request);
}

template <typename Pattern>
int run_persistent(const char* kind, auto function, const auto& call, MPI_Info info, MPI_Request* request) {
  const int error = run_with_request<Pattern, CallKind::persistent>(function, call, request, info);
  if (error == MPI_SUCCESS && watched()) count_starts<Pattern>(kind, call, *request);
  return error;
}

}  // namespace cartwright::preload
