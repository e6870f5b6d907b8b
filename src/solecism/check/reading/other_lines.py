"""The lines of a file that do not look like English, summarised in one sentence."""

from __future__ import annotations

from solecism.finding import CheckedSentence

_MOST_RUNS = 5


class OtherLines:
    """The lines that were not checked, collected sentence by sentence."""

    def __init__(self) -> None:
        self._runs: list[tuple[str, str]] = []
        self._n_checked = 0
        self._is_open = False
        self._has_lines = True

    def add(self, checked: CheckedSentence) -> None:
        """Add the next sentence of the file."""
        if checked.is_checked:
            self._n_checked += bool(checked.sentence.words)
            self._is_open = False
            return
        first, last = self._ends(checked)
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
        dash, comma = ("-", ", ") if self._has_lines else (" to ", "; ")
        named = [a if a == b else f"{a}{dash}{b}" for a, b in self._runs[:_MOST_RUNS]]
        runs = comma.join(named)
        more = " and more" if len(self._runs) > _MOST_RUNS else ""
        if len(self._runs) == 1 and self._runs[0][0] == self._runs[0][1]:
            where = f"line {runs}" if self._has_lines else runs
            return [f"{file}: {where} does not look like English and was not checked."]
        where = f"lines {runs}{more}" if self._has_lines else f"{runs}{more}"
        return [f"{file}: {where} do not look like English and were not checked."]

    def _ends(self, checked: CheckedSentence) -> tuple[str, str]:
        """The first and last line of a sentence, or what else the document has for places."""
        if checked.labels:
            self._has_lines = False
            return checked.labels[0][1], checked.labels[-1][1]
        first = checked.place.line
        return str(first), str(checked.place.after(checked.sentence.text).line)
