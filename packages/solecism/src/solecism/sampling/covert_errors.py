"""Covert errors: made errors that leave a good sentence (Foster 2007, section 4.1.6).

Raters see sentences with one made error each and untouched ones, mixed, and say which are good.
The share of good ones among those of a type is the share of its errors that are covert; how
many of the untouched ones are called wrong shows how to read it.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from solecism.corruption.corrupted import spliced
from solecism.corruption.random_stream import RandomStream
from solecism.corruption.recipe import TYPES
from solecism.edit import apply, in_order
from solecism.errors import InputError
from solecism.figure import DEFAULT_LEVEL, PRECISION, Figure, undefined_figure
from solecism.judgment import Judgment
from solecism.sample_key import Key, KeyItem, Stratum
from solecism.sampling.draw import Reading, Sample
from solecism.sampling.estimate import estimate
from solecism.sentence import Sentence
from solecism.site import Site
from solecism.table import Table, number, span, table

DESIGN = "covert"
UNTOUCHED = "untouched"
SENTENCE = "sentence"
ACCEPTED = "accepted"


@dataclass(frozen=True, slots=True)
class CovertShare:
    """The share of sentences with one type of error that raters accept."""

    kind: str
    n_judged: int
    share: Figure


@dataclass(slots=True)
class _Reservoir:
    """A random sample of sentences that does not depend on their order."""

    size: int
    seed: int
    name: str
    n_seen: int = 0
    kept: list[tuple[int, str, Sentence]] = field(default_factory=list)

    def offer(self, sentence: Sentence) -> None:
        self.n_seen += 1
        number = RandomStream(self.seed, f"{self.name}:{sentence.id}").bits()
        item = (-number, sentence.id, sentence)
        if len(self.kept) < self.size:
            heapq.heappush(self.kept, item)
        elif self.kept and item > self.kept[0]:
            heapq.heapreplace(self.kept, item)

    def sentences(self) -> Iterator[Sentence]:
        return (sentence for _, _, sentence in sorted(self.kept, reverse=True))


def sample_covert(
    sentences: Iterable[Sentence], *, n_each: int, n_untouched: int, seed: int
) -> Sample:
    """A number of sentences per type of made error, and of original sentences, in random order.

    Sentences are those that `corrupt` made; those with errors of several types are passed over.
    Untouched ones are originals of other sentences. Memory holds no more than is drawn.
    """
    if n_each < 1 or n_untouched < 0:
        raise InputError(
            f"{n_each} sentences per type and {n_untouched} untouched. Draw at least 1."
        )
    made: dict[str, _Reservoir] = {}
    # Enough for all that types may take away, from the first sentence on: what is drawn must not
    # depend on how soon each type turns up.
    everything = _Reservoir(n_untouched + n_each * len(TYPES), seed, UNTOUCHED)
    for sentence in sentences:
        kind = kind_of(sentence)
        if kind and kind not in made:
            made[kind] = _Reservoir(n_each, seed, kind)
        if kind:
            made[kind].offer(sentence)
        everything.offer(sentence)
    if not made:
        raise InputError("no sentence has a made error. Give what `solecism corrupt` wrote.")
    return _sample(made, everything, n_untouched, seed)


def kind_of(sentence: Sentence) -> str:
    """The type of the errors that were made in the sentence, "" where it has none or several."""
    names = {edit.comment for note in sentence.annotations[:1] for edit in note.edits}
    name = names.pop() if len(names) == 1 else ""
    return "" if "+" in name else name


def covert_shares(
    key: Key,
    judgments: Iterable[Judgment],
    *,
    reading: Reading = "graded",
    finite: bool = False,
    level: float = DEFAULT_LEVEL,
) -> tuple[CovertShare, ...]:
    """The share that raters accept, for each type of error and for untouched sentences.

    `finite` asks about the very corpus that was sampled, otherwise about errors of the type.
    """
    if key.design != DESIGN:
        raise InputError(f"the key is of a {key.design} sample. Give that of `sample covert`.")
    given = list(judgments)
    judged = {judgment.site for judgment in given}
    shares = []
    for stratum in key.strata:
        items = tuple(item for item in key.items if item.stratum == stratum.name)
        n_judged = sum(item.site in judged for item in items)
        if not n_judged:
            none = undefined_figure(ACCEPTED, "no sentence of it was judged", level=level)
            shares.append(CovertShare(stratum.name, 0, none))
            continue
        part = replace(key, strata=(replace(stratum, is_flagged=True),), items=items)
        estimates = estimate(
            part, given, reading=reading, finite=finite, level=level, measures=[PRECISION]
        )
        accepted = _complement(estimates.figures[PRECISION])
        shares.append(CovertShare(stratum.name, estimates.n_judged, accepted))
    return tuple(shares)


def _complement(wrong: Figure) -> Figure:
    """The share of sentences accepted, from the share called wrong."""
    ends = replace(wrong.interval, low=1 - wrong.interval.high, high=1 - wrong.interval.low)
    return Figure(1 - wrong, name=ACCEPTED, interval=ends, note=wrong.note)


def _sample(
    made: dict[str, _Reservoir], everything: _Reservoir, n_untouched: int, seed: int
) -> Sample:
    drawn: dict[str, tuple[Site, str]] = {}
    for kind in sorted(made):
        for sentence in made[kind].sentences():
            drawn[sentence.id] = _item(sentence), kind
    taken: Counter[str] = Counter()
    for sentence in everything.sentences():
        if taken[UNTOUCHED] < n_untouched and sentence.id not in drawn:
            taken[UNTOUCHED] += 1
            drawn[sentence.id] = _item(original(sentence)), UNTOUCHED
    strata = [Stratum(kind, True, made[kind].n_seen) for kind in sorted(made)]
    strata.append(Stratum(UNTOUCHED, False, everything.n_seen))
    order = list(RandomStream(seed, "order").shuffled(list(drawn.values())))
    items = tuple(KeyItem(site.id, stratum) for site, stratum in order)
    key = Key("corrupt", DESIGN, seed, tuple(strata), items)
    return Sample(tuple(site for site, _ in order), key)


def original(sentence: Sentence) -> Sentence:
    """The sentence before errors were made in it."""
    text, words, starts = sentence.text, sentence.words, sentence.starts
    edits = [edit for note in sentence.annotations[:1] for edit in note.edits]
    apply(words, edits)
    for edit in reversed(in_order(edits)):
        text, starts = spliced(text, words, starts, edit)
        words = words[: edit.start] + edit.after + words[edit.end :]
    return Sentence(sentence.id, text, words, starts)


def _item(sentence: Sentence) -> Site:
    text = sentence.text.strip()
    return Site(sentence.id, 0, len(sentence), SENTENCE, text=text, context=text)


def covert_table(shares: Iterable[CovertShare], *, level: float) -> Table:
    """One row per type of error: the share of sentences that raters accept."""
    return table(
        "Covert errors",
        ("errors", "judged", "accepted", f"{level:.0%} interval", "by"),
        [
            [
                one.kind,
                str(one.n_judged),
                number(one.share),
                span(one.share.interval),
                one.share.interval.method,
            ]
            for one in shares
        ],
    )
