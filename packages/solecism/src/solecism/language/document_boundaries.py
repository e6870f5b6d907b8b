"""Several documents in one text, told apart by its layout.

A file may hold the essays of a class or the articles of a day. Between two of them there is a form
feed, a line of dashes or stars, a heading that counts (*Essay 2*), a line with the name of a writer
(*Student: Kim Hill*), or more blank lines than between paragraphs.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate

from solecism.sentence import Sentence

_SPACE, _LINE, _PARAGRAPHS = map(re.compile, (r"\s{2,}|\f", r"[^\n]+", r"\n\s*\n"))
_RULE = re.compile(r"(?:[-*_=~#•—–]\s*){3,}")
_COUNTED = re.compile(
    r"""(?xi) [\W_]*
    (?: essay | text | letter | story | article | draft | document | composition | script | sample
      | student | learner | candidate | participant | writer | author | answer | response | task
      | e-?mail | report | review | assignment | submission ) s?
    \s* (?: no\.? | number | nr\.? | [\#:] )? \s* [(\[]? \d{1,5} [)\]]?
    [\W_]* (?: [-–—:|] .{0,80} )?
    """
)
_OF_WRITER = re.compile(
    r"(?i)[\W_]*(?:student|learner|candidate|writer|author|name|pupil|participant|submitted by)"
    r"(?:'s name| name| id)?[*_]*:[*_]*\s*\S.{0,60}"
)
# Line ends between two documents, where one or two are between paragraphs.
_MANY_LINE_ENDS = 3
# No document is shorter: what is before its first words belongs to it.
_LEAST_WORDS = 20
# In a text of long lines, each of them a paragraph, blank lines part documents of so many words.
_LONG_LINE, _SHARE_OF_LONG, _USUAL_WORDS = 120, 0.5, 120


def documents_in(sentences: Sequence[Sentence]) -> Iterator[Sequence[Sentence]]:
    """The documents in the sentences of one text, in order.

    >>> from solecism.language.sentence_splitter import sentences
    >>> text = "We went to the sea, and then we walked home again. " * 3
    >>> every = sentences(f"Essay 1\\n\\n{text}\\n\\nEssay 2\\n\\n{text}", "file")
    >>> [str(each[0]) for each in documents_in(every)]
    ['Essay 1', 'Essay 2']
    """
    starts = list(accumulate((len(each.text) + len(each.after) for each in sentences), initial=0))
    text = "".join(sentence.text + sentence.after for sentence in sentences)
    has_blank_lines = _are_parted_by_blank_lines(text)
    # Sentences at which a document begins, by the places of boundaries in the text.
    begins = {bisect_left(starts, place) for place in _boundaries(text, has_blank_lines)}
    first = n_words = 0
    for number, sentence in enumerate(sentences):
        if number in begins and n_words >= _LEAST_WORDS:
            yield sentences[first:number]
            first, n_words = number, 0
        n_words += sum(map(str.isalpha, sentence.words))
    if first < len(sentences):
        yield sentences[first:]


def _boundaries(text: str, has_blank_lines: bool) -> Iterator[int]:
    """The places in a text at which a document seems to begin."""
    least = _MANY_LINE_ENDS - 1 if has_blank_lines else _MANY_LINE_ENDS
    for found in _SPACE.finditer(text):
        if "\f" in found[0] or found[0].count("\n") >= least:
            yield found.end()
    for found in _LINE.finditer(text):
        line = found[0].strip()
        if any(form.fullmatch(line) is not None for form in (_RULE, _COUNTED, _OF_WRITER)):
            yield found.start() + len(found[0]) - len(found[0].lstrip())


def _are_parted_by_blank_lines(text: str) -> bool:
    """Whether each line of a text is a paragraph, so that blank lines stand between documents."""
    lines = [line for line in text.splitlines() if line.strip()]
    n_documents = len(_PARAGRAPHS.findall(text.strip())) + 1
    if n_documents < 2 or len(lines) < 2 * n_documents:
        return False
    n_long = sum(len(line) >= _LONG_LINE for line in lines)
    return n_long >= _SHARE_OF_LONG * len(lines) and len(text.split()) >= _USUAL_WORDS * n_documents
