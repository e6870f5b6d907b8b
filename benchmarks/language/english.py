"""How many paragraphs of native English are passed over as another language.

    python benchmarks/language/english.py [--data ../shared/data] [--paragraphs 12000]

Every file of native text gives the same number of paragraphs, from all over the file; each is a
text of its own. Prints what was passed over.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from solecism.checking.reading import mark_english
from solecism.formats.files import read_lines
from solecism.language import sentence_splitter

# Paragraphs are this many lines apart.
STEP = 7
MOST_LETTERS = 100


def paragraphs(path: Path, n: int) -> Iterator[str]:
    """So many paragraphs of a file."""
    for number, line in enumerate(read_lines(str(path))):
        if number % STEP == 0 and line.strip():
            yield line.strip()
            n -= 1
            if not n:
                return


def passed_over(paragraph: str) -> list[str]:
    """The sentences of a paragraph that are taken for another language."""
    marked = mark_english(sentence_splitter.sentences(paragraph, "paragraph"))
    return [sentence.text for sentence, is_english in marked if not is_english]


def main() -> None:
    """Print the share of each file, and the sentences."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--paragraphs", type=int, default=12_000)
    options = parser.parse_args()
    paths = sorted((options.data / "native").glob("*.txt.xz"))
    n_each = -(-options.paragraphs // max(len(paths), 1))
    n, n_passed = 0, 0
    for path in paths:
        for paragraph in paragraphs(path, n_each):
            n += 1
            sentences = passed_over(paragraph)
            n_passed += bool(sentences)
            for sentence in sentences:
                print(f"{path.name}: {sentence[:MOST_LETTERS]}")
    print(f"{n_passed} of {n:,} paragraphs passed over.")


if __name__ == "__main__":
    main()
