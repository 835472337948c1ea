// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause

// The ways of cartwright simulate --collective, carried out by messages. Data is sent from one buffer and received into
// another: only times count.
// usage: collectives alltoall|allgather RANKS_PER_NODE OVERHEAD_IN_NS RADIX BYTES...
// prints for each size and way: WAY,BYTES,SECONDS

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int rank, ranks, on_node, nodes, number, requests;
static long block, overhead, radix;
static char *sent, *received;
static MPI_Request* request;

static void pause_for(double seconds) {
  struct timespec time = {(time_t)seconds, (long)(1e9 * (seconds - (double)(time_t)seconds))};
  if (seconds > 0) nanosleep(&time, NULL);
}

static void receive(int from, long blocks) {
  if (from != rank && blocks > 0)
    MPI_Irecv(received, (int)(blocks * block), MPI_BYTE, from, 0, MPI_COMM_WORLD, &request[requests++]);
}

static void send(int to, long blocks, int* others) {
  if (to == rank || blocks == 0) return;
  if (to / on_node != rank / on_node && (*others)++ > 0) pause_for(1e-9 * (double)overhead);
  MPI_Isend(sent, (int)(blocks * block), MPI_BYTE, to, 0, MPI_COMM_WORLD, &request[requests++]);
}

static void finish(void) {
  MPI_Waitall(requests, request, MPI_STATUSES_IGNORE);
  requests = 0;
}

static void shift(int by, long blocks) {
  int others = 0;
  receive((rank - by + ranks) % ranks, blocks);
  send((rank + by) % ranks, blocks, &others);
  finish();
}

static void direct(void) {
  int others = 0;
  for (int i = 1; i < ranks; ++i) receive((rank - i + ranks) % ranks, 1);
  for (int i = 1; i < ranks; ++i) send((rank + i) % ranks, 1, &others);
  finish();
}

static void bruck(void) {
  for (int by = 1; by < ranks; by *= 2) {
    long blocks = 0;
    for (int way = 0; way < ranks; ++way) blocks += (way & by) != 0;
    shift(by, blocks);
  }
}

// Blocks that one process has for others and that go by a carrier.
static long carried(int carrier, int carriers) {
  long blocks = 0;
  for (int distance = 1; distance < nodes; ++distance)
    if ((distance - 1) % carriers == carrier) blocks += on_node;
  return blocks;
}

static void joined(int carriers) {
  const int first = rank - number;
  int others = 0;
  for (int i = 0; i < on_node; ++i) receive(first + i, carried(number, carriers) + 1);
  for (int i = 0; i < on_node; ++i) send(first + i, carried(i, carriers) + 1, &others);
  finish();
  for (int distance = number + 1; number < carriers && distance < nodes; distance += carriers)
    receive((rank - distance * on_node + ranks) % ranks, (long)on_node * on_node);
  for (int distance = number + 1; number < carriers && distance < nodes; distance += carriers)
    send((rank + distance * on_node) % ranks, (long)on_node * on_node, &others);
  finish();
  for (int i = 0; i < on_node; ++i) receive(first + i, carried(i, carriers));
  for (int i = 0; i < on_node; ++i) send(first + i, carried(number, carriers), &others);
  finish();
}

// Leaders pass on the blocks whose way has a digit, to one node for each digit.
static void relayed(void) {
  const int first = rank - number;
  int others = 0;
  for (int i = 1; number == 0 && i < on_node; ++i) receive(first + i, ranks);
  if (number != 0) send(first, ranks, &others);
  finish();
  for (long held = 1; number == 0 && held < nodes; held *= radix) {
    others = 0;
    for (int turn = 0; turn < 2; ++turn)
      for (long away = held; away < nodes && away < held * radix; away += held) {
        long blocks = 0;
        for (long way = 0; way < nodes; ++way)
          if (way / held % radix == away / held) blocks += (long)on_node * on_node;
        if (turn == 0) receive((int)((rank - away * on_node + ranks) % ranks), blocks);
        if (turn == 1) send((int)((rank + away * on_node) % ranks), blocks, &others);
      }
    finish();
  }
  if (number != 0) receive(first, ranks);
  for (int i = 1; number == 0 && i < on_node; ++i) send(first + i, ranks, &others);
  finish();
}

static void ring(void) {
  for (int i = 1; i < ranks; ++i) shift(1, 1);
}

// Units of `size` ranks pass on what they have, to `of` - 1 others at once: `blocks` for each unit.
static void gather(int size, long of, long blocks) {
  const long units = ranks / size;
  for (long held = 1; held < units; held *= of) {
    int others = 0;
    for (long away = held; away < units && away < held * of; away += held)
      receive((int)((rank - away * size + ranks) % ranks), (held < units - away ? held : units - away) * blocks);
    for (long away = held; away < units && away < held * of; away += held)
      send((int)((rank + away * size) % ranks), (held < units - away ? held : units - away) * blocks, &others);
    finish();
  }
}

static void doubling(void) {
  if ((ranks & (ranks - 1)) != 0) gather(1, 2, 1);
  for (int bit = 1; (ranks & (ranks - 1)) == 0 && bit < ranks; bit *= 2) {
    int others = 0;
    receive(rank ^ bit, bit);
    send(rank ^ bit, bit, &others);
    finish();
  }
}

static void by_leader(void) {
  const int first = rank - number;
  int others = 0;
  for (int i = 1; number == 0 && i < on_node; ++i) receive(first + i, 1);
  if (number != 0) send(first, 1, &others);
  finish();
  if (number == 0) gather(on_node, radix, on_node);
  if (number != 0) receive(first, ranks - 1);
  for (int i = 1; number == 0 && i < on_node; ++i) send(first + i, ranks - 1, &others);
  finish();
}

static void by_all(void) {
  int others = 0;
  gather(on_node, radix, 1);
  for (int i = 0; i < on_node; ++i) receive(rank - number + i, nodes);
  for (int i = 0; i < on_node; ++i) send(rank - number + i, nodes, &others);
  finish();
}

static void carry_out(int alltoall, int way) {
  if (alltoall) {
    if (way == 0) direct();
    if (way == 1) bruck();
    if (way == 2 || way == 3) joined(way == 2 ? on_node : 1);
    if (way == 4) relayed();
  } else {
    if (way == 0) ring();
    if (way == 1) doubling();
    if (way == 2) by_all();
    if (way == 3) by_leader();
  }
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int alltoall = argc > 1 && strcmp(argv[1], "alltoall") == 0;
  on_node = argc > 3 ? atoi(argv[2]) : 0;
  radix = argc > 4 ? atol(argv[4]) : 0;
  if (argc < 6 || on_node < 1 || ranks % on_node != 0 || radix < 2) {
    if (rank == 0)
      fprintf(stderr, "usage: collectives alltoall|allgather RANKS_PER_NODE OVERHEAD_IN_NS RADIX BYTES...\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  overhead = atol(argv[3]);
  nodes = ranks / on_node;
  number = rank % on_node;
  const size_t most = (size_t)atol(argv[argc - 1]) * (size_t)ranks * (size_t)on_node;
  sent = malloc(most);
  received = malloc(most);
  request = malloc(sizeof *request * 2 * (size_t)ranks);
  const char* names[2][5] = {{"ring", "doubling", "all processes", "one leader", NULL},
                             {"direct", "Bruck", "all processes", "one leader", "relayed"}};
  for (int i = 5; i < argc; ++i)
    for (int way = 0; way < 5 && names[alltoall][way]; ++way) {
      block = atol(argv[i]);
      // All begin together: the simulated clock is the same everywhere.
      double start = MPI_Wtime() + 0.01, end, last;
      MPI_Bcast(&start, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
      pause_for(start - MPI_Wtime());
      carry_out(alltoall, way);
      end = MPI_Wtime() - start;
      MPI_Reduce(&end, &last, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
      if (rank == 0) printf("%s,%ld,%.9g\n", names[alltoall][way], block, last);
    }
  MPI_Finalize();
  return 0;
}
