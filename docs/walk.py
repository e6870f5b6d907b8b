"""The files that one sentence, one judgment and one M2 file pass through.

python docs/walk.py          prints the three walks, every file in the order in which it is entered,
                             and writes the first into docs/architecture.md, as a picture of steps
python docs/walk.py --check  prints only how many files each has, and fails if the picture is stale

A file counts if one of its functions runs on the way from the command or the request to the
result. That it is imported does not count, nor does what happens only the first time: each walk is
taken twice, and the second is shown.
"""

from __future__ import annotations

import sys
import tempfile
import textwrap
import threading
from collections.abc import Callable
from pathlib import Path
from types import FrameType

from folders import PAGE, ROOT, with_part

PACKAGES = f"{ROOT / 'packages'}/"
SENTENCE = "I depend of the heating, but you are in holiday.\n"
EDITS = "S I depend of it .\nA 2 3|||R:PREP|||on|||REQUIRED|||-NONE-|||0\n\n"
MOST = {"sentence": 70, "judgment": 25, "M2 file": 25}
TITLES = {
    "sentence": "One sentence in `solecism check`",
    "judgment": "One judgment from the request to the store",
    "M2 file": "One M2 file through `solecism score`",
}
# The steps of a sentence, each with the folders or files of `solecism` whose part it is.
STEPS = {
    "options, and the settings of the project": ("cli", "project"),
    "the file as plain text": ("documents", "formats"),
    "sentences with words, tags and phrases": ("language",),
    "places where the writer chose a word": ("locate",),
    "places that may be wrong, by the words around them": ("detect/light",),
    "every sentence, read as a whole, and rules": ("detect/network", "detect", "rulebook"),
    "findings: one per error, with a correction and a reason": ("checking",),
}
EVERYWHERE = "in every step: domain types, arithmetic, and access to the computer"


class Walk:
    """The source files whose functions run on a walk, in order, in all threads that start now."""

    def __init__(self) -> None:
        self._entered: dict[str, None] = {}
        threading.setprofile(self._note)

    def _note(self, frame: FrameType, event: str, argument: object) -> None:
        if event != "call":
            return
        code = frame.f_code
        is_ours = code.co_filename.startswith(PACKAGES) and "/src/" in code.co_filename
        if is_ours and code.co_name != "<module>":
            self._entered.setdefault(code.co_filename)

    def files(self, work: Callable[[], object]) -> list[str]:
        """The files that a piece of work enters, as `package/module.py`."""
        self._entered.clear()
        sys.setprofile(self._note)
        work()
        sys.setprofile(None)
        return [name.partition("/src/")[2] for name in self._entered]


def sentence(walk: Walk, folder: Path) -> list[str]:
    """The files that one sentence passes through in `solecism check`."""
    text = folder / "letter.txt"
    text.write_text(SENTENCE, encoding="utf-8")
    command(["check", str(text)])
    return walk.files(lambda: command(["check", str(text)]))


def judgment(walk: Walk, folder: Path) -> list[str]:
    """The files that one answer passes through, sent by the script in a rater's page."""
    sys.path.append(str(ROOT / "tests" / "support"))
    from rater_client import RaterClient, new_key
    from rater_pages import study_for
    from solecism_study.serve.app import make_app

    study = study_for(folder / "study", "extraneous", n_items=3)
    rater = RaterClient(make_app(study))
    rater.come_in()
    headers = {"x-csrf-token": rater.csrf, "accept": "application/json"}

    def body() -> dict[str, object]:
        token = rater.question().value("token")
        return {"token": token, "request": new_key(), "values": {"answer": ["ok"]}}

    def send(answer: dict[str, object]) -> None:
        rater.http.post("/work/answers", json=answer, headers=headers).raise_for_status()

    send(body())
    second = body()
    files = walk.files(lambda: send(second))
    study.close()
    return files


def m2_file(walk: Walk, folder: Path) -> list[str]:
    """The files that one M2 file passes through in `solecism score`."""
    source, edits = folder / "source.txt", folder / "edits.m2"
    source.write_text(EDITS.partition("\n")[0].removeprefix("S ") + "\n", encoding="utf-8")
    edits.write_text(EDITS, encoding="utf-8")
    line = ["score", str(source), str(edits), "--m2", str(edits)]
    command(line)
    return walk.files(lambda: command(line))


def command(arguments: list[str]) -> None:
    """Run a command of `solecism` in this process."""
    from click.testing import CliRunner

    from solecism.cli.main import cli

    result = CliRunner().invoke(cli, arguments)
    # 1 with findings, 1 with an error too: what was printed tells which it was.
    if result.stderr.startswith("solecism: ") or result.exit_code not in (0, 1):
        raise SystemExit(result.output)


def walks() -> dict[str, list[str]]:
    """All three walks."""
    walk = Walk()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        taken = {
            "sentence": sentence(walk, folder),
            "judgment": judgment(walk, folder),
            "M2 file": m2_file(walk, folder),
        }
    sys.setprofile(None)
    threading.setprofile(None)
    return taken


def picture(files: list[str]) -> str:
    """The walk of a sentence as steps from the top down, each with its files."""
    left = [file.removeprefix("solecism/").removesuffix(".py") for file in files]
    lines = [f"letter.txt: {SENTENCE.strip()}"]
    for step, folders in STEPS.items():
        lines += ["   |", f"   v  {step}"]
        for folder in folders:
            of_folder = [file for file in left if file.startswith(f"{folder}/")]
            left = [file for file in left if file not in of_folder]
            lines += _row(folder, [file.rpartition("/")[2] for file in of_folder])
    names = [file.rpartition("/")[2] for file in left]
    return "\n".join([*lines, "", f"      {EVERYWHERE}", *_row("", names)])


def _row(folder: str, names: list[str]) -> list[str]:
    return textwrap.wrap(
        " ".join(sorted(names)), 98, initial_indent=f"{folder:<16}", subsequent_indent=" " * 16
    )


def main() -> None:
    """Print the walks, and write or compare the picture."""
    is_check = "--check" in sys.argv
    taken = walks()
    for name, files in taken.items():
        print(f"{TITLES[name]}: {len(files)} files (at most {MOST[name]})")
        if not is_check:
            print("".join(f"  {file}\n" for file in files))
    page = PAGE.read_text(encoding="utf-8")
    shown = with_part(page, "walk", picture(taken["sentence"]))
    if not is_check:
        PAGE.write_text(shown, encoding="utf-8")
    elif shown != page:
        raise SystemExit("docs/architecture.md shows another walk. Run: python docs/walk.py")


if __name__ == "__main__":
    main()
