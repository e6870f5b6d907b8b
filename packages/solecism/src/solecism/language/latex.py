r"""LaTeX markup in a text, replaced by blanks character for character.

Lengths never change, so that every offset stays true. What stands for a word in its sentence
(a formula, a reference, a macro) becomes a word of x's, headings and items become paragraphs, and
all else becomes white space: the preamble, comments, names and options of commands, listings,
tables, drawings and footnotes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_BODY = re.compile(r"\\begin\{document\}")
_TOKEN = re.compile(
    r"(?P<comment_line>^[ \t]*%[^\n]*\n)|(?P<comment>(?<!\\)%[^\n]*)"
    r"|\\(?P<edge>begin|end)[ \t]*\{(?P<environment>[A-Za-z]{1,40}\*?)\}"
    r"|\\(?P<verbatim>verb|lstinline)\*?(?P<sign>[^A-Za-z\s*{\[])[^\n]*?(?P=sign)"
    r"|[A-Za-z]{0,40}(?P<accent>\\(?:['\"`^~=.]\s?|[uvHtcdbrk](?:\s|(?=\{)))(?:\{[\\A-Za-z]{1,4}\}"
    r"|[A-Za-z]))[\w\\'\"`^]{0,40}"
    r"|(?P<command>\\[A-Za-z@]{1,60}\*?)"
    r"|(?P<display>\\\[)|(?P<inline>\\\()|(?P<dollars>\$\$?)"
    r"|(?P<line_end>\\\\(?:\[[^\]\n]{0,20}\])?)|(?P<escaped>\\.)|(?P<sign_of_layout>[{}~&])",
    re.MULTILINE,
)
_ARGUMENT = re.compile(r"[ \t]*\n?[ \t]*([{\[])")
_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
_SIGN = re.compile(r"\S")
_FIRST_LINE = re.compile(r"[^\n]+")
# Greatest lengths, so that no text, however odd, takes more than linear time.
_LONGEST_ARGUMENT, _LONGEST_FORMULA, _LONGEST_ENVIRONMENT = 2_000, 5_000, 50_000
_DEEPEST = 20

_WORD_ENVIRONMENTS = frozenset(
    "equation align alignat gather multline eqnarray displaymath math flalign".split()
)
_HIDDEN_ENVIRONMENTS = frozenset(
    """verbatim Verbatim lstlisting minted alltt comment filecontents tabular tabularx longtable
    array tikzpicture picture pgfpicture thebibliography algorithm algorithmic""".split()
)
_HEADINGS = frozenset(
    """part chapter section subsection subsubsection paragraph subparagraph title subtitle caption
    item""".split()
)
# Commands that stand for a word of the sentence, with an argument that is not text.
_WORDS = frozenset(
    """cite citet citeauthor textcite ref eqref autoref cref Cref pageref vref nameref url nolinkurl
    path texttt code ensuremath num si SI qty gls Gls acrshort""".split()
)
# Commands that print nothing here, with the number of arguments that are not text.
_HIDDEN = {
    **dict.fromkeys(
        """citep parencite footcite autocite nocite label index footnote footnotetext thanks todo
        input include includegraphics graphicspath bibliography bibliographystyle addbibresource
        usepackage documentclass pagestyle thispagestyle geometry hypersetup lstset vspace hspace
        author date affiliation email institute keywords cline href hyperref textcolor color
        """.split(),
        1,
    ),
    **dict.fromkeys(
        """newcommand renewcommand providecommand newenvironment newtheorem def setlength
        addtolength setcounter definecolor""".split(),
        2,
    ),
}
_SWITCHES = frozenset(
    """maketitle tableofcontents printbibliography appendix frontmatter mainmatter backmatter
    newpage clearpage cleardoublepage pagebreak columnbreak linebreak newline par noindent indent
    bigskip medskip smallskip hfill vfill quad qquad hrule hline toprule midrule bottomrule
    centering raggedright sloppy onehalfspacing doublespacing singlespacing tiny scriptsize
    footnotesize small normalsize large Large LARGE huge Huge bfseries itshape ttfamily selectfont
    em bf it tt sc rm sf left right protect relax makeatletter makeatother""".split()
)


def unmarked_latex(text: str) -> str:
    r"""The text with blanks for LaTeX markup.

    >>> unmarked_latex(r"We \emph{depend} of $x^2$ \cite{kim}.")
    'We       depend  of xxxxx xxxxxxxxxx.'
    """
    begin = _BODY.search(text)
    start = begin.end() if begin else 0
    return _blank(text[:start]) + "".join(_pieces(text, start))


def _pieces(text: str, start: int) -> Iterator[str]:
    heading_end = -1
    while token := _TOKEN.search(text, start):
        yield text[start : token.start()]
        if token["environment"] == "document":
            yield _blank(text[token.start() :])
            return
        start, piece = _masked(text, token)
        yield _break(piece) if start == heading_end else piece
        if (token["command"] or "")[1:].removesuffix("*") in _HEADINGS:
            heading_end = _end_of_braces(text, start + 1) if text.startswith("{", start) else -1
    yield text[start:]


def _masked(text: str, token: re.Match[str]) -> tuple[int, str]:
    """Where a piece of markup ends, and what stands in its place."""
    start, end = token.span()
    if token["edge"]:
        return _masked_environment(text, token)
    if token["command"]:
        return _masked_command(text, token)
    if token["display"] or token["inline"] or token["dollars"]:
        end = _end_of_formula(text, token)
        return end, _word(text[start:end]) if end > token.end() else _blank(token[0])
    if token["verbatim"] or token["accent"]:
        return end, _word(token[0])
    if token["comment_line"]:
        # The lines before and after it are one paragraph.
        return end, " " * (end - start)
    if token["line_end"]:
        return end, _break(token[0])
    if token["escaped"]:
        return end, " " + (token[0][1] if token[0][1] in "%&$#_{}" else " ")
    return end, _blank(token[0])


def _masked_environment(text: str, token: re.Match[str]) -> tuple[int, str]:
    start, end = token.span()
    name = token["environment"].removesuffix("*")
    is_word = name in _WORD_ENVIRONMENTS
    if token["edge"] == "begin" and (is_word or name in _HIDDEN_ENVIRONMENTS):
        closing = f"\\end{{{token['environment']}}}"
        last = text.find(closing, end, end + _LONGEST_ENVIRONMENT)
        if last >= 0:
            end = last + len(closing)
            return end, _word(text[start:end]) if is_word else _break(text[start:end])
    if token["edge"] == "begin":
        end = _end_of_arguments(text, end, n_braces=0)
    return end, _break(text[start:end])


def _masked_command(text: str, token: re.Match[str]) -> tuple[int, str]:
    start, end = token.span()
    name = token["command"][1:].removesuffix("*")
    if name in _WORDS:
        end = _end_of_arguments(text, end, n_braces=1)
        return end, _word(text[start:end])
    if name in _HIDDEN:
        end = _end_of_arguments(text, end, n_braces=_HIDDEN[name])
        return end, _blank(text[start:end])
    if name in _HEADINGS:
        end = _end_of_arguments(text, end, n_braces=0)
        return end, _break(text[start:end])
    after = _end_of_arguments(text, end, n_braces=0)
    is_empty = text.startswith("{}", after)
    if name in _SWITCHES or (text.startswith("{", after) and not is_empty):
        return after, _blank(text[start:after])
    # A macro without an argument stands for words of its own, unless it has a line to itself.
    end = after + 2 if is_empty else end
    return end, (_blank if _is_alone(text, start, end) else _word)(text[start:end])


def _end_of_formula(text: str, token: re.Match[str]) -> int:
    """Where the formula ends that begins with a token; the end of the token if it never does."""
    closing = {"\\[": "\\]", "\\(": "\\)"}.get(token[0], token[0])
    start = token.end()
    last = text.find(closing, start, start + _LONGEST_FORMULA)
    while last > 0 and closing[0] == "$" and text[last - 1] == "\\":
        last = text.find(closing, last + 1, start + _LONGEST_FORMULA)
    is_formula = last >= 0 and "\n\n" not in text[start:last]
    return last + len(closing) if is_formula else start


def _end_of_arguments(text: str, start: int, *, n_braces: int) -> int:
    """Where so many arguments in braces end, with the options in brackets before and between."""
    while argument := _ARGUMENT.match(text, start):
        if argument[1] == "{":
            n_braces -= 1
            end = _end_of_braces(text, argument.end()) if n_braces >= 0 else -1
        else:
            end = text.find("]", argument.end(), argument.end() + _LONGEST_ARGUMENT) + 1 or -1
        if end < 0:
            break
        start = end
    return start


def _end_of_braces(text: str, start: int) -> int:
    """Where the argument ends whose opening brace stands before; -1 if it does not."""
    depth = 1
    for brace in _BRACE.finditer(text, start, start + _LONGEST_ARGUMENT):
        depth += {"{": 1, "}": -1}.get(brace[0], 0)
        if not 0 < depth < _DEEPEST:
            return -1 if depth else brace.end()
    return -1


def _is_alone(text: str, start: int, end: int) -> bool:
    before = text[text.rfind("\n", 0, start) + 1 : start]
    behind = text.find("\n", end)
    return not before.strip() and not text[end : behind if behind >= 0 else len(text)].strip()


def _blank(piece: str) -> str:
    return _SIGN.sub(" ", piece)


def _break(piece: str) -> str:
    """White space that ends a paragraph: a new page, as in old text files."""
    return "\f" + _blank(piece[1:])


def _word(piece: str) -> str:
    """A word of x's as long as the first line, and blanks for the lines behind it."""
    first = _FIRST_LINE.match(piece)
    n = first.end() if first else 0
    return "x" * n + _blank(piece[n:])
