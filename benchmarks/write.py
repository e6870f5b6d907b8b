"""How fast the server of `solecism write` answers, beside Harper, and how much memory it takes.

`python benchmarks/write.py [--requests 1000] [--writers 20] [--edits 40] [--long 60]`

A real server in a process of its own, asked over HTTP on the same machine: start-up to the first
answer, edits of one paragraph in a text of 5,000 words, LanguageTool's `/v2/check` of 300 words
(new ones, and after an edit), and many writers at once with one paragraph each. Beside the time to
the answer is the processor time of the server, which a busy machine changes less. Harper reads the
same versions of the same text in this process. With `--long SECONDS` a browser (Chromium) pastes
20,000 words in one paragraph, and 1 MB of text, into the page of an idle server, and waits so long
for each.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING
from urllib.parse import urlencode, urlsplit

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.figures.record import record

from solecism_write.checking import MAX_TEXT

if TYPE_CHECKING:
    from playwright.sync_api import Request

os.environ["OMP_NUM_THREADS"] = "1"
TEXTS = Path(__file__).parents[1] / "examples" / "texts"
# Words before sentences, so that texts that are used several times are not the same.
LEADS = ("", "Perhaps ", "Indeed ", "Then ", "Still ")
ENDINGS = ("s", "ed", " really", " the", " of")
_SENTENCE_START = re.compile(r"(^|(?<=[.!?] ))([A-Z][a-z]+)", re.MULTILINE)


def essays(n_words: int) -> list[str]:
    """Paragraphs of learners' texts, of together at least so many words."""
    paragraphs: list[str] = []
    for lead in LEADS:
        for path in sorted(TEXTS.glob("*.txt")):
            for paragraph in path.read_text(encoding="utf-8").strip().split("\n\n"):
                paragraphs.append(_led(paragraph, lead))
                n_words -= len(paragraph.split())
                if n_words <= 0:
                    return paragraphs
    return paragraphs


def _led(paragraph: str, lead: str) -> str:
    return _SENTENCE_START.sub(lambda m: lead + m[2].lower() if lead else m[2], paragraph)


def edited(paragraphs: list[str], rng: Random) -> str:
    """The text after an edit of one word, which stays."""
    number = rng.randrange(len(paragraphs))
    words = paragraphs[number].split(" ")
    words[rng.randrange(len(words))] += rng.choice(ENDINGS)
    paragraphs[number] = " ".join(words)
    return "\n\n".join(paragraphs)


@dataclass(frozen=True, slots=True)
class Server:
    """A running server: its process, its address, and the seconds until it answered.

    `own_seconds` is its processor time until then.
    """

    process: int
    address: str
    seconds: float
    own_seconds: float

    def connection(self) -> HTTPConnection:
        """A connection that is kept."""
        parts = urlsplit(self.address)
        return HTTPConnection(parts.hostname or "", parts.port, timeout=120)

    def processor_seconds(self) -> float:
        """The processor time so far."""
        fields = Path(f"/proc/{self.process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def wait_until_idle(self) -> None:
        """Return when the server works on nothing, such as a request that nobody waits for."""
        before = -1.0
        while (now := self.processor_seconds()) > before:
            before = now
            time.sleep(1)

    def megabytes(self) -> float:
        """The memory that it has now."""
        status = Path(f"/proc/{self.process}/status").read_text()
        return int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) / 1024


@contextmanager
def running() -> Iterator[Server]:
    """A server, from its start to its end."""
    began = time.perf_counter()
    command = [sys.executable, "-m", "solecism", "write", "--no-browser", "--port", "0"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, encoding="utf-8")
    try:
        address = (process.stderr.readline() if process.stderr else "").split()[-1]
        server = Server(process.pid, address, 0.0, 0.0)
        ask(server.connection(), "GET", "/v2/healthcheck")
        seconds, own = time.perf_counter() - began, server.processor_seconds()
        yield Server(process.pid, address, seconds, own)
    finally:
        process.terminate()
        process.wait()


def ask(
    connection: HTTPConnection, method: str, path: str, body: str = "", kind: str = ""
) -> bytes:
    """The answer to a request, which must not be refused."""
    connection.request(method, path, body.encode(), {"content-type": kind} if kind else {})
    response = connection.getresponse()
    answer = response.read()
    if response.status != 200:
        raise SystemExit(f"{path}: {response.status} {answer[:200]!r}")
    return answer


def check(connection: HTTPConnection, text: str) -> bytes:
    """A request of the page."""
    body = json.dumps({"text": text, "audience": "author"})
    return ask(connection, "POST", "/check", body, "application/json")


def languagetool_check(connection: HTTPConnection, text: str) -> bytes:
    """A request of LanguageTool's API."""
    body = urlencode({"language": "en-US", "text": text})
    return ask(connection, "POST", "/v2/check", body, "application/x-www-form-urlencoded")


def milliseconds(work: Callable[[str], object], versions: list[str]) -> list[float]:
    """The time of each version of a text, in milliseconds."""
    times = []
    for text in versions:
        began = time.perf_counter()
        work(text)
        times.append(1000 * (time.perf_counter() - began))
    return sorted(times)


def show(
    name: str, server: Server, work: Callable[[str], object], versions: list[str], harper: Harper
) -> None:
    """A row of the table: median, 95th percentile, the server's own time, and Harper's."""
    work(versions[0])
    before = server.processor_seconds()
    times = milliseconds(work, versions[1:])
    own = 1000 * (server.processor_seconds() - before) / len(times)
    median, high = statistics.median(times), times[int(0.95 * (len(times) - 1))]
    peer = harper.milliseconds(versions[1:4])
    ratio = "" if peer is None else f"{peer / median:.1f}"
    shown = "" if peer is None else f"{peer:.0f}"
    print(f"| {name} | {median:.0f} | {high:.0f} | {own:.0f} | {shown} | {ratio} |", flush=True)
    peers = [] if peer is None else [peer]
    record(name, "ms", times, is_higher_better=False, peer="Harper", peer_runs=peers)
    record(f"{name}, processor", "ms", [own], is_higher_better=False)


class Harper:
    """Harper's Python package, if it is installed."""

    def __init__(self) -> None:
        try:
            from harper import Language, Linter
        except ImportError:
            self._lint = None
            return
        linter = Linter()
        self._lint = lambda text: linter.lint(text, language=Language.PLAINTEXT)

    def milliseconds(self, versions: list[str]) -> float | None:
        """The median time of some texts, None where Harper is not installed."""
        return None if self._lint is None else statistics.median(milliseconds(self._lint, versions))


def many_writers(server: Server, n_writers: int, n_requests: int, *, is_edited: bool) -> str:
    """How many requests are answered to writers who send one paragraph each, again and again."""
    paragraphs = essays(5_000)

    def write(number: int) -> None:
        rng, connection = Random(number), server.connection()
        paragraph = [paragraphs[number % len(paragraphs)]]
        for _ in range(n_requests // n_writers):
            check(connection, edited(paragraph, rng) if is_edited else paragraph[0])

    began, own = time.perf_counter(), server.processor_seconds()
    with ThreadPoolExecutor(n_writers) as pool:
        list(pool.map(write, range(n_writers)))
    rate = n_requests / (time.perf_counter() - began)
    own_ms = 1000 * (server.processor_seconds() - own) / n_requests
    return f"{n_writers} writers: {rate:.0f} requests/s, {own_ms:.1f} ms of processor time each"


def new_words(n_words: int) -> list[str]:
    """Paragraphs without a sentence that is the same as another one."""
    paragraphs: list[str] = []
    while n_words > 0:
        for paragraph in essays(5_000):
            paragraphs.append(re.sub(r"(?<=\w)\.", f" {len(paragraphs)}.", paragraph))
            n_words -= len(paragraphs[-1].split())
            if n_words <= 0:
                break
    return paragraphs


def _note_time(times: list[float], request: Request) -> None:
    """Add the seconds that a request to check took."""
    if request.url.endswith("/check"):
        times.append(request.timing["responseEnd"] / 1000)


def long_texts(server: Server, seconds: float) -> None:
    """Rows about long texts in the page: the first findings, the longest request, and all of it."""
    import shutil

    from playwright.sync_api import TimeoutError as StillCheckingError
    from playwright.sync_api import sync_playwright

    sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))
    from writing import put

    texts = {
        "20,000 words in one paragraph": " ".join(" ".join(new_words(20_000)).split()),
        "1 MB of text": "\n\n".join(new_words(180_000))[: MAX_TEXT - 1],
    }
    print(
        "| in the page | first findings, s | server's processor until then | longest request, s |"
        " requests | checked | memory, MB |"
    )
    print("|---" * 7 + "|")
    with sync_playwright() as playwright:
        found = [shutil.which(each) for each in ("chromium-headless-shell", "chromium")]
        browser = playwright.chromium.launch(
            executable_path=next(filter(None, found), None), args=["--no-sandbox"]
        )
        for name, text in texts.items():
            page = browser.new_page(base_url=server.address)
            times: list[float] = []
            page.on("requestfinished", partial(_note_time, times))
            page.goto("/")
            page.wait_for_selector("[data-kind]", state="attached")
            server.wait_until_idle()
            began, own = time.perf_counter(), server.processor_seconds()
            put(page, text)
            try:
                page.wait_for_selector(".cm-line .finding", timeout=1000 * seconds)
            except StillCheckingError:
                print(f"| {name} | none in {seconds:.0f} |", flush=True)
                page.close()
                continue
            first, own = time.perf_counter() - began, server.processor_seconds() - own
            with suppress(StillCheckingError):
                left = 1000 * max(1.0, seconds - first)
                page.wait_for_selector("[data-state=checked]", timeout=left)
            share = page.locator("#state").inner_text().partition(" ")[2] or "all"
            row = (
                *(f"{first:.1f}", f"{own:.1f}", f"{max(times):.1f}", str(len(times)), share),
                f"{server.megabytes():.0f}",
            )
            print(f"| {name} | {' | '.join(row)} |", flush=True)
            record(f"page, {name}, first findings", "s", [first], is_higher_better=False)
            record(f"page, {name}, longest request", "s", [max(times)], is_higher_better=False)
            page.close()
        browser.close()


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--requests", type=int, default=1000)
    parser.add_argument("--writers", type=int, default=20)
    parser.add_argument("--edits", type=int, default=40)
    parser.add_argument("--long", type=float, default=0.0, metavar="SECONDS")
    options = parser.parse_args()
    harper, rng = Harper(), Random(7)
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with running() as server:
        connection = server.connection()
        check(connection, "I depend of you.")
        if options.long:
            long_texts(server, options.long)
            return
        print(f"start-up: {server.seconds:.2f} s ({server.own_seconds:.2f} s of processor time)")
        print(f"memory: {server.megabytes():.0f} MB\n")
        print("| answer, ms | median | 95% | server's processor | Harper | times Harper |")
        print("|---" * 6 + "|")
        text = essays(5_000)
        versions = ["\n\n".join(text), *(edited(text, rng) for _ in range(options.edits))]
        page = "5,000 words, one paragraph edited"
        show(page, server, lambda one: check(connection, one), versions, harper)
        short = essays(300)
        asked = ["\n\n".join(short), *(edited(short, rng) for _ in range(options.edits))]
        api = "/v2/check of 300 words, one edited"
        show(api, server, lambda one: languagetool_check(connection, one), asked, harper)
        # Every word is edited, so that no sentence is known.
        new = [re.sub(r"(?<=\w)\.", f" {word}.", asked[0]) for word in ENDINGS[2:] + LEADS[1:]]
        api = "/v2/check of 300 new words"
        show(api, server, lambda one: languagetool_check(connection, one), new, harper)
        print()
        n_writers = options.writers
        told = many_writers(server, n_writers, 5 * options.edits, is_edited=True)
        print(f"{told}, after edits")
        print(f"memory: {server.megabytes():.0f} MB", flush=True)
        told = many_writers(server, n_writers, options.requests, is_edited=False)
        print(f"{told}, of paragraphs that are known")
        print(f"memory: {server.megabytes():.0f} MB after {options.requests:,} more requests")


if __name__ == "__main__":
    main()
