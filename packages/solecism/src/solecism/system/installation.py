"""What is installed: the models and examples of this package, and its optional parts (extras)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from solecism.errors import MissingExtraError, ModelError

MODELS = Path(__file__).parents[1] / "models"
EXAMPLES = Path(__file__).parents[1] / "examples"
RESEARCH_MODELS = "solecism_models"


def model_path(name: str) -> Path:
    """The file of a model: of this package, or else of the distribution of models, if there."""
    own = MODELS / name
    folder = None if own.is_file() else package_folder(RESEARCH_MODELS)
    return own if folder is None else folder / name


@cache
def package_folder(package: str) -> Path | None:
    """The folder of a package that holds data; None if it is not installed."""
    spec = find_spec(package)
    return None if spec is None or spec.origin is None else Path(spec.origin).parent


def read_model(path: Path) -> bytes:
    """The bytes of a model's file."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise unreadable(path, error) from error


@cache
def model_digest(path: Path) -> str:
    """The SHA-256 of a bundled model's file; empty if it is not installed."""
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


def unreadable(path: Path, error: OSError) -> ModelError:
    """What to say of a model that cannot be read: perhaps its distribution is not installed."""
    if path.parent == package_folder(RESEARCH_MODELS) and not path.exists():
        return ModelError(
            f"{path.name} is not in the solecism-models that is installed, which is older. From a "
            "checkout of Solecism, install it again with `pip install ./models`."
        )
    if path.parent == MODELS and not path.exists():
        return ModelError(
            f"{path.name} is in the distribution solecism-models, which is not installed. From a "
            "checkout of Solecism, install it with `pip install ./models` (for non-commercial "
            "research only)."
        )
    return ModelError(f"{path}: {error.strerror or error}.")


# What to install for a package that is not there. Packages of two extras stand under the one whose
# commands import them first.
EXTRA_OF = {
    "alembic": "solecism-study",
    "anyio": "solecism[web]",
    "argon2": "solecism-study",
    "charset_normalizer": "solecism[documents]",
    "docx": "solecism[documents]",
    "lsprotocol": "solecism-write",
    "lxml": "solecism[documents]",
    "matplotlib": "solecism[report]",
    "numba": "solecism-lab[parse]",
    "onnx": "solecism-lab[train]",
    "pathspec": "solecism[project]",
    "psycopg": "solecism-study[postgres]",
    "pyarrow": "solecism[parquet]",
    "pygls": "solecism-write",
    "pypdfium2": "solecism[documents]",
    "ray": "solecism[ray]",
    "scipy": "solecism[measure]",
    "sklearn": "solecism-lab[train]",
    "solecism_lab": "solecism-lab",
    "spacy": "solecism[spacy]",
    "sqlalchemy": "solecism-study",
    "starlette": "solecism[web]",
    "symspellpy": "solecism-lab[train]",
    "tomlkit": "solecism[project]",
    "torch": "solecism-lab[train]",
    "uvicorn": "solecism[web]",
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


def require_packages(*packages: str, extra: str | None = None) -> None:
    """Raise MissingExtraError unless all these packages of extras are installed.

    The error names `extra`, or else the extra that the package stands under.
    """
    for package in packages:
        if not is_installed(package):
            raise MissingExtraError(package, extra or EXTRA_OF[package])
