/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef CARTWRIGHT_NETWORK_H
#define CARTWRIGHT_NETWORK_H

/**
 * \file
 * Networks, and jobs placed on them: `cartwright network loads` and `cartwright place` for programs. Link with
 * libcartwright, which does not use MPI. docs/networks.md describes networks and their routes, docs/placement.md the
 * selection of nodes.
 *
 * Errors, ownership and structs that begin with their size: status.h. In addition:
 *  - Handles never change after their creation: threads may share them. All functions are thread-safe. Those that find
 *    routes on one network (cw_network_route, cw_network_loads, cw_job_place) wait for each other.
 *  - Handles may be freed in any order: a job keeps its network.
 *  - Nodes, switches, links and link classes of a network, and ranks of a job count from 0. Ranks are row-major in the
 *    process grid: the last dimension is fastest, as in MPI.
 *  - A link is one direction of one cable between two switches. Bytes are those of one iteration of a program, and
 *    bandwidths are in bytes per second.
 *  - No function writes a file or reads an environment variable.
 */

#include <cartwright/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Networks ---- */

/** A network: nodes, switches, links, and a rule for routes. */
typedef struct cw_network cw_network;

/**
 * Makes a network from a kind or from files.
 *
 * \param spec    as for `cartwright --network`: a kind with its parameters ("percs:supernodes=64", "torus:dims=8x8x8"),
 *                or the names of one or more files, separated by commas
 * \param network receives the network
 * \return also CW_INVALID_ARGUMENT: an unknown kind or parameter; CW_PARSE; CW_IO: a file cannot be read; CW_OVERFLOW;
 *         CW_UNSUPPORTED: a file describes a network that has no model here
 */
CW_API cw_status cw_network_create(const char* spec, cw_network** network);

/** The sizes of a network. Initialize with CW_NETWORK_INFO_INIT. */
typedef struct cw_network_info {
  size_t size;               /**< sizeof(cw_network_info), set by the caller */
  const char* kind;          /**< "percs", "torus", "json", ...; belongs to the network */
  int64_t nodes;             /**< compute nodes */
  int64_t switches;          /**< switches; in some networks every node is one */
  int64_t links;             /**< links between switches, each direction of each cable */
  int64_t link_classes;      /**< kinds of cables */
  double terminal_bandwidth; /**< of the link between a node and its switch; 0 if such links carry no load */
} cw_network_info;
/** An empty cw_network_info, to be filled by cw_network_get_info. */
#define CW_NETWORK_INFO_INIT {sizeof(cw_network_info), NULL, 0, 0, 0, 0, 0.0}

/**
 * The sizes of a network.
 *
 * \param network a network
 * \param info    receives the sizes; its size is set by the caller
 * \return also CW_INVALID_ARGUMENT: info->size is not set
 */
CW_API cw_status cw_network_get_info(const cw_network* network, cw_network_info* info);

/**
 * The name of a node.
 *
 * \param network a network
 * \param node    a node
 * \param name    receives the name, which belongs to the network
 * \return also CW_INVALID_ARGUMENT: the node does not exist
 */
CW_API cw_status cw_network_node_name(const cw_network* network, int64_t node, const char** name);

/**
 * The node that has a name: the inverse of cw_network_node_name.
 *
 * \param network a network
 * \param name    the name of a node
 * \param node    receives the node
 * \return also CW_INVALID_ARGUMENT: no node has this name
 */
CW_API cw_status cw_network_find_node(const cw_network* network, const char* name, int64_t* node);

/** A link between two switches. Its names belong to the network. Initialize with CW_LINK_INIT. */
typedef struct cw_link {
  size_t size;            /**< sizeof(cw_link), set by the caller */
  int64_t from;           /**< the switch that sends */
  int64_t to;             /**< the switch that receives */
  const char* from_name;  /**< name of `from` */
  const char* to_name;    /**< name of `to` */
  int64_t link_class;     /**< class of the link, from 0 to link_classes - 1 */
  const char* class_name; /**< name of the class: "green", "global", ... */
  double bandwidth;       /**< bandwidth of the link */
} cw_link;
/** An empty cw_link, to be filled by cw_network_link. */
#define CW_LINK_INIT {sizeof(cw_link), 0, 0, NULL, NULL, 0, NULL, 0.0}

/**
 * The ends, the class and the bandwidth of a link.
 *
 * \param network     a network
 * \param link        a link
 * \param description receives the description; its size is set by the caller
 * \return also CW_INVALID_ARGUMENT: the link does not exist, or description->size is not set
 */
CW_API cw_status cw_network_link(const cw_network* network, int64_t link, cw_link* description);

/** How messages are routed. Initialize with CW_ROUTING_OPTIONS_INIT. */
typedef struct cw_routing_options {
  size_t size;         /**< sizeof(cw_routing_options) */
  const char* routing; /**< "minimal", "valiant" or "ugal"; NULL means "minimal" */
  const char* paths;   /**< of several minimal paths: "shared" splits evenly, "single" uses one; NULL means "shared" */
  int64_t samples;     /**< for valiant: detours drawn for each pair of nodes; 0 means the expected value over all */
  uint64_t seed;       /**< of the random numbers */
} cw_routing_options;
/** The default options: minimal routes, shared paths. */
#define CW_ROUTING_OPTIONS_INIT {sizeof(cw_routing_options), NULL, NULL, 0, 0}

/**
 * The minimal route from one node to another.
 *
 * \param network  a network
 * \param from     the node that sends
 * \param to       the node that receives
 * \param paths    as in cw_routing_options
 * \param capacity room in `links` and in `parts`, in entries
 * \param links    receives the links of the route, at most `capacity`; may be NULL when `capacity` is 0
 * \param parts    receives for each of these links the part of the traffic that crosses it, above 0 and at most 1;
 *                 NULL: not wanted
 * \param count    receives the number of links of the route, which may be more than `capacity`; 0 when both nodes are
 *                 on one switch
 * \return also CW_INVALID_ARGUMENT: a node does not exist, or `paths` is unknown; CW_UNSUPPORTED: there is no path
 */
CW_API cw_status cw_network_route(const cw_network* network, int64_t from, int64_t to, const char* paths,
                                  size_t capacity, int64_t links[], double parts[], size_t* count);

/**
 * The bytes on every link when nodes send to each other.
 *
 * \param network a network
 * \param count   number of messages
 * \param from    the node that sends each message; count entries
 * \param to      the node that receives each message; count entries
 * \param bytes   bytes of each message, 0 or more; count entries
 * \param options NULL: the defaults
 * \param loads   receives the bytes on every link: as many entries as the network has links
 * \return also CW_INVALID_ARGUMENT: a node does not exist, negative bytes, or an unknown routing; CW_UNSUPPORTED: there
 *         is no path between two nodes, or an option of a later version is set
 */
CW_API cw_status cw_network_loads(const cw_network* network, size_t count, const int64_t from[], const int64_t to[],
                                  const double bytes[], const cw_routing_options* options, double loads[]);

/**
 * Frees a network.
 *
 * \param network a network, or NULL
 */
CW_API void cw_network_free(cw_network* network);

/* ---- Jobs ---- */

/** Options of cw_job_place. Initialize with CW_JOB_OPTIONS_INIT. */
typedef struct cw_job_options {
  /** sizeof(cw_job_options) */
  size_t size;

  /** Number of dimensions of the process grid; 0 means 2, or 1 if the pattern follows no grid. */
  size_t ndims;
  /** ndims dims of the process grid; 0: chosen. NULL: all are chosen. */
  const int64_t* dims;
  /** ndims logical values: is the dimension periodic? NULL: none is, except for a one-dimensional multicast. */
  const int* periods;

  /** The messages of the ranks: "stencil", "rows", "columns", "transposes", "alltoall", "multicast:TARGETS:STRIDE", or
   * the name of a file of messages (docs/link-loads.md); NULL means "stencil". */
  const char* pattern;
  /** As for cw_problem_create; NULL means "nn". */
  const char* stencil;
  /** Bytes of a message along an offset of weight 1, or for each pair of ranks; 0 means 1 MiB. */
  double bytes;
  /** Number of messages that replace `pattern`; 0: `pattern` decides. */
  size_t message_count;
  /** The rank that sends each message; message_count entries. */
  const int64_t* message_from;
  /** The rank that receives each message; message_count entries. */
  const int64_t* message_to;
  /** Bytes of each message, 0 or more; message_count entries. */
  const double* message_bytes;

  /** Number of ranks on each node, but for the last, which may have fewer; 0 means 1. */
  int64_t ranks_per_node;
  /** Number of nodes; 0: as many as the grid needs, or all free nodes if all dims are chosen. */
  int64_t node_count;
  /** A host list, "nid[0-3],nid00007": the nodes in the order of the ranks. NULL: the policy selects them. */
  const char* nodes;
  /** The name of a file with the free nodes: the output of a batch system (docs/placement.md). NULL: all are free. */
  const char* state;
  /** The policy that selects nodes (docs/placement.md); NULL means "predicted". */
  const char* policy;

  /** Name of a mapping, "network", or "auto"; NULL means "auto". */
  const char* mapping;
  /** For auto: "fast", "balanced" or "best"; NULL means "balanced". */
  const char* tier;
  /** Time for each refinement; 0 means 2 seconds for nodes and 1 second for ranks, and a negative number means none. */
  double budget_seconds;
  /** The seed of all random numbers, also of those that draw samples. */
  uint64_t seed;

  /** As in cw_routing_options. */
  const char* routing;
  /** As in cw_routing_options. */
  const char* paths;
  /** As in cw_routing_options. */
  int64_t samples;
} cw_job_options;
/** The default options: a two-dimensional nearest-neighbor grid that fills all nodes, one rank on each. */
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

/** A job on its nodes. */
typedef struct cw_job cw_job;

/**
 * Selects nodes for a job, maps its ranks onto them, and counts the bytes on every link.
 *
 * The same options give the same job on every process, except with the tier "best" and the mapping "refined", whose
 * budgets are in seconds: for these, place on one process and broadcast the result.
 *
 * \param network a network, which the job keeps
 * \param options NULL: the defaults
 * \param job     receives the job
 * \return also CW_INVALID_ARGUMENT: options that do not fit together; CW_PARSE; CW_IO: a file cannot be read;
 *         CW_OVERFLOW; CW_UNSUPPORTED: the mapping cannot take this grid, there is no path, or an option of a later
 *         version is set
 */
CW_API cw_status cw_job_place(const cw_network* network, const cw_job_options* options, cw_job** job);

/**
 * The process grid.
 *
 * \param job   a job
 * \param ndims receives the number of dimensions
 * \param dims  receives an array that belongs to the job: ndims dims
 * \return CW_OK, or an error of status.h
 */
CW_API cw_status cw_job_dims(const cw_job* job, size_t* ndims, const int64_t** dims);

/**
 * The node of every rank.
 *
 * \param job   a job
 * \param ranks receives the number of ranks
 * \param nodes receives an array that belongs to the job: nodes[rank] is the node of the rank
 * \return CW_OK, or an error of status.h
 */
CW_API cw_status cw_job_node_of_rank(const cw_job* job, int64_t* ranks, const int64_t** nodes);

/**
 * The nodes of the job in the order in which batch systems fill them, which is that of their names.
 *
 * \param job   a job
 * \param count receives the number of nodes
 * \param nodes receives an array that belongs to the job: count nodes
 * \return CW_OK, or an error of status.h
 */
CW_API cw_status cw_job_nodes(const cw_job* job, int64_t* count, const int64_t** nodes);

/**
 * The nodes of the job in the same order, as a host list for a launcher: "nid[00003-00005,00007]".
 *
 * \param job  a job
 * \param list receives a string that belongs to the job
 * \return CW_OK, or an error of status.h
 */
CW_API cw_status cw_job_node_list(const cw_job* job, const char** list);

/**
 * The order of the ranks. Slots count from 0, node by node in the order of cw_job_nodes.
 *
 * \param job   a job
 * \param ranks receives the number of ranks, which is also the number of slots
 * \param order receives an array that belongs to the job: order[slot] is the rank that takes the slot
 * \return CW_OK, or an error of status.h
 */
CW_API cw_status cw_job_order(const cw_job* job, int64_t* ranks, const int64_t** order);

/**
 * The bytes that one iteration puts on every link.
 *
 * \param job   a job
 * \param links receives the number of links of the network
 * \param loads receives an array that belongs to the job: loads[link] are the bytes on the link
 * \return CW_OK, or an error of status.h
 */
CW_API cw_status cw_job_loads(const cw_job* job, int64_t* links, const double** loads);

/** Statistics of all links. Initialize with CW_LINK_STATS_INIT. */
typedef struct cw_link_stats {
  size_t size;             /**< sizeof(cw_link_stats), set by the caller */
  double bound_seconds;    /**< the busiest link needs this long for its bytes, hence no iteration takes less */
  double terminal_seconds; /**< the same of the links between nodes and their switches alone */
  double minimal_part;     /**< the part of all bytes that took minimal paths, from 0 to 1 */
  int64_t busiest_link;    /**< the busiest link between switches; -1 if none carries a byte */
  double busiest_bytes;    /**< bytes on that link; 0 if there is none */
  int64_t classes;         /**< number of classes for cw_job_class_stats */
} cw_link_stats;
/** An empty cw_link_stats, to be filled by cw_job_stats. */
#define CW_LINK_STATS_INIT {sizeof(cw_link_stats), 0.0, 0.0, 0.0, 0, 0.0, 0}

/**
 * Statistics of all links together.
 *
 * \param job   a job
 * \param stats receives the statistics; its size is set by the caller
 * \return also CW_INVALID_ARGUMENT: stats->size is not set
 */
CW_API cw_status cw_job_stats(const cw_job* job, cw_link_stats* stats);

/** Statistics of the links of one class. Its strings belong to the job. Initialize with CW_CLASS_STATS_INIT. */
typedef struct cw_class_stats {
  size_t size;       /**< sizeof(cw_class_stats), set by the caller */
  const char* name;  /**< name of the class: "green" */
  const char* title; /**< the class in words: "between the nodes of a drawer" */
  double bandwidth;  /**< bandwidth of one link */
  int64_t links;     /**< number of links */
  int64_t used;      /**< number of links in use: those that carry bytes */
  double bytes;      /**< bytes on all links */
  double least;      /**< bytes on the least loaded link in use */
  double average;    /**< bytes on a link in use */
  double most;       /**< bytes on the busiest link */
} cw_class_stats;
/** An empty cw_class_stats, to be filled by cw_job_class_stats. */
#define CW_CLASS_STATS_INIT {sizeof(cw_class_stats), NULL, NULL, 0.0, 0, 0, 0.0, 0.0, 0.0, 0.0}

/**
 * Statistics of the links of one class.
 *
 * \param job   a job
 * \param index from 0 to cw_link_stats::classes - 1: the link classes of the network, then "injection" and "ejection"
 *              if the links between nodes and switches carry load
 * \param stats receives the statistics; its size is set by the caller
 * \return also CW_INVALID_ARGUMENT: the class does not exist, or stats->size is not set
 */
CW_API cw_status cw_job_class_stats(const cw_job* job, int64_t index, cw_class_stats* stats);

/**
 * The report of `cartwright place --json` (docs/schemas/report.schema.json).
 *
 * \param job a job
 * \return a text that belongs to the job; NULL after an error
 */
CW_API const char* cw_job_explain_json(const cw_job* job);

/**
 * Frees a job.
 *
 * \param job a job, or NULL
 */
CW_API void cw_job_free(cw_job* job);

#ifdef __cplusplus
}
#endif

#endif
