"""The commands of LaTeX that matter for the text: which of their arguments are read, and how."""

from __future__ import annotations

# Stands for what cannot be read, such as a formula, as a word of its sentence.
WORD = "x"

# Commands whose arguments are not text; the number of arguments in braces.
NOT_TEXT = {
    name: count
    for count, names in (
        (
            1,
            """addbibresource author bibliography bibliographystyle bibitem color date
            documentclass fontsize geometry graphicspath hspace hyphenation include includegraphics
            includeonly index input institute label lstinputlisting nocite pagecolor pagenumbering
            pagestyle phantom selectlanguage sethlcolor thispagestyle todo url usepackage
            usetikzlibrary vspace hypersetup nolinkurl subfile""",
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
# Environments whose content is not text; those of formulas stand for a word.
NOT_TEXT_ENVIRONMENTS = frozenset(
    """verbatim Verbatim lstlisting minted comment tikzpicture filecontents thebibliography
    algorithmic pgfpicture code""".split()
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
