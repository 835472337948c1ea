/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */

/* Places the transposes of an FFT on a network: selects nodes, maps the ranks, and prints the time that the busiest
 * link needs for each iteration, beside that of ranks that fill consecutive nodes in their order. The program checks
 * that the loads of the links are those of its messages. It needs no MPI. usage: place_job_c [network] */
#include <cartwright/network.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { rows = 8, columns = 4, ranks = rows * columns, ranks_per_node = 4 };
static const double bytes = 16384;

static void check(cw_status status) {
  if (status == CW_OK) return;
  fprintf(stderr, "place_job_c: %s\n", cw_last_error());
  exit(1);
}

static cw_job* place(const cw_network* network, const char* policy, const char* mapping) {
  const int64_t dims[2] = {rows, columns};
  cw_job_options options = CW_JOB_OPTIONS_INIT;
  options.ndims = 2;
  options.dims = dims;
  options.pattern = "transposes"; /* all-to-alls within every row and every column */
  options.bytes = bytes;
  options.ranks_per_node = ranks_per_node;
  options.policy = policy;
  options.mapping = mapping;
  options.budget_seconds = 0.1;
  cw_job* job;
  check(cw_job_place(network, &options, &job));
  return job;
}

/* The largest difference between the loads of the job and those of its messages, from node to node. */
static double largest_error(const cw_network* network, const cw_job* job) {
  int64_t count, links;
  const int64_t* node;
  const double* loads;
  check(cw_job_node_of_rank(job, &count, &node));
  check(cw_job_loads(job, &links, &loads));
  static int64_t from[ranks * ranks], to[ranks * ranks];
  static double sizes[ranks * ranks];
  size_t messages = 0;
  for (int a = 0; a < ranks; ++a)
    for (int b = 0; b < ranks; ++b) {
      const int same_row = a / columns == b / columns, same_column = a % columns == b % columns;
      if (same_row == same_column) continue; /* neither, or a == b */
      from[messages] = node[a];
      to[messages] = node[b];
      sizes[messages++] = bytes;
    }
  double* expected = malloc(sizeof *expected * (size_t)links);
  check(cw_network_loads(network, messages, from, to, sizes, NULL, expected));
  double largest = 0;
  for (int64_t link = 0; link < links; ++link) largest = fmax(largest, fabs(loads[link] - expected[link]));
  free(expected);
  return largest;
}

static double seconds(const cw_job* job) {
  cw_link_stats stats = CW_LINK_STATS_INIT;
  check(cw_job_stats(job, &stats));
  return stats.bound_seconds;
}

int main(int argc, char** argv) {
  cw_network* network;
  check(cw_network_create(argc > 1 ? argv[1] : "torus:dims=6x6", &network));
  cw_job* placed = place(network, "predicted", "network");
  cw_job* plain = place(network, "contiguous", "blocked");

  const char* nodes;
  check(cw_job_node_list(placed, &nodes));
  printf("nodes: %s\n", nodes);
  printf("busiest link: %.1f us, in the usual order %.1f us\n", 1e6 * seconds(placed), 1e6 * seconds(plain));
  cw_link_stats stats = CW_LINK_STATS_INIT;
  check(cw_job_stats(placed, &stats));
  for (int64_t i = 0; i < stats.classes; ++i) {
    cw_class_stats one = CW_CLASS_STATS_INIT;
    check(cw_job_class_stats(placed, i, &one));
    printf("%-10s %3lld of %3lld links in use, at most %.0f bytes (%s)\n", one.name, (long long)one.used,
           (long long)one.links, one.most, one.title);
  }
  const int right = largest_error(network, placed) <= 1e-6 * bytes && seconds(placed) <= seconds(plain);
  printf("%s\n", right ? "correct" : "wrong");
  cw_job_free(plain);
  cw_job_free(placed);
  cw_network_free(network);
  return right ? 0 : 1;
}
