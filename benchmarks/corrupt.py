"""Speed of making errors in tagged text, on one core, beside inflection by lemminflect.

`python benchmarks/corrupt.py [--data ../shared/data]`
"""

from __future__ import annotations

import argparse
import importlib.util
import itertools
import resource
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from solecism.corrupt.corrupt import corrupt
from solecism.corrupt.recipe import PRESETS, Recipe
from solecism.formats import registry
from solecism.language.forms import inflect
from solecism.language.forms.lemma import lemma
from solecism.sentence import Sentence

N_REPEATS = 5
N_MILLION = 1_000_000


def tagged_sentences(data: Path) -> list[Sentence]:
    """The sentences of EWT train with their Penn tags, as read from CoNLL-U."""
    path = next(iter(sorted((data / "ud").glob("*ewt*train*"))))
    read = registry.read([str(path)], registry.FORMATS["conllu"])
    return [replace(sentence, columns={}, lemmas=()) for sentence in read]


def seconds(work: Callable[[], object]) -> float:
    """The processor time of the best of some runs."""
    times = []
    for _ in range(N_REPEATS):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


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

        print(f"  {name:<16} {len(sentences) / seconds(work):>8,.0f} sentences/s")


def show_inflection(sentences: list[Sentence]) -> None:
    """Verbs per second into their -ing form: ours with what it remembers, and lemminflect."""
    verbs = [
        (word.lower(), tag)
        for sentence in sentences
        for word, tag in zip(sentence.words, sentence.tags, strict=True)
        if tag in inflect.VERB_TAGS
    ][:10_000]
    ours = seconds(lambda: [inflect.inflect(lemma(*verb), "VBG") for verb in verbs])
    print(f"  our inflection   {len(verbs) / ours:>8,.0f} verbs/s")
    if importlib.util.find_spec("lemminflect") is None:
        print("  lemminflect is not installed")
        return
    import lemminflect

    def theirs() -> None:
        for word, _ in verbs[:2_000]:
            lemma = lemminflect.getLemma(word, upos="VERB")[0]
            lemminflect.getInflection(lemma, tag="VBG")

    theirs()
    print(f"  lemminflect      {2_000 / seconds(theirs):>8,.0f} verbs/s")


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
    sentences = tagged_sentences(data)
    show_speed(sentences)
    show_inflection(sentences)
    if memory:
        show_memory(sentences)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--memory", action="store_true", help="Also a million sentences (minutes).")
    arguments = parser.parse_args()
    main(arguments.data, memory=arguments.memory)
