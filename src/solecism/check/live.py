"""Live checking: a text that is being written is checked again after every edit.

What depends on the words of a sentence alone is remembered, so that only new sentences are tagged
and read; the findings are those of checking the whole text.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from solecism.check.check import check_text
from solecism.check.checked_text import CheckedText
from solecism.check.files import DetectorOptions
from solecism.check.reading.many import check_texts
from solecism.check.remembered_steps import RememberedSteps
from solecism.detect.abilities import abilities_of
from solecism.detect.detector import Detector
from solecism.detect.network.cascade import CascadeDetector
from solecism.detect.network.live.cascade import LiveCascade
from solecism.detect.network.live.memory import SentenceMemory

# Memories are kept for so many models.
_MAX_MODELS = 4


class LiveChecker:
    """Checks versions of texts; checkers with the same detector and model share what they read.

    Several threads may use it. Only errors have flags in its results, other sites have none.

    >>> checker = LiveChecker(DetectorOptions())
    >>> [finding.text for finding in checker.check("I depend of you. I like it.")]
    ['of']
    >>> [finding.text for finding in checker.check("I depend on you. I insist of it.")]
    ['of']
    """

    def __init__(self, options: DetectorOptions) -> None:
        self._memory = _memory(options.detector, options.model)
        self._steps = _steps(self._memory)
        self.options = options
        self.detector = options.load(self._loaded)
        self.note = " ".join(filter(None, (options.note, abilities_of(self.detector).note)))

    def _loaded(
        self, *, precision: float | None = None, threshold: float | None = None
    ) -> Detector:
        detector = self.options.loader(precision=precision, threshold=threshold)
        if isinstance(detector, CascadeDetector):
            return LiveCascade(detector, self._memory)
        return detector

    def check(self, text: str, *, markup: bool = True, document: str = "text") -> CheckedText:
        """The findings in a text, as `solecism.check` gives them; markup is skipped if `markup`."""
        sentences = check_text(
            text.splitlines(keepends=True),
            self.detector,
            document=document,
            file=document,
            markup=markup,
            steps=self._steps.steps,
        )
        return CheckedText(tuple(sentences), self.options.detector, self.note)

    def check_all(self, texts: Iterable[str], *, markup: bool = True) -> list[CheckedText]:
        """The findings in each of several short texts, which are read together."""
        checked = check_texts(texts, self.detector, markup=markup, steps=self._steps.steps)
        return [CheckedText(each, self.options.detector, self.note) for each in checked]


@lru_cache(maxsize=_MAX_MODELS)
def _memory(detector: str, model: str | None) -> SentenceMemory:
    """The memory that all checkers with this detector and model share."""
    return SentenceMemory()


@lru_cache(maxsize=_MAX_MODELS)
def _steps(memory: SentenceMemory) -> RememberedSteps:
    """The steps that go with a memory."""
    return RememberedSteps(memory)
