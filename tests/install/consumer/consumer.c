/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */

/* Plain C on the installed headers. Exits with 0 when the library works as its headers describe. */
#include <cartwright/cartwright.h>
#include <cartwright/layout.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                                   \
  do {                                                                                     \
    if (!(condition)) {                                                                    \
      fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #condition, cw_last_error()); \
      exit(1);                                                                             \
    }                                                                                      \
  } while (0)

static void check_errors(const cw_machine* machine) {
  const int64_t wrong[] = {7, 5};
  cw_problem* problem = NULL;
  CHECK(cw_problem_create(machine, 2, wrong, NULL, "nn", &problem) == CW_INVALID_ARGUMENT);
  CHECK(problem == NULL);
  CHECK(strstr(cw_last_error(), "7x5") != NULL);
  CHECK(cw_problem_create(NULL, 2, wrong, NULL, "nn", &problem) == CW_INVALID_ARGUMENT);
  CHECK(cw_problem_create(machine, 1000000, wrong, NULL, "nn", NULL) == CW_INVALID_ARGUMENT);
  CHECK(strcmp(cw_status_string(CW_PARSE), "parse error") == 0);
}

static void check_layouts(void) {
  const int from[] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
  int packed[4] = {-1, -1, -1, -1}, back[9] = {0};
  cw_layout *layout = NULL, *none = NULL;
  CHECK(cw_layout_parse("vec(2 2 5", &none) == CW_PARSE && none == NULL);
  CHECK(cw_layout_parse("vec(2 2 5)[int]", &layout) == CW_OK);
  CHECK(cw_layout_pack(layout, from, 1, packed) == CW_OK && packed[1] == 1 && packed[2] == 5);
  CHECK(cw_layout_unpack(layout, packed, 1, back) == CW_OK && back[6] == 6 && back[2] == 0);
  const char* form = NULL;
  CHECK(cw_layout_describe(layout, &form) == CW_OK && strcmp(form, "2 x 20 B [8 B]") == 0);
  cw_layout_free(layout);
}

int main(void) {
  check_layouts();
  CHECK(cw_version() == CW_VERSION);
  puts(cw_build_info());
  cw_machine* machine = NULL;
  CHECK(cw_machine_create("8x6", &machine) == CW_OK);
  int64_t processes = 0;
  CHECK(cw_machine_size(machine, &processes) == CW_OK && processes == 48);
  int64_t dims[] = {0, 0};
  CHECK(cw_dims_create(processes, 2, dims) == CW_OK && dims[0] == 8 && dims[1] == 6);
  check_errors(machine);

  cw_problem* problem = NULL;
  const int64_t offsets[] = {1, 0, -1, 0, 0, 1, 0, -1};
  CHECK(cw_problem_create_offsets(machine, 2, dims, NULL, 4, offsets, NULL, &problem) == CW_OK);
  cw_machine_free(machine);

  cw_map_options options = CW_MAP_OPTIONS_INIT;
  options.mapping = "no such mapping";
  cw_mapping* mapping = NULL;
  CHECK(cw_map(problem, &options, &mapping) == CW_INVALID_ARGUMENT);
  options.mapping = "strips";
  CHECK(cw_map(problem, &options, &mapping) == CW_OK);
  cw_problem_free(problem);

  cw_cost cost = CW_COST_INIT;
  CHECK(cw_mapping_cost(mapping, &cost) == CW_OK);
  CHECK(cost.lower_bound > 0 && cost.j_sum >= cost.lower_bound && cost.j_max > 0);
  for (int64_t slot = 0; slot < processes; ++slot) {
    int64_t cell = -1, back = -1, node = -1;
    CHECK(cw_mapping_cell_of(mapping, slot, &cell) == CW_OK);
    CHECK(cw_mapping_slot_of(mapping, cell, &back) == CW_OK && back == slot);
    CHECK(cw_mapping_node_of(mapping, cell, &node) == CW_OK && node == slot / 6);
  }
  int64_t cell = 0;
  CHECK(cw_mapping_cell_of(mapping, processes, &cell) == CW_INVALID_ARGUMENT);
  CHECK(cw_mapping_level_cost(mapping, 9, &cost) == CW_INVALID_ARGUMENT);
  printf("J_sum %g, J_max %g, at least %g\n", cost.j_sum, cost.j_max, cost.lower_bound);
  cw_mapping_free(mapping);
  cw_mapping_free(NULL);
  return 0;
}
