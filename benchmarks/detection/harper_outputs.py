"""Harper as a corrector: the first suggestion of every lint that has one, made where it stands."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from benchmarks.detection.raw_text import raw
from harper import Language, Lint, Linter, SuggestionKind

from solecism.language.tokeniser import tokenise


def corrected_lines(sentences: Iterable[Sequence[str]]) -> list[str]:
    """The sentences as Harper, which reads them as running text, would have them."""
    found = []
    with silent():
        linter = Linter()
        for words in sentences:
            text, starts = raw(words)
            lints = linter.lint(text, language=Language.PLAINTEXT)
            found.append(" ".join(_corrected(text, words, starts, lints)) + "\n")
    return found


@contextmanager
def silent() -> Iterator[None]:
    """Nothing reaches standard output: Harper writes there what its authors look for."""
    sys.stdout.flush()
    kept, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)


def _corrected(
    text: str, words: Sequence[str], starts: Sequence[int], lints: Iterable[Lint]
) -> list[str]:
    """The words with every change that does not touch an earlier one."""
    found: list[str] = []
    n_done = 0
    ends = [start + len(word) for start, word in zip(starts, words, strict=True)]
    useful = [lint for lint in lints if lint.suggestions]
    for lint in sorted(useful, key=lambda each: (each.span.start, each.span.end)):
        first = next((n for n, end in enumerate(ends) if end > lint.span.start), len(words))
        last = next((n for n, start in enumerate(starts) if start >= lint.span.end), len(words))
        if n_done <= first < last:
            new = text[starts[first] : lint.span.start] + _put(lint)
            new += text[lint.span.end : ends[last - 1]]
            found += [*words[n_done:first], *tokenise(new)[0]]
            n_done = last
    return [*found, *words[n_done:]]


def _put(lint: Lint) -> str:
    suggestion = lint.suggestions[0]
    kept = lint.problem_text if suggestion.kind == SuggestionKind.INSERT_AFTER else ""
    return f"{kept}{suggestion.replacement_text}"
