"""How fast an editor gets its diagnostics from `solecism lsp`, beside Harper.

`python benchmarks/editors.py [--words 5000] [--edits 40]`

A real server process over standard input and output, with one core: from its start to the answer
to `initialize`, from opening a text to its first and to all diagnostics, right after the start and
once the models are read, and from an edit of one sentence to the diagnostics of that version. There
is no package of harper-ls; Harper itself (harper-py) reads the same texts in its own process, all
of them again after every edit, as harper-ls does, without the time of the protocol. Beside the time
on the clock is the time of the processor, which other work on the machine changes less.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles
from typing import IO, Any, cast

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.figures.record import record

for _variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[_variable] = "1"

TEXTS = Path(__file__).parents[1] / "examples" / "texts"
# Longer than the pause within which edits are gathered.
_BETWEEN_EDITS = 0.2
_OPEN, _CHANGE = "textDocument/didOpen", "textDocument/didChange"


class Server:
    """A server process, and the messages that it has sent."""

    def __init__(self) -> None:
        self.started = time.perf_counter()
        command = [sys.executable, "-m", "solecism", "lsp"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._input = cast(IO[bytes], self.process.stdin)
        self._output = cast(IO[bytes], self.process.stdout)

    def send(self, method: str, params: Any, id: int | None = None) -> None:
        """Send a notification, or a request if it has an id."""
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        body = json.dumps(message if id is None else {**message, "id": id}).encode()
        self._input.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self._input.flush()

    def messages(self) -> Iterator[dict[str, Any]]:
        """The messages of the server, as they come."""
        stream = self._output
        while header := stream.readline():
            length = int(header.partition(b":")[2])
            while stream.readline().strip():
                pass
            yield json.loads(stream.read(length))

    def diagnostics(self, uri: str, version: int) -> Iterator[int]:
        """How many diagnostics a version of a document has, whenever the server says so."""
        for message in self.messages():
            params = message.get("params") or {}
            if params.get("uri") == uri and params.get("version") == version:
                yield len(params["diagnostics"])

    @property
    def seconds(self) -> float:
        """The processor time of the process so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def megabytes(self) -> float:
        """The greatest memory of the process so far."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        [peak] = [line for line in status.splitlines() if line.startswith("VmHWM")]
        return int(peak.split()[1]) / 1024


class Clock:
    """Time on the clock and of the processor of a server, from now or from its start."""

    def __init__(self, server: Server, *, is_new: bool = False) -> None:
        self._server = server
        self._start = server.started if is_new else time.perf_counter()
        self._seconds = 0.0 if is_new else server.seconds

    def read(self) -> str:
        """Both times."""
        clock = time.perf_counter() - self._start
        return f"{clock:.2f} s (processor {self._server.seconds - self._seconds:.2f} s)"


def text_of(n_words: int, *, seed: int) -> str:
    """So many words of the bundled essays; no sentence is the same with another seed."""
    paragraphs = [
        paragraph
        for path in sorted(TEXTS.glob("*.txt"))
        for paragraph in path.read_text().split("\n\n")
    ]
    chosen: list[str] = []
    count = 0
    for number in range(10_000):
        paragraph = paragraphs[number % len(paragraphs)].strip()
        paragraph = paragraph.replace(". ", f" in {1000 * seed + number}. ")
        chosen.append(paragraph)
        count += len(paragraph.split())
        if count >= n_words:
            break
    return "\n\n".join(chosen)


def opened(server: Server, uri: str, text: str, clock: Clock) -> str:
    """The times to the first and to all diagnostics of a document, and how many there are."""
    item = {"uri": uri, "languageId": "markdown", "version": 1, "text": text}
    server.send(_OPEN, {"textDocument": item})
    answers = server.diagnostics(uri, 1)
    next(answers)
    first = clock.read()
    n_parts = 1
    step = 2_000
    while step < len(text):
        step, n_parts = 4 * step, n_parts + 1
    n = 0
    for _ in range(n_parts - 1):
        n = next(answers)
    return f"{first}; all {n} in {len(text.split()):,} words {clock.read()}"


def edit_times(server: Server, uri: str, text: str, n_edits: int) -> list[float]:
    """Seconds from each edit of a sentence in the middle to the diagnostics of that version."""
    line = text[: len(text) // 2].count("\n") // 2 * 2
    times: list[float] = []
    for number in range(n_edits):
        place = {"line": line, "character": 0}
        changes = [
            {"range": {"start": place, "end": place}, "text": "Now " if number % 2 else "So "}
        ]
        document = {"uri": uri, "version": number + 2}
        time.sleep(_BETWEEN_EDITS)
        start = time.perf_counter()
        server.send(_CHANGE, {"textDocument": document, "contentChanges": changes})
        next(server.diagnostics(uri, number + 2))
        times.append(time.perf_counter() - start)
    return times


def harper_times(text: str, n_edits: int) -> tuple[float, list[float], int] | None:
    """Seconds for the first reading of a text by Harper and for those after edits, and findings."""
    try:
        from harper import Language, Linter
    except ImportError:
        return None
    linter = Linter()
    start = time.process_time()
    n = len(linter.lint(text, language=Language.MARKDOWN))
    first = time.process_time() - start
    times = []
    for number in range(n_edits):
        text = ("Now " if number % 2 else "So ") + text
        start = time.process_time()
        linter.lint(text, language=Language.MARKDOWN)
        times.append(time.process_time() - start)
    return first, times, n


def milliseconds(times: list[float]) -> str:
    """The median and the 95th percentile."""
    return f"{1000 * median(times):.0f} ms median, {1000 * quantiles(times, n=20)[-1]:.0f} ms 95%"


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--words", type=int, default=5_000)
    parser.add_argument("--edits", type=int, default=40)
    options = parser.parse_args()
    server = Server()
    clock = Clock(server, is_new=True)
    server.send("initialize", {"processId": os.getpid(), "rootUri": None, "capabilities": {}}, 1)
    next(server.messages())
    print(f"start to the answer to initialize   {clock.read()}")
    server.send("initialized", {})
    cold, warm = text_of(options.words, seed=1), text_of(options.words, seed=2)
    print(f"start to first diagnostics          {opened(server, 'untitled:1', cold, clock)}")
    time.sleep(1)
    clock = Clock(server)
    print(f"opening to first diagnostics        {opened(server, 'untitled:2', warm, clock)}")
    before = server.seconds
    times = edit_times(server, "untitled:2", warm, options.edits)
    mean = 1000 * (server.seconds - before) / options.edits
    print(
        f"edit to diagnostics                 {milliseconds(times)} (processor {mean:.0f} ms mean)"
    )
    print(f"greatest memory                     {server.megabytes:.0f} MB")
    server.process.kill()
    harper = harper_times(warm, max(5, options.edits // 4))
    if harper is None:
        print("Harper                              not installed: pip install harper-py")
        return
    first, harper_edits, n = harper
    print(f"Harper, all in the same text        processor {first:.2f} s, {n} findings")
    print(f"Harper, all again after an edit     processor {milliseconds(harper_edits)}")
    name, peer = "edit to diagnostics", "Harper, all again"
    record(name, "s", times, is_higher_better=False, peer=peer, peer_runs=harper_edits)
    print(f"processor time, Harper / ours       {1000 * median(harper_edits) / mean:.1f}")


if __name__ == "__main__":
    main()
