"""The construction (article and number) that each annotator gives the same noun of a sentence.

Annotators correct a sentence; whoever leaves a noun as it is accepts what the learner wrote. So
ten corrections of a text are ten choices of article and number for each of its nouns, real data
for the questions of Lee, Tetreault and Chodorow (2009): which constructions of a noun do people
use in the same place, and how far do they agree?
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from solecism.edit import Annotation, Edit, apply, in_order
from solecism.judgment import Judgment
from solecism.kind import NUMBER
from solecism.language.annotate import annotate_sentences
from solecism.locate.construction import CONSTRUCTIONS
from solecism.locate.judgments import Presence, annotators, is_marked
from solecism.locate.mentions import documents_of, mentions
from solecism.locate.noun_phrases import Reason, noun_phrases
from solecism.locate.noun_table import NounTable, with_non_count
from solecism.locate.noun_ways import is_askable
from solecism.locate.sentence_columns import columns
from solecism.sentence import Sentence, from_words
from solecism.site import id_of
from solecism.system.batches import batches

OTHER = "other"
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
        heads[wanted[owner]][word] = (CONSTRUCTIONS[construction] if is_one else OTHER, lemma)
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
            construction, lemma = of_sentence.get(place, (OTHER, -1))
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
