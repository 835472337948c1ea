// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/collectives/node_group.hpp"

#include "preload/base/crowd.hpp"
#include "preload/neighbors/node_channel.hpp"

namespace cartwright::preload {

namespace {

constexpr std::int64_t state_at = transport::TaggedRegion::tag_bytes;
constexpr std::int64_t buffers_at = 2 * state_at;

}  // namespace

std::shared_ptr<transport::TaggedRegion> NodeGroup::take_memory() {
  static_assert(sizeof(State) <= buffers_at - state_at);
  std::shared_ptr<transport::TaggedRegion> made = transport::TaggedRegion::create(buffers_at + 2 * capacity);
  if (made && !made->region.populate(0, made->region.size())) made.reset();
  return made;
}

NodeGroup::State& NodeGroup::state(int process) const {
  return *reinterpret_cast<State*>(memory_.of[process]->region.data() + state_at);
}

std::byte* NodeGroup::buffer_in(std::uint64_t epoch, int process) const {
  return memory_.of[process]->region.data() + buffers_at + (epoch % 2 == 0 ? 0 : capacity);
}

void NodeGroup::await(transport::Counter& counter, std::uint64_t epoch) {
  // While a process waits here, its messages must go on: another one may need them before it arrives.
  // One-sided operations of others may need it all the time.
  const bool polls = has_windows.load(std::memory_order_relaxed);
  const unsigned turns = polls ? 1 : 1024;
  constexpr int yields = 200;
  unsigned turn = 0;
  transport::Backoff backoff(crowd(), alone_ ? yields : 0);
  for (std::uint64_t seen = counter.get(); seen < epoch; seen = counter.get()) {
    backoff.wait([&] {
      if (polls) return transport::yield();
      counter.sleep(seen);
      if (counter.get() < epoch) progress_node_channel();
    });
    if (++turn % turns == 0) progress_node_channel();
  }
}

std::byte* NodeGroup::next() {
  await_all();
  ++epoch_;
  return buffer(me_);
}

void NodeGroup::arrive() {
  state(me_).ready.set(epoch_);
  if (size() > 2) state(0).all[epoch_ % 2].arrive(size(), epoch_);
}

void NodeGroup::pass() {
  ++epoch_;
  arrive();
}

void NodeGroup::await(int process) { await(state(process).ready, epoch_); }

/// Two processes look at each other's state. More would be woken several times: they wait for one counter.
void NodeGroup::await_all() {
  if (complete_ == epoch_) return;
  if (size() > 2)
    await(state(0).all[epoch_ % 2].complete(), epoch_);
  else if (size() == 2)
    await(1 - me_);
  complete_ = epoch_;
}

}  // namespace cartwright::preload
