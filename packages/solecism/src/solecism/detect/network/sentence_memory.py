"""The memory of a live detector: what was found out about sentences, kept by their words.

Tags, the network's reading and what is said about an error depend on the words of one sentence. The
light detector looks at the sentences just before as well. How probable an error is depends on how
many errors the whole text seems to have, by which log odds are shifted in steps: the flags are kept
by that shift.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count
from typing import TypeVar

from solecism.detect.network.error_drafts import ErrorDraft
from solecism.detect.network.other_evidence import SiteProbability, highest_probability
from solecism.detect.network.reading import SentenceReading
from solecism.language.annotate import annotate_sentences
from solecism.numeric import Floats, Ints
from solecism.sentence import Sentence
from solecism.site import Flag
from solecism.system.caches import BoundedCache

# With all that is kept about it, a word takes about a kilobyte.
_MAX_WORDS = 40_000
# A sentence is kept with so many different sentences before it.
_MAX_CONTEXTS = 6
# A sentence is kept in so many places of a text, and its flags for so many settings and shifts.
_MAX_PLACES = 8

# The numbers of the remembered sentences just before a sentence.
Context = tuple[int, ...]
K = TypeVar("K")
V = TypeVar("V")
# Whether a place is a gap, the number of its word, and the group of the error.
PlaceKey = tuple[bool, int, str]
# The number of a detector, and how far log odds are shifted.
FlagsKey = tuple[int, float]


class InContext:
    """A sentence after certain others: the light detector's probabilities, and those of places.

    `highest` is the highest probability of the light detector. `groups` and `p_any` have the most
    probable group and the probability of any error at each word (first row) and each gap (second
    row); they are None until the network has read the sentence. `n_errors` and `n_places` are the
    sum of these probabilities and their number. `p_words` has the probability of an error of each
    group at each word, where it is kept.
    """

    __slots__ = (
        "_flags",
        "groups",
        "highest",
        "n_errors",
        "n_places",
        "p_any",
        "p_words",
        "sites",
    )

    def __init__(self, sites: Sequence[SiteProbability]) -> None:
        self.sites = sites
        self.highest = highest_probability(sites)
        self.groups: Ints | None = None
        self.p_any: Floats | None = None
        self.p_words: Floats | None = None
        self.n_errors, self.n_places = 0.0, 0
        self._flags: dict[FlagsKey, dict[str, tuple[Flag, ...]]] = {}

    def grade(self, groups: Ints, p_any: Floats) -> None:
        """Keep the most probable group, and the probability of any error, of each place."""
        self.n_errors, self.n_places = float(p_any.sum()), p_any.size
        self.groups = groups
        # The last of them: other threads take this as the sign that all are known.
        self.p_any = p_any

    def flags(self, sentence: str, key: FlagsKey) -> tuple[Flag, ...] | None:
        """The flags of the sentence with this id, the same objects each time; None if not known."""
        known = self._flags.get(key)
        if known is None:
            return None
        flags = known.get(sentence)
        if flags is None:
            last, flags = next(iter(known.items()))
            flags = tuple(
                replace(flag, site=f"{sentence}{flag.site[len(last) :]}") for flag in flags
            )
            self._flags[key] = _with(known, sentence, flags)
        return flags

    def put_flags(self, sentence: str, key: FlagsKey, flags: tuple[Flag, ...]) -> None:
        """Keep the flags of the sentence with this id; the oldest are forgotten."""
        self._flags = _with(self._flags, key, {sentence: flags})


class RememberedSentence:
    """What is known about the words of a sentence; whatever is not known yet is None.

    `sentences` are the last ones with these words by their ids, with tags, lemmas and chunks;
    `reading` is what the network says.
    """

    __slots__ = (
        "contexts",
        "drafts",
        "is_doubtful",
        "number",
        "reading",
        "sentences",
    )

    def __init__(self, number: int) -> None:
        self.number = number
        self.sentences: dict[str, Sentence] = {}
        self.is_doubtful: bool | None = None
        self.reading: SentenceReading | None = None
        self.drafts: dict[PlaceKey, ErrorDraft] = {}
        self.contexts: dict[Context, InContext] = {}

    def annotated(self, sentence: Sentence) -> Sentence:
        """The sentence, which has these words, with its tags, lemmas and chunks."""
        known = self.sentences
        if not known:
            return sentence
        last = known.get(sentence.id)
        if last is None or not _is_same(last, sentence):
            last = _with_columns_of(sentence, next(iter(known.values())))
            self.sentences = _with(known, sentence.id, last)
        return last

    def put(self, context: Context, sites: Sequence[SiteProbability]) -> InContext:
        """Keep what the light detector found in a context; the oldest contexts are forgotten.

        Where it found the same before, after other sentences, all that followed is kept as well.
        """
        contexts = self.contexts
        found = next((each for each in contexts.values() if each.sites == sites), None)
        if len(contexts) >= _MAX_CONTEXTS:
            # A new dictionary, because another thread may be reading the old one.
            self.contexts = contexts = dict(list(contexts.items())[-_MAX_CONTEXTS // 2 :])
        contexts[context] = found = found or InContext(sites)
        return found


class SentenceMemory:
    """Remembered sentences by their words; those not asked for longest are forgotten.

    Several threads may use it. Two that ask for the same new sentence may both read it.
    """

    def __init__(self, *, max_words: int = _MAX_WORDS) -> None:
        self._sentences = BoundedCache[tuple[str, ...], RememberedSentence](max_size=max_words)
        self._numbers = count()

    def __len__(self) -> int:
        return len(self._sentences)

    def of(self, sentences: Iterable[Sentence]) -> list[RememberedSentence]:
        """What is known about each sentence, new ones included."""
        return [
            self._sentences.value(each.words, self._new, size=len(each.words)) for each in sentences
        ]

    def _new(self) -> RememberedSentence:
        return RememberedSentence(next(self._numbers))

    def annotated(self, sentences: Sequence[Sentence]) -> Iterator[Sentence]:
        """The sentences with tags, lemmas and chunks; only new ones are tagged."""
        known = self.of(sentences)
        new = {
            each.number: (each, sentence)
            for each, sentence in zip(known, sentences, strict=True)
            if not each.sentences
        }
        tagged = annotate_sentences(sentence for _, sentence in new.values())
        for (each, _), sentence in zip(new.values(), tagged, strict=True):
            # With its own columns it does not keep others in memory.
            each.sentences = {sentence.id: _with_columns_of(sentence, sentence)}
        for sentence, each in zip(sentences, known, strict=True):
            yield each.annotated(sentence)


def _is_same(one: Sentence, other: Sentence) -> bool:
    """Whether two sentences of the same words and id have the same text."""
    return one.text == other.text and one.after == other.after


def _with(known: dict[K, V], key: K, value: V) -> dict[K, V]:
    """A dictionary with one more value, without the oldest of too many.

    It is a new one, because another thread may be reading the old one.
    """
    kept = list(known.items())[-_MAX_PLACES + 1 :] if len(known) >= _MAX_PLACES else known
    return {**dict(kept), key: value}


def _with_columns_of(sentence: Sentence, other: Sentence) -> Sentence:
    return sentence.with_columns(tags=other.tags, lemmas=other.lemmas, chunks=other.chunks)
