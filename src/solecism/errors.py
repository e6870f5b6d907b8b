"""Every deliberate exception, drawn as a tree.

SolecismError            what a person sees as one line, exit code 1
├── InputError           something given to us cannot be used
│   └── FormatError      a place in a file is not what its format asks for
├── EditError            an edit does not fit the words it is applied to
├── ModelError           a model is missing or does not fit this version
├── MissingExtraError    an optional part of this package is not installed
├── StoreError           a study's database cannot be opened, read or written
└── StudyError           a study cannot do what is asked of it now
    ├── MissingError     there is no such thing for whoever asks
    ├── DeniedError      whoever asks may not have it
    │   └── SignedOutError   nobody knows who asks
    └── ConflictError    it was done already, or something else was
"""

from __future__ import annotations


class SolecismError(Exception):
    """Anything that people, not programmers, should read."""


class InputError(SolecismError):
    """Something given to us cannot be used."""


class FormatError(InputError):
    """A place in a file is not what its format asks for: `FILE:LINE: problem`."""

    def __init__(self, file: str, line: int, problem: str) -> None:
        self.file, self.line, self.problem = file, line, problem
        super().__init__(f"{file}:{line}: {problem}")

    def __reduce__(self) -> tuple[type[FormatError], tuple[str, int, str]]:
        """How to copy the error to another process."""
        return type(self), (self.file, self.line, self.problem)


class EditError(SolecismError):
    """An edit does not fit the words it is applied to."""


class ModelError(SolecismError):
    """A model is missing or does not fit this version."""


class MissingExtraError(SolecismError, ImportError):
    """An optional part of this package is not installed: says which, and how to install it."""

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(
            f'{package} is not installed. Run: pip install "solecism[{extra}]"', name=package
        )


class StoreError(SolecismError):
    """A study's database cannot be opened, read or written."""


class StudyError(SolecismError):
    """A study cannot do what is asked of it now."""


class MissingError(StudyError):
    """There is no such thing for whoever asks."""


class DeniedError(StudyError):
    """Whoever asks may not have it."""


class SignedOutError(DeniedError):
    """Nobody knows who asks: whoever it is must come in again."""


class ConflictError(StudyError):
    """It was done already, or something else was."""
