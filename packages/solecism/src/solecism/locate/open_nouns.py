"""Nouns whose article and number are open: in each of the five constructions, and as annotated.

Annotators correct a sentence; whoever leaves a noun as it is accepts what the learner wrote. So
ten corrections of a text are ten choices of article and number for each of its nouns, real data
for the questions of Lee, Tetreault and Chodorow (2009): which constructions of a noun do people
use in the same place, and how far do they agree?
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from solecism.edit import Annotation, Edit, apply, in_order
from solecism.errors import InputError
from solecism.judgment import Judgment
from solecism.language.annotate import annotate_sentences
from solecism.language.lemmas import indefinite_article, with_number
from solecism.locate.flags_and_judgments import Presence, annotators, is_marked
from solecism.locate.noun_phrases import NounPhrases, Reason, documents_of, mentions, noun_phrases
from solecism.locate.noun_table import NounTable, with_non_count
from solecism.locate.sentence_columns import Columns, columns
from solecism.locate.sites import ARTICLE_OF, CONSTRUCTIONS, IS_PLURAL, THE, A
from solecism.sentence import Sentence, from_words, tokenised
from solecism.site import NUMBER, Site, id_of
from solecism.system.processes import batches

_NAMES = ("NNP", "NNPS")
# The key of a sentence's notes that lists the words to ask about, if these are not all nouns.
_ASKED = "ask"


@dataclass(frozen=True, slots=True)
class OpenNoun:
    """The site of a noun, its phrase with the article, its construction, and all five variants."""

    site: Site
    start: int
    end: int
    construction: str
    ways: dict[str, str]


def open_nouns(sentence: Sentence, table: NounTable) -> Iterator[OpenNoun]:
    """The noun phrases of an annotated sentence whose article and number are open.

    >>> from solecism.language.annotate import annotate
    >>> from solecism.locate.noun_table import bundled_nouns
    >>> [sentence] = annotate("We saw an old house.", "letter")
    >>> [noun] = open_nouns(sentence, bundled_nouns())
    >>> noun.construction, list(noun.ways.values())
    ('a singular', ['old house', 'an old house', 'the old house', 'old houses', 'the old houses'])
    """
    place = columns([sentence])
    phrases = with_non_count(noun_phrases(place), place, table)
    phrases = phrases.select(is_askable(phrases))
    for number in range(len(phrases)):
        yield _open_noun(sentence, place, phrases, number)


def is_askable(phrases: NounPhrases) -> npt.NDArray[np.bool_]:
    """Which noun phrases are open, begin with an article if they have one, and end in the noun."""
    is_whole = (phrases.openings == phrases.begins) & (phrases.heads == phrases.ends - 1)
    is_open = (phrases.reasons == Reason.OPEN) & (phrases.constructions < len(CONSTRUCTIONS))
    return np.asarray(is_whole & is_open)


def _open_noun(sentence: Sentence, columns: Columns, phrases: NounPhrases, number: int) -> OpenNoun:
    """One of the phrases, which is in this sentence."""
    first = int(columns.starts[columns.sentences[phrases.heads[number]]])
    start, end, head = (
        int(places[number]) - first for places in (phrases.begins, phrases.ends, phrases.heads)
    )
    after_article = start + bool(phrases.articles[number])
    return OpenNoun(
        Site(sentence.id, head, head + 1, NUMBER, sentence.words[head]),
        start,
        end,
        CONSTRUCTIONS[phrases.constructions[number]],
        _variants(sentence, after_article, head),
    )


def with_asked_nouns(sentence: Sentence, words: Iterable[int]) -> Sentence:
    """The bare sentence, with a note that raters are asked only about these of its nouns."""
    return replace(bare_sentence(sentence), notes={_ASKED: " ".join(map(str, sorted(words)))})


def bare_sentence(sentence: Sentence) -> Sentence:
    """The sentence without tags, lemmas and chunks, which would keep a whole block in memory."""
    return tokenised(
        sentence.id, sentence.text, sentence.words, sentence.starts, after=sentence.after
    )


def asked_words(sentence: Sentence) -> frozenset[int] | None:
    """The words in the note of `with_asked_nouns`, None if there is no such note.

    >>> from solecism.sentence import from_words
    >>> asked_words(with_asked_nouns(from_words("a.1", ["A", "cat", "slept"]), [1]))
    frozenset({1})
    """
    note = sentence.notes.get(_ASKED)
    if note is None:
        return None
    numbers = note.split()
    if not all(number.isdecimal() for number in numbers):
        raise InputError(
            f"{sentence.id}: {_ASKED} is {note!r}, which is not a list of numbers of words."
        )
    return frozenset(map(int, numbers))


def _variants(sentence: Sentence, start: int, head: int) -> dict[str, str]:
    tags = sentence.tags
    # A capital at the beginning of the sentence, or after an article there, is not the word's own.
    words = [
        word if index > 1 or tags[index] in _NAMES or word.isupper() else word.lower()
        for index, word in enumerate(sentence.words[: head + 1])
    ]
    before, noun = words[start:head], words[head]
    phrases = {}
    for name, article, is_plural in zip(CONSTRUCTIONS, ARTICLE_OF, IS_PLURAL, strict=True):
        form = with_number(noun, tags[head], "plural" if is_plural else "singular")
        phrase = " ".join([*before, form])
        if article == A:
            phrase = f"{indefinite_article(phrase)} {phrase}"
        phrases[name] = f"the {phrase}" if article == THE else phrase
    return phrases


OTHER_CONSTRUCTION = "other"
_BATCH = 200


@dataclass(frozen=True, slots=True)
class AnnotatedNoun:
    """A noun whose article and number are open, and each annotator's construction of it.

    The construction is "other" where an annotator writes another determiner; annotators who
    replace or delete the noun are left out. `bits` is the entropy of the noun in native text and
    `dominant` its commonest construction there; NaN and empty for a noun that is too rare.
    """

    site: str
    noun: str
    written: str
    dominant: str
    bits: float
    is_mentioned: bool
    constructions: dict[str, str]


@dataclass(frozen=True, slots=True)
class _Source:
    """A noun of the text as written: the number of its sentence, its word, and its lemma."""

    sentence: int
    word: int
    lemma: int
    written: str
    row: int
    is_mentioned: bool


def annotated_nouns(
    sentences: Sequence[Sentence], table: NounTable, *, presence: Presence = "auto"
) -> Iterator[AnnotatedNoun]:
    """The open nouns of sentences with annotations, in the order of the text."""
    everywhere = () if is_marked(sentences, presence) else annotators(sentences)
    sources = _sources(sentences, table)
    by_sentence: dict[int, list[_Source]] = {}
    for source in sources:
        by_sentence.setdefault(source.sentence, []).append(source)
    for numbers in batches(by_sentence, _BATCH):
        notes = {number: _present(sentences[number], everywhere) for number in numbers}
        heads = _corrected_heads(sentences, notes)
        for number in numbers:
            for source in by_sentence[number]:
                yield _annotated(sentences[number], source, notes[number], heads, table)


def construction_judgments(nouns: Iterable[AnnotatedNoun]) -> Iterator[Judgment]:
    """One judgment per noun and annotator, whose answer is the construction."""
    for noun in nouns:
        notes = {
            "noun": noun.noun,
            "written": noun.written,
            "mentioned": "yes" if noun.is_mentioned else "no",
        }
        if noun.dominant:
            notes |= {"dominant": noun.dominant, "bits": f"{noun.bits:.3f}"}
        for annotator, construction in noun.constructions.items():
            yield Judgment(noun.site, annotator, construction, task=NUMBER, notes=notes)


def _sources(sentences: Sequence[Sentence], table: NounTable) -> Iterator[_Source]:
    text = columns(list(annotate_sentences(sentences)))
    phrases = with_non_count(noun_phrases(text), text, table)
    is_mentioned = mentions(text, phrases, documents=documents_of(sentences)).n_back > 0
    is_open = is_askable(phrases)
    heads = phrases.heads[is_open]
    numbers = text.sentences[heads]
    for values in zip(
        numbers.tolist(),
        (heads - text.starts[numbers]).tolist(),
        text.lemmas[heads].tolist(),
        [CONSTRUCTIONS[each] for each in phrases.constructions[is_open]],
        table.rows(text.lemmas[heads]).tolist(),
        is_mentioned[is_open].tolist(),
        strict=True,
    ):
        yield _Source(*values)


def _present(sentence: Sentence, everywhere: Sequence[str]) -> dict[str, Annotation]:
    present = {
        note.annotator: Annotation(note.annotator, _separate(note.edits))
        for note in sentence.annotations
    }
    for annotator in everywhere:
        present.setdefault(annotator, Annotation(annotator))
    return dict(sorted(present.items()))


def _separate(edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """The edits without those that overlap an earlier one, as a few published annotations do."""
    kept: list[Edit] = []
    done = -1
    for edit in in_order(edits):
        if edit.start >= done:
            kept.append(edit)
            done = edit.start + len(edit.before)
    return tuple(kept)


Heads = dict[tuple[int, tuple[str, ...]], dict[int, tuple[str, int]]]
"""By sentence and corrected words: the construction and the lemma of each head of a phrase."""


def _corrected_heads(
    sentences: Sequence[Sentence], notes: dict[int, dict[str, Annotation]]
) -> Heads:
    wanted = list(
        dict.fromkeys(
            (number, apply(sentences[number].words, note.edits))
            for number, present in notes.items()
            for note in present.values()
        )
    )
    made = [from_words(f"c.{index}", words) for index, (_, words) in enumerate(wanted)]
    text = columns(list(annotate_sentences(made)))
    phrases = noun_phrases(text)
    heads: Heads = {key: {} for key in wanted}
    owners = text.sentences[phrases.heads]
    words = phrases.heads - text.starts[owners]
    is_open = (phrases.reasons == Reason.OPEN) & (phrases.constructions < len(CONSTRUCTIONS))
    for owner, word, construction, is_one, lemma in zip(
        owners.tolist(),
        words.tolist(),
        phrases.constructions.tolist(),
        is_open.tolist(),
        text.lemmas[phrases.heads].tolist(),
        strict=True,
    ):
        heads[wanted[owner]][word] = (
            CONSTRUCTIONS[construction] if is_one else OTHER_CONSTRUCTION,
            lemma,
        )
    return heads


def _annotated(
    sentence: Sentence,
    source: _Source,
    notes: dict[str, Annotation],
    heads: Heads,
    table: NounTable,
) -> AnnotatedNoun:
    given = {}
    for annotator, note in notes.items():
        of_sentence = heads[source.sentence, apply(sentence.words, note.edits)]
        for place in _places_after(source.word, note.edits):
            construction, lemma = of_sentence.get(place, (OTHER_CONSTRUCTION, -1))
            if lemma == source.lemma:
                given[annotator] = construction
                break
    is_known = source.row < len(table.nouns)
    counts = table.counts[source.row] if is_known else None
    return AnnotatedNoun(
        id_of(sentence.id, source.word, source.word + 1, NUMBER),
        table.nouns[source.row] if is_known else sentence.words[source.word].lower(),
        source.written,
        "" if counts is None else CONSTRUCTIONS[int(np.argmax(counts))],
        float(table.entropies[source.row]) if is_known else float("nan"),
        source.is_mentioned,
        given,
    )


def _places_after(word: int, edits: Iterable[Edit]) -> range:
    """Where a word may be after the edits: at one place, or among the words of the edit of it.

    >>> list(_places_after(2, [Edit(0, (), ("So",)), Edit(2, ("cat",), ("the", "cats"))]))
    [3, 4]
    """
    shift = 0
    for edit in in_order(edits):
        end = edit.start + len(edit.before)
        if edit.start <= word < end:
            return range(edit.start + shift, edit.start + shift + len(edit.after))
        if edit.start > word:
            break
        shift += len(edit.after) - len(edit.before)
    return range(word + shift, word + shift + 1)
