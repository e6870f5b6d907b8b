"""`solecism` in a tenth of a second: a process with everything loaded runs it in copies of itself.

The documentation has hundreds of shell lines, and most of their time would be the start of Python
and the reading of models. Here one process has both behind it. A small program named `solecism`, to
be put on the PATH, hands its arguments, folder, environment and open files to that process, which
forks: the command itself runs as ever, with real pipes, redirections, signals and exit codes.
"""

from __future__ import annotations

import atexit
import hashlib
import marshal
import os
import pickle
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

MOST_BYTES = 1 << 20
# Commands that have this in their environment write figures in which nothing is drawn: to draw them
# takes longer than all else that most commands do.
WITHOUT_FIGURES = "TESTS_WITHOUT_FIGURES"
# What is read at the first word, or the first error, of some kind is read for this text.
TEXT = "texts/landlord.txt"
# The program itself, and what takes seconds to import for few commands (PyTorch, spaCy) or none.
LEFT_OUT = ("solecism.__main__", "solecism.spacy", "solecism_lab.train.", "solecism_write.lsp.")
# What commands import of libraries only when they need it.
LATER = ("matplotlib.backends.backend_svg", "matplotlib.pyplot", "alembic.command")
CLIENT = """\
#!{python} -IS
import _socket, array, marshal, os, sys

# To import socket and json would take longer than the rest.
connection = _socket.socket(_socket.AF_UNIX)
connection.connect({address!r})
request = marshal.dumps([sys.argv[1:], os.getcwd(), dict(os.environ)])
files = _socket.SOL_SOCKET, _socket.SCM_RIGHTS, array.array("i", [0, 1, 2])
connection.sendmsg([len(request).to_bytes(8, "big")], [files])
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
    import pkgutil

    import solecism
    import solecism_lab
    import solecism_study
    import solecism_write
    from solecism.system.installation import EXAMPLES

    for package in (solecism, solecism_write, solecism_study, solecism_lab):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.startswith(LEFT_OUT):
                importlib.import_module(module.name)
    for name in LATER:
        importlib.import_module(name)
    solecism.check((EXAMPLES / TEXT).read_text(encoding="utf-8"))


def leave_out_figures() -> None:
    """Write figures to files as if nothing were drawn in them; pages have theirs as ever."""
    from matplotlib.figure import Figure

    from solecism.reporting.drawing import PAGE, Drawing, DrawingSize, RenderedDrawing

    lay_out = RenderedDrawing.__init__

    def lay_out_pages(self: RenderedDrawing, drawing: Drawing, layout: DrawingSize = PAGE) -> None:
        if layout is not PAGE:
            drawing = replace(drawing, draw=lambda layout: Figure(figsize=(1, 1)))
        lay_out(self, drawing, layout)

    methods = {"__init__": lay_out_pages, "pdf": lambda _: b"", "png": lambda _: b""}
    for name, method in methods.items():
        setattr(RenderedDrawing, name, method)


def remember_networks(folder: Path) -> None:
    """Let networks read no batch of sentences twice: the examples are checked again and again."""
    from onnxruntime import InferenceSession

    run = InferenceSession.run

    def remembered(session: Any, names: list[str], batch: dict[str, Any]) -> Any:
        if session._model_path is None:
            return run(session, names, batch)
        asked = pickle.dumps((session._model_path, names, sorted(batch.items())))
        path = folder / hashlib.blake2b(asked).hexdigest()
        if not path.exists():
            with tempfile.NamedTemporaryFile(dir=folder, delete=False) as file:
                pickle.dump(run(session, names, batch), file)
            Path(file.name).replace(path)
        return pickle.loads(path.read_bytes())

    InferenceSession.run = remembered


def serve(address: str) -> None:
    """Run the command of every connection in a copy of this process, of which there may be many."""
    import gc

    load()
    remember_networks(Path(address).parent)
    gc.collect()
    gc.freeze()
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(address)
    listening.listen(64)
    selector = selectors.DefaultSelector()
    selector.register(listening, selectors.EVENT_READ)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    while True:
        for key, _ in selector.select():
            if key.fileobj is listening:
                start(listening.accept()[0], selector)
            else:
                selector.unregister(key.fd)
                os.close(key.fd)
                tell(*key.data)


def start(connection: socket.socket, selector: selectors.BaseSelector) -> None:
    """Start the command of a connection in a copy of this process, and wait for its end."""
    head, files, _, _ = socket.recv_fds(connection, 8, 3)
    request = b""
    while len(request) < int.from_bytes(head, "big"):
        request += connection.recv(MOST_BYTES)
    if child := os.fork():
        for file in files:
            os.close(file)
        selector.register(os.pidfd_open(child), selectors.EVENT_READ, (child, connection))
        return
    arguments, folder, environment = marshal.loads(request)
    try:
        os._exit(exit_code_of(arguments, folder, environment, files))
    finally:
        os._exit(os.EX_SOFTWARE)


def tell(child: int, connection: socket.socket) -> None:
    """Send the exit code of a command that has ended, as a shell writes it."""
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    with connection, suppress(BrokenPipeError):  # Whoever asked may have been stopped meanwhile.
        connection.send(str(code if code >= 0 else 128 - code).encode())


def exit_code_of(
    arguments: list[str], folder: str, environment: dict[str, str], files: list[int]
) -> int:
    """Run a command with these files as its standard input, output and error."""
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
    return exit_code()


def exit_code() -> int:
    """Run the command in `sys.argv`, and what it wants Python to do at the end of the program.

    What libraries want to do there since they were imported is left out: it takes longer than most
    commands, and onnxruntime would wait for a thread of the process that was copied.
    """
    from solecism.cli.main import main

    atexit._clear()
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
