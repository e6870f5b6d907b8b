"""A match: one system's decisions at the sites that raters judged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from solecism import site
from solecism.errors import InputError
from solecism.judgment import ERROR, MEANING, OK, UNKNOWN
from solecism.numeric import Bools, Floats, Ints, Ints32
from solecism.panel import Panel, renumbered
from solecism.site import Flag, kind_of, sentence_of

LABELS = (ERROR, OK)
WHOLE, NO_KIND = "all", "-"


@dataclass(frozen=True, eq=False)
class Match:
    """Whether the system flags each item of a panel with the labels "error" and "ok".

    `is_asked` is False at judged sites for which the system gave no flag: they count as not
    flagged. `unjudged` and `unjudged_ok` are how many sites of each kind it flags or accepts
    though nobody judged them: they are not counted. `sentences` numbers the sentence of each item
    in order, where a larger match has read it off the ids.
    """

    system: str
    panel: Panel
    is_flagged: Bools
    is_asked: Bools
    unjudged: Mapping[str, int] = field(default_factory=dict)
    unjudged_ok: Mapping[str, int] = field(default_factory=dict)
    sentences: Ints32 | None = None

    @property
    def n_items(self) -> int:
        """How many judged sites there are."""
        return self.panel.n_items

    @cached_property
    def answers(self) -> Floats:
        """1 where a rater (column) calls a site (row) an error, 0 if not, NaN without an answer."""
        matrix = self.panel.matrix()
        return np.where(matrix < 0, np.nan, matrix == 0)

    @cached_property
    def n_error(self) -> Ints:
        """How many raters call each site an error."""
        n_error: Ints = self.panel.counts()[:, 0]
        return n_error

    @cached_property
    def n_answers(self) -> Ints:
        """How many raters judged each site."""
        return np.asarray(self.panel.counts().sum(axis=1))

    @property
    def agreement(self) -> Floats:
        """The share of each site's raters who gave the majority's answer."""
        most = np.maximum(self.n_error, self.n_answers - self.n_error)
        return np.asarray(most / self.n_answers)

    @cached_property
    def clusters(self) -> Ints32:
        """The sentence of each site, by number; a site whose id names none stands alone."""
        if self.sentences is not None:
            return renumbered(self.sentences)[1]
        names = [_sentence(item) for item in self.panel.items]
        codes = {name: code for code, name in enumerate(dict.fromkeys(names))}
        return np.array([codes[name] for name in names], dtype=np.int32)

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The kind of each site, "-" where its id names none."""
        return tuple([_kind(item) for item in self.panel.items])

    def select(self, items: Bools) -> Match:
        """The match at some of the judged sites."""
        if items.all():
            return self
        return replace(
            self,
            panel=self.panel.select(items[self.panel.item]),
            is_flagged=self.is_flagged[items],
            is_asked=self.is_asked[items],
            sentences=self.clusters[items],
        )

    def of_kinds(self, names: Collection[str]) -> Match:
        """The match for some kinds of site."""
        there = sorted(set(self.kinds))
        for name in names:
            if name not in there:
                known = ", ".join(there)
                raise InputError(f"no judged site is of kind {name!r}. There are {known}.")
        return replace(
            self.select(np.array([kind in names for kind in self.kinds])),
            unjudged={name: n for name, n in self.unjudged.items() if name in names},
            unjudged_ok={name: n for name, n in self.unjudged_ok.items() if name in names},
        )

    def as_sampled(self) -> Match:
        """The match at the sites that samples are drawn from: flags at written words.

        Gaps are left out, and so are judged sites about which the system says nothing.
        """
        is_gap = np.array([site.is_gap(item) for item in self.panel.items], dtype=bool)
        kept = self.is_asked & ~is_gap
        if not kept.any():
            raise InputError(f"no flag of {self.system} is at a judged word.")
        return replace(self.select(kept), unjudged={}, unjudged_ok={})

    def by_kind(self) -> dict[str, Match]:
        """The match for each kind of site, if there are several."""
        names = sorted(set(self.kinds))
        return {name: self.of_kinds([name]) for name in names} if len(names) > 1 else {}


def match(flags: Iterable[Flag], panel: Panel) -> list[Match]:
    """A match for each system, by name, of flags with a panel of errors and OKs.

    Answers may also be "incorrect" and "correct"; "too-messy" does not count.
    """
    panel = decided(panel)
    if set(panel.labels) - set(LABELS):
        raise InputError(f"answers are {', '.join(panel.labels)}. Scores need error and ok.")
    if panel.labels != LABELS:
        panel = _with_both_labels(panel)
    panel = panel.judged()
    if not len(panel):
        raise InputError(
            "there are no judgments to score against; unknown and control items do not count."
        )
    decisions: dict[str, dict[str, bool]] = {}
    for flag in flags:
        mine = decisions.setdefault(flag.system, {})
        if flag.site in mine:
            raise InputError(f"{flag.system} decides twice at {flag.site}. Keep one flag per site.")
        mine[flag.site] = flag.error
    if not decisions:
        raise InputError("there is no flag to score.")
    return [_match(system, mine, panel) for system, mine in sorted(decisions.items())]


def decided(panel: Panel) -> Panel:
    """The panel with errors and OKs for "incorrect" and "correct", and without "too-messy"."""
    if not set(panel.labels) & set(MEANING):
        return panel
    is_undecided = np.array([MEANING.get(label) == UNKNOWN for label in panel.labels], dtype=bool)
    panel = panel.select(~is_undecided[panel.answer])
    kept = replace(panel, labels=tuple(MEANING.get(label, label) for label in panel.labels))
    return _without_unknown(kept)


def only(matches: list[Match], *, system: str | None = None) -> Match:
    """The match of the one system there is, or of the one with this name."""
    chosen = [one for one in matches if system in (None, one.system)]
    names = ", ".join(one.system for one in matches)
    if not chosen:
        raise InputError(f"there is no flag of {system!r}. There are {names}.")
    if len(chosen) > 1:
        raise InputError(f"there are flags of several systems: {names}. Name one of them.")
    return chosen[0]


def _match(system: str, decisions: dict[str, bool], panel: Panel) -> Match:
    decided = [decisions.get(item) for item in panel.items]
    is_asked = np.array([decision is not None for decision in decided], dtype=bool)
    if not is_asked.any():
        raise InputError(
            f"no flag of {system} is at a judged site: {next(iter(decisions))} is flagged, "
            f"{panel.items[0]} is judged. Do the documents have the same name?"
        )
    judged = set(panel.items)
    unjudged = [(_kind(item), error) for item, error in decisions.items() if item not in judged]
    return Match(
        system,
        panel,
        np.array([bool(decision) for decision in decided], dtype=bool),
        is_asked,
        unjudged=Counter(kind for kind, error in unjudged if error),
        unjudged_ok=Counter(kind for kind, error in unjudged if not error),
    )


def _without_unknown(panel: Panel) -> Panel:
    """The panel with each label once, and without the label "unknown", which has no row."""
    labels = tuple(dict.fromkeys(label for label in panel.labels if label != UNKNOWN))
    code = np.array(
        [labels.index(label) if label in labels else 0 for label in panel.labels], dtype=np.int32
    )
    return replace(panel, labels=labels, answer=code[panel.answer])


def _with_both_labels(panel: Panel) -> Panel:
    """The panel with "error" first and "ok" second, also where all answers are the same."""
    code = np.array([LABELS.index(label) for label in panel.labels] or [0], dtype=np.int32)
    return replace(panel, labels=LABELS, answer=code[panel.answer])


def _sentence(item: str) -> str:
    return sentence_of(item) if item.count(":") >= 2 else item


def _kind(item: str) -> str:
    return kind_of(item) if item.count(":") >= 2 else NO_KIND
