/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef CARTWRIGHT_NETWORK_H
#define CARTWRIGHT_NETWORK_H

/**
 * \file
 * Networks, and jobs placed on them: `cartwright network loads` and `cartwright place` for programs. No function here
 * needs MPI. docs/networks.md describes networks and their routes, docs/placement.md the selection of nodes.
 *
 * Errors, ownership and structs that begin with their size: status.h. In addition:
 *  - Nodes, switches, links and link classes of a network, and ranks of a job (row-major in its grid) count from 0.
 *  - A link is one direction of one cable between two switches. Bytes are those of one iteration of a program, and
 *    bandwidths are in bytes per second.
 *  - No function is collective. Threads may share networks and jobs. Calls that find routes on one network
 *    (cw_network_route, cw_network_loads, cw_job_place) wait for each other.
 *  - A job keeps its network: handles may be freed in any order.
 */

#include <cartwright/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Networks ---- */

/** A network: nodes, switches, links, and a rule for routes. */
typedef struct cw_network cw_network;

/**
 * Makes a network from a text as for `cartwright --network`.
 *
 * \param spec a kind with its parameters ("percs:supernodes=64", "torus:dims=8x8x8"), the name of a file, or several
 *        names of files with commas between them
 * \param network the new network; free it with cw_network_free()
 * \return also CW_INVALID_ARGUMENT: no such kind or parameter; CW_PARSE; CW_IO: a file cannot be read; CW_OVERFLOW;
 *         CW_UNSUPPORTED: the file describes what no network here can be
 */
CW_API cw_status cw_network_create(const char* spec, cw_network** network);

/**
 * Frees a network.
 *
 * \param network a network, or NULL
 */
CW_API void cw_network_free(cw_network* network);

/** The sizes of a network. */
typedef struct cw_network_info {
  size_t size;               /**< sizeof(cw_network_info) */
  const char* kind;          /**< "percs", "torus", "json", ...; valid as long as the network */
  int64_t nodes;             /**< compute nodes */
  int64_t switches;          /**< switches; in some networks every node is one */
  int64_t links;             /**< links between switches, each direction of each cable */
  int64_t link_classes;      /**< kinds of cables */
  double terminal_bandwidth; /**< of the link between a node and its switch; 0 if such links carry no load */
} cw_network_info;
/** An empty cw_network_info, to be filled by cw_network_get_info(). */
#define CW_NETWORK_INFO_INIT {sizeof(cw_network_info), NULL, 0, 0, 0, 0, 0.0}

/**
 * The sizes of a network.
 *
 * \param network the network
 * \param info its sizes; `size` must be set
 * \return also CW_INVALID_ARGUMENT: info->size is not set
 */
CW_API cw_status cw_network_get_info(const cw_network* network, cw_network_info* info);

/**
 * The name of a node.
 *
 * \param network the network
 * \param node from 0 to nodes - 1
 * \param name of the node; valid as long as the network
 * \return also CW_INVALID_ARGUMENT: a node that does not exist
 */
CW_API cw_status cw_network_node_name(const cw_network* network, int64_t node, const char** name);

/**
 * The node that has a name.
 *
 * \param network the network
 * \param name of a node
 * \param node the number of the node
 * \return also CW_INVALID_ARGUMENT: no node has this name
 */
CW_API cw_status cw_network_find_node(const cw_network* network, const char* name, int64_t* node);

/** A link between two switches. */
typedef struct cw_link {
  size_t size;            /**< sizeof(cw_link) */
  int64_t from;           /**< the switch that sends */
  int64_t to;             /**< the switch that receives */
  const char* from_name;  /**< name of `from`; valid as long as the network */
  const char* to_name;    /**< name of `to` */
  int64_t link_class;     /**< from 0 to link_classes - 1 */
  const char* class_name; /**< name of the class: "green", "global", ... */
  double bandwidth;       /**< of this link */
} cw_link;
/** An empty cw_link, to be filled by cw_network_link(). */
#define CW_LINK_INIT {sizeof(cw_link), 0, 0, NULL, NULL, 0, NULL, 0.0}

/**
 * Describes a link.
 *
 * \param network the network
 * \param link from 0 to links - 1
 * \param description the link; `size` must be set
 * \return also CW_INVALID_ARGUMENT: a link that does not exist
 */
CW_API cw_status cw_network_link(const cw_network* network, int64_t link, cw_link* description);

/** How messages are routed. Initialize with CW_ROUTING_OPTIONS_INIT. */
typedef struct cw_routing_options {
  size_t size;         /**< sizeof(cw_routing_options) */
  const char* routing; /**< "minimal", "valiant" or "ugal"; NULL means "minimal" */
  const char* paths;   /**< of several minimal ones: "shared" splits evenly, "single" uses one; NULL means "shared" */
  int64_t samples;     /**< for valiant: detours drawn for each pair of nodes; 0 takes the expected value over all */
  uint64_t seed;       /**< of the samples */
} cw_routing_options;
/** The defaults: minimal routes, shared paths. */
#define CW_ROUTING_OPTIONS_INIT {sizeof(cw_routing_options), NULL, NULL, 0, 0}

/**
 * The minimal route from one node to another.
 *
 * \param network the network
 * \param from a node
 * \param to a node
 * \param paths as in cw_routing_options
 * \param capacity room in `links` and in `parts`
 * \param links the links of the route, at most `capacity`; may be NULL if `capacity` is 0
 * \param parts for each of them the part of the traffic that crosses it, above 0 and at most 1; NULL if not wanted
 * \param count number of links of the route, which may be more than `capacity`; 0 if both nodes are on one switch
 * \return also CW_INVALID_ARGUMENT: a node that does not exist; CW_UNSUPPORTED: there is no path
 */
CW_API cw_status cw_network_route(const cw_network* network, int64_t from, int64_t to, const char* paths,
                                  size_t capacity, int64_t links[], double parts[], size_t* count);

/**
 * The bytes on every link when nodes send to each other.
 *
 * \param network the network
 * \param count number of messages
 * \param from for each message the node that sends: `count` entries
 * \param to for each message the node that receives: `count` entries
 * \param bytes for each message its length, 0 or more: `count` entries
 * \param options NULL for the defaults
 * \param loads the bytes on every link: room for as many entries as the network has links
 * \return also CW_INVALID_ARGUMENT: a node that does not exist, negative bytes, unknown routing; CW_UNSUPPORTED: there
 *         is no path between two nodes
 */
CW_API cw_status cw_network_loads(const cw_network* network, size_t count, const int64_t from[], const int64_t to[],
                                  const double bytes[], const cw_routing_options* options, double loads[]);

/* ---- Jobs ---- */

/** A job to place. Initialize with CW_JOB_OPTIONS_INIT. */
typedef struct cw_job_options {
  size_t size; /**< sizeof(cw_job_options) */

  size_t ndims;        /**< dimensions of the process grid; 0: 2, or 1 if the pattern follows no grid */
  const int64_t* dims; /**< ndims entries, zeros are chosen; NULL: all are chosen */
  const int* periods;  /**< ndims entries; NULL: not periodic, but for a one-dimensional multicast */

  /** The messages of the ranks: "stencil", "rows", "columns", "transposes", "alltoall", "multicast:TARGETS:STRIDE", or
   * the name of a file of messages (docs/link-loads.md); NULL means "stencil". */
  const char* pattern;
  const char* stencil; /**< as in cw_problem_create(); NULL means "nn" */
  double bytes;        /**< of a message along an offset of weight 1, or per pair of ranks; 0 means 1 MiB */
  /** Messages from rank to rank in place of `pattern`; 0: there are none. */
  size_t message_count;
  const int64_t* message_from; /**< `message_count` ranks */
  const int64_t* message_to;   /**< `message_count` ranks */
  const double* message_bytes; /**< `message_count` numbers of bytes, 0 or more */

  int64_t ranks_per_node; /**< 0 means 1 */
  int64_t node_count;     /**< 0: as many as the grid needs, or all free nodes if all dims are open */
  /** A host list, "nid[0-3],nid00007": the nodes in the order of the ranks; NULL: the policy selects them. */
  const char* nodes;
  /** A file with the free nodes: the output of a batch system (docs/placement.md); NULL: all nodes are. */
  const char* state;
  const char* policy; /**< selects nodes; NULL means "predicted" */

  const char* mapping;   /**< "auto", "network", or the name of a mapping; NULL means "auto" */
  const char* tier;      /**< "fast", "balanced" or "best", for auto; NULL means "balanced" */
  double budget_seconds; /**< for each refinement; 0 means 2 seconds for nodes and 1 for ranks, negative means none */
  uint64_t seed;         /**< of everything random, the samples included */

  const char* routing; /**< as in cw_routing_options */
  const char* paths;   /**< as in cw_routing_options */
  int64_t samples;     /**< as in cw_routing_options */
} cw_job_options;
/** The defaults: a two-dimensional nearest-neighbor grid that fills all nodes, one rank on each. */
#define CW_JOB_OPTIONS_INIT \
  {sizeof(cw_job_options),  \
   0,                       \
   NULL,                    \
   NULL,                    \
   NULL,                    \
   NULL,                    \
   0.0,                     \
   0,                       \
   NULL,                    \
   NULL,                    \
   NULL,                    \
   0,                       \
   0,                       \
   NULL,                    \
   NULL,                    \
   NULL,                    \
   NULL,                    \
   NULL,                    \
   0.0,                     \
   0,                       \
   NULL,                    \
   NULL,                    \
   0}

/** A job on its nodes. It never changes. */
typedef struct cw_job cw_job;

/**
 * Selects nodes for a job, maps its ranks onto them, and counts the bytes on every link.
 *
 * The same options give the same job on every process, unless the mapping ends by the clock: tier "best", and the
 * mapping "refined". For these, place on one process and broadcast the result.
 *
 * \param network the network; the job keeps it
 * \param options the job; NULL for the defaults
 * \param job the placed job; free it with cw_job_free()
 * \return also CW_INVALID_ARGUMENT: options that do not fit together; CW_PARSE; CW_IO; CW_OVERFLOW; CW_UNSUPPORTED: the
 *         mapping cannot take this grid, or there is no path
 */
CW_API cw_status cw_job_place(const cw_network* network, const cw_job_options* options, cw_job** job);

/**
 * Frees a job.
 *
 * \param job a job, or NULL
 */
CW_API void cw_job_free(cw_job* job);

/**
 * The process grid.
 *
 * \param job the job
 * \param ndims its number of dimensions
 * \param dims `ndims` entries; valid as long as the job
 * \return CW_OK, or an error of status.h
 */
CW_API cw_status cw_job_dims(const cw_job* job, size_t* ndims, const int64_t** dims);

/**
 * The node of every rank.
 *
 * \param job the job
 * \param ranks their number
 * \param nodes `ranks` entries, by rank; valid as long as the job
 * \return CW_OK, or an error of status.h
 */
CW_API cw_status cw_job_node_of_rank(const cw_job* job, int64_t* ranks, const int64_t** nodes);

/**
 * The nodes of the job in the order in which batch systems fill them, which is that of their names.
 *
 * \param job the job
 * \param count their number
 * \param nodes `count` nodes of the network; valid as long as the job
 * \return CW_OK, or an error of status.h
 */
CW_API cw_status cw_job_nodes(const cw_job* job, int64_t* count, const int64_t** nodes);

/**
 * The same nodes as a host list for a launcher: "nid[00003-00005,00007]".
 *
 * \param job the job
 * \param list valid as long as the job
 * \return CW_OK, or an error of status.h
 */
CW_API cw_status cw_job_node_list(const cw_job* job, const char** list);

/**
 * The order of the ranks: for each slot, counted node by node in the order of cw_job_nodes(), the rank that takes it.
 *
 * \param job the job
 * \param ranks number of ranks, which is that of slots
 * \param order `ranks` entries, a permutation; valid as long as the job
 * \return CW_OK, or an error of status.h
 */
CW_API cw_status cw_job_order(const cw_job* job, int64_t* ranks, const int64_t** order);

/**
 * The bytes that one iteration puts on every link.
 *
 * \param job the job
 * \param links number of links of the network
 * \param loads `links` entries; valid as long as the job
 * \return CW_OK, or an error of status.h
 */
CW_API cw_status cw_job_loads(const cw_job* job, int64_t* links, const double** loads);

/** Statistics of all links. */
typedef struct cw_link_stats {
  size_t size;             /**< sizeof(cw_link_stats) */
  double bound_seconds;    /**< the busiest link needs this long for its bytes, hence no iteration takes less */
  double terminal_seconds; /**< the same of the links between nodes and their switches alone */
  double minimal_part;     /**< the part of all bytes that took minimal paths, from 0 to 1 */
  int64_t busiest_link;    /**< between switches; -1 if none carries a byte */
  double busiest_bytes;    /**< on that link; 0 if there is none */
  int64_t classes;         /**< for cw_job_class_stats() */
} cw_link_stats;
/** An empty cw_link_stats, to be filled by cw_job_stats(). */
#define CW_LINK_STATS_INIT {sizeof(cw_link_stats), 0.0, 0.0, 0.0, 0, 0.0, 0}

/**
 * Statistics of all links together.
 *
 * \param job the job
 * \param stats its statistics; `size` must be set
 * \return also CW_INVALID_ARGUMENT: stats->size is not set
 */
CW_API cw_status cw_job_stats(const cw_job* job, cw_link_stats* stats);

/** Statistics of the links of one class. Least and average are over the links in use. */
typedef struct cw_class_stats {
  size_t size;       /**< sizeof(cw_class_stats) */
  const char* name;  /**< "green"; valid as long as the job */
  const char* title; /**< in words: "between the nodes of a drawer"; valid as long as the job */
  double bandwidth;  /**< of one link */
  int64_t links;     /**< their number */
  int64_t used;      /**< number of links that carry bytes */
  double bytes;      /**< on all of them */
  double least;      /**< bytes on the least loaded link in use */
  double average;    /**< bytes on a link in use */
  double most;       /**< bytes on the busiest link */
} cw_class_stats;
/** An empty cw_class_stats, to be filled by cw_job_class_stats(). */
#define CW_CLASS_STATS_INIT {sizeof(cw_class_stats), NULL, NULL, 0.0, 0, 0, 0.0, 0.0, 0.0, 0.0}

/**
 * Statistics of the links of one class.
 *
 * \param job the job
 * \param index from 0 to cw_link_stats::classes - 1: the link classes of the network, then "injection" and "ejection"
 *        if the links between nodes and switches carry load
 * \param stats the statistics; `size` must be set
 * \return also CW_INVALID_ARGUMENT: a class that does not exist
 */
CW_API cw_status cw_job_class_stats(const cw_job* job, int64_t index, cw_class_stats* stats);

/**
 * The report of the job as JSON, as `cartwright place --json` prints it (docs/schemas/report.schema.json).
 *
 * \param job the job
 * \param json valid as long as the job
 * \return CW_OK, or an error of status.h
 */
CW_API cw_status cw_job_explain(const cw_job* job, const char** json);

#ifdef __cplusplus
}
#endif

#endif
