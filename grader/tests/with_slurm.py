#!/usr/bin/python3
"""with_slurm.py [--lose-node N] COMMAND...: runs the command beside a Slurm cluster of three nodes,
which are all on this machine: it starts a controller and three node daemons. With --lose-node, one
node is killed with all its processes as soon as jobs of N job arrays have run and it is running a
job. Exit status: the command's; 77 (skipped) if Debian's slurm-wlm is not installed; 1 if the
command succeeded but no node was lost.
"""

import contextlib
import getpass
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

NODES = ['node1', 'node2', 'node3']
TOOLS = {'munged': '/usr/sbin/munged', 'slurmctld': '/usr/sbin/slurmctld', 'slurmd': '/usr/sbin/slurmd'}

CONFIGURATION = '''
ClusterName=kit
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/node-%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/linear
SchedulerParameters=batch_sched_delay=1,sched_interval=2
ReturnToService=2
SlurmdTimeout=5
KillWait=1
{nodes}
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
'''


def free_ports(count):
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for each in sockets:
            each.bind(('127.0.0.1', 0))
        return [each.getsockname()[1] for each in sockets]


def write_configuration(folder):
    host, ports = socket.gethostname(), free_ports(1 + len(NODES))
    nodes = '\n'.join(f'NodeName={name} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs=1 State=UNKNOWN'
                      for name, port in zip(NODES, ports[1:]))
    (folder / 'state').mkdir()
    file = folder / 'slurm.conf'
    file.write_text(CONFIGURATION.format(host=host, ports=ports, user=getpass.getuser(), folder=folder, nodes=nodes))
    return file


def parent_of(process):
    return int(pathlib.Path(f'/proc/{process}/stat').read_text().rpartition(')')[2].split()[1])


def descendants(process):
    children = {}
    for stat in pathlib.Path('/proc').glob('[0-9]*/stat'):
        with contextlib.suppress(OSError):
            state, parent = stat.read_text().rpartition(')')[2].split()[:2]
            children.setdefault(int(parent), []).append(int(stat.parent.name))
    found, parents = [], [process]
    while parents:
        own = children.get(parents.pop(), [])
        found += own
        parents += own
    return found


class Cluster:
    def __init__(self, folder):
        self.folder = folder
        self.environment = dict(os.environ, SLURM_CONF=str(write_configuration(folder)))
        self.daemons = {}
        self.arrays = set()  # the numbers of job arrays that have run

    def start(self):
        (self.folder / 'key').write_bytes(os.urandom(128))
        (self.folder / 'key').chmod(0o600)
        self.run('munge', TOOLS['munged'], '--foreground', '--force', f'--key-file={self.folder}/key',
                 f'--socket={self.folder}/munge.socket', f'--pid-file={self.folder}/munge.pid',
                 f'--log-file={self.folder}/munge.log', f'--seed-file={self.folder}/munge.seed')
        wait_for('munge', lambda: (self.folder / 'munge.socket').exists())
        self.run('controller', TOOLS['slurmctld'], '-D')
        for node in NODES:
            self.run(node, TOOLS['slurmd'], '-D', '-N', node)
        wait_for('the nodes', lambda: self.ask('sinfo', '--noheader', '--states=idle', '--format=%D') == str(len(NODES)))

    def run(self, name, *command):
        with open(self.folder / f'{name}.out', 'wb') as out:
            self.daemons[name] = subprocess.Popen(command, env=self.environment, stdin=subprocess.DEVNULL, stdout=out,
                                                  stderr=subprocess.STDOUT)

    def ask(self, *command):
        said = subprocess.run(command, env=self.environment, capture_output=True, text=True)
        return said.stdout.strip()

    def busy_nodes(self):
        return [node for node in NODES if self.jobs_on(node)]

    def jobs_on(self, node):
        """The process numbers of the jobs on a node."""
        jobs = []
        for file in pathlib.Path('/proc').glob('[0-9]*/environ'):
            with contextlib.suppress(OSError):
                variables = file.read_bytes().split(b'\0')
                ours = f'SLURM_CONF={self.folder}/slurm.conf'.encode() in variables
                if ours and f'SLURMD_NODENAME={node}'.encode() in variables:
                    jobs.append(int(file.parent.name))
                    self.arrays.update(word for word in variables if word.startswith(b'SLURM_ARRAY_JOB_ID='))
        return jobs

    def lose(self, node):
        doomed = [self.daemons[node].pid]
        for job in self.jobs_on(node):
            supervisor = parent_of(job)
            doomed += [supervisor, *descendants(supervisor)]
        for process in doomed:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        print(f'{node} lost, with {len(doomed) - 1} processes', flush=True)

    def stop(self):
        self.ask('scancel', '--user', getpass.getuser())
        for name in reversed(self.daemons):
            self.daemons[name].terminate()
        for daemon in self.daemons.values():
            try:
                daemon.wait(10)
            except subprocess.TimeoutExpired:
                daemon.kill()


def wait_for(what, holds):
    deadline = time.monotonic() + 120
    while not holds():
        if time.monotonic() > deadline:
            raise RuntimeError(f'{what} did not start')
        time.sleep(0.2)


class NodeLoss(threading.Thread):
    """Waits until jobs of `arrays` job arrays have run, and two seconds more, and then kills a node
    that is running a job."""

    def __init__(self, cluster, arrays):
        super().__init__(daemon=True)
        self.cluster = cluster
        self.arrays = arrays
        self.done = False

    def run(self):
        while not self.cluster.busy_nodes() or len(self.cluster.arrays) < self.arrays:
            time.sleep(0.2)
        time.sleep(2)
        while not (busy := self.cluster.busy_nodes()):
            time.sleep(0.2)
        self.cluster.lose(busy[0])
        self.done = True


def main(words):
    lose_node = words[0] == '--lose-node'
    if not all(pathlib.Path(tool).exists() for tool in TOOLS.values()) or not shutil.which('sbatch'):
        print('skipped: no slurm-wlm')
        return 77
    with tempfile.TemporaryDirectory(prefix='slurm-') as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        cluster = Cluster(folder)
        try:
            cluster.start()
            loss = NodeLoss(cluster, int(words[1]) if lose_node else 0)
            if lose_node:
                loss.start()
            status = subprocess.run(words[2 * lose_node:], env=cluster.environment).returncode
            if lose_node and not loss.done:
                print('no node was lost')
            return status or int(lose_node and not loss.done)
        finally:
            cluster.stop()


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
