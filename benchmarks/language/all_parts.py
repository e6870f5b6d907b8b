"""All figures of the language layer beside its peers, in one run.

`python benchmarks/language/all_parts.py [--data ../shared/data]`
"""

from __future__ import annotations

import argparse
import importlib
import os
from pathlib import Path

# Each is a benchmark of its own, with a main(data).
PARTS = {
    "tokens": "Words and sentences",
    "tags": "Tags",
    "chunks": "Chunks",
    "inflection": "Lemmas and inflection",
}


def main(data: Path) -> None:
    """Print the figures of every part, on one core."""
    for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ[variable] = "1"
    for part, title in PARTS.items():
        print(f"\n== {title} (benchmarks/language/{part}.py)", flush=True)
        try:
            importlib.import_module(part).main(data)
        except ModuleNotFoundError as error:
            if error.name in (None, part):
                raise
            print(f"skipped: {error.name} is not installed")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    main(parser.parse_args().data)
