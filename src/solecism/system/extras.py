"""The optional parts of this package (extras), and the error if one is not installed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from solecism.errors import MissingExtraError

# Packages of two extras stand under the one whose commands import them first.
EXTRA_OF = {
    "alembic": "study",
    "anyio": "study",
    "argon2": "study",
    "charset_normalizer": "documents",
    "docx": "documents",
    "lsprotocol": "lsp",
    "lxml": "documents",
    "matplotlib": "report",
    "numba": "parse",
    "onnx": "train",
    "psycopg": "postgres",
    "pyarrow": "parquet",
    "pygls": "lsp",
    "pypdfium2": "documents",
    "ray": "ray",
    "spacy": "spacy",
    "sqlalchemy": "study",
    "starlette": "study",
    "torch": "train",
    "uvicorn": "study",
}


@contextmanager
def explain_missing() -> Iterator[None]:
    """Raise MissingExtraError if an import inside fails because an extra is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in EXTRA_OF:
            raise
        raise MissingExtraError(package, EXTRA_OF[package]) from error


def is_installed(package: str) -> bool:
    """Whether a package can be imported; it is not imported."""
    return find_spec(package) is not None


def need(*packages: str, extra: str | None = None) -> None:
    """Raise MissingExtraError unless all these packages of extras are installed.

    The error names `extra`, or else the extra that the package stands under.
    """
    for package in packages:
        if not is_installed(package):
            raise MissingExtraError(package, extra or EXTRA_OF[package])
