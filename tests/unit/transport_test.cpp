// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "random_type.hpp"
#include "transport/layout_exchange.hpp"
#include "transport/outbox.hpp"
#include "transport/stream.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <functional>
#include <numeric>
#include <thread>

namespace cartwright::transport {
namespace {

constexpr Nonce nonce{0x1234, 0x5678};
constexpr std::size_t mebibyte = std::size_t{1} << 20;

std::shared_ptr<TaggedRegion> make_memory(std::size_t bytes) {
  std::shared_ptr<TaggedRegion> memory = TaggedRegion::create(Arena::memory_bytes(bytes));
  if (!memory) throw std::runtime_error("this system has no memory to share");
  return memory;
}

Arena make_arena(std::size_t bytes) { return {make_memory(bytes), bytes}; }

Envelope envelope_of(std::int64_t bytes) { return {0, 0, 0, static_cast<std::uint64_t>(bytes)}; }

/// A pipe, in place of the MPI that carries descriptors.
class Pipe {
 public:
  Pipe() {
    if (pipe(ends_) != 0) throw std::runtime_error("no pipe");
  }
  ~Pipe() {
    close(ends_[0]);
    close(ends_[1]);
  }
  template <typename T>
  void send(const T& value) {
    EXPECT_EQ(write(ends_[1], &value, sizeof value), static_cast<ssize_t>(sizeof value));
  }
  template <typename T>
  T receive() {
    T value{};
    EXPECT_EQ(read(ends_[0], &value, sizeof value), static_cast<ssize_t>(sizeof value));
    return value;
  }

 private:
  int ends_[2];
};

/// Another process, which runs `body` and fails when that has a failure.
class Process {
 public:
  explicit Process(const std::function<void()>& body) : pid_(fork()) {
    if (pid_ != 0) return;
    body();
    _exit(testing::Test::HasFailure() ? 1 : 0);
  }
  int join() const {
    int status = 0;
    waitpid(pid_, &status, 0);
    return status;
  }

 private:
  int pid_;
};

/// One random message, drawn alike by both processes.
struct Drawn {
  explicit Drawn(std::uint64_t seed) : types(seed) {
    do {
      type = types.draw();
      count = 1 + types.random().below(3);
      elements.emplace(*type, count);
    } while (elements->overlap() || elements->bytes == 0);
    data = fill_with(types.random().next());
    packed.resize(elements->bytes);
    datatype::interpret_pack(*type, at(data), count, packed.data());
    packer = jit::Packer::of(datatype::normalize(*type));
  }

  std::vector<std::byte> fill_with(std::uint64_t seed) const {
    base::Random random(seed);
    std::vector<std::byte> bytes(elements->highest - elements->lowest);
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(random.next());
    return bytes;
  }
  std::byte* at(std::vector<std::byte>& bytes) const { return bytes.data() - elements->lowest; }

  datatype::RandomTypes types;
  datatype::TypePtr type;
  std::int64_t count = 0;
  std::optional<datatype::Elements> elements;
  std::vector<std::byte> data;
  std::vector<std::byte> packed;
  std::shared_ptr<jit::Packer> packer;
};

/// What the receiver should have, and what it has.
void expect_received(Drawn& drawn, const Arena& arena, std::uint32_t slot, const Resolve& resolve = {}) {
  if (drawn.types.random().below(4) == 0) {
    std::vector<std::byte> got(drawn.packed.size());
    ASSERT_TRUE(drain(arena, slot, nullptr, got.data(), std::ssize(got), resolve));
    ASSERT_EQ(got, drawn.packed);
  } else {
    std::vector<std::byte> got = drawn.fill_with(7);
    std::vector<std::byte> expected = got;
    datatype::interpret_unpack(*drawn.type, drawn.packed.data(), drawn.count, drawn.at(expected));
    ASSERT_TRUE(drain(arena, slot, drawn.packer.get(), drawn.at(got), drawn.count, resolve));
    ASSERT_EQ(got, expected);
  }
}

}  // namespace

TEST(Descriptor, IsNotTakenForData) {
  Descriptor sent{nonce, 4096, 1, 0, 3};
  EXPECT_EQ(read_descriptor(&sent, descriptor_bytes, nonce)->slot, 3U);
  EXPECT_FALSE(read_descriptor(&sent, descriptor_bytes - 1, nonce));
  EXPECT_FALSE(read_descriptor(&sent, descriptor_bytes, Nonce{0x1234, 0x5679}));
  EXPECT_FALSE(read_descriptor(&sent, descriptor_bytes, Nonce{0x1235, 0x5678}));
}

TEST(TaggedRegion, IsOpenedOnlyByThoseWhoKnowItsTag) {
  const std::shared_ptr<TaggedRegion> memory = make_memory(mebibyte);
  const SharedPlace place = memory->place();
  EXPECT_TRUE(TaggedRegion::open(place));
  SharedPlace other = place;
  other.tag ^= 1;
  EXPECT_FALSE(TaggedRegion::open(other));
  other = place;
  other.bytes *= 2;
  EXPECT_FALSE(TaggedRegion::open(other)) << "another size";
  other = place;
  other.file = 0;
  EXPECT_FALSE(TaggedRegion::open(other)) << "another file";
  memory->region.hide();
  EXPECT_FALSE(TaggedRegion::open(place));
}

TEST(Stream, MovesRandomLayoutsFromProcessToProcess) {
  constexpr std::uint64_t messages = 400;
  const Arena arena = make_arena(mebibyte);
  Pipe descriptors;
  const Process receiver([&] {
    for (std::uint64_t seed = 1; seed <= messages; ++seed) {
      SCOPED_TRACE("seed " + std::to_string(seed));
      Drawn drawn(seed);
      expect_received(drawn, arena, descriptors.receive<std::uint32_t>());
    }
  });
  Outbox outbox(arena);
  for (std::uint64_t seed = 1; seed <= messages; ++seed) {
    Drawn drawn(seed);
    base::Random random(seed);
    Envelope envelope = envelope_of(drawn.elements->bytes);
    std::optional<std::uint32_t> slot;
    for (int turns = 0; !slot && turns < 10000000; ++turns) {
      slot = outbox.reserve(envelope);
      std::this_thread::yield();
    }
    ASSERT_TRUE(slot) << "the receiver gave up: see its failure above";
    const bool early = random.below(2) == 0;
    if (early) descriptors.send(*slot);
    // Segments smaller than a block too.
    fill(arena, *slot, *drawn.packer, drawn.at(drawn.data), drawn.count,
         1 + random.below(random.below(2) == 0 ? 64 : 8192));
    if (!early) descriptors.send(*slot);
  }
  EXPECT_EQ(receiver.join(), 0);
  EXPECT_EQ(outbox.reserved(), 0U);
}

/// Data elsewhere takes one block of the arena for any size, and stays until the receiver has taken it.
TEST(Outbox, KeepsDataThatIsElsewhere) {
  const Arena arena = make_arena(mebibyte);
  Outbox outbox(arena);
  std::vector<std::weak_ptr<const int>> kept;
  std::vector<std::uint32_t> slots;
  for (int i = 0; i < 3; ++i) {
    auto data = std::make_shared<const int>(i);
    kept.emplace_back(data);
    Envelope envelope = envelope_of(2 * mebibyte);
    const auto slot = outbox.reserve(envelope, std::move(data));
    ASSERT_TRUE(slot);
    slots.push_back(*slot);
  }
  arena.slots()[slots[1]].state = Slot::taken;
  outbox.withdraw(slots[2]);
  outbox.collect();
  EXPECT_FALSE(kept[0].expired());
  EXPECT_TRUE(kept[1].expired());
  EXPECT_TRUE(kept[2].expired());
}

TEST(Stream, TakesNoMoreThanFits) {
  const Arena arena = make_arena(mebibyte);
  Outbox outbox(arena);
  const auto packer = jit::Packer::of(datatype::normalize(*datatype::vector(100, 1, 2, datatype::basic_named("int"))));
  std::vector<int> sent(400);
  std::iota(sent.begin(), sent.end(), 1);
  Envelope envelope = envelope_of(800);
  const auto slot = outbox.reserve(envelope);
  fill(arena, *slot, *packer, reinterpret_cast<const std::byte*>(sent.data()), 2, 77);
  std::vector<int> got(400);
  EXPECT_TRUE(drain(arena, *slot, packer.get(), reinterpret_cast<std::byte*>(got.data()), 1));
  for (std::size_t i = 0; i < got.size(); ++i) EXPECT_EQ(got[i], i < 200 && i % 2 == 0 ? sent[i] : 0);
  EXPECT_EQ(outbox.reserved(), 0U) << "the slot is free, although the message did not fit";
}

TEST(Stream, WaitsForASlowSender) {
  const auto packer = jit::Packer::of(datatype::normalize(*datatype::vector(1000, 1, 2, datatype::basic_named("int"))));
  const Arena arena = make_arena(mebibyte);
  Outbox outbox(arena);
  Envelope envelope = envelope_of(4000);
  const auto slot = outbox.reserve(envelope);
  const Process sender([&] {
    const std::vector<std::byte> data(8000, std::byte{5});
    for (int part = 1; part <= 4; ++part) {
      usleep(3000);
      packer->pack_range(arena.data(*slot) + 1000 * (part - 1), data.data(), 1000 * (part - 1), 1000 * part);
      arena.slots()[*slot].ready.store(static_cast<std::uint64_t>(1000 * part), std::memory_order_release);
    }
  });
  std::vector<std::byte> got(4000);
  EXPECT_TRUE(drain(arena, *slot, nullptr, got.data(), 4000));
  EXPECT_EQ(got, std::vector<std::byte>(4000, std::byte{5}));
  EXPECT_EQ(sender.join(), 0);
}

TEST(Stream, ReadsDataWhereItLiesIfTheReceiverIsThere) {
  const Arena arena = make_arena(mebibyte);
  Outbox outbox(arena);
  PublishedLayouts published(arena, outbox);
  ForeignLayouts foreign;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Drawn drawn(seed);
    Envelope envelope = envelope_of(drawn.elements->bytes);
    const auto slot = outbox.reserve(envelope);
    Source source{7, 0, drawn.count};
    ASSERT_TRUE(slot && published.publish(*drawn.packer, source));
    const bool known = seed % 4 != 0;
    const Resolve resolve = [&](const Source& offered) -> std::optional<Readable> {
      EXPECT_EQ(offered.window, 7U);
      if (!known) return std::nullopt;
      return Readable{foreign.find(0, arena, offered), drawn.at(drawn.data)};
    };
    bool read = false;
    std::thread sender([&] {
      // For as long as it takes, or hardly at all.
      read = offer_direct_read(arena, *slot, source, seed % 4 == 1 ? 1e7 : 1);
      if (!read) fill(arena, *slot, *drawn.packer, drawn.at(drawn.data), drawn.count, 100);
    });
    expect_received(drawn, arena, *slot, resolve);
    sender.join();
    ASSERT_TRUE(seed % 4 != 1 || read);
    ASSERT_FALSE(!known && read);
  }
}

TEST(Stream, LetsASenderGoOnWhoseReceiverIsNotThere) {
  const Arena arena = make_arena(mebibyte);
  Outbox outbox(arena);
  Envelope envelope = envelope_of(4000);
  const auto slot = outbox.reserve(envelope);
  EXPECT_FALSE(offer_direct_read(arena, *slot, {}, 100));
  EXPECT_EQ(outbox.reserved(), 4000U);
}

/// A sender that dies when it has packed half of its data.
void expect_death_is_noticed(bool parent_waits) {
  struct Address {
    SharedPlace memory;
    std::uint32_t slot;
  };
  Pipe addresses;
  Pipe go_on;
  const Process sender([&] {
    const std::shared_ptr<TaggedRegion> memory = make_memory(mebibyte);
    const Arena arena(memory, mebibyte);
    Outbox outbox(arena);
    Envelope envelope = envelope_of(100000);
    const auto slot = outbox.reserve(envelope);
    addresses.send(Address{memory->place(), *slot});
    go_on.receive<char>();
    arena.slots()[*slot].ready.store(50000, std::memory_order_release);
  });
  const auto address = addresses.receive<Address>();
  const std::shared_ptr<TaggedRegion> memory = TaggedRegion::open(address.memory);
  go_on.send('x');
  ASSERT_TRUE(memory);
  const Arena arena(memory, mebibyte);
  const auto join = [&] { EXPECT_EQ(sender.join(), 0); };
  if (parent_waits) join();
  std::vector<std::byte> got(100000);
  EXPECT_FALSE(drain(arena, address.slot, nullptr, got.data(), 100000));
  if (!parent_waits) join();
}

TEST(Stream, TellsThatTheSenderDied) { expect_death_is_noticed(true); }
TEST(Stream, TellsThatTheSenderDiedBeforeItsParentWaitsForIt) { expect_death_is_noticed(false); }

TEST(Outbox, SaysNoWhenItIsFullUntilSomethingIsTaken) {
  const Arena arena = make_arena(16 * Arena::block_bytes);
  Outbox outbox(arena);
  Envelope large = envelope_of(17 * Arena::block_bytes);
  EXPECT_FALSE(outbox.reserve(large));
  Envelope envelope = envelope_of(3 * Arena::block_bytes);
  std::vector<std::uint32_t> slots;
  while (const auto slot = outbox.reserve(envelope)) slots.push_back(*slot);
  EXPECT_EQ(slots.size(), 4U);
  EXPECT_EQ(outbox.reserved(), 4 * envelope.bytes);
  outbox.withdraw(slots[2]);
  EXPECT_EQ(outbox.reserve(envelope), slots[2]);
  EXPECT_FALSE(outbox.reserve(envelope));
}

TEST(Outbox, CarriesManyMessagesInTheSameMemory) {
  const Arena arena = make_arena(16 * mebibyte);
  Outbox outbox(arena);
  base::Random random(3);
  std::vector<std::byte> data(20000, std::byte{1});
  std::vector<std::byte> got(20000);
  std::uint32_t highest = 0;
  for (int message = 0; message < 100000; ++message) {
    const std::int64_t bytes = 1 + random.below(std::ssize(data));
    const auto packer = jit::Packer::of(datatype::normalize(*datatype::contiguous(1, datatype::basic_named("char"))));
    Envelope envelope = envelope_of(bytes);
    const auto slot = outbox.reserve(envelope);
    ASSERT_TRUE(slot);
    highest = std::max(highest, *slot);
    fill(arena, *slot, *packer, data.data(), bytes);
    ASSERT_TRUE(drain(arena, *slot, nullptr, got.data(), bytes));
  }
  EXPECT_LT(highest, 64U) << "of " << arena.blocks() << " blocks";
}

TEST(Outbox, ServesSeveralThreads) {
  const Arena arena = make_arena(mebibyte);
  Outbox outbox(arena);
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      const auto packer =
          jit::Packer::of(datatype::normalize(*datatype::vector(64, 1, 2, datatype::basic_named("int"))));
      const std::vector<int> data(128, t);
      for (int message = 0; message < 2000; ++message) {
        Envelope envelope = envelope_of(64 * 4 * 20);
        const auto slot = outbox.reserve(envelope);
        if (!slot) continue;
        const std::vector<int> many(128 * 20, t + message);
        fill(arena, *slot, *packer, reinterpret_cast<const std::byte*>(many.data()), 20, 1000);
        std::vector<int> got(64 * 20);
        if (!drain(arena, *slot, nullptr, reinterpret_cast<std::byte*>(got.data()), std::ssize(got) * 4)) ++wrong;
        for (const int one : got) wrong += one != t + message;
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(outbox.reserved(), 0U);
}

}  // namespace cartwright::transport
