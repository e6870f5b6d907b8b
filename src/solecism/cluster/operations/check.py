"""The checker: findings beside each text, with their characters, kinds and suggestions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from functools import lru_cache
from typing import Any

from solecism.check.files import DetectorOptions
from solecism.check.reading.many import check_texts, placed_findings
from solecism.cluster.operations.operation import RowOperation, Values
from solecism.detect.detector import Detector
from solecism.formats.files import short_hash

FINDINGS = "findings"


class Checker(RowOperation):
    """Finds usage errors in batches of rows.

    `column` has the texts; the other settings are those of `solecism.check`. The column `findings`
    has for each error the characters `start` to `end` of the text (none where a word is missing),
    its `text` and `kind`, `suggestions` with the best first, the `probability` of an error and the
    `share` of readers who would object. The column `error` says why a text could not be checked.
    """

    name = "check"
    columns = (FINDINGS,)

    def __init__(
        self,
        *,
        column: str = "text",
        detector: str | None = None,
        audience: str | None = None,
        precision: float | None = None,
        threshold: float | None = None,
        kinds: Sequence[str] = (),
        min_share: float = 0.0,
        register: str | None = None,
        model: str | None = None,
        markup: bool = True,
    ) -> None:
        super().__init__(column)
        self._markup = markup
        self._options = DetectorOptions(
            name=detector,
            model=model,
            register=register,
            audience=audience,
            precision=precision,
            threshold=threshold,
            kinds=tuple(kinds),
            min_share=min_share,
        )
        # An unknown name is told now, not with the first batch.
        _ = self._options.loader

    def types(self) -> dict[str, Any]:
        """A list of findings per row."""
        import pyarrow as pa

        finding = {
            "start": pa.int32(),
            "end": pa.int32(),
            "text": pa.string(),
            "kind": pa.string(),
            "suggestions": pa.list_(pa.string()),
            "probability": pa.float64(),
            "share": pa.float64(),
        }
        return {FINDINGS: pa.list_(pa.struct(list(finding.items())))}

    def settings(self) -> dict[str, Any]:
        """The settings of the detector, and what its model is."""
        options = self._options
        model = None if options.model is None else short_hash([options.model])
        return {**asdict(options), "name": options.detector, "model": model, "markup": self._markup}

    def load(self) -> None:
        """Load the detector."""
        _detector(self._options)

    def values_of(self, texts: Sequence[str]) -> Iterator[Values]:
        """The findings of each text."""
        detector = _detector(self._options)
        for sentences in check_texts(texts, detector, markup=self._markup):
            yield (
                [
                    {
                        "start": offset + finding.start,
                        "end": offset + finding.end,
                        "text": finding.text,
                        "kind": finding.kind,
                        "suggestions": list(finding.suggestions),
                        "probability": finding.confidence,
                        "share": finding.flag.readers,
                    }
                    for offset, finding in placed_findings(sentences)
                ],
            )


@lru_cache(maxsize=1)
def _detector(options: DetectorOptions) -> Detector:
    """The detector of this process: callers may be copied for each batch."""
    return options.load()
