"""What a rule writes in place of what it found: words, and pieces of the match in other forms.

    on                the word itself; an empty suggestion leaves out what the pattern found
    $2                what the second element of the pattern stands for
    $2.ing            the same in another form: `base ing past participle third plural singular
                      comparative superlative positive adverb adjective subject object possessive`,
                      and `they it`, the verb as it agrees with them: *was* is *were*, *go* *goes*
    make~$1  $2~$1    a verb in the form that the first element has: *does* makes it *makes*
    a/an              the article that fits the next word
    $1 - star         a hyphen joins what stands at its sides: five-star

Elements that look at the words around them (`!of`, `START`) are not numbered. A form is that of the
last word of a piece, and a suggestion that asks for a form that a word does not have is not made.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from solecism.errors import InputError
from solecism.language.lemmas import indefinite_article
from solecism.rulebook.verb_forms import FORM_NAMES, form, form_like, plain_verb

MOST_PARTS = 40
ARTICLE = "a/an"
HYPHEN = "-"
# What is written as a part of the word before it.
CLITICS = frozenset(("n't", "'s", "'re", "'ve", "'ll", "'d", "'m"))
_PART = re.compile(
    r"(?:\$(?P<number>[1-9]\d?)|(?P<word>[^\s$~]+?))"
    r"(?:\.(?P<form>[a-z]+)|~\$(?P<model>[1-9]\d?))?"
)
_NAMES = ("NNP", "NNPS")

Piece = tuple[tuple[str, ...], tuple[str, ...]]
"""The words that an element stands for, and their tags."""


@dataclass(frozen=True, slots=True)
class Part:
    """A word, or a piece of the match by its number, in a form or in that of another piece."""

    word: str = ""
    number: int = 0
    form: str = ""
    model: int = 0


@dataclass(frozen=True, slots=True)
class Template:
    """The parts of a suggestion in order."""

    parts: tuple[Part, ...]

    def fill(self, pieces: Sequence[Piece]) -> tuple[str, ...] | None:
        """The words to write, given the pieces of a match; None if one has no such form."""
        words: list[str] = []
        for part in self.parts:
            filled = _filled(part, pieces)
            if filled is None:
                return None
            words += filled
        return tuple(_with_articles(_hyphenated(words)))

    @property
    def most(self) -> int:
        """The greatest number of a piece that it refers to."""
        return max((max(part.number, part.model) for part in self.parts), default=0)


def parse_template(text: str) -> Template:
    """The suggestion that a line describes; InputError says which part of it is wrong.

    >>> template = parse_template("make~$1 a/an $3.singular")
    >>> template.fill([(("does",), ("VBZ",)), (("the",), ("DT",)), (("efforts",), ("NNS",))])
    ('makes', 'an', 'effort')
    """
    tokens = text.split()
    if len(tokens) > MOST_PARTS:
        raise InputError(f"a suggestion may have {MOST_PARTS} words, not {len(tokens)}.")
    return Template(tuple(map(_part, tokens)))


def _part(token: str) -> Part:
    if token == ARTICLE:
        return Part(word=ARTICLE)
    found = _PART.fullmatch(token)
    is_plain = "$" not in token and "~" not in token
    if found is None or (found["word"] and found["form"]):
        if is_plain:
            return Part(word=token)
        raise InputError(f"{token!r} is not understood. Write words, $1, $1.ing or make~$1.")
    if found["form"] and found["form"] not in FORM_NAMES:
        raise InputError(f"there is no form {found['form']!r}. Forms: {', '.join(FORM_NAMES)}.")
    return Part(
        found["word"] or "",
        int(found["number"] or 0),
        found["form"] or "",
        int(found["model"] or 0),
    )


def _filled(part: Part, pieces: Sequence[Piece]) -> list[str] | None:
    words = [part.word] if not part.number else list(pieces[part.number - 1][0])
    if not words:
        return []
    if part.model:
        model, tags = pieces[part.model - 1]
        if not model:
            return words
        base = plain_verb(words[-1].lower()) if part.number else words[-1]
        words[-1] = form_like(base, model[-1].lower(), tags[-1] if tags else "")
    elif part.form:
        changed = form(words[-1], part.form)
        if changed is None:
            return None
        words[-1:] = changed.split()
    return words


def _hyphenated(words: Sequence[str]) -> list[str]:
    result: list[str] = []
    for number, word in enumerate(words):
        if result and HYPHEN in (word, words[number - 1]):
            result[-1] += word
        else:
            result.append(word)
    return result


def _with_articles(words: Sequence[str]) -> list[str]:
    following = [*words[1:], ""][: len(words)]
    return [
        indefinite_article(after) if word == ARTICLE else word
        for word, after in zip(words, following, strict=True)
    ]


def joined(words: Sequence[str]) -> str:
    """The words as they are written, contractions together.

    >>> joined(["it", "is", "n't", "far"])
    "it isn't far"
    """
    text = ""
    for word in words:
        is_attached = word.lower().replace("’", "'") in CLITICS
        text += word if not text or is_attached else f" {word}"
    return text
