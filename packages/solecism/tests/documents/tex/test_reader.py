"""LaTeX: the text between commands, formulas and comments."""

from __future__ import annotations

import pytest

from solecism import documents


def text(source: str) -> str:
    """The text of a source, with one space for all white space inside paragraphs."""
    plain = documents.parse(source.encode(), name="paper.tex").text
    paragraphs = (" ".join(part.split()) for part in plain.split("\n\n"))
    return "|".join(filter(None, paragraphs))


@pytest.mark.parametrize(
    ("source", "plain"),
    [
        (r"\section{The bus}\label{a} It \emph{came}.", "The bus|It came."),
        (
            "One line,\nthe same % depend of\nparagraph.\n\nNext.",
            "One line, the same paragraph.|Next.",
        ),
        (r"50\% of \$5 \& more\_\#1 \{a\} % no", "50% of $5 & more_#1 {a}"),
        (r"where $x = 1$ and \(y\) or \[ z, \] hold", "where x and x or x hold"),
        (r"costs $5 or so" "\n\nNext.", "costs x|Next."),
        (r"\begin{align*} a &= b \end{align*} and \begin{verbatim} $ \end{verbatim}a", "x and|a"),
        (
            r"as in~\cite[p.~3]{smith}, by \citet{lee} in Section~\ref{a}",
            "as in , by x in Section 1",
        ),
        (
            r"caf\'e, Z\"{u}rich, na\"{\i}ve, gar\c con, \v{S}koda, o\ss a",
            "café, Zürich, naïve, garçon, Škoda, oßa",
        ),
        (r"``Yes'' --- or `no' -- 1--2\ldots{} end", "“Yes” — or ‘no' – 1–2… end"),
        (r"It\footnote{A \textbf{note} here.} rains.", "It (A note here) rains."),
        (r"It\footnote{A \textbf{note}.}, too, rains.", "It (A note), too, rains."),
        (r"It rains.\footnote{A note.} We wait.", "It rains. (A note.) We wait."),
        (r"\begin{itemize}\item One \item[b)] Two\end{itemize}", "One|Two"),
        (r"\begin{tabular}{l|l} a & b \\ c & d \end{tabular}", "a|b|c|d"),
        (
            r"\begin{figure}[ht]\includegraphics[width=3cm]{a.png}\caption{A bus.}\end{figure}",
            "A bus.",
        ),
        (
            r"\textcolor{red}{Red} \href{http://a.b/%20}{link} \url{http://a.b} end",
            "Red link x end",
        ),
        (
            r"\newcommand{\foo}[1]{depend of {#1}} \def\x#1{depend} \verb|depend of| \lstinline{a}",
            "x x",
        ),
        (r"a\\b\\[2mm]c", "a b c"),
        (r"{\it you} and \Large this, \noindent here", "you and this, here"),
        (r"In \ourmethod{} the \ours is \emph{new}.", "In x the x is new."),
        ("\\maketitle\n\\somemacro\nyes \\mybreak % no\n", "yes x"),
        (r"the \texttt{max_size} of \code{a of b}, \gls{of}", "the x of x, x"),
        ("Two\n  % of\n% of\nlines % of\nhere", "Two lines here"),
        ("\\section*{The \\emph{first} one}\nAnd text.", "The first one|And text."),
        ("\\begin{alltt} of \\end{alltt}\\begin{picture} of \\end{picture}yes", "yes"),
        (r"\lstset{of} \email{of} \cmidrule{1-2} yes", "yes"),
    ],
)
def test_only_what_is_printed_is_text(source: str, plain: str) -> None:
    assert text(source) == plain


def test_only_the_body_of_a_document_is_read() -> None:
    source = "% \\begin{document}\n\\title{T}\n\\begin{document}\nText.\n\\end{document}\nAfter."
    assert text(source) == "Text."


def test_every_word_leads_back_to_the_source() -> None:
    source = "We don't % a\n  depend~\\emph{of} the caf\\'{e}s.\n"
    document = documents.parse(source.encode(), name="paper.tex")
    assert document.source is not None
    for word, written in (("depend", "depend"), ("of", "of"), ("cafés", "caf\\'{e}s")):
        start = document.text.index(word)
        end = document.source.end_of(start + len(word))
        assert source[document.source.start_of(start) : end] == written


@pytest.mark.parametrize(
    ("source", "plain"),
    [
        (r"an open \cite{of and more", "an open of and more"),
        ("so\n\\begin{align}\n a\n\nNext.", "so|a|Next."),
        ("\\begin{verbatim}\nNext. \\begin{verbatim} Last.", "Next.|Last."),
        (r"a word\footnote{Of one word. Then", "a word (Of one word. Then"),
        ("costs $5 or so\n\nNext.", "costs x|Next."),
    ],
)
def test_what_somebody_is_writing_does_not_swallow_the_rest(source: str, plain: str) -> None:
    assert text(source) == plain


@pytest.mark.parametrize(
    "piece", ["\\cite{", "$", "\\[", "\\begin{verbatim}", "{", "\\def", "\\'{"]
)
def test_what_is_never_closed_is_read_to_the_end(piece: str) -> None:
    assert text(f"One. {piece * 2_000}").startswith("One.")
