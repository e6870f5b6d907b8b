"""Where the strong detector is surest and wrong: false alarms, and errors that it passes over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from solecism import site as sites
from solecism.detect import registry
from solecism.detect.network.model import StrongModel
from solecism.detect.network.repairs import GROUPS
from solecism.detect.network.strong_detector import StrongDetector, probabilities
from solecism.scoring.m2 import overlaps
from solecism.sentence import Sentence
from solecism.site import Flag, Site, split_id
from solecism_lab.train.network.tuning.tuning_data import tuning_data


@dataclass(frozen=True, slots=True)
class Failure:
    """A place, how probable an error is there, and what it would write."""

    site: Site
    p_error: float
    proposal: str = ""


def show_failures(model: StrongModel, sentences: Sequence[Sentence], *, n: int) -> None:
    """The `n` surest of each kind, at the default point. This is corpus text: keep it here."""
    cascade = StrongDetector(model, second=registry.light(), name="cascade")
    flags = [flag for flag in cascade.flags(sentences) if flag.error]
    by_id = {sentence.id: sentence for sentence in sentences}
    alarms = sorted(false_alarms(flags, by_id), key=lambda each: -each.p_error)
    _show("False alarms: nothing is edited there", alarms, by_id, n)
    passed = sorted(missed(model, flags, sentences), key=lambda each: each.p_error)
    _show("Missed: edited, and nothing is flagged there", passed, by_id, n)


def false_alarms(flags: Sequence[Flag], sentences: dict[str, Sentence]) -> Iterator[Failure]:
    """The flags that no edit of any type overlaps."""
    for flag in flags:
        site = sites.parse(flag.site)
        notes = sentences[site.sentence].annotations
        if not any(overlaps(site, edit) for note in notes for edit in note.edits):
            texts = " or ".join(each.text or "nothing" for each in flag.suggestions) or "?"
            yield Failure(site, flag.confidence or 0.0, f"{flag.kind}, write {texts}")


def missed(
    model: StrongModel, flags: Sequence[Flag], sentences: Sequence[Sentence]
) -> Iterator[Failure]:
    """The words and gaps that the first annotator corrects, without those that are flagged."""
    flagged = {split_id(flag.site)[:3] for flag in flags}
    data = tuning_data(model, sentences, registry.light())
    p = probabilities(model.cascade, data.network_p, data.second_p)
    # Each sentence has a row for every word and for its end; the gaps follow all words.
    begins = np.cumsum([0, *(len(sentence.words) + 1 for sentence in sentences)])
    for row, group in np.argwhere(data.is_error).tolist():
        name, owner = GROUPS[group], int(data.owners[row])
        is_gap, place = row >= begins[-1], int(row % begins[-1] - begins[owner])
        site = Site(sentences[owner].id, place, place + (not is_gap), name)
        if (site.sentence, site.start, site.end) not in flagged:
            yield Failure(site, float(p[row, group]))


def _show(title: str, failures: Sequence[Failure], sentences: dict[str, Sentence], n: int) -> None:
    print(f"\n## {title} ({len(failures)} in all)")
    for group in GROUPS:
        mine = [failure for failure in failures if failure.site.kind == group]
        print(f"\n### {group} ({len(mine)})")
        for failure in mine[:n]:
            site, sentence = failure.site, sentences[failure.site.sentence]
            print(f"\n{site.id}, probability {failure.p_error:.3f} {failure.proposal}")
            words = sentence.words
            marked = f"[{' '.join(words[site.start : site.end])}]"
            print("  ", " ".join((*words[: site.start], marked, *words[site.end :])))
            for edit in sentence.annotations[0].edits if sentence.annotations else ():
                print(f"   {edit.kind} {' '.join(edit.before)!r} -> {' '.join(edit.after)!r}")
