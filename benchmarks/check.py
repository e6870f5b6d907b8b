"""How fast `solecism check` is from raw text, beside Harper, and where the time goes.

`python benchmarks/check.py [--data ../shared/data] [--words 300000]`

Every figure is of one core: processor time of a process of its own. (A busy machine makes both
systems slower all the same.) Words are those between spaces; tokens, as taggers count, are words
and signs. Start-up is a process that checks one sentence.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

for _variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[_variable] = "1"

SENTENCE = "I depend of the heating because I work in home.\n"
HARPER = """
import pathlib, sys
from harper import Language, Linter
linter = Linter()
paragraphs = pathlib.Path(sys.argv[1]).read_text().split("\\n\\n")
for start in range(0, len(paragraphs), 50):
    linter.lint("\\n\\n".join(paragraphs[start : start + 50]), language=Language.PLAINTEXT)
"""
# Harper is slow enough to be measured on a smaller part of the same text.
SHARE_FOR_HARPER = 10


@dataclass(frozen=True, slots=True)
class Run:
    """What a process took."""

    seconds: float
    megabytes: float


def measured(arguments: list[str]) -> Run:
    """Processor time and greatest memory of a process, which must not fail."""
    silent = subprocess.DEVNULL
    process = subprocess.Popen(arguments, stdout=silent, stderr=silent)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(arguments)} failed with {process.returncode}.")
    return Run(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def paragraphs(data: Path) -> Iterator[str]:
    """News text, or the bundled essays where there is no folder of corpora."""
    source = data / "native" / "wikinews.txt.xz"
    if source.exists():
        from solecism.formats.files import read_lines

        yield from filter(None, map(str.strip, read_lines(str(source))))
        return
    folder = Path(__file__).parents[1] / "examples" / "texts"
    texts = [path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.txt"))]
    while True:
        yield from texts


def sample(data: Path, n_words: int) -> str:
    """Paragraphs of at least so many words."""
    found: list[str] = []
    for paragraph in paragraphs(data):
        found.append(paragraph)
        n_words -= len(paragraph.split())
        if n_words <= 0:
            break
    return "\n\n".join(found) + "\n"


def speed(command: Callable[[str], list[str]], text: str, folder: Path) -> tuple[float, Run, Run]:
    """Words a second without start-up, the run of one sentence, and the run of all."""
    small, large = folder / "small.txt", folder / "large.txt"
    small.write_text(SENTENCE, encoding="utf-8")
    large.write_text(text, encoding="utf-8")
    start = min((measured(command(str(small))) for _ in range(5)), key=lambda run: run.seconds)
    whole = min((measured(command(str(large))) for _ in range(3)), key=lambda run: run.seconds)
    return len(text.split()) / (whole.seconds - start.seconds), start, whole


def stages(text: str) -> dict[str, float]:
    """Microseconds a word of each step, one after another in this process."""
    from solecism.detect import registry
    from solecism.language import split
    from solecism.language.annotate import annotate_sentences

    detector = registry.loader("light")()
    list(detector.flags(annotate_sentences(split.sentences(text[:20_000], "d"))))
    began = time.process_time()
    sentences = split.sentences(text, "d")
    split_at = time.process_time()
    annotated = list(annotate_sentences(sentences))
    annotated_at = time.process_time()
    n_flags = sum(1 for _ in detector.flags(annotated))
    ended = time.process_time()
    per_word = 1e6 / len(text.split())
    return {
        "words and sentences": (split_at - began) * per_word,
        "tags, lemmas, chunks": (annotated_at - split_at) * per_word,
        f"{n_flags:,} decisions": (ended - annotated_at) * per_word,
    }


def main(data: Path, n_words: int) -> None:
    """Print the figures."""
    from solecism.language.tokenise import tokenise

    text = sample(data, n_words)
    part = "\n\n".join(islice(text.split("\n\n"), text.count("\n\n") // SHARE_FOR_HARPER))
    python = [sys.executable, "-m", "solecism", "check", "--exit-zero"]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        ours, start, whole = speed(lambda path: [*python, path], text, folder)
        harper, harper_start, harper_whole = speed(
            lambda path: [sys.executable, "-c", HARPER, path], part, folder
        )
    tokens = len(tokenise(text)[0]) / len(text.split())
    print("system    words/s  tokens/s  start-up s  most MB")
    for system, rate, small, large in (
        ("solecism", ours, start, whole),
        ("harper", harper, harper_start, harper_whole),
    ):
        figures = f"{rate:8,.0f} {rate * tokens:9,.0f} {small.seconds:11.2f}"
        print(f"{system:8} {figures} {large.megabytes:8.0f}")
    print(f"solecism checks {ours / harper:.1f} times as many words a second")
    print("\nmicroseconds a word")
    for stage, microseconds in stages(text).items():
        print(f"{stage:22} {microseconds:6.2f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--words", type=int, default=300_000)
    chosen = parser.parse_args()
    main(chosen.data, chosen.words)
