// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "transport/layout_words.hpp"

#include "base/error.hpp"

namespace cartwright::transport {

namespace {

using datatype::Integers;
using datatype::Node;
using datatype::TypePtr;

class Writer {
 public:
  explicit Writer(std::size_t most) : most_(most) {}

  void write(std::int64_t value) {
    if (words.size() < most_)
      words.push_back(value);
    else
      full = true;
  }
  void write(const Integers& values) {
    write(static_cast<std::int64_t>(values.size()));
    if (values.size() > most_ - words.size()) full = true;
    for (std::size_t i = 0; i < values.size() && !full; ++i) write(values[i]);
  }
  void write(const Node& node) {
    if (full) return;
    write(static_cast<std::int64_t>(node.kind));
    switch (node.kind) {
      case Node::Kind::block: write(node.size); break;
      case Node::Kind::loop:
        write(node.count);
        write(node.stride);
        break;
      case Node::Kind::list: write(node.offsets); break;
      case Node::Kind::ragged:
        write(node.offsets);
        write(node.lengths);
        break;
      case Node::Kind::sequence: write(node.offsets); break;
    }
    for (const datatype::NodePtr& body : node.bodies) write(*body);
  }

  std::vector<std::int64_t> words;
  bool full = false;

 private:
  std::size_t most_;
};

/// Reads nodes as types of bytes. Normalizing them gives the nodes that were written.
class Reader {
 public:
  explicit Reader(std::span<const std::int64_t> words) : words_(words) {}

  std::int64_t value() {
    if (words_.empty()) base::fail(base::Status::parse, "the integers of a layout end too early");
    const std::int64_t first = words_[0];
    words_ = words_.subspan(1);
    return first;
  }
  Integers values() {
    const std::size_t count = value();
    if (count > words_.size())
      base::fail(base::Status::parse, "a layout has a list of {} integers, but only {} are left", count, words_.size());
    std::vector<std::int64_t> list(words_.begin(), words_.begin() + static_cast<std::ptrdiff_t>(count));
    words_ = words_.subspan(count);
    return Integers::fitted(std::move(list));
  }
  TypePtr node() {
    const std::int64_t kind = value();
    switch (static_cast<Node::Kind>(kind)) {
      case Node::Kind::block: return datatype::contiguous(value(), byte_);
      case Node::Kind::loop: {
        const std::int64_t count = value();
        const std::int64_t stride = value();
        return datatype::hvector(count, 1, stride, node());
      }
      case Node::Kind::list: {
        Integers offsets = values();
        return datatype::hindexed_block(1, std::move(offsets), node());
      }
      case Node::Kind::ragged: {
        Integers offsets = values();
        Integers lengths = values();
        return datatype::hindexed(std::move(lengths), std::move(offsets), byte_);
      }
      case Node::Kind::sequence: {
        Integers offsets = values();
        std::vector<TypePtr> bodies;
        for (std::size_t i = 0; i < offsets.size(); ++i) bodies.push_back(node());
        const Integers ones = Integers::fitted(std::vector<std::int64_t>(offsets.size(), 1));
        return datatype::structure(ones, std::move(offsets), std::move(bodies));
      }
    }
    base::fail(base::Status::parse, "a layout has no node of kind {}", kind);
  }

 private:
  std::span<const std::int64_t> words_;
  TypePtr byte_ = datatype::basic_named("byte");
};

}  // namespace

std::optional<std::vector<std::int64_t>> write_layout(const datatype::Layout& layout, std::size_t most) {
  Writer writer(most);
  writer.write(layout.origin);
  writer.write(layout.extent);
  writer.write(*layout.root);
  if (writer.full) return std::nullopt;
  return std::move(writer.words);
}

datatype::Layout read_layout(std::span<const std::int64_t> words) {
  Reader reader(words);
  const std::int64_t origin = reader.value();
  const std::int64_t extent = reader.value();
  return datatype::normalize(*datatype::resized(0, extent, datatype::structure({1}, {origin}, {reader.node()})));
}

}  // namespace cartwright::transport
