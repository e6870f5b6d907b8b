"""`solecism` in a tenth of a second: a process with everything loaded runs it in copies of itself.

The documentation has hundreds of shell lines, and most of their time would be the start of Python
and the reading of models. Here one process has both behind it. A small program named `solecism`, to
be put on the PATH, hands its arguments, folder, environment and open files to that process, which
forks: the command itself runs as ever, with real pipes, redirections, signals and exit codes.
"""

from __future__ import annotations

import atexit
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

MOST_BYTES = 1 << 20
# Commands that have this in their environment write empty files of PDF and PNG: to draw them takes
# longer than all else that most commands do.
WITHOUT_FIGURES = "TESTS_WITHOUT_FIGURES"
SENTENCE = "I depend of the informations."
# What commands import only when they need it.
LATER = ("matplotlib.backends.backend_svg", "matplotlib.pyplot", "numba", "sqlalchemy", "alembic")
CLIENT = """\
#!{python} -IS
import json, os, socket, sys

connection = socket.socket(socket.AF_UNIX)
connection.connect({address!r})
request = json.dumps([sys.argv[1:], os.getcwd(), dict(os.environ)]).encode()
socket.send_fds(connection, [len(request).to_bytes(8, "big")], [0, 1, 2])
connection.sendall(request)
sys.exit(int(connection.recv(8) or b"70"))
"""


@contextmanager
def command_on_path() -> Iterator[Path]:
    """A folder whose `solecism` is run by a server, for as long as this is entered."""
    with tempfile.TemporaryDirectory() as name:
        address, client = Path(name) / "server", Path(name) / "solecism"
        client.write_text(CLIENT.format(python=sys.executable, address=str(address)))
        client.chmod(0o755)
        # Not from this folder, and with one thread of arithmetic, as the program starts itself.
        command = [sys.executable, "-P", __file__, str(address)]
        environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
        server = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE)
        try:
            if server.stdout is None or not server.stdout.readline():
                raise RuntimeError("the server of commands did not start")
            yield Path(name)
        finally:
            server.terminate()
            server.communicate()


def load() -> None:
    """Import what commands need, and read the models, so that copies of this process have them."""
    import importlib

    import click

    import solecism
    from solecism.cli.main import cli
    from solecism.detect.network import strong_detector  # noqa: F401

    def load_below(group: click.Command) -> None:
        if isinstance(group, click.Group):
            context = click.Context(group)
            for name in group.list_commands(context):
                if command := group.get_command(context, name):
                    load_below(command)

    load_below(cli)
    for name in LATER:
        importlib.import_module(name)
    solecism.check(SENTENCE)


def leave_out_figures() -> None:
    """Draw nothing for files of PDF and PNG; SVG, which pages are made of, is drawn as ever."""
    from solecism.reporting.drawing import RenderedDrawing

    for name in ("pdf", "png"):
        setattr(RenderedDrawing, name, lambda drawing: b"")


def serve(address: str) -> None:
    """Run the command of every connection in a copy of this process, of which there may be many."""
    import gc

    load()
    gc.collect()
    gc.freeze()
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(address)
    listening.listen(64)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    while True:
        connection, _ = listening.accept()
        if not os.fork():
            listening.close()
            run_and_tell(connection)
            return
        connection.close()
        reap()


def reap() -> None:
    """Forget the copies that have ended."""
    while True:
        try:
            if not os.waitpid(-1, os.WNOHANG)[0]:
                return
        except ChildProcessError:
            return


def run_and_tell(connection: socket.socket) -> None:
    """Run the command in one more copy, wait for its end, and send its exit code."""
    head, files, _, _ = socket.recv_fds(connection, 8, 3)
    request = b""
    while len(request) < int.from_bytes(head, "big"):
        request += connection.recv(MOST_BYTES)
    arguments, folder, environment = json.loads(request)
    if child := os.fork():
        for file in files:
            os.close(file)
        status = os.waitpid(child, 0)[1]
        code = os.waitstatus_to_exitcode(status)
        connection.send(str(code if code >= 0 else 128 - code).encode())
        os._exit(0)
    connection.close()
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    if os.environ.pop(WITHOUT_FIGURES, None):
        leave_out_figures()
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    sys.argv = ["solecism", *arguments]
    os._exit(exit_code())


def exit_code() -> int:
    """Run the command, and all that Python does at the end of a program.

    Only what libraries of C do there is left out: onnxruntime would wait for a thread of the
    process that was copied.
    """
    from solecism.cli.main import main

    code = 0
    try:
        main()
    except SystemExit as error:
        code = error.code if isinstance(error.code, int) else int(error.code is not None)
    except BaseException:  # noqa: BLE001 -- Python itself ends so after any other
        traceback.print_exc()
        code = 1
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    return code


if __name__ == "__main__":
    serve(*sys.argv[1:])
