"""Real Dask clusters on this machine: one in this process, one whose scheduler can be killed."""

import json
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest


@contextmanager
def cluster(workers=2):
    """A scheduler, and workers in processes of their own."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        processes=True,
        dashboard_address=":0",
        silence_logs=50,
    ) as here:
        yield here


class Scheduler:
    """A scheduler and two workers, each a process to be killed; it can be started again."""

    def __init__(self, folder):
        self.file, self.folder, self.running, self.port = folder / "scheduler.json", folder, [], 0

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.kill()

    def start(self):
        """Start it, at the address that it had before."""
        self.file.unlink(missing_ok=True)
        self._run("dask_scheduler", "--host", "127.0.0.1", "--port", str(self.port))
        while not self.file.exists() or not self.file.read_text(encoding="utf-8").strip():
            assert self.running[0].poll() is None
            time.sleep(0.02)
        self.address = json.loads(self.file.read_text(encoding="utf-8"))["address"]
        self.port = int(self.address.rpartition(":")[2])
        for _ in range(2):
            self._run("dask_worker", "--nthreads", "1", "--no-nanny")

    def _run(self, module, *options):
        command = [sys.executable, "-W", "ignore", "-m", f"distributed.cli.{module}", *options]
        command += ["--no-dashboard", "--scheduler-file", str(self.file)]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.running.append(subprocess.Popen(command, cwd=self.folder, **quiet))

    def kill(self):
        """Kill the scheduler and its workers, as a machine that is switched off does."""
        for process in self.running:
            process.kill()
            process.wait()
        self.running = []
