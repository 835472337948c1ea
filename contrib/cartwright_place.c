/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "cartwright_place.h"

#include <cartwright/mapping.h>
#include <cartwright/network.h>
#include <stdio.h>
#include <stdlib.h>

/* A node: its processes are ranks[first] to ranks[first + size - 1] of the table. */
typedef struct {
  int size, first, lowest_rank;
} node_entry;

typedef struct {
  int count;         /* nodes, those with most processes first, then by their lowest ranks */
  node_entry* nodes; /* count entries */
  int64_t* sizes;    /* count sizes */
  int* ranks;        /* the process in each slot: node by node, ascending within each */
  int* node_of_rank; /* an index of nodes */
} node_table;

typedef struct {
  int node, rank;
} standing;

static int by_node_and_rank(const void* a, const void* b) {
  const standing *x = a, *y = b;
  return x->node != y->node ? (x->node > y->node) - (x->node < y->node) : x->rank - y->rank;
}

static int by_size_and_rank(const void* a, const void* b) {
  const node_entry *x = a, *y = b;
  return x->size != y->size ? y->size - x->size : x->lowest_rank - y->lowest_rank;
}

static void free_table(node_table* table) {
  free(table->nodes);
  free(table->sizes);
  free(table->ranks);
  free(table->node_of_rank);
}

/* Sorts `size` processes by their nodes. Returns 0 without enough memory; the table may be freed all the same. */
static int fill_table(int size, const int node_of_rank[], node_table* table) {
  const size_t room = size > 0 ? (size_t)size : 1;
  standing* const sorted = malloc(room * sizeof *sorted);
  table->count = 0;
  table->nodes = malloc(room * sizeof *table->nodes);
  table->sizes = malloc(room * sizeof *table->sizes);
  table->ranks = malloc(room * sizeof *table->ranks);
  table->node_of_rank = malloc(room * sizeof *table->node_of_rank);
  if (!sorted || !table->nodes || !table->sizes || !table->ranks || !table->node_of_rank) {
    free(sorted);
    cw_set_last_error("too little memory for the nodes of all processes");
    return 0;
  }
  for (int rank = 0; rank < size; ++rank) sorted[rank] = (standing){node_of_rank[rank], rank};
  qsort(sorted, (size_t)size, sizeof *sorted, by_node_and_rank);
  for (int i = 0; i < size; ++i) {
    if (i == 0 || sorted[i].node != sorted[i - 1].node)
      table->nodes[table->count++] = (node_entry){0, i, sorted[i].rank};
    ++table->nodes[table->count - 1].size;
  }
  qsort(table->nodes, (size_t)table->count, sizeof *table->nodes, by_size_and_rank);
  int slot = 0;
  for (int node = 0; node < table->count; ++node) {
    node_entry* const entry = &table->nodes[node];
    table->sizes[node] = entry->size;
    for (int i = 0; i < entry->size; ++i) {
      const int rank = sorted[entry->first + i].rank;
      table->ranks[slot + i] = rank;
      table->node_of_rank[rank] = node;
    }
    entry->first = slot;
    slot += entry->size;
  }
  free(sorted);
  return 1;
}

/* The processes that communicate: neighbors in a grid, or along edges. */
typedef struct {
  int vertices;
  int ndims; /* -1: edges */
  const int *dims, *periods;
  int count; /* of edges */
  const int* edges;
} pattern;

/* The weight of the edges between nodes. In a grid both directions cost the same, so each boundary counts once. */
static double cut(const pattern* pattern, const int node_of_vertex[]) {
  double weight = 0;
  for (int i = 0; i < pattern->count; ++i)
    if (node_of_vertex[pattern->edges[3 * i]] != node_of_vertex[pattern->edges[3 * i + 1]])
      weight += pattern->edges[3 * i + 2];
  int stride = 1;
  for (int d = pattern->ndims - 1; d >= 0; --d) {
    const int dim = pattern->dims[d];
    for (int cell = 0; cell < pattern->vertices; ++cell) {
      const int coord = cell / stride % dim;
      if (coord + 1 == dim && !pattern->periods[d]) continue;
      const int next = coord + 1 < dim ? cell + stride : cell - coord * stride;
      if (node_of_vertex[cell] != node_of_vertex[next]) ++weight;
    }
    stride *= dim;
  }
  return weight;
}

/* Gives each process the vertex of its slot, if that cuts less than ranks as they are. Returns as the caller does. */
static int take_if_better(const pattern* pattern, const node_table* table, const int64_t order[], int new_rank[]) {
  int* const node_of_vertex = calloc((size_t)pattern->vertices, sizeof *node_of_vertex);
  if (!node_of_vertex) return -1;
  for (int slot = 0; slot < pattern->vertices; ++slot)
    node_of_vertex[order[slot]] = table->node_of_rank[table->ranks[slot]];
  const int better = cut(pattern, node_of_vertex) < cut(pattern, table->node_of_rank);
  free(node_of_vertex);
  for (int slot = 0; better && slot < pattern->vertices; ++slot) new_rank[table->ranks[slot]] = (int)order[slot];
  return better;
}

static int place_in_grid(const pattern* pattern, const node_table* table, int new_rank[]) {
  cw_machine* machine = NULL;
  cw_problem* problem = NULL;
  cw_mapping* mapping = NULL;
  const int64_t* order = NULL;
  int result = -1;
  int64_t dims[16]; /* cw_problem_create takes no more */
  for (int d = 0; d < pattern->ndims && d < 16; ++d) dims[d] = pattern->dims[d];
  if (cw_machine_from_nodes((size_t)table->count, table->sizes, &machine) == CW_OK &&
      cw_problem_create(machine, (size_t)pattern->ndims, dims, pattern->periods, "nn", &problem) == CW_OK &&
      cw_map(problem, NULL, &mapping) == CW_OK && cw_mapping_order(mapping, &order) == CW_OK)
    result = take_if_better(pattern, table, order, new_rank);
  cw_mapping_free(mapping);
  cw_problem_free(problem);
  cw_machine_free(machine);
  return result;
}

/* A graph is a job of messages, on nodes at one switch. */
static int place_on_switch(const pattern* pattern, const node_table* table, int new_rank[]) {
  const int last = table->count - 1;
  if (table->sizes[0] != table->sizes[last > 0 ? last - 1 : 0]) {
    cw_set_last_error("graphs need nodes with equal numbers of processes, but for one with fewer");
    return -1;
  }
  const size_t count = (size_t)pattern->count, vertices = (size_t)pattern->vertices;
  int64_t* const ends = malloc((2 * count + vertices + (size_t)table->count) * sizeof *ends);
  double* const weights = malloc(count * sizeof *weights);
  cw_network* network = NULL;
  cw_job* job = NULL;
  int result = -1;
  if (ends && weights) {
    int64_t *const from = ends, *const to = from + count, *const order = to + count, *const next = order + vertices;
    for (size_t i = 0; i < count; ++i) {
      from[i] = pattern->edges[3 * i];
      to[i] = pattern->edges[3 * i + 1];
      weights[i] = pattern->edges[3 * i + 2];
    }
    char spec[64];
    snprintf(spec, sizeof spec, "fat-tree:down=%d,up=1", table->count);
    const int64_t size = pattern->vertices;
    cw_job_options options = CW_JOB_OPTIONS_INIT;
    options.ndims = 1;
    options.dims = &size;
    options.message_count = count;
    options.message_from = from;
    options.message_to = to;
    options.message_bytes = weights;
    options.ranks_per_node = table->sizes[0];
    options.policy = "contiguous"; /* all nodes, in their order */
    int64_t ranks;
    const int64_t* node_of_vertex;
    if (cw_network_create(spec, &network) == CW_OK && cw_job_place(network, &options, &job) == CW_OK &&
        cw_job_node_of_rank(job, &ranks, &node_of_vertex) == CW_OK) {
      for (int node = 0; node < table->count; ++node) next[node] = table->nodes[node].first;
      for (int64_t vertex = 0; vertex < ranks; ++vertex) order[next[node_of_vertex[vertex]]++] = vertex;
      result = take_if_better(pattern, table, order, new_rank);
    }
  }
  cw_job_free(job);
  cw_network_free(network);
  free(weights);
  free(ends);
  return result;
}

static int place(const pattern* pattern, int size, const int node_of_rank[], int new_rank[]) {
  for (int rank = 0; rank < size; ++rank) new_rank[rank] = rank;
  node_table table;
  int result = -1;
  if (fill_table(pattern->vertices, node_of_rank, &table)) {
    if (table.count < 2)
      result = 0;
    else
      result =
          pattern->ndims < 0 ? place_on_switch(pattern, &table, new_rank) : place_in_grid(pattern, &table, new_rank);
  }
  free_table(&table);
  return result;
}

int cartwright_place_cart(int size, const int node_of_rank[], int ndims, const int dims[], const int periods[],
                          int new_rank[]) {
  int64_t cells = 1;
  for (int d = 0; d < ndims; ++d) cells = dims[d] < 1 || cells > size ? 0 : cells * dims[d];
  const pattern grid = {cells > size ? 0 : (int)cells, ndims, dims, periods, 0, NULL};
  return place(&grid, size, node_of_rank, new_rank);
}

int cartwright_place_graph(int size, const int node_of_rank[], int count, const int edges[], int new_rank[]) {
  const pattern graph = {count > 0 ? size : 0, -1, NULL, NULL, count, edges};
  return place(&graph, size, node_of_rank, new_rank);
}
