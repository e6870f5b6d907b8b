"""Speed of making errors in tagged and in plain text, on one core; inflection by lemminflect.

`python benchmarks/speed/corrupt.py [--data ../shared/data]`
"""

from __future__ import annotations

import argparse
import importlib.util
import itertools
import lzma
import os
import resource
import sys
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
sys.path.insert(0, str(Path(__file__).parents[2]))

from benchmarks.figures.record import record, timed, timed_together

from solecism.corruption.corrupt import corrupt
from solecism.corruption.recipe import PRESETS, Recipe
from solecism.formats import registry, text
from solecism.language import lemmas
from solecism.language.lemmas import lemma
from solecism.sentence import Sentence
from solecism.system.processes import collect_garbage_rarely

N_REPEATS = 5
N_MILLION = 1_000_000
N_CHARACTERS = 2_000_000


def tagged_sentences(data: Path) -> list[Sentence]:
    """The sentences of EWT train with their Penn tags, as read from CoNLL-U."""
    path = next(iter(sorted((data / "ud").glob("*ewt*train*"))))
    read = registry.read([str(path)], registry.FORMATS["conllu"])
    return [replace(sentence, columns={}, lemmas=()) for sentence in read]


def show_speed(sentences: list[Sentence]) -> None:
    """Sentences per second for each preset, and each type alone."""
    recipes = {
        **PRESETS,
        "two rounds": replace(PRESETS["foster-2007"], rounds=2),
        **{name: Recipe({name: 1.0}) for name in PRESETS["foster-2007"].weights},
    }
    n_words = sum(map(len, sentences)) / len(sentences)
    print(f"{len(sentences)} sentences of {n_words:.1f} words, processor time, best of {N_REPEATS}")
    for name, recipe in recipes.items():

        def work(recipe: Recipe = recipe) -> None:
            for _ in corrupt(sentences, recipe, seed=7):
                pass

        took = timed(work, N_REPEATS)
        print(f"  {name:<16} {len(sentences) / took.best:>8,.0f} sentences/s")
        record(name, "sentences/s", took.rates(len(sentences)), machine=took.machine)


def news(path: Path) -> list[str]:
    """Lines of Wikinews, one paragraph each."""
    with lzma.open(path, "rt", encoding="utf-8") as stream:
        return stream.read(N_CHARACTERS).splitlines(keepends=True)


def show_plain_text(name: str, lines: list[str]) -> None:
    """Sentences per second from plain text to plain text, with splitting and tagging."""
    n_words, n_sentences = 0, 0
    for sentence in text.parse(lines, document=name, file=name):
        n_words, n_sentences = n_words + len(sentence), n_sentences + 1

    def work() -> None:
        read = text.parse(lines, document=name, file=name)
        made = corrupt(read, PRESETS["foster-2007"], seed=7)
        deque(text.format(each.sentence for each in made), maxlen=0)

    took = timed(work, N_REPEATS)
    print(
        f"  plain text, {name:<4} {n_sentences / took.best:>8,.0f} sentences/s, "
        f"of {n_words / n_sentences:.1f} words each"
    )
    record(f"plain text, {name}", "sentences/s", took.rates(n_sentences), machine=took.machine)


def show_inflection(sentences: list[Sentence]) -> None:
    """Verbs per second into their -ing form: ours with what it remembers, and lemminflect."""
    verbs = [
        (word.lower(), tag)
        for sentence in sentences
        for word, tag in zip(sentence.words, sentence.tags, strict=True)
        if tag in lemmas.VERB_TAGS
    ][:10_000]

    def ours() -> None:
        for verb in verbs:
            lemmas.inflect(lemma(*verb), "VBG")

    if importlib.util.find_spec("lemminflect") is None:
        print(f"  our inflection   {len(verbs) / timed(ours).best:>8,.0f} verbs/s")
        print("  lemminflect is not installed")
        return
    import lemminflect

    def theirs() -> None:
        for word, _ in verbs[:2_000]:
            lemma = lemminflect.getLemma(word, upos="VERB")[0]
            lemminflect.getInflection(lemma, tag="VBG")

    theirs()
    found = timed_together({"ours": ours, "theirs": theirs}, N_REPEATS)
    rates, peer_rates = found["ours"].rates(len(verbs)), found["theirs"].rates(2_000)
    print(f"  our inflection   {max(rates):>8,.0f} verbs/s")
    print(f"  lemminflect      {max(peer_rates):>8,.0f} verbs/s")
    record("inflection", "verbs/s", rates, peer="lemminflect", peer_runs=peer_rates)


def show_memory(sentences: list[Sentence]) -> None:
    """The most memory that the process has had after more and more sentences."""

    def many(n: int) -> Iterator[Sentence]:
        return itertools.islice(itertools.cycle(sentences), n)

    for n in (100_000, N_MILLION):
        for _ in corrupt(many(n), PRESETS["foster-2007"], seed=7):
            pass
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        print(f"  after {n:>9,} sentences: at most {peak / 1024:.0f} MB")


def main(data: Path, *, memory: bool) -> None:
    """Print all figures."""
    # As in the command.
    collect_garbage_rarely()
    sentences = tagged_sentences(data)
    show_speed(sentences)
    show_plain_text("EWT", [f"{sentence.text}\n" for sentence in sentences])
    show_plain_text("news", news(data / "native" / "wikinews.txt.xz"))
    show_inflection(sentences)
    if memory:
        show_memory(sentences)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--memory", action="store_true", help="Also a million sentences (minutes).")
    arguments = parser.parse_args()
    main(arguments.data, memory=arguments.memory)
