"""The checker: command, page, editor, class and programs all check texts with it.

A text that is being written is checked again after every edit. With a memory, what depends on the
words of a sentence alone is kept, so that only new sentences are tagged and read; the findings are
those of checking the whole text.

Which errors stay and what is suggested depends on which probabilities are higher than others, not
on their values, which may change with an edit elsewhere in the text. So it is remembered by their
order, unless two errors become one. Most often they do not change, and everything stays the very
same object.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial

from solecism.checking.checked_files import DetectorOptions
from solecism.checking.checked_text import CheckedText
from solecism.checking.conflicts import resolve_conflicts
from solecism.checking.reading import (
    DEFAULT_STEPS,
    FixedSentence,
    Labels,
    SentenceSteps,
    fixed_sentence,
    read_document,
)
from solecism.checking.texts import check_texts, flag_sentences
from solecism.detect.detector import abilities_of
from solecism.detect.network.sentence_memory import SentenceMemory
from solecism.documents.document import Document, SourceMap
from solecism.finding import CheckedSentence, Place
from solecism.language import sentence_splitter
from solecism.sentence import Sentence, tokenised
from solecism.site import Flag, Suggestion
from solecism.system.caches import BoundedCache, IdentityCache

# Memories are kept for so many models.
_MAX_MODELS = 4


class TextChecker:
    """Checks texts with one detector, which is loaded once; several threads may use it.

    If it `remembers`, sentences that were read before are not read again, and only errors have
    flags in the results. Checkers with the same detector and model share what they remember.

    >>> checker = TextChecker(DetectorOptions(), remembers=True)
    >>> [finding.text for finding in checker.check("I depend of you. I like it.")]
    ['of']
    >>> [finding.text for finding in checker.check("I depend on you. I insist of it.")]
    ['of']
    """

    def __init__(self, options: DetectorOptions, *, remembers: bool = False) -> None:
        self.options = options
        self._memory = _memory(options.detector, options.model) if remembers else None
        self.steps = DEFAULT_STEPS if self._memory is None else _steps(self._memory).steps
        self.detector = options.load(memory=self._memory)
        self.note = " ".join(filter(None, (options.note, abilities_of(self.detector).note)))

    def check(
        self, text: str | Document, *, markup: bool = True, document: str = "text"
    ) -> CheckedText:
        """The findings in a text or document, as `solecism.check` gives them.

        Markup of plain text is skipped if `markup`.
        """
        return self.checked(self.sentences(text, markup=markup, document=document))

    def check_all(self, texts: Iterable[str], *, markup: bool = True) -> list[CheckedText]:
        """The findings in each of several short texts, which are read together."""
        return [
            self.checked(each)
            for each in check_texts(
                texts,
                self.detector,
                markup=markup,
                steps=self.steps,
                variety=self.options.variety,
            )
        ]

    def sentences(
        self, text: str | Document, *, markup: bool = True, document: str = "text"
    ) -> Iterator[CheckedSentence]:
        """The sentences of a text or document, one by one, with the flags of their sites."""
        content = Document(text) if isinstance(text, str) else text
        reading = read_document(
            content, document=document, file=document, markup=markup, steps=self.steps
        )
        flagged = flag_sentences(
            reading.sentences, self.detector, self.steps, variety=self.options.variety
        )
        return reading.place(flagged)

    def checked(
        self, sentences: Iterable[CheckedSentence], notes: Iterable[str] = ()
    ) -> CheckedText:
        """Checked sentences as the result of this checker, with notes about the text."""
        said = " ".join(filter(None, (self.note, *notes)))
        return CheckedText(tuple(sentences), self.options.detector, said)


@lru_cache(maxsize=_MAX_MODELS)
def _memory(detector: str, model: str | None) -> SentenceMemory:
    """The memory that all checkers with this detector and model share."""
    return SentenceMemory()


@lru_cache(maxsize=_MAX_MODELS)
def _steps(memory: SentenceMemory) -> RememberedSteps:
    """The steps that go with a memory."""
    return RememberedSteps(memory)


_MAX_CHARACTERS = 400_000
_MAX_WORDS = 40_000

Flags = tuple[Flag, ...]
# The site, the kind and what to write, of each error that is to be fixed.
_Fixes = tuple[tuple[str, str | None, str], ...]


class RememberedSteps:
    """The steps of checking, each with a memory of its own."""

    def __init__(self, memory: SentenceMemory) -> None:
        self._paragraphs = BoundedCache[str, list[Sentence]](max_size=_MAX_CHARACTERS)
        self._resolved = BoundedCache[tuple[str, Flags], Flags](max_size=_MAX_WORDS)
        self._fixed = BoundedCache[tuple[str, _Fixes], FixedSentence](max_size=_MAX_WORDS)
        self._same_resolved = IdentityCache[Flags](max_size=_MAX_WORDS)
        self._same_advice = IdentityCache[Flags](max_size=_MAX_WORDS)
        self._same_fixed = IdentityCache[FixedSentence](max_size=_MAX_WORDS)
        self._restored = BoundedCache[tuple[int, int, str], tuple[Sentence, Sentence]](
            max_size=_MAX_WORDS
        )
        self._same_checked = IdentityCache[CheckedSentence](max_size=_MAX_WORDS)
        self.steps = SentenceSteps(
            self.divide,
            memory.annotated,
            self.resolve,
            self.fix,
            self.restore,
            self.checked,
            self.same_advice,
        )

    def divide(self, text: str, document: str, *, first: int = 1) -> list[Sentence]:
        """The sentences of a paragraph."""
        known = self._paragraphs.value(
            text, partial(sentence_splitter.sentences, text, document, first=first), size=len(text)
        )
        sentences = list(known)
        if sentences and sentences[0].id != f"{document}.{first}":
            sentences = [_renamed(each, f"{document}.{first + n}") for n, each in enumerate(known)]
            # Most often the next version of the text has the same paragraph in the same place.
            known[:] = sentences
        return sentences

    def resolve(self, sentence: Sentence, flags: Sequence[Flag]) -> Flags:
        """The flags of a sentence; of errors that clash only one is still an error."""
        return self._same_resolved.value(
            (sentence, *flags), partial(self._resolve, sentence, flags), size=len(sentence.words)
        )

    def _resolve(self, sentence: Sentence, flags: Sequence[Flag]) -> Flags:
        values = _values(flags)
        rank_of = {p: float(rank) for rank, p in enumerate(values)}
        ranked = tuple(_ranked(flag, rank_of, len(sentence.id)) for flag in flags)
        known = self._resolved.value(
            (sentence.text, ranked),
            partial(resolve_conflicts, sentence, ranked),
            size=len(sentence.words),
        )
        if any(map(_has_more, known, ranked)):
            return resolve_conflicts(sentence, flags)
        return tuple(
            flag if old == new else _with_values(flag, new, values)
            for flag, old, new in zip(flags, ranked, known, strict=True)
        )

    def fix(self, sentence: Sentence, flags: Sequence[Flag]) -> FixedSentence:
        """The sentence with the first suggestion of every error followed."""
        return self._same_fixed.value(
            (sentence, *flags), partial(self._fix, sentence, flags), size=len(sentence.words)
        )

    def same_advice(self, sentence: Sentence, flags: Flags, advise: Callable[[], Flags]) -> Flags:
        """The flags as they were first advised on, for the very same sentence and flags."""
        return self._same_advice.value((sentence, *flags), advise, size=len(sentence.words))

    def restore(self, source: SourceMap, sentence: Sentence, offset: int) -> Sentence:
        """The sentence as it is in the source, the very same while neither of them changes."""
        first, last, following = source.written(sentence, offset)
        # The sentence is kept as well: while it is, no other object has its number.
        known = self._restored.value(
            (id(sentence), last - first, source.source[first:following]),
            lambda: (sentence, source.restored(sentence, offset)),
            size=1 + len(sentence.words),
        )
        return known[1]

    def checked(
        self,
        file: str,
        place: Place,
        sentence: Sentence,
        flags: Flags,
        is_english: bool,
        labels: Labels = (),
    ) -> CheckedSentence:
        """The checked sentence at a place, with its errors alone, kept while it is the same."""
        flags = tuple(flag for flag in flags if flag.error)
        make = partial(CheckedSentence, file, place, sentence, flags, is_english, labels)
        if not flags:
            return make()
        known = self._same_checked.value((sentence, *flags), make, size=len(sentence.words))
        same = (known.file, known.place, known.is_checked, known.labels)
        if same == (file, place, is_english, labels):
            return known
        return make()

    def _fix(self, sentence: Sentence, flags: Sequence[Flag]) -> FixedSentence:
        fixes = tuple(
            (flag.site[len(sentence.id) :], flag.kind, flag.suggestions[0].text)
            for flag in flags
            if flag.error and flag.suggestions
        )
        known = self._fixed.value(
            (sentence.text, fixes),
            partial(fixed_sentence, sentence, flags),
            size=len(sentence.words),
        )
        if known.sentence is None or known.sentence.id == sentence.id:
            return known
        return FixedSentence(known.changes, _renamed(known.sentence, sentence.id))


def _renamed(sentence: Sentence, id: str) -> Sentence:
    return tokenised(id, sentence.text, sentence.words, sentence.starts, after=sentence.after)


def _values(flags: Sequence[Flag]) -> list[float]:
    """All probabilities of some flags in ascending order, from zero on."""
    told = [flag.confidence for flag in flags]
    told += [each.p for flag in flags for each in flag.suggestions]
    return sorted({0.0, *(p for p in told if p is not None)})


def _ranked(flag: Flag, rank_of: dict[float, float], n_id: int) -> Flag:
    """The flag in a sentence without an id, with the ranks of probabilities in their place."""
    p = flag.confidence
    return Flag(
        f"0{flag.site[n_id:]}",
        "",
        flag.error,
        flag.kind,
        None if p is None else rank_of[p],
        tuple(
            Suggestion(each.text, None if each.p is None else rank_of[each.p])
            for each in flag.suggestions
        ),
    )


def _has_more(new: Flag, old: Flag) -> bool:
    """Whether a flag has suggestions of another one, and may have its values as well."""
    return not {each.text for each in new.suggestions} <= {each.text for each in old.suggestions}


def _with_values(flag: Flag, ranked: Flag, values: Sequence[float]) -> Flag:
    """The flag as it is after another one, whose probabilities are ranks."""

    def value(rank: float | None) -> float | None:
        return None if rank is None else values[int(rank)]

    return replace(
        flag,
        error=ranked.error,
        kind=ranked.kind,
        confidence=value(ranked.confidence),
        suggestions=tuple(Suggestion(each.text, value(each.p)) for each in ranked.suggestions),
    )
