"""The operating points of a detector beside correctors, on texts as teachers have them.

W&I+LOCNESS dev has no boundaries of essays: stretches of the usual length stand for them. The
scripts of the FCE are those for tuning, on which thresholds were chosen; all else is measured
on text that nothing was tuned on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from itertools import chain, islice, pairwise
from pathlib import Path

import numpy as np
from benchmarks.detection.learner_set import SET, LearnerSet
from benchmarks.detection.systems import OUTPUTS

from solecism import site as sites
from solecism.checking.suggested_edits import completed_edits, suggestion_to_write
from solecism.checking.texts import check_sentences
from solecism.detect.detector import AUDIENCES, Detector
from solecism.detect.registry import Loader
from solecism.edit import Annotation, Edit, touched_places
from solecism.figure import F05
from solecism.formats import hypotheses
from solecism.formats.corpora import held_out_documents, learner_sentences, split_documents
from solecism.language.annotate import annotate_sentences
from solecism.locate.flags_and_judgments import flags_of_corrections
from solecism.scoring.edit_counts import CORRECTION, SPAN, precision_recall_f
from solecism.scoring.edit_scores import score_edits
from solecism.scoring.m2 import LENIENT, overlaps, score_m2
from solecism.sentence import Sentence
from solecism.site import KINDS, Flag, Site, sentence_of

# The essays of each level, A, B, C and LOCNESS, and of CoNLL-2014.
ESSAYS = {"A": 130, "B": 130, "C": 90, "N": 50, "conll14": 50}
N_FCE = 18
NATIVE, NATIVE_WORDS = ("reuters21578", "reuters_c50", "enwiki", "wikinews", "blogs"), 20_000
EDGES = (0.0, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
BETA = 0.5
_TEACHER = "teacher"
Edits = Sequence[Edit]
# Sentences, whether it is a gap, and its number.
PlaceSet = set[tuple[str, int, int]]


@dataclass(frozen=True, slots=True)
class Texts:
    """The sentences of learners and natives (W&I+LOCNESS dev), of exam essays, and of natives."""

    dev: LearnerSet
    exams: list[Sentence]
    native: list[Sentence]

    @classmethod
    def read(cls, data: Path) -> Texts:
        """All texts, with tags."""
        return cls(
            LearnerSet.read(data),
            list(annotate_sentences(_exams(data))),
            list(annotate_sentences(_native(data))),
        )


def show_points(load: Loader, texts: Texts, data: Path) -> None:
    """One table of all points and systems; then the teacher's point by type, and what it tells."""
    print("\n### Operating points and correctors\n")
    print(
        "PREP, DET, NUM: lenient F0.5, W&I dev. Places: words and gaps that an edit of any type "
        "touches, W&I dev; corrections: ERRANT's spans, W&I+LOCNESS dev; written: the same "
        "of the text that --fix writes, aligned anew; all precision / recall / F0.5. Exams: share "
        f"of the errors coded in {N_FCE} FCE scripts that a finding overlaps, and precision. "
        "Native: flags per 1,000 words of LOCNESS, those at places that its annotator left, and of "
        "held-out documents.\n"
    )
    columns = (
        "system | PREP | DET | NUM | places | corrections | written | exams | LOCNESS | native"
    )
    print(f"| {columns} |")
    print("|---" * 10 + "|", flush=True)
    dev = texts.dev.learners + texts.dev.natives
    for audience, precision in AUDIENCES.items():
        detector = load(precision=precision)
        flags = own_findings(detector, texts.dev)
        cells = _dev_cells(flags, texts.dev)
        cells += [_corrections(each(flags, dev), dev) for each in (suggested_edits, written_edits)]
        left = _unconfirmed(flags, texts.dev.natives)
        rates = [_rate(each, texts.dev.natives) for each in (flags, left)]
        cells += [_exam_cell(detector, texts.exams), ", ".join(rates)]
        cells.append(_rate(_errors(detector, texts.native), texts.native))
        print(f"| {detector.name}, for {audience} | {' | '.join(cells)} |", flush=True)
    for system, edits in chain(_outputs(data, dev), _harper(dev)):
        flags = _flags_of_edits(system, edits, dev)
        cells = _dev_cells(flags, texts.dev, edits)
        n_words = sum(len(sentence.words) for sentence in texts.dev.natives)
        n_edits = sum(map(len, edits[-len(texts.dev.natives) :]))
        cells += [_corrections(edits, dev), "", "", f"{1_000 * n_edits / n_words:.2f}", ""]
        print(f"| {system} | {' | '.join(cells)} |", flush=True)
    flags = own_findings(load(precision=AUDIENCES[_TEACHER]), texts.dev)
    _show_types(suggested_edits(flags, dev), dev)
    _show_told(flags, texts.dev.learners)


def _exams(data: Path) -> Iterator[Sentence]:
    """The first exam scripts that are reserved for tuning."""
    paths = map(str, sorted((data / "learner" / "fce").glob("*/*.xml")))
    scripts = (list(learner_sentences([path], is_tuning=True)) for path in paths)
    return chain.from_iterable(islice(filter(None, scripts), N_FCE))


def _native(data: Path) -> Iterator[Sentence]:
    for name in NATIVE:
        n_words = 0
        for sentence in split_documents(
            str(data / "native" / f"{name}.txt.xz"), held_out_documents
        ):
            yield sentence
            n_words += len(sentence.words)
            if n_words >= NATIVE_WORDS:
                break


def own_findings(detector: Detector, dev: LearnerSet) -> list[Flag]:
    """The errors that a detector flags in essays; the sites are those of the whole set."""
    sentences = dev.learners + dev.natives
    ids = dict(zip(_essay_ids(dev), (each.id for each in sentences), strict=True))
    essays = [replace(each, id=id) for id, each in zip(ids, sentences, strict=True)]
    return [
        replace(flag, site=ids[sentence_of(flag.site)] + flag.site[len(sentence_of(flag.site)) :])
        for flag in _errors(detector, essays)
    ]


def _essay_ids(dev: LearnerSet) -> Iterator[str]:
    """An id for each sentence, by the number of its essay."""
    for level, n_sentences in dev.sizes.items():
        for number in range(n_sentences):
            yield f"{level}{number * ESSAYS[level] // n_sentences}.{number}"


def _errors(detector: Detector, sentences: Sequence[Sentence]) -> list[Flag]:
    """The errors as `solecism check` shows them, one per repair."""
    bare = [each.with_annotations(()) for each in sentences]
    checked = check_sentences(bare, detector, file="")
    return [flag for each in checked for flag in each.flags if flag.error]


def _dev_cells(flags: Sequence[Flag], dev: LearnerSet, edits: Sequence[Edits] = ()) -> list[str]:
    """Lenient F0.5 of three kinds, and places of any kind."""
    ids = {sentence.id for sentence in dev.learners}
    mine = [flag for flag in flags if sentence_of(flag.site) in ids]
    of_kinds = [flag for flag in mine if sites.parse(flag.site).kind in KINDS]
    scores = score_m2(of_kinds, dev.learners, rng=np.random.default_rng(1), n_draws=1).scores
    lenient = {each.kind: each.figures[F05] for each in scores if each.mode == LENIENT}
    places = _touched(edits, dev.learners) if edits else _flagged(mine)
    return [*(f"{lenient[kind]:.3f}" for kind in KINDS), _places(places, dev.learners)]


def _flagged(flags: Iterable[Flag]) -> PlaceSet:
    found = (sites.parse(flag.site) for flag in flags)
    return {
        (each.sentence, int(each.start == each.end), place)
        for each in found
        for place in range(each.start, max(each.end, each.start + 1))
    }


def _touched(edits: Iterable[Edits], sentences: Sequence[Sentence]) -> PlaceSet:
    return {
        (sentence.id, *place)
        for sentence, own in zip(sentences, edits, strict=False)
        for edit in own
        for place in touched_places(edit)
    }


def _gold(sentences: Sequence[Sentence]) -> list[Edits]:
    return [each.annotations[0].edits if each.annotations else () for each in sentences]


def _places(places: PlaceSet, sentences: Sequence[Sentence]) -> str:
    gold = _touched(_gold(sentences), sentences)
    n_hits = len(places & gold)
    return _three((n_hits, len(places) - n_hits, len(gold) - n_hits))


def _three(counts: tuple[float, float, float]) -> str:
    return " / ".join(f"{each:.3f}" for each in precision_recall_f(counts, BETA))


def suggested_edits(flags: Sequence[Flag], sentences: Sequence[Sentence]) -> hypotheses.Edits:
    """The edits that the first suggestions of findings make, by sentence."""
    [edits] = hypotheses.edits_of_flags(flags, sentences, file="flags").values()
    return edits


def written_edits(flags: Sequence[Flag], sentences: Sequence[Sentence]) -> hypotheses.Edits:
    """The edits that make the text that `check --fix` writes, found as in any corrector's text."""
    written = [flag for flag in flags if suggestion_to_write(flag) is not None]
    completed = map(completed_edits, sentences, suggested_edits(written, sentences))
    return hypotheses.realigned_edits(list(completed), sentences)


def _corrections(edits: Sequence[Edits], sentences: Sequence[Sentence]) -> str:
    rng = np.random.default_rng(1)
    scores = score_edits({"": edits}, sentences, matchings=(CORRECTION,), rng=rng, n_draws=1)
    score = scores.score()
    return _three((score.tp, score.fp, score.fn))


def _exam_cell(detector: Detector, sentences: Sequence[Sentence]) -> str:
    """The share of coded errors that a finding overlaps, and that of findings which overlap one."""
    found: dict[str, list[Site]] = {}
    for flag in _errors(detector, sentences):
        site = sites.parse(flag.site)
        found.setdefault(site.sentence, []).append(site)
    pairs = [
        (found.get(sentence.id, []), edits)
        for sentence, edits in zip(sentences, _gold(sentences), strict=True)
    ]
    n_errors = sum(len(edits) for _, edits in pairs)
    n_found = sum(
        any(overlaps(site, edit) for site in own) for own, edits in pairs for edit in edits
    )
    n_flags = sum(len(own) for own, _ in pairs)
    n_right = sum(
        any(overlaps(site, edit) for edit in edits) for own, edits in pairs for site in own
    )
    return f"{n_found / n_errors:.3f} of {n_errors}, {n_right / max(n_flags, 1):.3f}"


def _unconfirmed(flags: Iterable[Flag], sentences: Sequence[Sentence]) -> list[Flag]:
    """The flags in sentences that overlap no edit of the annotator."""
    edits = dict(zip((each.id for each in sentences), _gold(sentences), strict=True))
    return [
        flag
        for flag in flags
        if (own := edits.get(sentence_of(flag.site))) is not None
        and not any(overlaps(sites.parse(flag.site), edit) for edit in own)
    ]


def _rate(flags: Iterable[Flag], sentences: Sequence[Sentence]) -> str:
    ids = {sentence.id for sentence in sentences}
    n_words = sum(len(sentence.words) for sentence in sentences)
    n_flags = sum(sentence_of(flag.site) in ids for flag in flags)
    return f"{1_000 * n_flags / n_words:.2f}"


def _outputs(data: Path, sentences: Sequence[Sentence]) -> Iterator[tuple[str, Sequence[Edits]]]:
    """The edits of correctors as ERRANT has them."""
    for system in OUTPUTS:
        path = str(data / "systems" / "errant" / f"{SET}.{system}.m2.xz")
        [edits] = hypotheses.read(path, sentences).values()
        yield system, edits


def _harper(sentences: Sequence[Sentence]) -> Iterator[tuple[str, Sequence[Edits]]]:
    """The corrections of Harper, where it is installed."""
    if find_spec("harper") is not None:
        from benchmarks.detection.harper_outputs import corrected_lines

        lines = corrected_lines(sentence.words for sentence in sentences)
        yield "Harper", hypotheses.edits_of_lines(lines, sentences, file="Harper")


def _flags_of_edits(
    system: str, edits: Sequence[Edits], sentences: Sequence[Sentence]
) -> list[Flag]:
    annotated = [
        each.with_annotations((Annotation("0", tuple(own)),))
        for each, own in zip(sentences, edits, strict=True)
    ]
    return [flag for flag in flags_of_corrections(annotated, system) if flag.error]


def _show_types(edits: Sequence[Edits], sentences: Sequence[Sentence]) -> None:
    print("\n### For teacher, by ERRANT's types, W&I+LOCNESS dev: share found, and corrected\n")
    print("| type | errors | span | correction |\n|---|---|---|---|")
    rng = np.random.default_rng(1)
    scores = score_edits({"": edits}, sentences, by="category", rng=rng, n_draws=1).scores
    by_type: dict[str, dict[str, tuple[float, float, float]]] = {}
    for each in scores:
        by_type.setdefault(each.type, {})[each.matching] = (each.tp, each.fp, each.fn)
    for type, counts in sorted(by_type.items(), key=lambda item: -_n_errors(item[1][SPAN])):
        n_errors = _n_errors(counts[SPAN])
        if n_errors:
            shares = [counts.get(each, (0, 0, 0))[0] / n_errors for each in (SPAN, CORRECTION)]
            print(f"| {type} | {n_errors:.0f} | {shares[0]:.3f} | {shares[1]:.3f} |")


def _n_errors(counts: tuple[float, float, float]) -> float:
    return counts[0] + counts[2]


def _show_told(flags: Sequence[Flag], sentences: Sequence[Sentence]) -> None:
    """How often findings of each confidence are at a place that the annotator changed."""
    print("\n### For teacher, W&I dev: the confidence that is told, and the share that is right\n")
    print("| told | findings | told, mean | right |\n|---|---|---|---|")
    ids = {sentence.id for sentence in sentences}
    mine = [flag for flag in flags if sentence_of(flag.site) in ids]
    gold = _touched(_gold(sentences), sentences)
    told = np.array([flag.confidence or 0.0 for flag in mine])
    is_right = np.array([not _flagged([flag]).isdisjoint(gold) for flag in mine])
    for low, high in pairwise(EDGES):
        rows = (told >= low) & ((told < high) | (high == 1))
        if rows.any():
            means = f"{told[rows].mean():.3f} | {is_right[rows].mean():.3f}"
            print(f"| {low:g} to {high:g} | {rows.sum()} | {means} |")
