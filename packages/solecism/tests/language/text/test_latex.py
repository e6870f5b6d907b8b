"""LaTeX markup is blanked, and every character that is left stays in its place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.language.latex import unmarked_latex

PIECES = st.sampled_from(
    r"\cite{a} \emph{ } { [ ] $ $$ \[ \] \( \) % \% \\ \verb|a| \begin{align} \end{align} \'e \"{o}"
    r" \begin{document} \end{document} \section{ \item \footnote{ \LaTeX \foo ~ & \ ".split(" ")
)
MARKED_UP = st.lists(st.one_of(PIECES, st.sampled_from(["word", " ", "\n", ". "])), max_size=30)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (r"I \emph{wait} for {\it you} here", "I wait for you here"),
        (r"\documentclass{of}\begin{document}yes\end{document} of", "yes"),
        ("yes % of\nno", "yes no"),
        (r"50\% of \$5 \& more", "50 % of $5 & more"),
        (r"see~\ref{of} and \cite[p.~3]{of,in} there", "see xxxxxxxx and xxxxxxxxxxxxxxxxxx there"),
        (r"known \citep{of}\label{in}\index{at} here", "known here"),
        (r"where $a + b$ is", "where xxxxxxx is"),
        (r"where \( a \) is", "where xxxxxxx is"),
        ("so\n\\[\n a of b\n\\]\nis", "so xx is"),
        ("so\n\\begin{align*}\n a of b\n\\end{align*}\nis", "so xxxxxxxxxxxxxx is"),
        ("\\begin{verbatim}\nof $ {\n\\end{verbatim}\nyes", "yes"),
        (r"write \verb|of it| here", "write xxxxxxxxxxxx here"),
        (r"a word\footnote{Of \emph{one} word.} here", "a word here"),
        (r"a na\"{\i}ve caf\'e", "a xxxxxxxxxx xxxxxx"),
        (r"in \LaTeX{} or \LaTeX\ here", "in xxxxxxxx or xxxxxx here"),
        (r"see \href{http://of}{the page} here", "see the page here"),
        ("\\maketitle\n\\somemacro\nyes", "yes"),
        (r"costs \$5 and \$6 now", "costs $5 and $6 now"),
        (r"an open $ and an open \cite{of", "an open and an open xxxxx of"),
    ],
)
def test_only_prose_is_left(text: str, words: str) -> None:
    assert unmarked_latex(text).split() == words.split()


@pytest.mark.parametrize(
    ("text", "paragraphs"),
    [
        ("\\section{The \\emph{first} one}\nAnd text.", ["The first one", "And text."]),
        (
            "\\begin{itemize}[a]\n\\item One\n\\item[b] Two\n\\end{itemize}\nEnd",
            ["One", "Two", "End"],
        ),
        ("One\\\\Two\\\\[1em]Three", ["One", "Two", "Three"]),
        ("Two\nlines", ["Two lines"]),
        ("Two\n  % of\n% of\nlines % of\nhere", ["Two lines here"]),
    ],
)
def test_headings_items_and_lines_are_paragraphs(text: str, paragraphs: list[str]) -> None:
    parts = [
        " ".join(part.split()) for part in unmarked_latex(text).replace("\n\n", "\f").split("\f")
    ]
    assert [part for part in parts if part] == paragraphs


@given(st.one_of(st.text(max_size=60), MARKED_UP.map("".join)))
def test_what_is_left_stays_in_its_place(text: str) -> None:
    masked = unmarked_latex(text)
    assert len(masked) == len(text)
    assert all(new == old or new in " x\f" for new, old in zip(masked, text, strict=True))
