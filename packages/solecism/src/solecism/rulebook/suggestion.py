"""What a rule writes in place of what it found: words, and pieces of the match in other forms.

    on                the word itself; an empty suggestion leaves out what the pattern found
    $2                what the second element of the pattern stands for
    $2.ing            the same in another form: `base ing past participle third plural singular
                      comparative superlative positive adverb adjective subject object possessive
                      capital`, and `they it`, the verb as it agrees with them: *was* is *were*,
                      *go* is *goes*
    make~$1  $2~$1    a verb in the form that the first element has: *does* makes it *makes*
    a/an              the article that fits the next word
    $1 - star         a hyphen joins what stands at its sides: five-star
    tooth + $2        a plus sign makes one word of them: toothbrush

Elements that look at the words around them (`!of`, `START`) are not numbered. A form is that of the
last word of a piece, and a suggestion that asks for a form that a word does not have is not made.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import takewhile

from solecism.errors import InputError
from solecism.language.lemmas import (
    adjective_of,
    adverb_of,
    indefinite_article,
    inflect,
    lemma,
    with_case_of,
)
from solecism.rulebook.pattern import FORMS_OF_BE, is_past, is_third_person, plain_verb

MOST_PARTS = 40
ARTICLE = "a/an"
HYPHEN, JOIN = "-", "+"
# What is written as a part of the word before it.
CLITICS = frozenset(("n't", "'s", "'re", "'ve", "'ll", "'d", "'m"))
_PART = re.compile(
    r"(?:\$(?P<number>[1-9]\d?)|(?P<word>[^\s$~]+?))"
    r"(?:\.(?P<form>[a-z]+)|~\$(?P<model>[1-9]\d?))?"
)
_NAMES = ("NNP", "NNPS")

Piece = tuple[tuple[str, ...], tuple[str, ...]]
"""The words that an element stands for, and their tags."""
Change = tuple[tuple[str, ...], tuple[str, ...]]
"""Words, in small letters, and those that take their place."""


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
        return tuple(_with_articles(_in_one_word(words)))

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


def _in_one_word(words: Sequence[str]) -> list[str]:
    result: list[str] = []
    for number, word in enumerate(words):
        before = words[number - 1] if number else ""
        if result and JOIN in (word, before):
            result[-1] += "" if word == JOIN else word
        elif result and HYPHEN in (word, before):
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


def change_of(old: tuple[str, ...], new: tuple[str, ...]) -> Change:
    """The words that differ, without those that both begin or end with.

    >>> change_of(("depend", "of", "you"), ("depend", "on", "you"))
    (('of',), ('on',))
    """
    head = sum(1 for _ in takewhile(_is_pair, zip(old, new, strict=False)))
    old, new = old[head:], new[head:]
    tail = sum(1 for _ in takewhile(_is_pair, zip(reversed(old), reversed(new), strict=False)))
    return old[: len(old) - tail], new[: len(new) - tail]


def _is_pair(words: tuple[str, str]) -> bool:
    return words[0] == words[1]


_PRONOUNS = {
    "subject": {"me": "I", "him": "he", "her": "she", "us": "we", "them": "they", "myself": "I"},
    "object": {"i": "me", "he": "him", "she": "her", "we": "us", "they": "them"},
    "possessive": {
        **{"i": "my", "me": "my", "you": "your", "he": "his", "him": "his", "she": "her"},
        **{"her": "her", "it": "its", "we": "our", "us": "our", "they": "their", "them": "their"},
    },
}


def form_like(base: str, model: str, tag: str) -> str:
    """A verb in the form that another one has, given that one's tag.

    >>> [form_like("make", *model) for model in (("does", "NNS"), ("was", "VBD"), ("do", "VB"))]
    ['makes', 'made', 'make']
    """
    if base == "be" and plain_verb(model) != "be" and tag in ("VBP", "VBD"):
        return "are" if tag == "VBP" else "was"
    if model in FORMS_OF_BE:
        tag = FORMS_OF_BE[model]
    elif is_past(model):
        tag = "VBN" if tag == "VBN" else "VBD"
    elif is_third_person(model):
        tag = "VBZ"
    elif model.endswith("ing") and plain_verb(model) != model:
        tag = "VBG"
    elif tag not in ("VBD", "VBN"):
        tag = "VB"
    return inflect(base, tag)[0] if tag != "VB" else base


_WITH_THEY = {"am": "are", "is": "are", "'m": "are", "'s": "are", "was": "were"}
_WITH_IT = {"am": "is", "are": "is", "'m": "is", "'re": "is", "were": "was"}


def _with_they(word: str) -> str:
    """The form that agrees with *they*, in the same tense."""
    if word in _WITH_THEY or word in FORMS_OF_BE:
        return _WITH_THEY.get(word, word)
    return plain_verb(word) if is_third_person(word) else word


def _with_it(word: str) -> str:
    """The form that agrees with *it*, in the same tense."""
    if word in _WITH_IT or word in FORMS_OF_BE:
        return _WITH_IT.get(word, word)
    return word if is_past(word) or is_third_person(word) else inflect(word, "VBZ")[0]


def _singular(word: str) -> str:
    return lemma(word, "NNS")


def _positive(word: str) -> str:
    return next(
        (base for tag in ("JJR", "JJS") if (base := lemma(word, tag)) != word),
        word,
    )


def _pronoun(case: str, word: str) -> str:
    return _PRONOUNS[case].get(word, word)


# The forms by the names that suggestions have for them; None where a word has no such form.
_FORMS: dict[str, Callable[[str], str | None]] = {
    "base": plain_verb,
    "ing": lambda word: inflect(plain_verb(word), "VBG")[0],
    "past": lambda word: inflect(plain_verb(word), "VBD")[0],
    "participle": lambda word: inflect(plain_verb(word), "VBN")[0],
    "third": lambda word: inflect(plain_verb(word), "VBZ")[0],
    "they": _with_they,
    "it": _with_it,
    "plural": lambda word: inflect(_singular(word), "NNS")[0],
    "singular": _singular,
    "comparative": lambda word: inflect(word, "JJR")[0],
    "superlative": lambda word: inflect(_positive(word), "JJS")[0],
    "positive": _positive,
    "adverb": adverb_of,
    "adjective": adjective_of,
    "capital": str.capitalize,
    **{name: partial(_pronoun, name) for name in _PRONOUNS},
}
FORM_NAMES = tuple(_FORMS)


def form(word: str, name: str) -> str | None:
    """The form of a word with one of FORM_NAMES; None where it has none.

    >>> form("Went", "ing"), form("boxes", "singular"), form("me", "subject"), form("was", "they")
    ('Going', 'box', 'I', 'were')
    >>> form("better", "superlative"), form("worse", "positive")
    ('best', 'bad')
    """
    changed = _FORMS[name](word.lower())
    return None if changed is None else with_case_of(word, changed)
