"""What an explanation looks at: the words in question, what to write, and the words around them."""

from __future__ import annotations

from dataclasses import dataclass

from solecism import site as sites
from solecism.finding import Finding
from solecism.language.annotate import annotate_sentences
from solecism.sentence import Chunk, Sentence

# Longer strings are not words, and would fill the screen.
_MOST_LETTERS = 40


@dataclass(frozen=True, slots=True)
class Around:
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

    def word(self, place: int) -> str:
        """The word at a place of the sentence, empty if there is none."""
        return self.sentence.words[place] if 0 <= place < len(self.sentence.words) else ""

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


def around(finding: Finding) -> Around:
    """What is around a finding; its sentence is annotated if it is not yet."""
    site = sites.parse(finding.flag.site)
    sentence = finding.sentence
    if not sentence.tags:
        [sentence] = annotate_sentences([sentence])
    options = finding.flag.suggestions
    new = options[0].text if options else None
    return Around(sentence, site.start, site.end, finding.text, new)


def quoted(text: str) -> str:
    """The text in quotation marks, cut if it is very long."""
    return f'"{shortened(text)}"'


def shortened(text: str, most: int = _MOST_LETTERS) -> str:
    """The text, or its beginning if it is longer than `most`.

    >>> shortened("antidisestablishmentarianism", 8)
    'antidis…'
    """
    return text if len(text) <= most else f"{text[: most - 1]}…"
