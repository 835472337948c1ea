// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/post.hpp"

#include "base/hash.hpp"
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
  int tags() const { return tags_; }

  bool send(int peer, const Label& label, const Piece& piece);
  Taken take(int peer, const Label& label, const Piece& piece);
  void progress();

 private:
  Correspondent& writing(int peer);
  Correspondent& reading(int peer);
  bool send_message(int peer, const Label& label, const Piece& piece);
  void receive_messages();

  std::mutex mutex_;
  MPI_Comm comm_;
  int tags_ = 32767;
  std::vector<Correspondent> correspondents_;  ///< by their number on the node
  std::vector<SentLetter> messages_;           ///< not known to be received
};

std::unique_ptr<Post> the_post;

Taken result(std::int64_t sent, const Piece& piece, bool good) {
  if (!good) return Taken::failed;
  return sent > piece.bytes() ? Taken::truncated : Taken::whole;
}

Taken take_data(const std::byte* data, std::int64_t sent, const Piece& piece) {
  return result(sent, piece, piece.unpack(data, std::min(sent, piece.bytes())));
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

bool Post::send_message(int peer, const Label& label, const Piece& piece) {
  std::erase_if(messages_, [](SentLetter& message) {
    int done = 0;
    mpi::real().Test(&message.request, &done, MPI_STATUS_IGNORE);
    return done != 0;
  });
  const Header header{label, static_cast<int>(node_memory()->me())};
  SentLetter& message = messages_.emplace_back();
  message.bytes.resize(sizeof header + piece.bytes());
  std::memcpy(message.bytes.data(), &header, sizeof header);
  const bool packed = piece.pack(message.bytes.data() + sizeof header);
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
    correspondents_[header.sender].early.emplace(header.label, Early{std::move(bytes), Letter::inside});
  }
}

Taken Post::take(int peer, const Label& label, const Piece& piece) {
  const std::lock_guard lock(mutex_);
  Correspondent& one = reading(peer);
  if (!one.early.empty()) {
    if (const auto found = one.early.extract(label)) {
      const Early& early = found.mapped();
      if (early.slot != Letter::inside) return take_slot(peer, early.slot, piece);
      return take_data(early.data.data(), static_cast<std::int64_t>(early.data.size()), piece);
    }
  }
  while (const Letter* letter = one.from ? one.from->first() : nullptr) {
    const auto sent = static_cast<std::int64_t>(letter->bytes);
    if (letter->label == label) {
      const std::uint32_t slot = letter->slot;
      const bool inside = slot == Letter::inside;
      const Taken taken = inside ? take_data(letter->data(), sent, piece) : Taken::not_yet;
      one.from->remove();
      return inside ? taken : take_slot(peer, slot, piece);
    }
    Early early{{}, letter->slot};
    if (letter->slot == Letter::inside) early.data.assign(letter->data(), letter->data() + sent);
    one.early.emplace(letter->label, std::move(early));
    one.from->remove();
  }
  return Taken::not_yet;
}

void Post::progress() {
  const std::lock_guard lock(mutex_);
  receive_messages();
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

Taken take_letter(int peer, const Label& label, const Piece& piece) { return the_post->take(peer, label, piece); }

void progress_post() { the_post->progress(); }

MPI_Comm post_comm() { return the_post->comm(); }

int tag_of(const Label& label) {
  base::Hash hash;
  hash.add(label.channel);
  hash.add(label.edge);
  return 1 + static_cast<int>(hash.value() % static_cast<std::uint64_t>(the_post->tags()));
}

}  // namespace cartwright::preload
