"""The machine, the commit and the versions that figures belong to."""

from __future__ import annotations

import os
import platform
import subprocess
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PACKAGES = (
    *("solecism", "numpy", "scipy", "msgspec", "onnxruntime", "spacy", "nltk", "lemminflect"),
    *("harper-py", "krippendorff", "crowd-kit", "statsmodels", "scikit-learn", "numba", "PYEVALB"),
)
ROOT = Path(__file__).parents[2]


def machine() -> dict[str, object]:
    """Processor, cores, memory, system, load, Python, versions, commit and time."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "memory_gb": round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30, 1),
        "system": platform.platform(),
        "load": [round(each, 2) for each in os.getloadavg()],
        "python": platform.python_version(),
        "versions": {name: found for name in PACKAGES if (found := _version(name))},
        "commit": _git("rev-parse", "HEAD"),
        "is_changed": bool(_git("status", "--porcelain", "--untracked-files=no")),
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def _processor() -> str:
    information = Path("/proc/cpuinfo")
    if information.exists():
        for line in information.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def _git(*arguments: str) -> str:
    try:
        shown = subprocess.run(
            ["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return ""
    return shown.stdout.strip()
