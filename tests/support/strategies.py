"""Hypothesis strategies for sentences, sites, flags and judgments, as odd as a real corpus."""

from __future__ import annotations

import io

from hypothesis import strategies as st

from solecism.edit import Annotation, Edit
from solecism.judgment import Judgment
from solecism.sentence import Chunk, Sentence
from solecism.site import Flag, Site, Suggestion
from solecism.tree import NOTHING, Leaf, Tree

Words = tuple[str, ...]

# Characters that are special somewhere: in M2, CoNLL-U, brackets, JSON or Unicode.
CHARACTERS = "ab'|-_=#%\\()[]\"/*0é\u00a0\u200d\u2028😀"
WORD = st.one_of(
    st.text(CHARACTERS, min_size=1, max_size=5),
    st.sampled_from(["the", "-NONE-", "noop", "-LRB-", "REQUIRED", "S", "A", "_", "||", "id=x"]),
)
SPACE = st.sampled_from(["", " ", "  ", "\n", "\t", "\r\n", "\u00a0", " \n"])
ANY_TEXT = st.text(st.characters(codec="utf-8"), max_size=12)
NAME = st.text(st.characters(codec="utf-8", categories=["L", "N", "P"]), min_size=1, max_size=8)
SHARE = st.none() | st.floats(0, 1)
LABEL = st.sampled_from(["S", "NP-SBJ-1", "VP", "", "PP=2", "-LRB-", "X|Y"])


@st.composite
def edits(draw: st.DrawFn, words: Words, *, word: st.SearchStrategy[str] = WORD) -> Edit:
    """Any edit of some of the words."""
    start = draw(st.integers(0, len(words)))
    end = draw(st.integers(start, min(len(words), start + 3)))
    new_words = st.lists(word, max_size=3).map(tuple)
    return Edit(
        start,
        words[start:end],
        draw(new_words),
        draw(st.sampled_from(["R:PREP", "M:DET", "U:NOUN:NUM", "UNK", "", "a|b"])),
        tuple(draw(st.lists(new_words, max_size=2))),
        draw(st.booleans()),
        draw(st.sampled_from(["", "see above", "-NONE- too", "id:x"])),
    )


@st.composite
def annotation_sets(
    draw: st.DrawFn, words: Words, *, word: st.SearchStrategy[str] = WORD
) -> tuple[Annotation, ...]:
    """Annotators, each with a name of their own, and their edits."""
    names = draw(st.lists(st.sampled_from(["0", "1", "ann", "7|"]), max_size=3, unique=True))
    return tuple(
        Annotation(name, tuple(draw(st.lists(edits(words, word=word), max_size=3))))
        for name in names
    )


def trees(*, word: st.SearchStrategy[str] = WORD, surface: bool = True) -> st.SearchStrategy[Tree]:
    """Trees with functions, traces and, if `surface`, surface tags and marks of errors."""
    tag = st.sampled_from(["NN", "-NONE-", "PRP$", "``", "-LRB-"])
    surface_tag = st.sampled_from([None, "VBZ"]) if surface else st.none()
    drawn = st.builds(Leaf, tag, word, surface_tag)
    original = st.none() | st.just(NOTHING) | drawn if surface else st.none()
    leaf = st.builds(Leaf, tag, word, surface_tag, original)
    children = st.recursive(
        st.lists(leaf, max_size=3).map(tuple),
        lambda inner: st.lists(leaf | st.builds(Tree, LABEL, inner), max_size=3).map(tuple),
        max_leaves=6,
    )
    return st.builds(Tree, LABEL, children)


@st.composite
def chunks(draw: st.DrawFn, n_words: int) -> Chunk:
    """A chunk somewhere in a sentence that has words."""
    start = draw(st.integers(0, n_words - 1))
    end = draw(st.integers(start + 1, n_words))
    return Chunk(draw(LABEL), start, end, draw(st.integers(start, end - 1)))


@st.composite
def spaced(draw: st.DrawFn, words: Words) -> tuple[str, tuple[int, ...]]:
    """A text of the words with white space or nothing between them, and where they start."""
    text = draw(SPACE)
    starts = []
    for word in words:
        starts.append(len(text))
        text += word + draw(SPACE)
    return text, tuple(starts)


@st.composite
def sentences(draw: st.DrawFn) -> Sentence:
    """Any sentence at all."""
    words = tuple(draw(st.lists(WORD, max_size=6)))
    text, starts = draw(spaced(words))
    column = st.lists(WORD, min_size=len(words), max_size=len(words)).map(tuple)
    return Sentence(
        draw(NAME),
        text,
        words,
        starts,
        tags=draw(column | st.just(())),
        lemmas=draw(column | st.just(())),
        chunks=tuple(draw(st.lists(chunks(len(words)), max_size=2))) if words else (),
        annotations=draw(annotation_sets(words)),
        trees=tuple(draw(st.lists(trees(), max_size=2))),
        after=draw(SPACE),
        columns=draw(st.dictionaries(NAME, column, max_size=2)),
        notes=draw(st.dictionaries(NAME, ANY_TEXT, max_size=2)),
    )


@st.composite
def sites(draw: st.DrawFn) -> Site:
    """Any site."""
    start = draw(st.integers(0, 10**6))
    return Site(
        draw(NAME),
        start,
        start + draw(st.integers(0, 9)),
        draw(NAME),
        draw(ANY_TEXT),
        draw(st.none() | ANY_TEXT),
    )


FLAGS = st.builds(
    Flag,
    NAME,
    NAME,
    st.booleans(),
    st.none() | ANY_TEXT,
    SHARE,
    st.lists(st.builds(Suggestion, ANY_TEXT, SHARE), max_size=2).map(tuple),
)
JUDGMENTS = st.builds(
    Judgment,
    NAME,
    NAME,
    NAME,
    st.none() | ANY_TEXT,
    st.none() | ANY_TEXT,
    st.none() | ANY_TEXT,
    SHARE,
    st.lists(ANY_TEXT, max_size=2).map(tuple),
    st.none() | st.floats(0, 1e9),
    st.none() | ANY_TEXT,
    st.dictionaries(ANY_TEXT, ANY_TEXT, max_size=2),
)


@st.composite
def mutated(draw: st.DrawFn, text: str) -> list[str]:
    """The lines of a text after a few characters or lines were lost, doubled or replaced."""
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 30)))
        new = draw(st.one_of(st.just(""), ANY_TEXT, st.just(text[start:end] * 2)))
        text = text[:start] + new + text[end:]
    return lines(text)


def lines(text: str) -> list[str]:
    """The lines of a text as files give them: only a line feed ends one."""
    return list(io.StringIO(text, newline="\n"))
