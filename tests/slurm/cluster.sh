# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
#
# Sourced by run.sh. A Slurm of 32 nodes on this machine, in separate namespaces: it leaves nothing on the disk, its
# ports are private, and all of it ends with the script, however that ends.

fail() {
  echo "$0: $*" >&2
  for log in /mnt/log/slurmctld /mnt/log/nid00000; do [ ! -e $log ] || tail -n 20 $log >&2; done
  exit 1
}

skip() {
  echo "skipped: $*"
  exit 77
}

# Starts the script again in such namespaces, or skips it with the reason.
enter_namespaces() {
  if [ "${CARTWRIGHT_TEST_SLURM:-}" = inside ]; then return; fi
  [ "$(id -u)" = 0 ] || skip "slurmd for several nodes needs root"
  for tool in munged slurmctld slurmd srun unshare ip mount; do
    command -v $tool >/dev/null 2>&1 || skip "the tool $tool is missing: tools/install-deps.sh installs it"
  done
  why=$(unshare -n -m -u -i -p -f --mount-proc mount -t tmpfs none /mnt 2>&1) || skip "a container must be allowed to make namespaces: $why"
  CARTWRIGHT_TEST_SLURM=inside exec unshare -n -m -u -i -p -f --kill-child --mount-proc "$0" "$@"
}

# All files are in a tmpfs on /mnt. glibc looks names up only if there is an address other than 127.0.0.1.
start_slurm() {
  mount -t tmpfs none /mnt
  hostname head
  ip link set lo up
  ip addr add 10.1.1.1/32 dev lo
  printf '127.0.0.1 localhost head\n' >/mnt/hosts
  mount --bind /mnt/hosts /etc/hosts
  mkdir -m 755 /mnt/munge /mnt/state /mnt/spool /mnt/log

  head -c 128 /dev/urandom >/mnt/munge/key
  chmod 600 /mnt/munge/key
  # As root it prints warnings; it is meant for a separate user.
  munged --force --key-file=/mnt/munge/key --socket=/mnt/munge/socket --pid-file=/mnt/munge/pid \
    --log-file=/mnt/munge/log --seed-file=/mnt/munge/seed 2>/mnt/log/munged || fail "munged: $(cat /mnt/log/munged)"

  cat >/mnt/slurm.conf <<'END'
ClusterName=test
SlurmctldHost=head(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=/mnt/munge/socket
StateSaveLocation=/mnt/state
SlurmdSpoolDir=/mnt/spool/%n
SlurmctldPidFile=/mnt/slurmctld.pid
SlurmdPidFile=/mnt/%n.pid
SlurmctldLogFile=/mnt/log/slurmctld
SlurmdLogFile=/mnt/log/%n
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
SchedulerParameters=bf_interval=1
TopologyPlugin=topology/tree
TopologyParam=Dragonfly,TopoOptional
KillWait=1
NodeName=nid[00000-00031] NodeHostname=head NodeAddr=127.0.0.1 Port=[17000-17031] CPUs=4
PartitionName=all Nodes=ALL Default=YES State=UP
END
  cat >/mnt/topology.conf <<'END'
SwitchName=s0 Nodes=nid[00000-00007]
SwitchName=s1 Nodes=nid[00008-00015]
SwitchName=s2 Nodes=nid[00016-00023]
SwitchName=s3 Nodes=nid[00024-00031]
SwitchName=top Switches=s[0-3]
END
  export SLURM_CONF=/mnt/slurm.conf
  slurmctld -i
  # Open MPI distinguishes hosts by their names, and keeps the shared files of a host in /tmp.
  for number in $(seq -f %05g 0 31); do
    unshare -u -m sh -c "hostname nid$number && mount -t tmpfs none /tmp && exec slurmd -N nid$number" &
  done
  wait
  wait_for "32 idle nodes" nodes_are_idle 32
}

nodes_are_idle() { [ "$(sinfo -h -t idle -o %D)" = "$1" ]; }
jobs_run() { [ "$(squeue -h -t R | wc -l)" = "$1" ]; }

# wait_for WHAT COMMAND ...
wait_for() {
  what=$1
  shift
  for _ in $(seq 300); do
    if "$@"; then return; fi
    sleep 0.1
  done
  sinfo >&2 || true
  fail "timed out waiting for $what"
}
