#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# usage: settings.sh SETTING[,SETTING ...] COMMAND ...
# Runs a command with a CARTWRIGHT_DATATYPE for each rank: the first setting for rank 0, and again after the last one.
settings=$1
shift
rank=${OMPI_COMM_WORLD_RANK:-${PMI_RANK:-0}}
count=$(echo "$settings" | tr ',' '\n' | wc -l)
CARTWRIGHT_DATATYPE=$(echo "$settings" | cut -d, -f $((rank % count + 1)))
export CARTWRIGHT_DATATYPE
exec "$@"
