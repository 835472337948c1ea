// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "exchange/contenders.hpp"

#include "succeed.hpp"

#include <cartwright/halo.h>

#include <algorithm>

namespace cartwright::bench {

namespace {

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
  const char* explanation() const { return cw_halo_explain(plan_); }

 private:
  cw_halo* plan_ = nullptr;
};

/// Arrays in private memory.
class InMemory : public Contender {
 protected:
  InMemory(std::string name, const Blocks& blocks) : Contender(std::move(name), blocks) {
    for (int i = 0; i < blocks.halo().fields; ++i) {
      memory_.emplace_back(blocks.points() + 16 * i);
      fields_.push_back(memory_.back().data());
    }
  }

 private:
  std::vector<std::vector<double>> memory_;
};

/// One message for each side, which loops have packed.
class Loops : public InMemory {
 public:
  explicit Loops(const Blocks& blocks) : InMemory("MPI, loops", blocks), requests_(2 * blocks.sides().size()) {
    for (const Side& side : blocks.sides())
      for (auto* buffers : {&in_, &out_}) buffers->emplace_back(blocks.points(side.ghosts) * blocks.halo().fields);
  }
  void exchange() override {
    const std::vector<Side>& sides = blocks_.sides();
    for (std::size_t i = 0; i < sides.size(); ++i)
      MPI_Irecv(in_[i].data(), static_cast<int>(in_[i].size()), MPI_DOUBLE, sides[i].rank,
                static_cast<int>(sides.size() - 1 - i), blocks_.cart(), &requests_[i]);
    for (std::size_t i = 0; i < sides.size(); ++i) {
      double* to = out_[i].data();
      for (double* field : fields_) to = blocks_.pack(to, field, sides[i].boundary);
      MPI_Isend(out_[i].data(), static_cast<int>(out_[i].size()), MPI_DOUBLE, sides[i].rank, static_cast<int>(i),
                blocks_.cart(), &requests_[sides.size() + i]);
    }
    MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE);
    for (std::size_t i = 0; i < sides.size(); ++i) {
      const double* from = in_[i].data();
      for (double* field : fields_) from = blocks_.unpack(field, from, sides[i].ghosts);
    }
  }

 private:
  std::vector<std::vector<double>> in_, out_;
  std::vector<MPI_Request> requests_;
};

/// The boxes of all fields as datatypes, at absolute addresses.
class Types : public InMemory {
 protected:
  Types(std::string name, const Blocks& blocks) : InMemory(std::move(name), blocks) {
    for (const Side& side : blocks.sides()) {
      in_.push_back(type_of(side.ghosts));
      out_.push_back(type_of(side.boundary));
      ranks_.push_back(side.rank);
    }
  }
  ~Types() override {
    for (MPI_Datatype& type : in_) MPI_Type_free(&type);
    for (MPI_Datatype& type : out_) MPI_Type_free(&type);
  }
  std::vector<MPI_Datatype> in_, out_;
  std::vector<int> ranks_;

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
  explicit Subarrays(const Blocks& blocks) : Types("MPI, subarrays", blocks), requests_(2 * ranks_.size()) {}
  void exchange() override {
    const std::size_t n = ranks_.size();
    for (std::size_t i = 0; i < n; ++i)
      MPI_Irecv(MPI_BOTTOM, 1, in_[i], ranks_[i], static_cast<int>(n - 1 - i), blocks_.cart(), &requests_[i]);
    for (std::size_t i = 0; i < n; ++i)
      MPI_Isend(MPI_BOTTOM, 1, out_[i], ranks_[i], static_cast<int>(i), blocks_.cart(), &requests_[n + i]);
    MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE);
  }

 private:
  std::vector<MPI_Request> requests_;
};

class Persistent : public Types {
 public:
  explicit Persistent(const Blocks& blocks) : Types("MPI, persistent", blocks), requests_(2 * ranks_.size()) {
    const std::size_t n = ranks_.size();
    for (std::size_t i = 0; i < n; ++i) {
      MPI_Recv_init(MPI_BOTTOM, 1, in_[i], ranks_[i], static_cast<int>(n - 1 - i), blocks.cart(), &requests_[i]);
      MPI_Send_init(MPI_BOTTOM, 1, out_[i], ranks_[i], static_cast<int>(i), blocks.cart(), &requests_[n + i]);
    }
  }
  ~Persistent() override {
    for (MPI_Request& request : requests_) MPI_Request_free(&request);
  }
  void exchange() override {
    MPI_Startall(static_cast<int>(requests_.size()), requests_.data());
    MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE);
  }

 private:
  std::vector<MPI_Request> requests_;
};

class Neighborhood : public Types {
 public:
  explicit Neighborhood(const Blocks& blocks)
      : Types("MPI, Neighbor_alltoallw", blocks), counts_(ranks_.size(), 1), displacements_(ranks_.size(), 0) {
    // Messages between two processes match in the order of their neighbors: out of the opposite side, into this one.
    std::vector<int> sources(ranks_.rbegin(), ranks_.rend());
    std::ranges::reverse(in_);
    const int n = static_cast<int>(ranks_.size());
    MPI_Dist_graph_create_adjacent(blocks.cart(), n, sources.data(), MPI_UNWEIGHTED, n, ranks_.data(), MPI_UNWEIGHTED,
                                   MPI_INFO_NULL, 0, &graph_);
  }
  ~Neighborhood() override { MPI_Comm_free(&graph_); }
  void exchange() override {
    MPI_Neighbor_alltoallw(MPI_BOTTOM, counts_.data(), displacements_.data(), out_.data(), MPI_BOTTOM, counts_.data(),
                           displacements_.data(), in_.data(), graph_);
  }

 private:
  std::vector<int> counts_;
  std::vector<MPI_Aint> displacements_;
  MPI_Comm graph_ = MPI_COMM_NULL;
};

/// No synchronization: one copy of each box out of the arrays of the neighbors, or pack and unpack through a buffer
/// that they share.
class Limit : public Contender {
 public:
  Limit(const Blocks& blocks, bool packed)
      : Contender(packed ? "limit, packed" : "limit, one copy", blocks), packed_(packed) {
    MPI_Comm_split_type(blocks.cart(), MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node_);
    MPI_Comm_rank(node_, &rank_);
    int processes = 0;
    MPI_Comm_size(node_, &processes);
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
    for (int process = 0; process < processes; ++process) {
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
    double* to = bases_[rank_] + buffer;
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
  MPI_Comm node_ = MPI_COMM_NULL;
  int rank_ = 0;
  MPI_Win window_ = MPI_WIN_NULL;
  std::vector<double*> bases_;
};

}  // namespace

std::vector<std::unique_ptr<Contender>> contenders(const Blocks& blocks, bool measure, bool alltoallw) {
  std::vector<std::unique_ptr<Contender>> all;
  all.push_back(std::make_unique<Engine>(blocks, measure));
  all.push_back(std::make_unique<Loops>(blocks));
  all.push_back(std::make_unique<Subarrays>(blocks));
  all.push_back(std::make_unique<Persistent>(blocks));
  if (alltoallw) all.push_back(std::make_unique<Neighborhood>(blocks));
  int processes = 0;
  int together = 0;
  MPI_Comm_size(blocks.cart(), &processes);
  MPI_Comm node;
  MPI_Comm_split_type(blocks.cart(), MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  MPI_Comm_size(node, &together);
  MPI_Comm_free(&node);
  if (together == processes) {
    all.push_back(std::make_unique<Limit>(blocks, false));
    all.push_back(std::make_unique<Limit>(blocks, true));
  }
  return all;
}

}  // namespace cartwright::bench
