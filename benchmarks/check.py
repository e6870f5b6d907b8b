"""How fast `solecism check` is from raw text, beside Harper, and where the time goes.

`python benchmarks/check.py [--data ../shared/data] [--words 300000] [--model FILE]`

On native text (news) and on learners' text, with every detector that there is: strong and cascade
need a model, the one in the package or FILE. Every figure is of one core: processor time of a
process of its own, the best of three. (A busy machine makes all systems slower all the same.)
Words are those between spaces; tokens, as taggers count, are words and signs. Start-up is a
process that checks one sentence.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

for _variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[_variable] = "1"
sys.path.insert(0, str(Path(__file__).parents[1]))

SENTENCE = "I depend of the heating because I work in home.\n"
HARPER = """
import pathlib, sys
from harper import Language, Linter
linter = Linter()
paragraphs = pathlib.Path(sys.argv[1]).read_text().split("\\n\\n")
for start in range(0, len(paragraphs), 50):
    linter.lint("\\n\\n".join(paragraphs[start : start + 50]), language=Language.PLAINTEXT)
"""
# What is slow is measured on every so many-th paragraph of the same text.
STEPS = {"light": 1, "cascade": 4, "strong": 8, "Harper": 10}
# Below this, start-up and chance are too large a part of the time.
LEAST_WORDS = 20_000
N_STARTS, N_RUNS = 5, 3

Command = Callable[[str], list[str]]


@dataclass(frozen=True, slots=True)
class Run:
    """What a process took."""

    seconds: float
    megabytes: float


@dataclass(frozen=True, slots=True)
class Speed:
    """Words a second without start-up in each run, start-up, and the greatest memory."""

    runs: tuple[float, ...]
    start: float
    megabytes: float

    @property
    def words(self) -> float:
        """Words a second in the quickest run."""
        return max(self.runs)


def measured(arguments: list[str]) -> Run:
    """Processor time and greatest memory of a process, which must not fail."""
    silent = subprocess.DEVNULL
    process = subprocess.Popen(arguments, stdout=silent, stderr=silent)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(arguments)} failed with {process.returncode}.")
    return Run(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def news(data: Path) -> Iterator[str]:
    """Native paragraphs, or the bundled essays where there is no folder of corpora."""
    source = data / "native" / "wikinews.txt.xz"
    if source.exists():
        from solecism.formats.files import read_lines

        yield from filter(None, map(str.strip, read_lines(str(source))))
        return
    folder = Path(__file__).parents[1] / "examples" / "texts"
    texts = [path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.txt"))]
    while True:
        yield from texts


def learners(data: Path) -> list[str]:
    """Learners' sentences of W&I dev as running text; none without the corpus."""
    from benchmarks.detection.raw_text import paragraphs

    from solecism.formats.registry import FORMATS, read

    paths = [data / "learner" / "wi" / f"{level}.dev.m2" for level in "ABC"]
    if not all(path.exists() for path in paths):
        return []
    sentences = read([str(path) for path in paths], FORMATS["m2"])
    return paragraphs([sentence.words for sentence in sentences])


def sample(paragraphs: Iterable[str], n_words: int) -> list[str]:
    """Paragraphs of at least so many words, or all."""
    found: list[str] = []
    for paragraph in paragraphs:
        found.append(paragraph)
        n_words -= len(paragraph.split())
        if n_words <= 0:
            break
    return found


def part(paragraphs: list[str], step: int) -> str:
    """The text of every so many-th paragraph, or of more where that would be too little."""
    n_words = sum(len(paragraph.split()) for paragraph in paragraphs)
    return "\n\n".join(paragraphs[:: max(1, min(step, n_words // LEAST_WORDS))]) + "\n"


def speed(command: Command, text: str, folder: Path) -> Speed:
    """How fast a command goes through a text."""
    small, large = folder / "small.txt", folder / "large.txt"
    small.write_text(SENTENCE, encoding="utf-8")
    large.write_text(text, encoding="utf-8")
    start = min(measured(command(str(small))).seconds for _ in range(N_STARTS))
    whole = [measured(command(str(large))) for _ in range(N_RUNS)]
    n_words = len(text.split())
    rates = tuple(n_words / (run.seconds - start) for run in whole)
    return Speed(rates, start, max(run.megabytes for run in whole))


def detectors(model: Path | None) -> list[str]:
    """The names of the detectors that can run."""
    from solecism.detect.registry import is_available

    return ["light", *(["cascade", "strong"] if model or is_available() else [])]


def commands(names: list[str], model: Path | None) -> dict[str, Command]:
    """What checks a file, by the name of the detector, and Harper."""

    def own(name: str, path: str) -> list[str]:
        chosen = ["--detector", name]
        if model is not None and name != "light":
            chosen += ["--model", str(model)]
        return [sys.executable, "-m", "solecism", "check", "--exit-zero", *chosen, path]

    found: dict[str, Command] = {name: partial(own, name) for name in names}
    return found | {"Harper": lambda path: [sys.executable, "-c", HARPER, path]}


def show_speed(title: str, paragraphs: list[str], systems: dict[str, Command]) -> None:
    """A table of all systems on one text, and how many times as fast as Harper each is."""
    from benchmarks.figures.record import record

    from solecism.language.tokeniser import tokenise

    texts = {name: part(paragraphs, STEPS[name]) for name in systems}
    with tempfile.TemporaryDirectory() as folder:
        found = {
            name: speed(command, texts[name], Path(folder)) for name, command in systems.items()
        }
    print(f"\n### {title}\n")
    print("| system | words | words/s | tokens/s | start-up, s | most memory, MB | times Harper |")
    print("|---" * 7 + "|")
    for name, one in found.items():
        words = len(texts[name].split())
        tokens = one.words * len(tokenise(texts[name])[0]) / words
        ratio = one.words / found["Harper"].words
        print(
            f"| {name} | {words:,} | {one.words:,.0f} | {tokens:,.0f} | {one.start:.2f} "
            f"| {one.megabytes:.0f} | {ratio:.1f} |",
            flush=True,
        )
        peer_runs = found["Harper"].runs
        record(f"{title}, {name}", "words/s", one.runs, peer="Harper", peer_runs=peer_runs)
        record(f"{title}, start of {name}", "s", [one.start], is_higher_better=False)


def stages(text: str, names: list[str], model: Path | None) -> dict[str, float]:
    """Microseconds a word of each step, one after another in this process."""
    from solecism.detect import registry
    from solecism.language import sentence_splitter
    from solecism.language.annotate import annotate_sentences

    list(annotate_sentences(sentence_splitter.sentences(text[:20_000], "d")))
    began = time.process_time()
    sentences = sentence_splitter.sentences(text, "d")
    split_at = time.process_time()
    annotated = list(annotate_sentences(sentences))
    found = {
        "words and sentences": split_at - began,
        "tags, lemmas, chunks": time.process_time() - split_at,
    }
    for name in names:
        detector = registry.loader(name, model=None if name == "light" else model)()
        list(detector.flags(annotated[:50]))
        began = time.process_time()
        for _ in detector.flags(annotated):
            pass
        found[f"decisions, {name}"] = time.process_time() - began
    per_word = 1e6 / len(text.split())
    return {name: seconds * per_word for name, seconds in found.items()}


def main(data: Path, n_words: int, model: Path | None) -> None:
    """Print the figures."""
    names = detectors(model)
    texts = {
        "Native text, news": sample(news(data), n_words),
        "Learners' text, W&I dev": sample(learners(data), n_words),
    }
    texts = {title: paragraphs for title, paragraphs in texts.items() if paragraphs}
    for title, paragraphs in texts.items():
        show_speed(title, paragraphs, commands(names, model))
    found = [stages(part(each, STEPS["strong"]), names, model) for each in texts.values()]
    print(f"\n### Microseconds a word\n\n| step | {' | '.join(texts)} |")
    print("|---" * (1 + len(texts)) + "|")
    for step in found[0]:
        print(f"| {step} | {' | '.join(f'{each[step]:.2f}' for each in found)} |")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--words", type=int, default=300_000)
    parser.add_argument("--model", type=Path, help="of the strong detector")
    chosen = parser.parse_args()
    main(chosen.data, chosen.words, chosen.model)
