"""A component for spaCy: `nlp.add_pipe("solecism")` puts findings into `doc.spans["solecism"]`.

The label of a span is the kind of error, and `span._.solecism` is the finding: its exact
characters, suggestions, probability and the share of readers who would object. spaCy finds the
component by an entry point of this package, without an import.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from solecism.checking.checked_files import DetectorOptions
from solecism.checking.checker import TextChecker
from solecism.checking.reasons import reason
from solecism.checking.texts import findings_with_offsets
from solecism.checking.varieties import AUTO
from solecism.finding import Finding
from solecism.system.installation import explain_missing
from solecism.system.processes import batches

with explain_missing():
    from spacy.language import Language
    from spacy.strings import get_string_id
    from spacy.tokens import Doc, Span

NAME = "solecism"


@dataclass(frozen=True, slots=True)
class SpanFinding:
    """What is wrong with the characters `start_char` to `end_char` of a document.

    They are exact, while the span has the tokens that touch them. They are none where a word is
    missing, and the span is then the token after the gap. `suggestions` come best first, an empty
    one to leave the words out; `probability` is that of an error, and `share` the share of readers
    who would object, each None where it is not known.
    """

    kind: str
    text: str
    start_char: int
    end_char: int
    suggestions: tuple[str, ...]
    probability: float | None
    share: float | None
    reason: str


class SolecismComponent:
    """Checks documents with one detector, which is loaded when the first document comes."""

    def __init__(self, options: DetectorOptions, *, markup: bool, spans_key: str) -> None:
        self._options = options
        self._markup = markup
        self._spans_key = spans_key

    @cached_property
    def _checker(self) -> TextChecker:
        return TextChecker(self._options)

    def __getstate__(self) -> dict[str, Any]:
        """What goes to another process, which loads the detector itself."""
        return {name: value for name, value in vars(self).items() if name != "_checker"}

    def __call__(self, doc: Doc) -> Doc:
        """The document with its findings."""
        [checked] = self.pipe([doc])
        return checked

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = 128) -> Iterator[Doc]:
        """Documents with their findings; those of a batch are read together, which is faster."""
        for docs in batches(stream, batch_size):
            texts = self._checker.check_all([doc.text for doc in docs], markup=self._markup)
            for doc, checked in zip(docs, texts, strict=True):
                placed = findings_with_offsets(checked.sentences)
                self._mark(doc, [_span_finding(finding, start) for start, finding in placed])
                yield doc

    def _mark(self, doc: Doc, findings: Sequence[SpanFinding]) -> None:
        starts = [token.idx for token in doc]
        stored: dict[Any, Any] = doc.user_data
        spans = []
        for number, finding in enumerate(findings):
            # Two spans may have the same tokens and label: only their ids tell them apart.
            id = get_string_id(f"{self._spans_key}/{number}")
            first, last = _tokens(starts, finding)
            spans.append(Span(doc, first, last, label=finding.kind, span_id=id))
            # Plain values, which travel and are stored with the document.
            stored[NAME, id] = asdict(finding)
        doc.spans[self._spans_key] = spans


def _span_finding(finding: Finding, offset: int) -> SpanFinding:
    return SpanFinding(
        kind=finding.kind or "error",
        text=finding.text,
        start_char=offset + finding.start,
        end_char=offset + finding.end,
        suggestions=finding.suggestions,
        probability=finding.confidence,
        share=finding.flag.readers,
        reason=reason(finding),
    )


def _tokens(starts: Sequence[int], finding: SpanFinding) -> tuple[int, int]:
    """The tokens that touch a finding, as a half-open span; for a gap, the token after it."""
    if finding.start_char == finding.end_char:
        first = min(bisect_left(starts, finding.start_char), len(starts) - 1)
        return first, first + 1
    first = bisect_right(starts, finding.start_char) - 1
    return first, bisect_left(starts, finding.end_char)


def _finding_of(span: Span) -> SpanFinding | None:
    """The finding that a span of this component stands for, None for any other span."""
    stored: dict[Any, Any] = span.doc.user_data
    found = stored.get((NAME, span.id))
    if found is None:
        return None
    return SpanFinding(**{**found, "suggestions": tuple(found["suggestions"])})


@Language.factory(
    NAME,
    default_config={
        "audience": None,
        "precision": None,
        "threshold": None,
        "min_share": 0.0,
        "kinds": [],
        "detector": None,
        "variety": AUTO,
        "markup": True,
        "spans_key": NAME,
    },
)
def component(
    nlp: Language,
    name: str,
    audience: str | None,
    precision: float | None,
    threshold: float | None,
    min_share: float,
    kinds: list[str],
    detector: str | None,
    variety: str,
    markup: bool,
    spans_key: str,
) -> SolecismComponent:
    """The component with the settings of a pipeline; they are those of `solecism.check`."""
    if not Span.has_extension(NAME):
        Span.set_extension(NAME, getter=_finding_of)
    options = DetectorOptions(
        name=detector,
        audience=audience,
        precision=precision,
        threshold=threshold,
        kinds=tuple(kinds),
        min_share=min_share,
        variety=variety,
    )
    # An unknown name is told now, not with the first document.
    _ = options.loader
    return SolecismComponent(options, markup=markup, spans_key=spans_key)
