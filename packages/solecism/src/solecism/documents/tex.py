"""LaTeX: the text between commands, formulas and comments, and where it stands in the source."""

from __future__ import annotations

import re
import unicodedata
from functools import cached_property

from solecism.documents.document import PARAGRAPH_BREAK, Document, PlainText

_BEGIN_DOCUMENT = re.compile(r"^[^%\n]*?\\begin\s*\{document\}", re.MULTILINE)
_END_DOCUMENT = "\\end{document}"
_TOKEN = re.compile(
    r"(?P<comment>%[^\n]*(?:\n[ \t]*(?!\s))?)|\\(?P<command>[a-zA-Z@]+|[^a-zA-Z@])(?P<star>\*?)"
    r"|(?P<math>\$\$?)|(?P<blank>[ \t]*\n[ \t]*(?:\n\s*)?)|(?P<brace>[{}])"
    r"|(?P<other>[~&]|---?|``|''|(?<!\w)`)|(?P<text>[^\\%$\n{}~&`'-]+|.)",
    re.DOTALL,
)
_OTHERS = {"~": " ", "&": PARAGRAPH_BREAK, "--": "–", "---": "—", "``": "“", "''": "”", "`": "‘"}
_ARGUMENT = re.compile(r"\s*(\[[^\]\[]{0,2000}\])?")
_ENVIRONMENT = re.compile(r"\s*\{([a-zA-Z@]{1,60})\*?\}")
_ACCENTED = re.compile(r"\s*(?:\{\s*(?:\\([ij])\b|([a-zA-Z]?))\s*\}|\\([ij])\b ?|([a-zA-Z]))")
# Formulas end at the latest with their paragraph, so that a stray sign does not swallow the rest.
_CLOSING = {
    sign: re.compile(rf"{closing}|(?=\n[ \t]*\n)")
    for sign, closing in (
        *(("(", r"\\\)"), ("[", r"\\\]")),
        *(("$", r"(?<!\\)\$"), ("$$", r"(?<!\\)\$\$")),
    )
}
# The name and parameters that a command is defined with, in characters.
_LONGEST_PATTERN = 200
_GROUP_START = re.compile(r"[ \t]*\n?[ \t]*(?:(?P<group>\{)|(?P<command>\\(?:[a-zA-Z@]+|.)))")
_NAME_END = re.compile(r"\{\}|[ \t]+")
_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
_NOTE_END = ")"
_SENTENCE_GOES_ON = re.compile(r"[ \t]*\n?[ \t]*[a-z,;:]")
_LINE_END = re.compile(r"[ \t]*(?:%|\r?\n|\Z)")


def parse_text(source: str) -> Document:
    """The document of a text in LaTeX."""
    reader = _Reader(source)
    reader.read()
    return Document(reader.plain.text, source=reader.plain.map)


class _Reader:
    """Reads a source from its beginning to its end, and collects its text."""

    def __init__(self, source: str) -> None:
        self.plain = PlainText(source)
        self._source = source
        begin = _BEGIN_DOCUMENT.search(source)
        self._position = begin.end() if begin else 0
        end = source.find(_END_DOCUMENT, self._position)
        self._end = end if end >= 0 else len(source)
        # What closes each group that is open: a sign, or the end of a paragraph.
        self._groups: list[str] = []
        # How many tables are open, and which environments have no end from here on.
        self._n_tables = 0
        self._endless: set[str] = set()

    def read(self) -> None:
        """Read everything."""
        while self._position < self._end:
            token = _TOKEN.match(self._source, self._position, self._end)
            if token is None:
                break
            self._position = token.end()
            self._read_token(token)

    def _read_token(self, token: re.Match[str]) -> None:
        start, end = token.span()
        kind = token.lastgroup
        if token["command"]:
            self._command(token["command"], start)
        elif kind == "math":
            self._skip_to(_CLOSING[token[0]])
            self.plain.add(WORD, start, self._position)
        elif kind == "blank":
            is_break = token[0].count("\n") > 1
            self.plain.add(PARAGRAPH_BREAK if is_break else " ", start, end)
        elif kind == "brace":
            self._brace(token[0], start)
        elif kind == "other":
            self.plain.add(_OTHERS[token[0]], start, end)
        elif kind == "text":
            self.plain.keep(start, end)

    def _brace(self, brace: str, start: int) -> None:
        if brace == "{":
            self._groups.append("")
        elif self._groups:
            closing = self._groups.pop()
            if closing == _NOTE_END and _SENTENCE_GOES_ON.match(self._source, start + 1):
                # The full stop of a note is not that of the sentence around it.
                self.plain.drop_last(".")
            self.plain.add(closing, start, start + 1)

    def _command(self, name: str, start: int) -> None:
        if name in ("(", "["):
            self._skip_to(_CLOSING[name])
            self.plain.add(WORD, start, self._position)
        elif name == "\\":
            self._skip_optional()
            self.plain.add(PARAGRAPH_BREAK if self._n_tables else "\n", start, self._position)
        elif name in ("begin", "end"):
            self._environment(name, start)
        elif name in ACCENTS and (letter := _ACCENTED.match(self._source, self._position)):
            self._accent(ACCENTS[name], letter, start)
        elif name in SIGNS:
            self._end_name(name)
            self.plain.add(SIGNS[name], start, self._position)
        elif name in ("verb", "lstinline"):
            self._verbatim(start)
        else:
            self._named(name, start)

    def _named(self, name: str, start: int) -> None:
        """A command with arguments."""
        name_end = self._position
        self._skip_optional()
        if name in NOT_TEXT:
            for _ in range(NOT_TEXT[name]):
                self._skip_group()
        elif name in WORDS:
            self._skip_group()
            self.plain.add(WORDS[name], start, self._position)
        elif name == "def":
            end = min(self._end, self._position + _LONGEST_PATTERN)
            self._position = max(self._position, self._source.find("{", self._position, end))
            self._skip_group()
        elif name in PARAGRAPHS:
            self.plain.add(PARAGRAPH_BREAK, start, self._position)
            self._open(PARAGRAPH_BREAK)
        elif name in ("footnote", "footnotetext", "marginpar", "thanks"):
            # A note in the middle of a sentence is read as a remark in brackets.
            self.plain.add(" (", start, self._position)
            self._open(_NOTE_END)
        elif name in FIRST_IS_NOT_TEXT:
            self._skip_group()
        elif name not in SWITCHES:
            self._macro(start, name_end)

    def _macro(self, start: int, name_end: int) -> None:
        """A macro without an argument stands for a word, unless it has a line to itself."""
        is_empty = self._source.startswith("{}", self._position)
        if not is_empty and self._source.startswith("{", self._position):
            return
        # What is in brackets behind it is text.
        self._position = self._position + 2 if is_empty else name_end
        if not self._is_alone(start, self._position):
            self.plain.add(WORD, start, self._position)

    def _is_alone(self, start: int, end: int) -> bool:
        before = self._source[self._source.rfind("\n", 0, start) + 1 : start]
        return not before.strip() and _LINE_END.match(self._source, end) is not None

    def _accent(self, accent: str, match: re.Match[str], start: int) -> None:
        self._position = match.end()
        letter = next(filter(None, match.groups()), "")
        self.plain.add(unicodedata.normalize("NFC", letter + accent), start, self._position)

    def _environment(self, name: str, start: int) -> None:
        match = _ENVIRONMENT.match(self._source, self._position, self._end)
        if match is None:
            return
        self._position = match.end()
        environment = match[1]
        is_math = environment in MATH_ENVIRONMENTS
        is_hidden = is_math or environment in NOT_TEXT_ENVIRONMENTS
        if name == "begin" and is_hidden and self._skip_environment(environment):
            self.plain.add(f" {WORD} " if is_math else PARAGRAPH_BREAK, start, self._position)
            return
        if environment in TABLES:
            self._n_tables = max(0, self._n_tables + (1 if name == "begin" else -1))
        if name == "begin":
            self._skip_optional()
            while self._source.startswith("{", self._position) and self._skip_group():
                pass
        self.plain.add(PARAGRAPH_BREAK, start, self._position)

    def _skip_environment(self, environment: str) -> bool:
        """Skip to the end of an environment, if it has one: somebody may be writing it."""
        if environment in self._endless:
            return False
        end = re.compile(rf"\\end\s*\{{{re.escape(environment)}\*?\}}")
        match = end.search(self._source, self._position, self._end)
        if match is None:
            self._endless.add(environment)
            return False
        self._position = match.end()
        return True

    def _verbatim(self, start: int) -> None:
        sign = self._source[self._position : self._position + 1]
        sign = "}" if sign == "{" else sign
        end = self._source.find(sign, self._position + 1, self._end) if sign else -1
        self._position = end + 1 if end >= 0 else self._end
        self.plain.add(WORD, start, self._position)

    def _end_name(self, name: str) -> None:
        """Skip the spaces, or the empty group, that end the name of a command."""
        if name[-1].isalpha():
            match = _NAME_END.match(self._source, self._position, self._end)
            self._position = match.end() if match else self._position

    def _open(self, closing: str) -> None:
        """Begin the group that follows, if one does, and remember what closes it."""
        if self._source.startswith("{", self._position):
            self._position += 1
            self._groups.append(closing)

    def _skip_optional(self) -> None:
        while (match := _ARGUMENT.match(self._source, self._position, self._end)) and match[1]:
            self._position = match.end()

    def _skip_group(self) -> bool:
        """Skip an argument: a group in braces, with the groups in it, or one command.

        Whether there was one; a group that is never closed is none.
        """
        self._skip_optional()
        argument = _GROUP_START.match(self._source, self._position, self._end)
        if argument is None:
            return False
        if argument["command"]:
            self._position = argument.end()
            return True
        end = self._closing_braces.get(argument.start("group"), self._end)
        if end >= self._end:
            return False
        self._position = end + 1
        return True

    @cached_property
    def _closing_braces(self) -> dict[int, int]:
        """The place of the brace that closes each group, by that of the one that opens it."""
        opened: list[int] = []
        closing: dict[int, int] = {}
        for brace in _BRACE.finditer(self._source):
            if brace[0] == "{":
                opened.append(brace.start())
            elif brace[0] == "}" and opened:
                closing[opened.pop()] = brace.start()
        return closing

    def _skip_to(self, closing: re.Pattern[str]) -> None:
        """Skip to the end of what is closed so; to the end of the text if it is not."""
        match = closing.search(self._source, self._position, self._end)
        self._position = match.end() if match else self._end


# Stands for what cannot be read, such as a formula, as a word of its sentence.
WORD = "x"

# Commands whose arguments are not text; the number of arguments in braces.
NOT_TEXT = {
    name: count
    for count, names in (
        (
            1,
            """addbibresource affiliation author bibliography bibliographystyle bibitem cline
            cmidrule color date documentclass email fontsize geometry graphicspath hspace
            hyphenation include includegraphics includeonly index input institute keywords label
            lstinputlisting lstset nocite pagecolor pagenumbering pagestyle phantom selectlanguage
            sethlcolor thispagestyle todo usepackage usetikzlibrary vspace hypersetup
            subfile""",
        ),
        (
            2,
            """DeclareMathOperator addtocounter addtolength definecolor newcommand newcounter
            newlength newtheorem providecommand renewcommand setcounter setlength
            addcontentsline rule titleformat""",
        ),
        (3, "newenvironment renewenvironment DeclarePairedDelimiter"),
    )
    for name in names.split()
}
# Commands whose first argument is not text, but the rest is.
FIRST_IS_NOT_TEXT = frozenset(
    """foreignlanguage fontfamily href hyperref multicolumn multirow parbox raisebox resizebox
    rotatebox scalebox textcolor colorbox minipage""".split()
)
# Commands that stand for a word, in place of their argument.
WORDS = {
    **dict.fromkeys("ref eqref pageref autoref cref Cref vref nameref".split(), "1"),
    **dict.fromkeys("citet Citet textcite citeauthor Citeauthor".split(), WORD),
    **dict.fromkeys("url nolinkurl path texttt code gls Gls acrshort".split(), WORD),
    **dict.fromkeys("cite citep Citep parencite footcite autocite citealp citeyear".split(), ""),
    "verb": WORD,
    "ensuremath": WORD,
    "lstinline": WORD,
}
# Commands that begin a paragraph; what follows in braces is a paragraph of its own.
PARAGRAPHS = frozenset(
    """par item part chapter section subsection subsubsection paragraph subparagraph title caption
    subtitle maketitle clearpage newpage pagebreak centering frametitle framesubtitle
    tableofcontents bigskip medskip smallskip hline toprule midrule bottomrule appendix""".split()
)
# Commands without an argument that print nothing; others are macros, and stand for words.
SWITCHES = frozenset(
    """printbibliography frontmatter mainmatter backmatter cleardoublepage columnbreak linebreak
    noindent indent hfill vfill hrule raggedright raggedleft sloppy onehalfspacing doublespacing
    singlespacing tiny scriptsize footnotesize small normalsize large Large LARGE huge Huge bfseries
    mdseries itshape slshape scshape upshape rmfamily sffamily ttfamily normalfont selectfont em bf
    it tt sc rm sf sl left right protect relax makeatletter makeatother endinput and linewidth
    textwidth columnwidth baselineskip null strut smallbreak medbreak bigbreak allowbreak nobreak
    nopagebreak hss vss break ignorespaces leavevmode xspace listoffigures listoftables
    printindex makeindex begingroup endgroup bgroup egroup""".split()
)
# Environments of which each cell is a paragraph.
TABLES = frozenset("tabular tabularx tabulary longtable supertabular tabu tblr".split())
# Environments whose content is not text; those of formulas stand for a word.
NOT_TEXT_ENVIRONMENTS = frozenset(
    """verbatim Verbatim alltt lstlisting minted comment tikzpicture picture pgfpicture filecontents
    thebibliography algorithmic code""".split()
)
MATH_ENVIRONMENTS = frozenset(
    """equation align gather multline eqnarray displaymath math flalign alignat split
    array dmath""".split()
)
SIGNS = {
    **{"%": "%", "&": "&", "$": "$", "#": "#", "_": "_", "{": "{", "}": "}"},
    **{" ": " ", "\n": " ", ",": " ", ";": " ", ":": " ", "!": "", "/": "", "-": "", "@": ""},
    **{"ldots": "…", "dots": "…", "textellipsis": "…", "textendash": "–", "textemdash": "—"},
    **{"LaTeX": "LaTeX", "TeX": "TeX", "S": "§", "pounds": "£", "euro": "€", "copyright": "©"},
    **{"ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "o": "ø", "O": "Ø", "aa": "å"},
    **{"AA": "Å", "l": "ł", "L": "Ł", "i": "i", "j": "j", "quad": " ", "qquad": " "},
    **{"textbackslash": "\\", "textasciitilde": "~", "textquoteright": "’", "newline": "\n"},
    **{"textquoteleft": "‘", "textquotedblleft": "“", "textquotedblright": "”", "space": " "},
}
# Accents, each with the combining character that Unicode has for it.
ACCENTS = {
    **{"'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304"},
    **{".": "\u0307", "c": "\u0327", "v": "\u030c", "u": "\u0306", "H": "\u030b", "k": "\u0328"},
    **{"r": "\u030a", "d": "\u0323", "b": "\u0331"},
}


__all__ = ["parse_text"]
