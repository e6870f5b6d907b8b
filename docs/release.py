"""The release: a wheel and a source distribution of every package, built, compared and tried.

python docs/release.py          builds the last commit into dist/
python docs/release.py --large  builds the large network as well, which has 100 MB

Everything is built twice, in different folders, and must have the same bytes both times. A wheel
must hold all sources. twine checks the metadata, and some tests of the source distribution of
solecism are run where it was unpacked.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
PROJECTS = ["solecism", "solecism-write", "solecism-study", "solecism-lab"]
DATA = ["models", "open"]
TESTS = ["align/test_classify.py", "align/test_merge.py", "documents/test_subtitles.py"]


def run(*command: str, folder: Path = ROOT, **variables: str) -> str:
    """What a command prints; the release ends where it fails."""
    environment = {**os.environ, **variables}
    result = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    if result.returncode:
        raise SystemExit(f"{' '.join(command)}\n{result.stdout}{result.stderr}")
    return result.stdout


def built(project: str, time: str) -> dict[str, bytes]:
    """The distributions of a folder of the last commit, by name; none of its sources is missing."""
    with tempfile.TemporaryDirectory() as name:
        folder, archive = Path(name), Path(name) / "commit.tar"
        run("git", "archive", "--output", str(archive), "HEAD", project)
        shutil.unpack_archive(archive, folder, filter="data")
        build = [sys.executable, "-m", "build", "--no-isolation", "--outdir", name]
        run(*build, str(folder / project), SOURCE_DATE_EPOCH=time)
        (sdist,), (wheel,) = folder.glob("*.tar.gz"), folder.glob("*.whl")
        sources = {
            str(path.relative_to(folder / project / "src"))
            for path in (folder / project / "src").rglob("*")
            if path.is_file() and ".egg-info" not in str(path)
        }
        if missing := sources - set(zipfile.ZipFile(wheel).namelist()):
            raise SystemExit(f"{wheel.name} does not hold {', '.join(sorted(missing))}.")
        return {sdist.name: stamped(sdist, int(time)), wheel.name: wheel.read_bytes()}


def stamped(sdist: Path, time: int) -> bytes:
    """A source distribution with one time for all files, which setuptools does not give them."""
    plain = io.BytesIO()
    with tarfile.open(sdist) as given, tarfile.open(fileobj=plain, mode="w") as made:
        for member in sorted(given.getmembers(), key=lambda member: member.name):
            member.mtime, member.uid, member.gid = time, 0, 0
            member.uname = member.gname = ""
            member.pax_headers = {}
            made.addfile(member, given.extractfile(member) if member.isfile() else None)
    return gzip.compress(plain.getvalue(), mtime=time)


def try_tests(sdist: Path) -> str:
    """The last line of some tests, run in an unpacked source distribution."""
    with tempfile.TemporaryDirectory() as name:
        shutil.unpack_archive(sdist, name, filter="data")
        (folder,) = Path(name).iterdir()
        tests = [f"tests/{test}" for test in TESTS]
        pytest = [sys.executable, "-P", "-m", "pytest", "-q", "-p", "no:cacheprovider"]
        printed = run(*pytest, *tests, folder=folder, PYTHONPATH=str(folder / "src"))
    return printed.strip().rpartition("\n")[2]


def main() -> None:
    """Build, compare, check and try all distributions."""
    time = run("git", "log", "-1", "--format=%ct").strip()
    folders = [f"packages/{name}" for name in PROJECTS] + DATA
    DIST.mkdir(exist_ok=True)
    made: list[Path] = []
    for project in [*folders, *(["large"] if "--large" in sys.argv else [])]:
        first = built(project, time)
        if first != built(project, time):
            raise SystemExit(f"{project}: two builds differ.")
        for name, content in first.items():
            made.append(DIST / name)
            made[-1].write_bytes(content)
            digest = hashlib.sha256(content).hexdigest()
            print(f"{digest[:16]}  {len(content) / 1e6:6.1f} MB  {name}")
    run(sys.executable, "-m", "twine", "check", "--strict", *map(str, made))
    print("Equal in two builds; twine finds nothing.")
    print(f"Tests from {made[0].name}: {try_tests(made[0])}")


if __name__ == "__main__":
    main()
