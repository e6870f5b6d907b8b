"""Is the advice of `solecism check` good to follow? All first suggestions applied, and read again.

`python benchmarks/advice.py --data FOLDER` does this for learners' texts (W&I dev, CoNLL-2014, FCE)
and counts what went wrong: new findings at changed places (those without a suggestion that were
there before do not count), words written twice, contractions that
do not exist, *a* for *an*, and lost capitals. It prints kinds and counts, and no text.

With `--draw N` it prints N of the changes that `--fix` writes in learners' text that is for tuning,
for a person to read, each with the probability that is told and with what the annotator did there:
the same change, another one, or nothing. At the end are the suggestions of all findings, by the
probability that is told, and how many of them annotators made: there, where the judge of edits has
learnt (`solecism train edits` prints the table of other folds), and in W&I dev, where it has not.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, islice, pairwise
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.reasons import scripts, sentences_of_essays

from solecism.checking.checked_files import DetectorOptions
from solecism.checking.suggested_edits import (
    TextChange,
    apply_changes,
    change_of,
    first_edits,
    suggestion_to_write,
    text_changes,
)
from solecism.checking.texts import check_sentences
from solecism.detect.certain_errors import sound_flags
from solecism.detect.detector import Detector
from solecism.finding import CheckedSentence, Finding
from solecism.formats import registry
from solecism.formats.corpora import first_edits as annotated_edits
from solecism.language.annotate import annotate_sentences
from solecism.language.tokeniser import tokenise
from solecism.sentence import Sentence, tokenised
from solecism_lab.train.edits import SAME, UNSAID, annotators_answer, bins, natural

POINTS = {"default": None, "precision 0.6": 0.6}
_NO_FORM = re.compile(
    r"\b(?:can|will|shall|ca|wo|sha) ?n['’]t(?<!can't)(?<!won't)(?<!shan't)(?<!can’t)(?<!won’t)"
    r"|\b(?:is|are|was|were|has|have|had|am)['’](?:s|re|m|ve|ll|d)\b|s's\b|\bcannnot\b|\w\(|  ",
    re.IGNORECASE,
)
WRONG_RESULTS = ("new finding", "word twice", "no such form", "a for an", "lost capital")


@dataclass(slots=True)
class Tally:
    """What became of the suggestions: by kind of finding, and what went wrong."""

    n_sentences: int = 0
    n_findings: int = 0
    n_changes: int = 0
    wrong: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    n_findings_after: int = 0

    def add(self, before: CheckedSentence, fixed: str, after: CheckedSentence) -> None:
        """Count one sentence, before and after all first suggestions."""
        self.n_sentences += 1
        self.n_findings += len(before.findings)
        self.n_findings_after += len(after.findings)
        mended = [finding for finding in before.findings if finding.flag.suggestions]
        self.n_changes += len(mended)
        places = list(_new_places(text_changes(before.sentence, first_edits(before))))
        known = {(each.kind, each.text) for each in before.findings if each not in mended}
        for finding in after.findings:
            is_known = (finding.kind, finding.text) in known
            if not is_known and any(_is_at(finding, *place) for place in places):
                self.wrong["new finding"] += 1
                nearest = min(mended, key=lambda each: abs(each.start - finding.start))
                self.kinds[f"{nearest.kind}, then {finding.kind}"] += 1
        for name in _faults(before.sentence, fixed, after.sentence):
            self.wrong[name] += 1
            self.kinds[f"{name}: {', '.join(sorted({each.kind or '' for each in mended}))}"] += 1


def _new_places(done: Sequence[TextChange]) -> Iterator[tuple[int, int]]:
    """Where the changed characters are after the changes, without spaces."""
    shift = 0
    for change in done:
        start = change.start + shift + len(change.text) - len(change.text.lstrip())
        yield start, start + len(change.text.strip())
        shift += len(change.text) - (change.end - change.start)


def _is_at(finding: Finding, start: int, end: int) -> bool:
    if finding.start == finding.end or start == end:
        return finding.start <= end and finding.end >= start
    return finding.start < end and finding.end > start


def _faults(before: Sentence, fixed: str, after: Sentence) -> Iterator[str]:
    doubles = [
        sum(a.lower() == b.lower() and a.isalpha() for a, b in pairwise(each.words))
        for each in (before, after)
    ]
    if doubles[1] > doubles[0]:
        yield "word twice"
    if len(_NO_FORM.findall(fixed)) > len(_NO_FORM.findall(before.text)):
        yield "no such form"
    sounds = [len(list(sound_flags(each, ""))) for each in (before, after)]
    if sounds[1] > sounds[0]:
        yield "a for an"
    if before.text[:1].isupper() and fixed[:1].islower():
        yield "lost capital"


def measure(sentences: Iterable[Sentence], detector: Detector) -> Tally:
    """The tally of some sentences."""
    tally = Tally()
    before = [
        checked
        for checked in check_sentences(sentences, detector, file="before")
        if checked.is_checked
    ]
    fixed = [
        apply_changes(each.sentence.text, text_changes(each.sentence, first_edits(each)))
        for each in before
    ]
    read_again = [
        tokenised(each.sentence.id, text, *tokenise(text), after="\n")
        for each, text in zip(before, fixed, strict=True)
    ]
    after = {
        checked.sentence.id: checked
        for checked in check_sentences(read_again, detector, file="after")
    }
    tagged = {each.id: each for each in annotate_sentences(read_again)}
    for each, text in zip(before, fixed, strict=True):
        again = after[each.sentence.id]
        whole = CheckedSentence(again.file, again.place, tagged[each.sentence.id], again.flags)
        if each.findings:
            tally.add(each, text, whole)
        else:
            tally.n_sentences += 1
    return tally


def changes(texts: Iterable[list[Sentence]], detector: Detector) -> Iterator[Change]:
    """All first suggestions in some texts, with what the annotator did at their places."""
    for number, sentences in enumerate(texts, 1):
        given = {f"t{number}.{n}": each for n, each in enumerate(filter(len, sentences), 1)}
        named = [natural(replace(each, id=id)) for id, each in given.items()]
        for checked in check_sentences(named, detector, file=f"text {number}"):
            edits = annotated_edits(given[checked.sentence.id])
            for finding in checked.findings:
                if finding.flag.suggestions:
                    answer = annotators_answer(checked.sentence, finding.flag, edits)
                    yield Change(finding, answer)


@dataclass(frozen=True, slots=True)
class Change:
    """A finding with a suggestion, and what the annotator did there."""

    finding: Finding
    answer: str

    @property
    def p(self) -> float:
        """The probability of the suggestion that is told."""
        p = self.finding.flag.suggestions[0].p
        return 1.0 if p is None else p

    @property
    def is_written(self) -> bool:
        """Whether `--fix` writes it."""
        return suggestion_to_write(self.finding.flag) is not None

    def __str__(self) -> str:
        change = change_of(self.finding, self.finding.flag.suggestions[0])
        text = self.finding.sentence.text
        inside = f"{text[change.start : change.end]} -> {change.text}"
        marked = f"{text[: change.start]}[{inside}]{text[change.end :]}"
        return f"{marked}\n  {self.finding.kind}, told {self.p:.2f}, annotator: {self.answer}"


def report_changes(name: str, found: Sequence[Change]) -> None:
    """Print how many changes are written, what annotators did, and the suggestions by tenths."""
    written = [each for each in found if each.is_written]
    answers = Counter(each.answer for each in written)
    print(f"\n{name}: {len(written)} of {len(found)} suggestions are written; annotators made")
    print(", ".join(f"{answer} {n}" for answer, n in answers.most_common()))
    told = [each for each in found if each.answer != UNSAID]
    p, is_right = (
        [*column] for column in zip(*((c.p, c.answer == SAME) for c in told), strict=True)
    )
    print("from\tchanges\ttold\tmade")
    for each in bins(np.array(p), np.array(is_right)):
        print(f"{each.least:.1f}\t{each.n}\t{each.told:.3f}\t{each.right:.3f}")


def draw(folder: Path, options: DetectorOptions, size: int, seed: int) -> None:
    """Print changes drawn from tuning text, and the tables of tuning text and of W&I dev."""
    detector = options.load()
    found = [*changes(chain(scripts(folder), sentences_of_essays(folder)), detector)]
    written = [each for each in found if each.is_written]
    places = np.random.default_rng(seed).choice(
        len(written), min(size, len(written)), replace=False
    )
    for number, place in enumerate(sorted(places.tolist()), 1):
        print(f"{number}. {written[place]}")
    report_changes("Tuning text", found)
    dev = (list(registry.read_any([str(folder / "wi" / f"{level}.dev.m2")])) for level in "ABC")
    report_changes("W&I dev", [*changes(dev, detector)])


def learners(data: Path, n_scripts: int) -> Iterator[tuple[str, list[Sentence]]]:
    """The sets of learners' sentences, by name."""
    folder = data / "learner"
    sets = {
        "W&I dev": [folder / "wi" / f"{level}.dev.m2" for level in "ABCN"],
        "CoNLL-2014": [folder / "conll14" / "NUCLE.m2"],
        "FCE": list(islice(sorted(folder.glob("fce/*/*.xml")), n_scripts)),
    }
    for name, paths in sets.items():
        sentences = filter(len, registry.read_any(map(str, paths)))
        # Files of several folders have the same names.
        yield name, [natural(replace(each, id=f"s.{n}")) for n, each in enumerate(sentences, 1)]


def main() -> None:
    """Print a line per set of texts and operating point, and the commonest kinds of trouble."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), metavar="FOLDER")
    parser.add_argument("--detector", default="cascade")
    parser.add_argument("--draw", type=int, metavar="N", help="Print N changes of tuning text.")
    parser.add_argument("--for", dest="audience", default="author", help="Whom --draw is for.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scripts", type=int, default=400, help="Number of FCE scripts to read.")
    parser.add_argument("--kinds", type=int, default=12, help="Number of kinds of trouble to list.")
    options = parser.parse_args()
    if options.draw is not None:
        chosen = DetectorOptions(name=options.detector, audience=options.audience)
        draw(options.data / "learner", chosen, options.draw, options.seed)
        return
    columns = ("texts", "point", "sentences", "findings", "changes", "kept", *WRONG_RESULTS, "left")
    print("\t".join(columns))
    kinds: Counter[str] = Counter()
    for name, sentences in learners(options.data, options.scripts):
        for point, precision in POINTS.items():
            detector = DetectorOptions(name=options.detector, precision=precision).load()
            tally = measure(sentences, detector)
            kinds += tally.kinds
            kept = 1 - tally.wrong["new finding"] / max(tally.n_changes, 1)
            counts = (tally.n_sentences, tally.n_findings, tally.n_changes, f"{kept:.1%}")
            wrong = (tally.wrong[each] for each in WRONG_RESULTS)
            print(*(name, point, *counts, *wrong, tally.n_findings_after), sep="\t", flush=True)
    print("\nThe commonest kinds of trouble, all texts and points together")
    for kind, n in kinds.most_common(options.kinds):
        print(f"{n:6}  {kind}")


if __name__ == "__main__":
    main()
