"""Every deliberate exception, drawn as a tree.

SolecismError            what a person sees as one line, exit code 1
├── InputError           something given to us cannot be used
│   └── FormatError      a place in a file is not what its format asks for
├── EditError            an edit does not fit the words it is applied to
└── ModelError           a model is missing or does not fit this version
"""


class SolecismError(Exception):
    """Anything that people, not programmers, should read."""


class InputError(SolecismError):
    """Something given to us cannot be used."""


class FormatError(InputError):
    """A place in a file is not what its format asks for: `FILE:LINE: problem`."""

    def __init__(self, file: str, line: int, problem: str) -> None:
        self.file, self.line, self.problem = file, line, problem
        super().__init__(f"{file}:{line}: {problem}")


class EditError(SolecismError):
    """An edit does not fit the words it is applied to."""


class ModelError(SolecismError):
    """A model is missing or does not fit this version."""
