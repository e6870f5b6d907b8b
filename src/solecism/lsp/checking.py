"""Checking of documents by the settings that hold for them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from solecism.check.files import CheckSummary, DetectorOptions
from solecism.check.live import LiveChecker
from solecism.errors import SolecismError
from solecism.finding import CheckedSentence
from solecism.language.text.markup import as_written
from solecism.lsp.checked import CheckedDocument, Located, placed, underlined
from solecism.lsp.diagnostics import diagnostic
from solecism.lsp.document import Document
from solecism.lsp.languages import MARKDOWN, mask_of
from solecism.lsp.settings import EditorSettings
from solecism.project.rules import ProjectRules

# A longer document is not checked at all, and of others no more than the memory of a checker holds.
LONGEST, MOST_CHECKED = 1_000_000, 300_000
# The beginning of a document is checked first, then more and more of it.
_FIRST_PART, _GROWTH = 2_000, 4
# Alone, half of a surrogate pair is no character.
_HALF = re.compile("[\ud800-\udfff]")


def parts(length: int, n_known: int) -> list[int]:
    """How much to check of a document, step by step, when so many characters were checked before.

    >>> parts(20_000, 0), parts(20_000, 19_990)
    ([2000, 8000, 20000], [20000])
    """
    length = min(length, MOST_CHECKED)
    steps: list[int] = []
    step = _FIRST_PART
    while step < length:
        if step > n_known:
            steps.append(step)
        step *= _GROWTH
    return [*steps, length]


def check_document(
    document: Document, settings: EditorSettings, folder: Path | None, length: int
) -> CheckedDocument:
    """The document with findings up to a character, by the editor's settings and the project's.

    A document that has not been saved follows the settings of `folder`. Without settings of the
    project it is checked if they cannot be read.
    """
    path = document.path or (str(folder / "untitled") if folder else "")
    try:
        return _checked(document, settings, path, length)
    except SolecismError as error:
        return replace(_checked(document, settings, "", length), problem=str(error))


def _checked(
    document: Document, settings: EditorSettings, path: str, length: int
) -> CheckedDocument:
    language = document.language
    if language is None or not settings.checks(language) or len(document.text) > LONGEST:
        return CheckedDocument(document)
    rules = ProjectRules(settings.values, has_settings=bool(path), markup=language == MARKDOWN)
    found = rules.settings_of(path)
    if found is not None and document.path and found.ignores(path):
        return CheckedDocument(document)
    prose = mask_of(language)(_HALF.sub("\N{REPLACEMENT CHARACTER}", document.text))
    part = prose[: _end_of_part(prose, length)]
    checked = _checker(rules.for_file(path)).check(part, markup=False)
    written = _written(checked.sentences, document.text)
    sentences = tuple(rules.shown(path, written, CheckSummary()))
    return CheckedDocument(document, sentences, tuple(_located(sentences, document, settings)))


def _located(
    sentences: Sequence[CheckedSentence], document: Document, settings: EditorSettings
) -> Iterator[Located]:
    for origin, checked in placed(sentences):
        for finding in checked.findings:
            start, end = (origin + offset for offset in underlined(finding))
            shown = diagnostic(finding, document.lines.range(start, end), settings)
            yield Located(finding, origin, start, end, shown)


@lru_cache(maxsize=16)
def _checker(options: DetectorOptions) -> LiveChecker:
    return LiveChecker(options)


def _end_of_part(prose: str, length: int) -> int:
    """The end of the paragraph at a character, or of its line in a text without paragraphs."""
    if length >= len(prose):
        return len(prose)
    for sign in ("\n\n", "\n", " "):
        end = prose.find(sign, length, 2 * length)
        if end >= 0:
            return end + len(sign)
    return length


def _written(sentences: Sequence[CheckedSentence], text: str) -> Iterator[CheckedSentence]:
    """The sentences with the characters of the document, where the prose has blanks."""
    for origin, checked in placed(sentences):
        sentence = checked.sentence
        whole = sentence.text + sentence.after
        written = text[origin : origin + len(whole)]
        if written == whole:
            yield checked
        else:
            yield replace(checked, sentence=as_written(sentence, written))
