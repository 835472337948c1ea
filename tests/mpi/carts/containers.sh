#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: mpirun -n 6 containers.sh PROGRAM [ARGUMENT ...]
# Runs the second half of six ranks each in a process namespace of its own, as containers do. MPI must not rely on ids
# of processes.
rank=${OMPI_COMM_WORLD_RANK:-$PMI_RANK}
if [ "$rank" -lt 3 ]; then exec "$@"; fi
exec unshare --map-root-user --pid --fork --mount-proc "$@"
