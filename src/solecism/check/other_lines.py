"""The lines of a file that do not look like English, summarised in one sentence."""

from __future__ import annotations

from solecism.finding import CheckedSentence

_MOST_RUNS = 5


class OtherLines:
    """The lines that were not checked, collected sentence by sentence."""

    def __init__(self) -> None:
        self._runs: list[tuple[int, int]] = []
        self._n_checked = 0
        self._is_open = False

    def add(self, checked: CheckedSentence) -> None:
        """Add the next sentence of the file."""
        if checked.is_checked:
            self._n_checked += bool(checked.sentence.words)
            self._is_open = False
            return
        first = checked.place.line
        last = checked.place.after(checked.sentence.text).line
        if self._is_open:
            first, _ = self._runs.pop()
        self._runs.append((first, last))
        self._is_open = True

    def notes(self, file: str) -> list[str]:
        """One note about the file, or none if all of it was checked."""
        if not self._runs:
            return []
        if not self._n_checked:
            return [f"{file}: does not look like English. Nothing in it was checked."]
        runs = ", ".join(f"{a}" if a == b else f"{a}-{b}" for a, b in self._runs[:_MOST_RUNS])
        more = " and more" if len(self._runs) > _MOST_RUNS else ""
        if runs.isdigit():
            return [f"{file}: line {runs} does not look like English and was not checked."]
        return [f"{file}: lines {runs}{more} do not look like English and were not checked."]
