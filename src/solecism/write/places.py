"""What is told about findings, and where they are in a whole text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b

from solecism import site as sites
from solecism.check.advice.changes import change_of, new_words
from solecism.check.explain import worthwhile
from solecism.check.reasons.reason import reason
from solecism.finding import CheckedSentence, Finding, span
from solecism.flag import Suggestion
from solecism.system.recent import RecentValues, ValuesOfObjects

_MAX_FINDINGS = 20_000
# How many words on either side identify a finding.
_N_AROUND = 3


@dataclass(frozen=True, slots=True)
class Replacement:
    """Characters `start` to `end` of a sentence, and what to put there; `words` is for people."""

    start: int
    end: int
    text: str
    words: str


@dataclass(frozen=True, slots=True)
class PlacedFinding:
    """What to underline and why, and what to put there, best first, in offsets of the sentence.

    `start` is before `end`: for a missing word the next word is underlined, or the last one. `key`
    identifies the finding in all versions of a text: by its kind, and by the words around it.
    """

    start: int
    end: int
    explanation: str
    replacements: tuple[Replacement, ...]
    key: str


def placed(
    checked: Iterable[CheckedSentence],
) -> Iterator[tuple[Finding, PlacedFinding, int]]:
    """The findings of a text's sentences, which must be all of them.

    With each comes its place in its sentence, and the offset at which the sentence begins.
    """
    offset = 0
    for each in checked:
        if each.flags:
            for finding, place in _RECENT_SENTENCES.value(
                (each,), partial(_of_sentence, each), size=len(each.flags)
            ):
                yield finding, place, offset
        offset += len(each.sentence.text) + len(each.sentence.after)


# After an edit most findings are as before, but for their probability and their offset.
_RECENT = RecentValues[tuple[str, ...], PlacedFinding](max_size=_MAX_FINDINGS)
# Most sentences are the very same.
_RECENT_SENTENCES = ValuesOfObjects[tuple[tuple[Finding, PlacedFinding], ...]](
    max_size=_MAX_FINDINGS
)


def _of_sentence(checked: CheckedSentence) -> tuple[tuple[Finding, PlacedFinding], ...]:
    return tuple((finding, _in_sentence(finding)) for finding in checked.findings)


def _in_sentence(finding: Finding) -> PlacedFinding:
    """The finding with offsets in its sentence."""
    flag, sentence = finding.flag, finding.sentence
    suggestions = worthwhile(flag.suggestions)
    site = flag.site[len(sentence.id) :]
    texts = (each.text for each in suggestions)
    return _RECENT.value(
        (sentence.text, site, flag.kind or "", *texts),
        partial(_told, finding, suggestions),
        size=1,
    )


def _told(finding: Finding, suggestions: Iterable[Suggestion]) -> PlacedFinding:
    start, end = _underlined(finding)
    replacements = []
    for suggestion in suggestions:
        change = change_of(finding, suggestion)
        words = new_words(finding, suggestion)
        replacements.append(Replacement(change.start, change.end, change.text, words))
    why = sentence_of(reason(finding))
    return PlacedFinding(start, end, why, tuple(replacements), key_of(finding))


def _underlined(finding: Finding) -> tuple[int, int]:
    if finding.start < finding.end:
        return finding.start, finding.end
    sentence = finding.sentence
    word = min(sites.parse(finding.flag.site).start, len(sentence.words) - 1)
    return span(sentence, word, word + 1)


def key_of(finding: Finding) -> str:
    """What identifies a finding in all versions of a text."""
    site = sites.parse(finding.flag.site)
    words = finding.sentence.words
    first = max(0, site.start - _N_AROUND)
    parts = (finding.kind or "", *words[first : site.end + _N_AROUND], str(site.start - first))
    return blake2b("\0".join(parts).encode(errors="replace"), digest_size=12).hexdigest()


def sentence_of(words: str) -> str:
    """Words as a sentence, with a capital letter and a full stop.

    >>> sentence_of("another article is usual here")
    'Another article is usual here.'
    """
    return f"{words[:1].upper()}{words[1:]}{'' if words.endswith(('.', '!', '?')) else '.'}"
