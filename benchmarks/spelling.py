"""Misspellings in learners' text: found, and with which suggestions, beside peers.

    python benchmarks/spelling.py [--data ../shared/data] [--model FILE]

On W&I dev (A to C) and on the tuning tenth of the FCE. A flag is right if the annotator changes the
word, and right by type if the edit is called a spelling error: annotators' types say less than it
seems, because *realy* may be called a wrong form of an adverb, and a misspelt word in a longer
rewriting is called "other". Recall is of what is called a spelling error, and of that part of it
that no dictionary has, for a real word (*quiet* for *quite*) is never called misspelt.

Suggestions are those for unknown words that the annotator corrects by one known word, called a
spelling error, whether they are flagged or not; British and American spellings of a word count as
the same. Times include loading.

What is told is the probability of the first suggestion as a reader sees it: that there is an error,
and that this is what the annotator writes at its place, whatever the error is called. On the tuning
text of the FCE the judge of edits, which tells it, has been trained.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.detection.raw_text import raw

from solecism.checking.texts import check_sentences
from solecism.detect import registry
from solecism.detect.detector import AUDIENCES, MISSPELLING
from solecism.detect.network import model as models
from solecism.detect.network.error_drafts import Misspellings, WordPlace, same_word
from solecism.detect.network.model import StrongModel
from solecism.detect.network.reading import Reading, read
from solecism.detect.network.repairs import INSERT, SPELLING, repairs_of
from solecism.detect.network.strong_detector import StrongDetector
from solecism.edit import trimmed
from solecism.formats.corpora import first_edits, learner_sentences
from solecism.formats.registry import FORMATS
from solecism.formats.registry import read as read_files
from solecism.language.annotate import annotate_sentences
from solecism.language.dictionary import plain_form
from solecism.language.speller import Speller, bundled_speller
from solecism.sentence import Sentence
from solecism.site import Flag, split_id
from solecism_lab.train.edits import SAME, UNSAID, annotators_answer, natural
from solecism_lab.train.spelling import is_misspelling

N_SUGGESTIONS = 3
BINS = (0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 2)
Key = tuple[str, int]
Suggest = Callable[[Sequence[WordPlace]], Sequence[Sequence[str]]]


@dataclass(frozen=True, slots=True)
class Gold:
    """The words that annotators change, by sentence and place, and the misspelt ones of these."""

    changed: set[Key] = field(default_factory=set)
    misspelt: set[Key] = field(default_factory=set)
    unknown: set[Key] = field(default_factory=set)

    @classmethod
    def of(cls, sentences: Iterable[Sentence], speller: Speller) -> Gold:
        """The corrections of the first annotators."""
        gold = cls()
        for sentence in sentences:
            for annotation in sentence.annotations[:1]:
                for place, repair in repairs_of(annotation.edits):
                    if repair.operation != INSERT:
                        gold._add(sentence, place, repair.group, speller)
        return gold

    def _add(self, sentence: Sentence, place: int, group: str, speller: Speller) -> None:
        key = sentence.id, place
        self.changed.add(key)
        if group == SPELLING:
            self.misspelt.add(key)
            if not speller.is_known(sentence.words[place]):
                self.unknown.add(key)


def learner_sets(data: Path) -> Iterator[tuple[str, list[Sentence]]]:
    """W&I dev and the tuning tenth of the FCE, with tags."""
    wi = [str(data / "learner" / "wi" / f"{level}.dev.m2") for level in "ABC"]
    yield "W&I dev", list(annotate_sentences(read_files(wi, FORMATS["m2"])))
    fce = sorted(map(str, (data / "learner" / "fce").rglob("*.xml")))
    yield "FCE tuning", list(annotate_sentences(learner_sentences(fce, is_tuning=True)))


def show_detection(model: StrongModel, sets: Sequence[tuple[str, list[Sentence]]]) -> None:
    """Precision and recall of flags of misspellings."""
    print("\n### Found\n")
    print("| set | system | flags | right | right by type | recall | recall of unknown words |")
    print("|---" * 7 + "|")
    speller = bundled_speller()
    for name, sentences in sets:
        gold = Gold.of(sentences, speller)
        for system, flagged in flagged_words(model, sentences):
            n = max(len(flagged), 1)
            cells = (
                f"{len(flagged & gold.changed) / n:.3f}",
                f"{len(flagged & gold.misspelt) / n:.3f}",
                f"{len(flagged & gold.misspelt) / len(gold.misspelt):.3f}",
                f"{len(flagged & gold.unknown) / len(gold.unknown):.3f}",
            )
            print(f"| {name} | {system} | {len(flagged)} | {' | '.join(cells)} |", flush=True)


def flagged_words(
    model: StrongModel, sentences: Sequence[Sentence]
) -> Iterator[tuple[str, set[Key]]]:
    """By name of a system, the words that it calls misspelt."""
    light = registry.light()
    for audience, precision in AUDIENCES.items():
        cascade = StrongDetector(model, second=light, precision=precision, name="cascade")
        yield f"`--for {audience}`", _misspelt(cascade.flags(sentences))
    yield (
        "every unknown word in small letters",
        {
            (sentence.id, place)
            for sentence in sentences
            for place, word in enumerate(sentence.words)
            if word.islower() and not bundled_speller().is_known(word)
        },
    )
    if find_spec("harper") is not None:
        yield "Harper", _harper(sentences)


def _misspelt(flags: Iterable[Flag]) -> set[Key]:
    """The last word of each flag: of *do nt* it is the one that annotators change."""
    sites = [split_id(flag.site) for flag in flags if flag.error and flag.kind == MISSPELLING]
    return {(sentence, end - 1) for sentence, _, end, _ in sites}


def _harper(sentences: Sequence[Sentence]) -> set[Key]:
    from benchmarks.detection.harper_outputs import silent
    from harper import Language, Linter

    flagged = set()
    with silent():
        linter = Linter()
        for sentence in sentences:
            text, starts = raw(sentence.words)
            for lint in linter.lint(text, language=Language.PLAINTEXT):
                if lint.lint_kind in ("Spelling", "Typo"):
                    places = [
                        n for n, at in enumerate(starts) if lint.span.start <= at < lint.span.end
                    ]
                    flagged |= {(sentence.id, place) for place in places}
    return flagged


def show_suggestions(model: StrongModel, sets: Sequence[tuple[str, list[Sentence]]]) -> None:
    """How often a suggestion is right."""
    print("\n### Suggestions\n")
    print("| set | misspellings | system | has one | first right | among three | ms per word |")
    print("|---" * 7 + "|")
    for name, sentences in sets:
        misspelt = list(_corrected(sentences))
        places = [place for place, _ in misspelt]
        for system, suggest in suggesters(model):
            start = time.process_time()
            options = suggest(places)
            milliseconds = 1_000 * (time.process_time() - start) / len(places)
            shares = [
                sum(map(bool, options)),
                _n_right(options, misspelt, 1),
                _n_right(options, misspelt, N_SUGGESTIONS),
            ]
            cells = " | ".join(f"{n / len(places):.3f}" for n in shares)
            print(
                f"| {name} | {len(places)} | {system} | {cells} | {milliseconds:.1f} |", flush=True
            )


def show_told(sets: Sequence[tuple[str, list[Sentence]]]) -> None:
    """How often first suggestions are right, by the probability that is told."""
    print("\n### Told\n")
    print("| set | told | suggestions | mean told | right |")
    print("|---" * 5 + "|")
    for name, sentences in sets:
        told = list(_told(sentences))
        for low, high in pairwise(BINS):
            rows = [row for row in told if low <= row[0] < high]
            if rows:
                p, right = (sum(row[n] for row in rows) / len(rows) for n in (0, 1))
                cells = f"{low:.2f} to {min(high, 1):.2f} | {len(rows)} | {p:.3f} | {right:.3f}"
                print(f"| {name} | {cells} |", flush=True)


def _told(sentences: Sequence[Sentence]) -> Iterator[tuple[float, bool]]:
    """Of each misspelling that a teacher is shown, what is told, and whether it was written.

    Where the annotator does not say what is right, nothing is known.
    """
    given = {f"t.{number}": sentence for number, sentence in enumerate(sentences, 1)}
    named = [natural(replace(sentence, id=id)) for id, sentence in given.items()]
    detector = registry.strong(precision=AUDIENCES["teacher"])
    for checked in check_sentences(named, detector, file="text"):
        edits = first_edits(given[checked.sentence.id])
        for flag in checked.flags:
            if flag.error and flag.kind == MISSPELLING and flag.suggestions:
                answer = annotators_answer(checked.sentence, flag, edits)
                if answer != UNSAID:
                    yield flag.suggestions[0].p or 0.0, answer == SAME


def _corrected(sentences: Iterable[Sentence]) -> Iterator[tuple[WordPlace, str]]:
    """Misspelt words and the right ones."""
    dictionary = bundled_speller().dictionary
    for sentence in sentences:
        for annotation in sentence.annotations[:1]:
            for edit in map(trimmed, annotation.edits):
                if len(edit.before) == len(edit.after) == 1 and is_misspelling(edit, dictionary):
                    yield WordPlace(sentence.words, edit.start), plain_form(edit.after[0])


def _n_right(
    options: Sequence[Sequence[str]], misspelt: Sequence[tuple[WordPlace, str]], n: int
) -> int:
    pairs = zip(options, misspelt, strict=True)
    return sum(same_word(right) in map(same_word, several[:n]) for several, (_, right) in pairs)


def suggesters(model: StrongModel) -> Iterator[tuple[str, Suggest]]:
    """By name of a system, what it suggests at places, best first."""
    spelling = Misspellings(model.repairs, bundled_speller())

    def read_words(sentences: Sequence[Sequence[str]]) -> Reading:
        return read(sentences, model.session, model.pieces)

    def in_context(places: Sequence[WordPlace]) -> list[list[str]]:
        found = spelling.suggestions(places, read_words)
        return [[option.text for option in several] for several in found]

    def alone(places: Sequence[WordPlace]) -> list[list[str]]:
        found = [spelling.speller.candidates(place.word) for place in places]
        return [[option.text for option in several] for several in found]

    yield "ours, without context", alone
    yield "ours", in_context
    if find_spec("symspellpy") is not None:
        yield "symspellpy", _symspell
    if find_spec("spellchecker") is not None:
        yield "pyspellchecker", _pyspellchecker


def _symspell(places: Sequence[WordPlace]) -> list[list[str]]:
    from importlib.resources import files

    from symspellpy import SymSpell, Verbosity

    peer: Any = SymSpell(max_dictionary_edit_distance=2)
    peer.load_dictionary(str(files("symspellpy") / "frequency_dictionary_en_82_765.txt"), 0, 1)
    return [
        [each.term for each in peer.lookup(place.word.lower(), Verbosity.CLOSEST, 2)]
        for place in places
    ]


def _pyspellchecker(places: Sequence[WordPlace]) -> list[list[str]]:
    from spellchecker import SpellChecker

    peer: Any = SpellChecker()
    found = []
    for place in places:
        several = peer.candidates(place.word.lower()) or ()
        found.append(sorted(several, key=lambda word: -peer.word_usage_frequency(word)))
    return found


def main() -> None:
    """Print all tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--model", type=Path)
    options = parser.parse_args()
    model = models.bundled() if options.model is None else models.read(options.model)
    sets = list(learner_sets(options.data))
    show_suggestions(model, sets)
    show_told(sets)
    show_detection(model, sets)


if __name__ == "__main__":
    main()
