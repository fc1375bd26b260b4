"""PostgreSQL servers on loopback, for tests: each a cluster of its own in a folder that is removed."""
import glob
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time

BINARIES = next(iter(sorted(glob.glob("/usr/lib/postgresql/*/bin"), reverse=True)), None)
DEADLINE = 60


def unused_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def as_user(words):
    """PostgreSQL refuses to run as root."""
    if os.getuid() != 0:
        return words
    return ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", *words]


class Postgres:
    """A running server. The superuser is `postgres`, whom connections over loopback trust."""

    def __init__(self, settings=(), primary=None, authentication="trust"):
        self.folder = tempfile.mkdtemp(prefix="movies-postgres-")
        if os.getuid() == 0:
            shutil.chown(self.folder, "postgres", "postgres")
        self.data = os.path.join(self.folder, "data")
        self.port = unused_port()
        self.settings = [
            f"port={self.port}", "listen_addresses=127.0.0.1", f"unix_socket_directories={self.folder}",
            "fsync=off", "max_connections=400", "wal_level=replica", "max_wal_senders=4", "hot_standby=on", *settings,
        ]
        if primary is None:
            self.run("initdb", "-D", self.data, "-U", "postgres", "-A", authentication, "-E", "UTF8", "--locale=C",
                     "--no-sync")
            with open(os.path.join(self.data, "pg_hba.conf"), "a") as rules:
                rules.write("host replication all 127.0.0.1/32 trust\n")
        else:
            self.run("pg_basebackup", "-D", self.data, "-R", "-X", "stream", "-c", "fast", "-h", "127.0.0.1", "-p",
                     str(primary.port), "-U", "postgres")
        self.process = None
        self.start()

    def run(self, program, *arguments):
        subprocess.run(as_user([os.path.join(BINARIES, program), *arguments]), check=True, cwd=self.folder,
                       stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def start(self):
        options = [word for setting in self.settings for word in ("-c", setting)]
        self.log = open(os.path.join(self.folder, "log"), "ab")
        self.process = subprocess.Popen(
            as_user([os.path.join(BINARIES, "postgres"), "-D", self.data, *options]), cwd=self.folder,
            stdout=self.log, stderr=self.log, start_new_session=True)
        self.wait_until_ready()

    def wait_until_ready(self):
        end = time.monotonic() + DEADLINE
        while subprocess.run([os.path.join(BINARIES, "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]).returncode:
            if self.process.poll() is not None or time.monotonic() > end:
                raise AssertionError("PostgreSQL does not start: " + open(os.path.join(self.folder, "log")).read())
            time.sleep(0.02)

    def stop(self, number=signal.SIGINT):
        """SIGINT is a fast shutdown, SIGQUIT an immediate one."""
        if self.process is None:
            return
        self.process.send_signal(number)
        self.process.wait(DEADLINE)
        self.process = None
        self.log.close()

    def kill(self):
        """Kills all processes of the server, as a power failure would."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(DEADLINE)
        self.process = None
        self.log.close()

    def signal_all(self, number):
        for pid in self.pids():
            try:
                os.kill(pid, number)
            except ProcessLookupError:
                pass

    def pids(self):
        children = subprocess.run(["ps", "-o", "pid=", "--ppid", str(self.process.pid)], capture_output=True, text=True)
        return [self.process.pid, *map(int, children.stdout.split())]

    def promote(self):
        self.run("pg_ctl", "promote", "-D", self.data, "-w")

    def execute(self, statement, database="postgres"):
        """Runs SQL and returns the rows of unaligned output, split at tabs."""
        result = subprocess.run(
            [os.path.join(BINARIES, "psql"), "-qAtX", "-F", "\t", "-v", "ON_ERROR_STOP=1", "-h", "127.0.0.1", "-p",
             str(self.port), "-U", "postgres", "-d", database],
            input=statement, capture_output=True, text=True)
        if result.returncode:
            raise AssertionError(result.stderr)
        return [line.split("\t") for line in result.stdout.splitlines()]

    def create_database(self, name, schema):
        self.execute(f'CREATE DATABASE "{name}"')
        self.execute(schema, name)
        return self.url(name)

    def url(self, database, user="postgres", options=""):
        return f"postgresql://{user}@127.0.0.1:{self.port}/{database}{options}"

    def remove(self):
        if self.process is not None:
            self.signal_all(signal.SIGCONT)
            self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)
