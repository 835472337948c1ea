# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
#
# Sourced by run.sh. A Slurm of 32 nodes on this machine, in separate namespaces: it leaves nothing on the disk, its
# ports are private, and all of it ends with the script, however that ends.

fail() {
  echo "$0: $*" >&2
  for log in /var/lib/slurm/log/slurmctld /var/lib/slurm/log/nid00000; do [ ! -e $log ] || tail -n 20 $log >&2; done
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

# All files are in a tmpfs on /var/lib/slurm. glibc looks names up only if there is an address other than 127.0.0.1.
start_slurm() {
  mkdir -p /var/lib/slurm
  mount -t tmpfs none /var/lib/slurm
  hostname head
  ip link set lo up
  ip addr add 10.1.1.1/32 dev lo
  printf '127.0.0.1 localhost head\n' >/var/lib/slurm/hosts
  mount --bind /var/lib/slurm/hosts /etc/hosts
  mkdir -m 755 /var/lib/slurm/munge /var/lib/slurm/state /var/lib/slurm/spool /var/lib/slurm/log

  head -c 128 /dev/urandom >/var/lib/slurm/munge/key
  chmod 600 /var/lib/slurm/munge/key
  # As root it prints warnings; it is meant for a separate user.
  (
    cd /var/lib/slurm/munge
    munged --force --key-file="$PWD/key" --socket="$PWD/socket" --pid-file="$PWD/pid" --log-file="$PWD/log" \
      --seed-file="$PWD/seed" 2>../log/munged
  ) || fail "munged: $(cat /var/lib/slurm/log/munged)"

  cat >/var/lib/slurm/slurm.conf <<'END'
ClusterName=test
SlurmctldHost=head(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=/var/lib/slurm/munge/socket
StateSaveLocation=/var/lib/slurm/state
SlurmdSpoolDir=/var/lib/slurm/spool/%n
SlurmctldPidFile=/var/lib/slurm/slurmctld.pid
SlurmdPidFile=/var/lib/slurm/%n.pid
SlurmctldLogFile=/var/lib/slurm/log/slurmctld
SlurmdLogFile=/var/lib/slurm/log/%n
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
  cat >/var/lib/slurm/topology.conf <<'END'
SwitchName=s0 Nodes=nid[00000-00007]
SwitchName=s1 Nodes=nid[00008-00015]
SwitchName=s2 Nodes=nid[00016-00023]
SwitchName=s3 Nodes=nid[00024-00031]
SwitchName=top Switches=s[0-3]
END
  export SLURM_CONF=/var/lib/slurm/slurm.conf
  slurmctld -i
  # Open MPI distinguishes hosts by their names, and keeps the shared files of a host in /tmp. Each host has its own, which shows
  # what lies in that of the machine, too: the programs may be there.
  for number in $(seq -f %05g 0 31); do
    own=/var/lib/slurm/tmp/$number
    mkdir -p "$own/new" "$own/work"
    unshare -u -m sh -c "hostname nid$number && mount -t overlay none -o lowerdir=/tmp,upperdir=$own/new,workdir=$own/work /tmp &&
      exec slurmd -N nid$number" &
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
