"""The comments of a Word document: the part of the file that holds what they say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from solecism.check.answers.elements import Words
from solecism.check.answers.remarks import Remark
from solecism.check.answers.word_file import WordFile

if TYPE_CHECKING:
    from lxml.etree import _Element as Element


class Comments:
    """The comments of a Word file, to which new ones are added."""

    def __init__(self, word: WordFile, signature: Mapping[str, str]) -> None:
        self._word, self._words, self._signature = word, Words.of(word.main), signature

    @cached_property
    def _root(self) -> Element:
        return self._word.comments

    @cached_property
    def _numbers(self) -> Iterator[int]:
        return self._words.free_numbers(self._root)

    def add(self, remark: Remark) -> int:
        """Add a comment, and return the number by which the text refers to it."""
        number = next(self._numbers)
        words = self._words
        bold = words.element("rPr", words.element("b"))
        sign = words.element("r", words.element("annotationRef"))
        title = words.element("r", bold, words.text(remark.title))
        lines = [words.element("p", words.element("r", words.text(line))) for line in remark.lines]
        self._root.append(
            words.element(
                "comment",
                words.element("p", sign, title),
                *lines,
                id=str(number),
                initials="S",
                **self._signature,
            )
        )
        return number
