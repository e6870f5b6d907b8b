"""XML read as a stream from files that may be hostile: entities are refused, errors name a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar
from xml.parsers import expat

from solecism.errors import FormatError

Item = TypeVar("Item")


class XmlStream(Generic[Item]):
    """Reads XML line by line; a subclass handles elements and puts finished items into `done`.

    `what` names the format for error messages ("an FCE file").
    """

    def __init__(self, file: str, *, what: str) -> None:
        self.done: list[Item] = []
        self._file, self._what = file, what
        self.parser = expat.ParserCreate()
        self.parser.EntityDeclHandler = self._entity

    def items(self, lines: Iterable[str]) -> Iterator[Item]:
        """Each item as soon as its end has been read."""
        try:
            for line in lines:
                self.parser.Parse(line)
                yield from self.done
                self.done.clear()
            self.parser.Parse("", True)
        except expat.ExpatError as error:
            problem = expat.ErrorString(error.code)
            raise FormatError(
                self._file, error.lineno, f"not well-formed XML: {problem}. Is the file complete?"
            ) from error
        except UnicodeEncodeError as error:
            raise self.problem(f"a character that is not text. Is this {self._what}?") from error

    def problem(self, problem: str) -> FormatError:
        """An error at the line that is being read."""
        return FormatError(self._file, self.parser.CurrentLineNumber, problem)

    def _entity(self, name: str, *_: object) -> None:
        raise self.problem(f"declares the entity {name!r}, which is not allowed. Remove it.")
