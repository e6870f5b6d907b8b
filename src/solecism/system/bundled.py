"""Where models and examples are: those of this package, and those of data distributions.

This package ships what every command needs and everybody may use: a tagger, a chunker, lists of
words. Networks, and tables counted in texts for research only, are distributions of their own.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path

from solecism.errors import ModelError

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


def unreadable(path: Path, error: OSError) -> ModelError:
    """What to say of a model that cannot be read: perhaps its distribution is not installed."""
    if path.parent == MODELS and not path.exists():
        return ModelError(
            f"{path.name} is in the distribution solecism-models, which is not installed. From a "
            "checkout of Solecism, install it with `pip install ./models` (for non-commercial "
            "research only)."
        )
    return ModelError(f"{path}: {error.strerror or error}.")
