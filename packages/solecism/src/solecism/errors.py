"""Every deliberate exception, drawn as a tree.

SolecismError            shown to the user as one line, with exit code 1
├── InputError           an input cannot be used
│   └── FormatError      a line of a file does not follow its format
├── EditError            an edit does not fit the words it is applied to
├── ModelError           a model is missing or does not fit this version
├── MissingExtraError    an optional dependency of this package is not installed
├── MissingPackageError  another distribution of Solecism is not installed
├── StoreError           a study's database cannot be opened, read or written
└── StudyError           a study cannot do what was requested
    ├── MissingError     the thing asked for does not exist, or not for this user
    ├── DeniedError      the user does not have the right to do this
    │   └── SignedOutError   the user is not signed in
    └── ConflictError    the state of the study does not allow this (again)
"""

from __future__ import annotations


class SolecismError(Exception):
    """An error that is explained to the user in one line, without a traceback."""


class InputError(SolecismError):
    """An input cannot be used: a file, an option or an argument."""


class FormatError(InputError):
    """A line of a file does not follow its format: `FILE:LINE: problem`."""

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
    """An optional dependency is not installed: says which, and what to install."""

    def __init__(self, package: str, requirement: str) -> None:
        super().__init__(
            f'{package} is not installed. Run: pip install "{requirement}"', name=package
        )


class MissingPackageError(SolecismError):
    """Something is in a distribution that is not installed: says which, and how to install it."""

    def __init__(self, what: str, distribution: str) -> None:
        folder = f"./packages/{distribution}"
        super().__init__(
            f"`{what}` comes with {distribution}, which is not installed. "
            f"Run: pip install {distribution} (in a checkout: pip install {folder})"
        )


class StoreError(SolecismError):
    """A study's database cannot be opened, read or written."""


class StudyError(SolecismError):
    """A study cannot do what was requested."""


class MissingError(StudyError):
    """The thing asked for does not exist, or this user may not know that it does."""


class DeniedError(StudyError):
    """The user does not have the right to do this."""


class SignedOutError(DeniedError):
    """The user is not signed in, or no longer: they must sign in again."""


class ConflictError(StudyError):
    """The state of the study does not allow this: for example, it was already done."""
