// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/post.hpp"

#include "mpi/program_world.hpp"
#include "mpi/real.hpp"
#include "preload/node_memory.hpp"

#include <algorithm>
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

/// A letter that is a message: its header, then its data.
struct Header {
  Label label;
  int sender = 0;
  std::uint32_t slot = Letter::inside;  ///< or `announced`
};

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

  bool send(int peer, const Label& label, const Piece& piece);
  int announce(int peer, const Label& label, std::int64_t bytes);
  Taken take(int peer, const Label& label, const Piece& piece, Announced& announced);
  void progress();

 private:
  Correspondent& writing(int peer);
  Correspondent& reading(int peer);
  bool send_message(int peer, const Label& label, const Piece& piece);
  /// Sends a header and data, which `fill` writes.
  template <typename Fill>
  bool send_message(int peer, const Header& header, std::int64_t bytes, Fill&& fill);
  void receive_messages();

  std::mutex mutex_;    ///< of all below
  std::mutex looking_;  ///< for letters that are messages; locked first
  MPI_Comm comm_;
  int tags_ = 32767;
  int announced_ = 0;                          ///< counts tags
  std::vector<Correspondent> correspondents_;  ///< by their number on the node
  std::vector<SentLetter> messages_;           ///< not known to be received
};

std::unique_ptr<Post> the_post;

Taken result(std::int64_t sent, const Piece& piece, bool good) {
  if (!good) return Taken::failed;
  return sent > piece.bytes() ? Taken::truncated : Taken::whole;
}

/// The data of a letter, or the message that it announces.
Taken take_data(const std::byte* data, std::int64_t sent, std::uint32_t slot, const Piece& piece,
                Announced& announced) {
  if (slot != Letter::announced) return result(sent, piece, piece.unpack(data, std::min(sent, piece.bytes())));
  std::memcpy(&announced, data, sizeof announced);
  return Taken::announced;
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

Correspondent& Post::reading(int peer) {
  Correspondent& one = correspondents_[peer];
  if (!std::exchange(one.from_opened, true)) {
    NodeMemory& node = *node_memory();
    if (Letterbox* box = node.letterbox(static_cast<std::uint32_t>(peer), node.me())) one.from.emplace(*box);
  }
  return one;
}

bool Post::send(int peer, const Label& label, const Piece& piece) {
  const std::lock_guard lock(mutex_);
  const auto bytes = static_cast<std::uint64_t>(piece.bytes());
  const bool inside = bytes <= Letterbox::most_inside;
  Correspondent& one = writing(peer);
  Letter* letter = one.to ? one.to->write(inside ? bytes : 0) : nullptr;
  if (letter == nullptr) return send_message(peer, label, piece);
  letter->label = label;
  letter->bytes = bytes;
  letter->slot = Letter::inside;
  if (inside) {
    const bool packed = piece.pack(letter->data());
    one.to->post(*letter);
    return packed;
  }
  // No probe finds it: it is for no process.
  transport::Envelope envelope{0, -1, 0, bytes};
  NodeMemory& node = *node_memory();
  const std::optional<std::uint32_t> slot = node.outbox().reserve(envelope);
  if (!slot) return send_message(peer, label, piece);
  letter->slot = *slot;
  one.to->post(*letter);
  return piece.pack_into(node.mine(), *slot);
}

int Post::announce(int peer, const Label& label, std::int64_t bytes) {
  const std::lock_guard lock(mutex_);
  const Announced announced{letter_tag + 1 + announced_++ % (tags_ - letter_tag), bytes};
  if (announced_ == tags_) announced_ = 0;
  const auto fill = [&](std::byte* to) {
    std::memcpy(to, &announced, sizeof announced);
    return true;
  };
  Correspondent& one = writing(peer);
  Letter* letter = one.to ? one.to->write(sizeof announced) : nullptr;
  if (letter == nullptr) {
    send_message(peer, {label, static_cast<int>(node_memory()->me()), Letter::announced}, sizeof announced, fill);
    return announced.tag;
  }
  letter->label = label;
  letter->bytes = sizeof announced;
  letter->slot = Letter::announced;
  fill(letter->data());
  one.to->post(*letter);
  return announced.tag;
}

bool Post::send_message(int peer, const Label& label, const Piece& piece) {
  const Header header{label, static_cast<int>(node_memory()->me()), Letter::inside};
  return send_message(peer, header, piece.bytes(), [&](std::byte* to) { return piece.pack(to); });
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
    correspondents_[header.sender].early.emplace(header.label, Early{std::move(bytes), header.slot});
  }
}

Taken Post::take(int peer, const Label& label, const Piece& piece, Announced& announced) {
  const std::lock_guard lock(mutex_);
  Correspondent& one = reading(peer);
  if (!one.early.empty()) {
    if (const auto found = one.early.extract(label)) {
      const Early& early = found.mapped();
      if (!Letter::has_data(early.slot)) return take_slot(peer, early.slot, piece);
      return take_data(early.data.data(), static_cast<std::int64_t>(early.data.size()), early.slot, piece, announced);
    }
  }
  while (const Letter* letter = one.from ? one.from->first() : nullptr) {
    const auto sent = static_cast<std::int64_t>(letter->bytes);
    if (letter->label == label) {
      const std::uint32_t slot = letter->slot;
      const bool has_data = Letter::has_data(slot);
      const Taken taken = has_data ? take_data(letter->data(), sent, slot, piece, announced) : Taken::not_yet;
      one.from->remove();
      return has_data ? taken : take_slot(peer, slot, piece);
    }
    Early early{{}, letter->slot};
    if (Letter::has_data(letter->slot)) early.data.assign(letter->data(), letter->data() + sent);
    one.early.emplace(letter->label, std::move(early));
    one.from->remove();
  }
  return Taken::not_yet;
}

void Post::progress() {
  // One thread looks, and the others take letters: in Improbe, an MPI may give away the core.
  if (const std::unique_lock looks(looking_, std::try_to_lock); looks) receive_messages();
}

}  // namespace

bool start_post() {
  MPI_Comm comm = MPI_COMM_NULL;
  if (mpi::real().Comm_dup(mpi::program_world(), &comm) != MPI_SUCCESS) return false;
  PMPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  the_post = std::make_unique<Post>(comm);
  return true;
}

void stop_post() { the_post.reset(); }

bool post(int peer, const Label& label, const Piece& piece) { return the_post->send(peer, label, piece); }

int announce(int peer, const Label& label, std::int64_t bytes) { return the_post->announce(peer, label, bytes); }

Taken take_letter(int peer, const Label& label, const Piece& piece, Announced& announced) {
  return the_post->take(peer, label, piece, announced);
}

void progress_post() { the_post->progress(); }

MPI_Comm post_comm() { return the_post->comm(); }

}  // namespace cartwright::preload
