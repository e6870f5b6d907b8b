"""The corpus of the paper: half errors, half good prepositions, each judged by all annotators."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from solecism.detect.extraneous import language_model, perceptron
from solecism.detect.operating_point import ThresholdedDetector
from solecism.errors import InputError
from solecism.flag import Flag
from solecism.judgment import ERROR, OK, Judgment, grades
from solecism.kind import PREPOSITION
from solecism.language.annotate import annotate_sentences
from solecism.locate.judgments import EXTRANEOUS, judgments_of_annotations
from solecism.panels import from_judgments
from solecism.sample.balanced import balanced
from solecism.score.match import Match, match
from solecism.sentence import Sentence
from solecism.site import is_gap, sentence_of

SYSTEMS = ("lm", "perceptron")
# One preposition in fifty is extraneous in the learners' text that calibrated the systems: where
# half are, odds are even at this probability.
_BASE_RATE = 0.02


@dataclass(frozen=True)
class Corpus:
    """Annotated text; the sites that are drawn from it, and what annotators and systems say.

    `judgments` replace what annotators imply, where raters were asked. At most `n_each` errors and
    as many good prepositions are drawn. It is an error for the draw if half of the annotators or
    more say so.
    """

    read: Callable[[], Sequence[Sentence]]
    n_each: int = 500
    seed: int = 1
    judgments: tuple[Judgment, ...] = ()

    @cached_property
    def sentences(self) -> list[Sentence]:
        """The sentences with tags, lemmas and chunks."""
        return list(annotate_sentences(self.read()))

    @cached_property
    def answers(self) -> list[Judgment]:
        """The judgments of the drawn sites: does each annotator take the preposition out?"""
        everything = list(self.judgments) or [
            each
            for each in judgments_of_annotations(
                self.sentences, kinds=(PREPOSITION,), only=EXTRANEOUS
            )
            if not is_gap(each.site)
        ]
        chosen = self._drawn(everything)
        return [each for each in everything if each.site in chosen]

    def _drawn(self, everything: list[Judgment]) -> set[str]:
        """The ids of as many errors as good prepositions."""
        decided = [
            Judgment(grade.site, "drawn", ERROR if grade.share >= 0.5 else OK)
            for grade in grades(everything)
        ]
        errors = {sentence_of(each.site) for each in decided if each.answer == ERROR}
        n = min(
            self.n_each, len(errors), len({sentence_of(each.site) for each in decided} - errors)
        )
        if not n:
            raise InputError("no preposition of this text is taken out. Give more annotated text.")
        rng = np.random.default_rng(self.seed)
        return {site.id for site in balanced(decided, n_errors=n, n_ok=n, rng=rng)}

    def match(self, system: str) -> Match:
        """A system's decisions at the drawn sites, where even odds decide."""
        asked = {each.site for each in self.answers}
        flags = [flag for flag in _even(system, self.sentences) if flag.site in asked]
        [one] = match(flags, from_judgments(self.answers))
        return one


def _even(system: str, sentences: Sequence[Sentence]) -> list[Flag]:
    module = language_model if system == "lm" else perceptron
    detector = module.bundled()
    return list(ThresholdedDetector(detector, _BASE_RATE, detector.kinds).flags(sentences))
