"""What is around a finding: the words to change and to write, and the phrases they are in."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from solecism import site as sites
from solecism.finding import Finding
from solecism.language.annotate import annotate_sentences
from solecism.sentence import Chunk, Sentence, from_words

# Longer strings are not words, and would fill the screen.
_ADVERBS = ("RB", "RBR", "RBS")


@dataclass(frozen=True, slots=True)
class WordContext:
    """Words `start` to `end` of an annotated sentence, and the words to write there.

    `new` is None if there is no suggestion, and empty if the words are to be left out.
    """

    sentence: Sentence
    start: int
    end: int
    old: str
    new: str | None

    @property
    def is_gap(self) -> bool:
        """Whether a word is missing."""
        return self.start == self.end

    @property
    def is_unneeded(self) -> bool:
        """Whether the words are to be left out."""
        return self.new == "" and not self.is_gap

    def word(self, place: int) -> str:
        """The word at a place of the sentence, empty if there is none."""
        return self.sentence.words[place] if 0 <= place < len(self.sentence.words) else ""

    def lower(self, place: int) -> str:
        """That word in small letters, with a straight apostrophe."""
        return self.word(place).lower().replace("’", "'")

    def tag(self, place: int) -> str:
        """The tag of that word."""
        return self.sentence.tags[place] if 0 <= place < len(self.sentence.words) else ""

    @property
    def before(self) -> str:
        """The word before."""
        return self.word(self.start - 1)

    @property
    def behind(self) -> str:
        """The word after."""
        return self.word(self.end)

    def phrase(self, label: str, place: int) -> Chunk | None:
        """The phrase that a place is in."""
        return next(
            (
                chunk
                for chunk in self.sentence.chunks
                if chunk.label == label and chunk.start <= place < chunk.end
            ),
            None,
        )

    def phrase_ending(self, label: str, place: int) -> Chunk | None:
        """The phrase whose last word is right before a place."""
        found = self.phrase(label, place - 1)
        return found if found is not None and found.end == place else None

    def text(self, start: int, end: int) -> str:
        """Words of the sentence, as they are written."""
        starts, words = self.sentence.starts, self.sentence.words
        return self.sentence.text[starts[start] : starts[end - 1] + len(words[end - 1])]

    def before_adverbs(self, place: int) -> int:
        """The place itself, or that of the first of the adverbs right before it."""
        while self.tag(place - 1) in _ADVERBS and self.lower(place - 1) != "there":
            place -= 1
        return place

    def before_verb(self, place: int) -> int:
        """The place itself, or that of the first word behind adverbs and *not* there."""
        while self.tag(place) in _ADVERBS:
            place += 1
        return place

    @property
    def corrected(self) -> WordContext:
        """The sentence as it would be, annotated again: a wrong form is often tagged wrongly."""
        new = (self.new or "").split()
        words = self.sentence.words
        sentence = _annotated((*words[: self.start], *new, *words[self.end :]))
        return WordContext(sentence, self.start, self.start + len(new), self.new or "", self.new)

    @property
    def core(self) -> WordContext:
        """The same without the words at either end that stay as they are.

        Of *did not went*, for which *did not go* is to be written, this is *went*.
        """
        if self.new is None or self.is_gap or not self.new:
            return self
        new = self.new.split()
        old = list(self.sentence.words[self.start : self.end])
        first = _n_same(old, new)
        last = _n_same(old[first:][::-1], new[first:][::-1])
        if not first and not last:
            return self
        start, end = self.start + first, self.end - last
        if start == end and first + last == len(new):
            return self
        text = self.text(start, end) if start < end else ""
        kept = " ".join(new[first : len(new) - last])
        return replace(self, start=start, end=end, old=text, new=kept)


# Several reasons ask for the same sentence in turn.
@lru_cache(maxsize=4)
def _annotated(words: tuple[str, ...]) -> Sentence:
    [sentence] = annotate_sentences([from_words("a", words)])
    return sentence


def _n_same(old: list[str], new: list[str]) -> int:
    """How many words both begin with."""
    pairs = zip(old, new, strict=False)
    return next(
        (n for n, (a, b) in enumerate(pairs) if a.lower() != b.lower()), min(len(old), len(new))
    )


def word_context(finding: Finding) -> WordContext:
    """What is around a finding; its sentence is annotated if it is not yet."""
    site = sites.parse(finding.flag.site)
    sentence = finding.sentence
    if not sentence.tags:
        [sentence] = annotate_sentences([sentence])
    options = finding.flag.suggestions
    new = options[0].text if options else None
    if new and len(finding.text) > 1 and finding.text.isupper():
        new = new.upper()
    return WordContext(sentence, site.start, site.end, finding.text, new)
