// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "exchange/blocks.hpp"
#include "lib/mpi_program.hpp"
#include "lib/succeed.hpp"

#include <cartwright/halo.h>

#include <memory>

namespace cartwright::bench {

/// One way to exchange a halo, with arrays of its own.
class Contender {
 public:
  virtual ~Contender() = default;
  /// Fills all ghost points of all fields.
  virtual void exchange() = 0;
  const std::string& name() const { return name_; }
  const std::vector<double*>& fields() const { return fields_; }

 protected:
  Contender(std::string name, const Blocks& blocks) : name_(std::move(name)), blocks_(blocks) {}
  std::string name_;
  const Blocks& blocks_;
  std::vector<double*> fields_;
};

class Engine : public Contender {
 public:
  Engine(const Blocks& blocks, bool measure) : Contender("Cartwright", blocks) {
    const HaloCase& halo = blocks.halo();
    const Indices sizes = {halo.size, halo.size, halo.size, halo.size};
    Indices widths{};
    for (std::size_t axis = 0; axis < halo.axes; ++axis) widths[axis] = halo.width;
    std::vector<cw_halo_field> fields(static_cast<std::size_t>(halo.fields), cw_halo_field CW_HALO_FIELD_INIT);
    for (cw_halo_field& field : fields) {
      void* array = nullptr;
      succeed(cw_halo_alloc(blocks.points() * 8, &array));
      fields_.push_back(static_cast<double*>(array));
      field.base = fields_.back() + blocks.index(widths);
      field.sizes = sizes.data();
    }
    cw_halo_options options = CW_HALO_OPTIONS_INIT;
    options.shape = halo.corners ? CW_HALO_ALL : CW_HALO_FACES;
    if (measure) options.effort = CW_HALO_MEASURE;
    std::vector<std::int64_t> offsets(2 * halo.axes);
    if (halo.only_axis >= 0) {
      options.shape = CW_HALO_OFFSETS;
      options.noffsets = 2;
      offsets[halo.only_axis] = halo.width;
      offsets[halo.axes + halo.only_axis] = -halo.width;
      options.offsets = offsets.data();
    }
    succeed(cw_halo_create(blocks.cart(), halo.axes, halo.width, fields.data(), fields.size(), &options, &plan_));
  }
  ~Engine() override {
    cw_halo_free(plan_);
    for (double* field : fields_) cw_halo_dealloc(field);
  }
  void exchange() override { succeed(cw_halo_exchange(plan_)); }

 private:
  cw_halo* plan_ = nullptr;
};

/// Arrays in private memory, and requests to receive and to send at each side. A message has the number of the side
/// that it leaves.
class InMemory : public Contender {
 protected:
  InMemory(std::string name, const Blocks& blocks)
      : Contender(std::move(name), blocks), sides_(blocks.sides()), requests_(2 * sides_.size()) {
    for (int i = 0; i < blocks.halo().fields; ++i) {
      memory_.emplace_back(blocks.points() + 16 * i);
      fields_.push_back(memory_.back().data());
    }
  }
  int arriving(std::size_t side) const { return static_cast<int>(sides_.size() - 1 - side); }
  void receive(std::size_t side, void* to, std::size_t count, MPI_Datatype type) {
    MPI_Irecv(to, static_cast<int>(count), type, sides_[side].rank, arriving(side), blocks_.cart(), &requests_[side]);
  }
  void send(std::size_t side, const void* from, std::size_t count, MPI_Datatype type) {
    MPI_Isend(from, static_cast<int>(count), type, sides_[side].rank, static_cast<int>(side), blocks_.cart(),
              &requests_[sides_.size() + side]);
  }
  void wait() { MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE); }

  const std::vector<Side>& sides_;
  std::vector<MPI_Request> requests_;

 private:
  std::vector<std::vector<double>> memory_;
};

/// One message for each side, which loops have packed.
class Loops : public InMemory {
 public:
  explicit Loops(const Blocks& blocks) : InMemory("MPI, loops", blocks) {
    for (const Side& side : sides_)
      for (auto* buffers : {&in_, &out_}) buffers->emplace_back(blocks.points(side.ghosts) * blocks.halo().fields);
  }
  void exchange() override {
    for (std::size_t i = 0; i < sides_.size(); ++i) receive(i, in_[i].data(), in_[i].size(), MPI_DOUBLE);
    for (std::size_t i = 0; i < sides_.size(); ++i) {
      double* to = out_[i].data();
      for (double* field : fields_) to = blocks_.pack(to, field, sides_[i].boundary);
      send(i, out_[i].data(), out_[i].size(), MPI_DOUBLE);
    }
    wait();
    for (std::size_t i = 0; i < sides_.size(); ++i) {
      const double* from = in_[i].data();
      for (double* field : fields_) from = blocks_.unpack(field, from, sides_[i].ghosts);
    }
  }

 private:
  std::vector<std::vector<double>> in_, out_;
};

/// The boxes of all fields as datatypes, at absolute addresses.
class Types : public InMemory {
 protected:
  Types(std::string name, const Blocks& blocks) : InMemory(std::move(name), blocks) {
    for (const Side& side : sides_) {
      in_.push_back(type_of(side.ghosts));
      out_.push_back(type_of(side.boundary));
    }
  }
  ~Types() override {
    for (auto* types : {&in_, &out_})
      for (MPI_Datatype& type : *types) MPI_Type_free(&type);
  }
  std::vector<MPI_Datatype> in_, out_;

 private:
  MPI_Datatype type_of(const Box& box) const {
    MPI_Datatype one = blocks_.subarray(box);
    std::vector<MPI_Aint> addresses(fields_.size());
    for (std::size_t i = 0; i < fields_.size(); ++i) MPI_Get_address(fields_[i], &addresses[i]);
    MPI_Datatype all;
    MPI_Type_create_hindexed_block(static_cast<int>(fields_.size()), 1, addresses.data(), one, &all);
    MPI_Type_commit(&all);
    MPI_Type_free(&one);
    return all;
  }
};

class Subarrays : public Types {
 public:
  explicit Subarrays(const Blocks& blocks) : Types("MPI, subarrays", blocks) {}
  void exchange() override {
    for (std::size_t i = 0; i < sides_.size(); ++i) receive(i, MPI_BOTTOM, 1, in_[i]);
    for (std::size_t i = 0; i < sides_.size(); ++i) send(i, MPI_BOTTOM, 1, out_[i]);
    wait();
  }
};

class Persistent : public Types {
 public:
  explicit Persistent(const Blocks& blocks) : Types("MPI, persistent", blocks) {
    const std::size_t n = sides_.size();
    for (std::size_t i = 0; i < n; ++i) {
      MPI_Recv_init(MPI_BOTTOM, 1, in_[i], sides_[i].rank, arriving(i), blocks.cart(), &requests_[i]);
      MPI_Send_init(MPI_BOTTOM, 1, out_[i], sides_[i].rank, static_cast<int>(i), blocks.cart(), &requests_[n + i]);
    }
  }
  ~Persistent() override {
    for (MPI_Request& request : requests_) MPI_Request_free(&request);
  }
  void exchange() override {
    MPI_Startall(static_cast<int>(requests_.size()), requests_.data());
    wait();
  }
};

class Neighborhood : public Types {
 public:
  explicit Neighborhood(const Blocks& blocks)
      : Types("MPI, Neighbor_alltoallw", blocks),
        graph_(blocks.graph()),
        counts_(sides_.size(), 1),
        displacements_(sides_.size(), 0) {
    std::ranges::reverse(in_);
  }
  ~Neighborhood() override { MPI_Comm_free(&graph_); }
  void exchange() override {
    MPI_Neighbor_alltoallw(MPI_BOTTOM, counts_.data(), displacements_.data(), out_.data(), MPI_BOTTOM, counts_.data(),
                           displacements_.data(), in_.data(), graph_);
  }

 private:
  MPI_Comm graph_;
  std::vector<int> counts_;
  std::vector<MPI_Aint> displacements_;
};

/// No synchronization: one copy of each box out of the arrays of the neighbors, or pack and unpack through a buffer
/// that they share.
class Limit : public Contender {
 public:
  Limit(const Blocks& blocks, bool packed)
      : Contender(packed ? "limit, packed" : "limit, one copy", blocks),
        packed_(packed),
        node_(node_of(blocks.cart())) {
    // Fields at different places in cache sets, then the buffer.
    const std::int64_t fields = blocks.halo().fields;
    const std::int64_t doubles = fields * (blocks.points() + 16) + blocks.ghost_bytes() / 8;
    double* mine = nullptr;
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, "alloc_shared_noncontig", "true");
    MPI_Win_allocate_shared(doubles * 8, 8, info, node_, &mine, &window_);
    MPI_Info_free(&info);
    std::fill_n(mine, doubles, 0.0);
    for (int process = 0; process < size_of(node_); ++process) {
      MPI_Aint bytes = 0;
      int unit = 0;
      double* base = nullptr;
      MPI_Win_shared_query(window_, process, &bytes, &unit, &base);
      bases_.push_back(base);
    }
    for (std::int64_t i = 0; i < fields; ++i) fields_.push_back(mine + i * (blocks.points() + 16));
  }
  ~Limit() override {
    MPI_Win_free(&window_);
    MPI_Comm_free(&node_);
  }
  void exchange() override {
    const std::size_t n = blocks_.sides().size();
    const auto field_of = [&](int rank, std::size_t i) { return bases_[rank] + (fields_[i] - fields_[0]); };
    const std::int64_t buffer = static_cast<std::int64_t>(fields_.size()) * (blocks_.points() + 16);
    if (!packed_) {
      for (const Side& side : blocks_.sides())
        for (std::size_t i = 0; i < fields_.size(); ++i)
          blocks_.copy(fields_[i], side.ghosts, field_of(side.rank, i), side.source);
      return;
    }
    double* to = fields_[0] + buffer;
    for (const Side& side : blocks_.sides())
      for (double* field : fields_) to = blocks_.pack(to, field, side.boundary);
    // The data for this side is in the buffer of the neighbor, for its opposite side.
    std::vector<std::int64_t> at(n + 1, 0);
    for (std::size_t k = 0; k < n; ++k)
      at[k + 1] = at[k] + blocks_.points(blocks_.sides()[k].boundary) * static_cast<std::int64_t>(fields_.size());
    for (std::size_t k = 0; k < n; ++k) {
      const Side& side = blocks_.sides()[k];
      const double* from = bases_[side.rank] + buffer + at[n - 1 - k];
      for (double* field : fields_) from = blocks_.unpack(field, from, side.ghosts);
    }
  }

 private:
  bool packed_;
  MPI_Comm node_;
  MPI_Win window_ = MPI_WIN_NULL;
  std::vector<double*> bases_;
};

/// All of them. Collective. The first is Cartwright's; those whose names begin with "MPI" are of MPI; "limit, one copy"
/// and "limit, packed" move the same bytes between the same cores without any synchronization, so their ghost points
/// may be wrong.
inline std::vector<std::unique_ptr<Contender>> contenders(const Blocks& blocks, bool measure, bool alltoallw) {
  std::vector<std::unique_ptr<Contender>> all;
  all.push_back(std::make_unique<Engine>(blocks, measure));
  all.push_back(std::make_unique<Loops>(blocks));
  all.push_back(std::make_unique<Subarrays>(blocks));
  all.push_back(std::make_unique<Persistent>(blocks));
  if (alltoallw) all.push_back(std::make_unique<Neighborhood>(blocks));
  MPI_Comm node = node_of(blocks.cart());
  if (size_of(node) == size_of(blocks.cart()))
    for (const bool packed : {false, true}) all.push_back(std::make_unique<Limit>(blocks, packed));
  MPI_Comm_free(&node);
  return all;
}

}  // namespace cartwright::bench
