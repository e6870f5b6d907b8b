"""Appraise XML: rankings of corrections, as GJG15 and SEEDA publish them (read only).

Grundkiewicz, Junczys-Dowmunt and Gillian (2015), "Human evaluation of grammatical error
correction systems"; Kobayashi, Mita and Komachi (2024), "Revisiting meta-evaluation for
grammatical error correction". Several names in one `system` attribute had the same output.

    <ranking-item src-id="12" user="annotator1">
      <translation system="T5 Riken-Tohoku" rank="1" />
      <translation system="PIE" rank="2" />
    </ranking-item>
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from solecism.errors import InputError
from solecism.formats.xml_stream import XmlStream
from solecism.ranking import Ranking, checked

ROOT, ITEM, OUTPUT = "appraise-results", "ranking-item", "translation"


def parse(lines: Iterable[str], *, file: str) -> Iterator[Ranking]:
    """The rankings of Appraise XML; `src-id` is the name of a sentence, `user` that of a rater."""
    yield from _Reader(file).items(lines)


class _Reader(XmlStream[Ranking]):
    """The rankings of a file as they come; nothing but the open one is held."""

    def __init__(self, file: str) -> None:
        super().__init__(file, what="Appraise XML")
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self._is_first = True
        self._item: dict[str, str] | None = None
        self._ranks: dict[str, int] = {}
        self._same: list[tuple[str, ...]] = []

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if self._is_first and name != ROOT:
            raise self.problem(f"the document is <{name}>, not <{ROOT}>. Is this Appraise XML?")
        self._is_first = False
        if name == ITEM:
            for attribute in ("src-id", "user"):
                if not attributes.get(attribute):
                    raise self.problem(f"a <{ITEM}> without {attribute}.")
            self._item, self._ranks, self._same = attributes, {}, []
        elif name == OUTPUT:
            self._add(attributes.get("system", "").split(), attributes.get("rank", ""))

    def _add(self, systems: list[str], rank: str) -> None:
        """Take one output into the open ranking."""
        if self._item is None:
            raise self.problem(f"a <{OUTPUT}> outside any <{ITEM}>.")
        if not systems:
            raise self.problem(f"a <{OUTPUT}> without the name of a system.")
        if not (rank.isascii() and rank.isdecimal() and len(rank) < 10):
            raise self.problem(f"the rank {rank!r} is not a whole number. Ranks are 1, 2, 3...")
        for system in systems:
            if system in self._ranks:
                raise self.problem(f"{system!r} is ranked twice. Take one of the ranks out.")
            self._ranks[system] = int(rank)
        if len(systems) > 1:
            self._same.append(tuple(systems))

    def _end(self, name: str) -> None:
        if name != ITEM or self._item is None:
            return
        sentence, rater = self._item["src-id"], self._item["user"]
        self._item = None
        if len(self._ranks) < 2:
            # An item in which all shown outputs belonged to one system says nothing.
            return
        try:
            self.done.append(checked(Ranking(sentence, rater, self._ranks, tuple(self._same))))
        except InputError as error:
            raise self.problem(str(error)) from error
