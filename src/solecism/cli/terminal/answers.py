"""Options that say which answers of judgments are compared."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

import click

from solecism.cli.terminal.option_groups import option_group

if TYPE_CHECKING:
    from solecism.judgment import Answer, Judgment


@dataclass(frozen=True, slots=True)
class AnswerOptions:
    """Which answer counts, which answers are joined, and which sites are left out."""

    answer: str | None
    join: tuple[str, ...]
    without: tuple[str, ...]

    def read(self, paths: Iterable[str]) -> Iterable[Judgment]:
        """The judgments of files of JSON Lines, with the answers to compare."""
        from solecism.agree.compared_answers import compared_answers, joined_answers
        from solecism.formats import jsonl
        from solecism.judgment import Judgment

        judgments = (judgment for path in paths for judgment in jsonl.read(path, Judgment))
        if self._is_plain:
            return judgments
        return compared_answers(
            judgments, answer=self.answer, joined=joined_answers(self.join), without=self.without
        )

    def read_answers(self, paths: Iterable[str]) -> Iterable[Answer]:
        """The same as far as it is needed to count answers, in half the time."""
        from solecism.formats import jsonl

        if not self._is_plain:
            return self.read(paths)
        return chain.from_iterable(map(jsonl.read_answers, paths))

    @property
    def _is_plain(self) -> bool:
        return not (self.answer or self.join or self.without)

    def settings(self) -> dict[str, Any]:
        """The options as parts of a signature."""
        return {"answer": self.answer, "join": self.join, "without": self.without}


answer_options: Callable[[Any], Any] = option_group(
    "answers",
    AnswerOptions,
    click.option(
        "--answer",
        metavar="FIELD",
        help="Key of the notes whose value is compared instead of the answer, such as rating.",
    ),
    click.option(
        "--join",
        multiple=True,
        metavar="NAME,...=NEW",
        help="Treat these answers as one with a new name, such as correct,equal=ok; may be "
        "repeated.",
    ),
    click.option(
        "--without",
        multiple=True,
        metavar="FIELD",
        help="Leave out sites where a rater's notes have this key, such as context, or KEY=VALUE; "
        "may be repeated.",
    ),
)
