// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/neighbors/post.hpp"

#include "mpi/program_world.hpp"
#include "mpi/real.hpp"
#include "preload/base/comm_number.hpp"
#include "preload/base/spinning.hpp"
#include "preload/node/node_memory.hpp"
#include "transport/stream.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

namespace cartwright::preload {

namespace {

using transport::Label;
using transport::Letter;
using transport::Letterbox;

constexpr int letter_tag = 0;

/// A letter that was taken out of its box before it was asked for.
struct Early {
  std::vector<std::byte> data;
  std::uint32_t slot = Letter::inside;
};

/// The sender of a letter from another node.
constexpr int far = -1;

/// A letter that is a message: its header, then its data.
struct Header {
  Label label;
  int sender = far;                     ///< its number on the node
  std::uint32_t slot = Letter::inside;  ///< or `announced`, or, from another node, `more`
};
/// Others follow.
constexpr std::uint32_t more = 0;

struct SentLetter {
  std::vector<std::byte> bytes;
  MPI_Request request = MPI_REQUEST_NULL;
};

/// A sender of this node, as its receiver sees it.
struct Correspondent {
  std::optional<transport::LetterWriter> to;
  std::optional<transport::LetterReader> from;
  bool to_opened = false;
  bool from_opened = false;
  std::map<Label, Early> early;
};

/// A letter of bytes.
struct Bytes {
  std::span<const std::byte> data;

  std::int64_t bytes() const { return static_cast<std::int64_t>(data.size()); }
  bool pack(std::byte* to) const {
    std::ranges::copy(data, to);
    return true;
  }
  bool pack_into(const transport::Arena& arena, std::uint32_t slot) const {
    pack(arena.data(slot));
    arena.slots()[slot].ready.store(data.size(), std::memory_order_release);
    return true;
  }
};

class Post {
 public:
  explicit Post(MPI_Comm comm) : comm_(comm) {
    if (node_memory() != nullptr) correspondents_.resize(node_memory()->processes());
    int* most = nullptr;
    int exists = 0;
    mpi::real().Comm_get_attr(comm, MPI_TAG_UB, static_cast<void*>(&most), &exists);
    if (exists) tags_ = *most;
  }
  ~Post() {
    for (SentLetter& message : messages_) mpi::real().Wait(&message.request, MPI_STATUS_IGNORE);
    PMPI_Comm_free(&comm_);
  }
  Post(const Post&) = delete;
  Post& operator=(const Post&) = delete;

  MPI_Comm comm() const { return comm_; }

  /// Sends a Piece, or Bytes.
  template <typename Source>
  bool send(int peer, const Label& label, const Source& source);
  int new_tag();
  void announce(int peer, const Label& label, const Announced& announced);
  Taken take(int peer, const Label& label, const Piece& piece, Announced& announced);
  std::optional<std::vector<std::byte>> take_bytes(int peer, const Label& label);
  std::optional<Far> take_far(const Label& label);
  void progress();

 private:
  Correspondent& writing(int peer);
  void post(int peer, Letter& letter);
  Correspondent& reading(int peer);
  template <typename Source>
  bool send_message(int peer, const Label& label, const Source& source);
  /// Sends a header and data, which `fill` writes.
  template <typename Fill>
  bool send_message(int peer, const Header& header, std::int64_t bytes, Fill&& fill);
  void receive_messages();
  /// Calls with_data(data, bytes, slot) or with_slot(slot) of the letter. False if it has not come.
  template <typename WithData, typename WithSlot>
  bool find(int peer, const Label& label, WithData&& with_data, WithSlot&& with_slot);

  std::mutex mutex_;    ///< of all below
  std::mutex looking_;  ///< for letters that are messages; locked first
  MPI_Comm comm_;
  int tags_ = 32767;
  int announced_ = 0;                          ///< counts tags
  std::vector<Correspondent> correspondents_;  ///< by their number on the node
  std::vector<SentLetter> messages_;           ///< not known to be received
  std::map<Label, Far> far_;                   ///< letters from other nodes
};

std::unique_ptr<Post> the_post;

Taken result(std::int64_t sent, const Piece& piece, bool good) {
  if (!good) return Taken::failed;
  return sent > piece.bytes() ? Taken::truncated : Taken::whole;
}

Taken take_slot(int peer, std::uint32_t slot, const Piece& piece) {
  const transport::Arena& arena = node_memory()->of(peer);
  const auto sent = static_cast<std::int64_t>(arena.slots()[slot].envelope.bytes);
  return result(sent, piece, piece.unpack_from(arena, slot));
}

Correspondent& Post::writing(int peer) {
  Correspondent& one = correspondents_[peer];
  if (!std::exchange(one.to_opened, true)) {
    NodeMemory& node = *node_memory();
    if (Letterbox* box = node.letterbox(node.me(), static_cast<std::uint32_t>(peer))) one.to.emplace(*box);
  }
  return one;
}

void Post::post(int peer, Letter& letter) {
  correspondents_[peer].to->post(letter);
  if (crowded()) node_memory()->doorbell(peer).ring();
}

Correspondent& Post::reading(int peer) {
  Correspondent& one = correspondents_[peer];
  if (!std::exchange(one.from_opened, true)) {
    NodeMemory& node = *node_memory();
    if (Letterbox* box = node.letterbox(static_cast<std::uint32_t>(peer), node.me())) one.from.emplace(*box);
  }
  return one;
}

template <typename Source>
bool Post::send(int peer, const Label& label, const Source& source) {
  const std::lock_guard lock(mutex_);
  const auto bytes = static_cast<std::uint64_t>(source.bytes());
  const bool inside = bytes <= Letterbox::most_inside;
  Correspondent& one = writing(peer);
  Letter* letter = one.to ? one.to->write(inside ? bytes : 0) : nullptr;
  if (letter == nullptr) return send_message(peer, label, source);
  letter->label = label;
  letter->bytes = bytes;
  letter->slot = Letter::inside;
  if (inside) {
    const bool packed = source.pack(letter->data());
    post(peer, *letter);
    return packed;
  }
  // No probe finds it: it is for no process.
  transport::Envelope envelope{0, -1, 0, bytes};
  NodeMemory& node = *node_memory();
  const std::optional<std::uint32_t> slot = node.outbox().reserve(envelope);
  if (!slot) return send_message(peer, label, source);
  letter->slot = *slot;
  post(peer, *letter);
  return source.pack_into(node.mine(), *slot);
}

int Post::new_tag() {
  const std::lock_guard lock(mutex_);
  const int tag = letter_tag + 1 + announced_++ % (tags_ - letter_tag);
  if (announced_ == tags_) announced_ = 0;
  return tag;
}

void Post::announce(int peer, const Label& label, const Announced& announced) {
  const std::lock_guard lock(mutex_);
  const auto fill = [&](std::byte* to) {
    std::memcpy(to, &announced, sizeof announced);
    return true;
  };
  Correspondent& one = writing(peer);
  Letter* letter = one.to ? one.to->write(sizeof announced) : nullptr;
  if (letter == nullptr) {
    send_message(peer, {label, static_cast<int>(node_memory()->me()), Letter::announced}, sizeof announced, fill);
    return;
  }
  letter->label = label;
  letter->bytes = sizeof announced;
  letter->slot = Letter::announced;
  fill(letter->data());
  post(peer, *letter);
}

template <typename Source>
bool Post::send_message(int peer, const Label& label, const Source& source) {
  const Header header{label, static_cast<int>(node_memory()->me()), Letter::inside};
  return send_message(peer, header, source.bytes(), [&](std::byte* to) { return source.pack(to); });
}

template <typename Fill>
bool Post::send_message(int peer, const Header& header, std::int64_t bytes, Fill&& fill) {
  std::erase_if(messages_, [](SentLetter& message) {
    int done = 0;
    mpi::real().Test(&message.request, &done, MPI_STATUS_IGNORE);
    return done != 0;
  });
  SentLetter& message = messages_.emplace_back();
  message.bytes.resize(sizeof header + bytes);
  std::memcpy(message.bytes.data(), &header, sizeof header);
  const bool packed = fill(message.bytes.data() + sizeof header);
  const int error = mpi::real().Isend(message.bytes.data(), static_cast<int>(message.bytes.size()), MPI_BYTE,
                                      node_memory()->world_rank(peer), letter_tag, comm_, &message.request);
  return packed && error == MPI_SUCCESS;
}

void Post::receive_messages() {
  while (true) {
    int found = 0;
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Status status{};
    if (mpi::real().Improbe(MPI_ANY_SOURCE, letter_tag, comm_, &found, &message, &status) != MPI_SUCCESS || !found)
      return;
    int size = 0;
    PMPI_Get_count(&status, MPI_BYTE, &size);
    std::vector<std::byte> bytes(size);
    mpi::real().Mrecv(bytes.data(), size, MPI_BYTE, &message, MPI_STATUS_IGNORE);
    Header header;
    std::memcpy(&header, bytes.data(), sizeof header);
    bytes.erase(bytes.begin(), bytes.begin() + sizeof header);
    const std::lock_guard lock(mutex_);
    if (header.sender == far)
      far_.emplace(header.label, Far{std::move(bytes), header.slot != more});
    else
      correspondents_[header.sender].early.emplace(header.label, Early{std::move(bytes), header.slot});
  }
}

template <typename WithData, typename WithSlot>
bool Post::find(int peer, const Label& label, WithData&& with_data, WithSlot&& with_slot) {
  Correspondent& one = reading(peer);
  if (!one.early.empty()) {
    if (const auto found = one.early.extract(label)) {
      const Early& early = found.mapped();
      if (Letter::has_data(early.slot))
        with_data(std::span<const std::byte>(early.data), early.slot);
      else
        with_slot(early.slot);
      return true;
    }
  }
  while (const Letter* letter = one.from ? one.from->first() : nullptr) {
    const std::uint32_t slot = letter->slot;
    const std::span<const std::byte> data(letter->data(), Letter::has_data(slot) ? letter->bytes : 0);
    if (letter->label == label) {
      if (Letter::has_data(slot)) with_data(data, slot);
      one.from->remove();
      if (!Letter::has_data(slot)) with_slot(slot);
      return true;
    }
    one.early.emplace(letter->label, Early{{data.begin(), data.end()}, slot});
    one.from->remove();
  }
  return false;
}

Taken Post::take(int peer, const Label& label, const Piece& piece, Announced& announced) {
  const std::lock_guard lock(mutex_);
  Taken taken = Taken::not_yet;
  find(
      peer, label,
      [&](std::span<const std::byte> data, std::uint32_t slot) { taken = unpack_letter(data, slot, piece, announced); },
      [&](std::uint32_t slot) { taken = take_slot(peer, slot, piece); });
  return taken;
}

std::optional<std::vector<std::byte>> Post::take_bytes(int peer, const Label& label) {
  const std::lock_guard lock(mutex_);
  std::vector<std::byte> bytes;
  const bool found = find(
      peer, label, [&](std::span<const std::byte> data, std::uint32_t) { bytes.assign(data.begin(), data.end()); },
      [&](std::uint32_t slot) {
        const transport::Arena& arena = node_memory()->of(peer);
        bytes.resize(arena.slots()[slot].envelope.bytes);
        transport::drain(arena, slot, nullptr, bytes.data(), static_cast<std::int64_t>(bytes.size()));
      });
  return found ? std::optional(std::move(bytes)) : std::nullopt;
}

std::optional<Far> Post::take_far(const Label& label) {
  const std::lock_guard lock(mutex_);
  const auto found = far_.extract(label);
  return found ? std::optional(std::move(found.mapped())) : std::nullopt;
}

void Post::progress() {
  // One thread looks, and the others take letters: in Improbe, an MPI may give away the core.
  if (const std::unique_lock looks(looking_, std::try_to_lock); looks) receive_messages();
}

}  // namespace

void start_post() {
  MPI_Comm comm = MPI_COMM_NULL;
  if (!all_nodes_share() || mpi::real().Comm_dup(mpi::program_world(), &comm) != MPI_SUCCESS) return;
  PMPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  the_post = std::make_unique<Post>(comm);
  number_world();
}

bool has_post() { return the_post != nullptr; }

void stop_post() { the_post.reset(); }

bool post(int peer, const Label& label, const Piece& piece) { return the_post->send(peer, label, piece); }
bool post(int peer, const Label& label, std::span<const std::byte> bytes) {
  return the_post->send(peer, label, Bytes{bytes});
}

Announced new_announcement(std::int64_t bytes) { return {the_post->new_tag(), bytes}; }
void announce(int peer, const Label& label, const Announced& announced) { the_post->announce(peer, label, announced); }

Taken take_letter(int peer, const Label& label, const Piece& piece, Announced& announced) {
  return the_post->take(peer, label, piece, announced);
}

std::optional<std::vector<std::byte>> take_bytes(int peer, const Label& label) {
  return the_post->take_bytes(peer, label);
}

Taken unpack_letter(std::span<const std::byte> data, std::uint32_t slot, const Piece& piece, Announced& announced) {
  const auto sent = static_cast<std::int64_t>(data.size());
  if (slot != Letter::announced) return result(sent, piece, piece.unpack(data.data(), std::min(sent, piece.bytes())));
  std::memcpy(&announced, data.data(), sizeof announced);
  return Taken::announced;
}

FarLetter::FarLetter(const Label& label) : message_(sizeof(Header)) {
  const Header header{label};
  std::memcpy(message_.data(), &header, sizeof header);
}

FarLetter::~FarLetter() {
  if (request_ != MPI_REQUEST_NULL) mpi::real().Wait(&request_, MPI_STATUS_IGNORE);
}

bool FarLetter::send(int rank, bool last) {
  if (!last) std::memcpy(message_.data() + offsetof(Header, slot), &more, sizeof more);
  if (message_.size() > std::numeric_limits<int>::max()) return false;
  return mpi::real().Isend(message_.data(), static_cast<int>(message_.size()), MPI_BYTE, rank, letter_tag, post_comm(),
                           &request_) == MPI_SUCCESS;
}

bool FarLetter::sent() {
  int done = 0;
  return mpi::real().Test(&request_, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS || done != 0;
}

std::optional<Far> take_far(const Label& label) { return the_post->take_far(label); }

void progress_post() { the_post->progress(); }

MPI_Comm post_comm() { return the_post->comm(); }

}  // namespace cartwright::preload
