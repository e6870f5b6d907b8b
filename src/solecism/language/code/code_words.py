"""Words of code inside prose, which become words of x's: names, paths, calls, flags, tags."""

from __future__ import annotations

import re

# Greatest lengths, so that no text, however odd, takes more than linear time.
_CODE = re.compile(
    r"`[^`\n]{1,500}`"  # quoted code
    r"|\b[a-z][a-z+.-]{1,15}://\S++|\bwww\.\S++"  # addresses
    r"|\{@\w[^}\n]{0,200}\}"  # {@link Name}
    r"|[@\\](?:param|arg|throws|raises|exception|tparam|property|type|typedef|var|field)\b"
    r"(?:[ \t]{0,9}(?:\{[^}\n]{0,99}\}|\[[^\]\n]{0,99}\]))?[ \t]{1,9}[\w.$]{1,99}"  # @param name
    r"|(?<![\w@])@\w[\w.]*+"  # @deprecated, @decorator
    r"|:\w{1,40}(?:[ \t]{1,9}[\w.*]{1,60}){0,2}:(?:`[^`\n]{0,200}`)?"  # :param name: :class:`Name`
    r"|(?<![\w-])--?[A-Za-z][\w-]*+(?:=\S++)?"  # -f, --flag=value
    r"|(?<![\w/])(?:~|\.{1,2})?(?:/[\w.@*-]{1,99}){2,20}+/?"  # /usr/bin/env, ./a/b
    r"|(?<![\w/])\w{1,99}(?:/\w{1,99}){1,20}\.\w{1,9}\b|\b[A-Za-z]:\\\S++"  # a/b.py, C:\dir
    r"|(?<![\w.])\w{1,99}(?:(?:\.|::|->)\w{1,99}){0,8}\([^()\n]{0,60}\)"  # call(x), a.b()
    r"|(?<![\w:])\w{1,99}(?:(?:::|->)\w{1,99}){1,8}"  # std::vector
    r"|(?<![\w.])(?!e\.g|i\.e)[A-Za-z_]\w{0,99}(?:\.[A-Za-z_]\w{1,99}){1,8}\b"  # os.path
    r"|(?<!\w)[A-Za-z\d]{0,99}_\w*+|\$\{?\w{1,99}\}?|%\w\b"  # snake_case, $HOME
    r"|\b[a-z]++[A-Z]\w*+|\b[A-Z][a-z\d]++[A-Z]\w*+|\b[A-Z]{2,99}+\d\w*+"  # camelCase
    r"|\b[A-Za-z]{1,99}\d\w*+|\b0x[\da-fA-F]++|</?[A-Za-z][^<>\n]{0,80}>|\w{0,99}\[[\w:,. ]{0,60}\]"
    r"|(?<!\w)[A-Za-z_]\w{0,99}(?=[ \t]{0,9}(?:[=!<>]=|[-+*/|&]=|:=|=>))"  # x == 1
)
# A line of a comment that is code, or an instruction to a program, and not prose.
_CODE_LINE = re.compile(
    r"[^\n]*(?:[;{}]|\)\s{0,9}:|\\)[ \t]*$"
    r"|[ \t]*(?:if|for|while|return|import|from|def|class|let|const|var|elif|else)\b[^\n]*[=(:;]"
    r"|[ \t]*[\w.\[\]]{1,99}[ \t]*(?:[-+*/|]?=|:=)[^=]|[ \t]*(?:>>>|\.\.\.|\$)[ \t]|[ \t]*@\w+\s*$"
    r"|[ \t]*(?:noqa|nolint|type:|mypy:|ruff:|pylint|flake8|fmt:|isort:|pragma|eslint|prettier"
    r"|tslint|ts-|istanbul|c8 ignore|NOLINT|clang-|shellcheck|rubocop|vim?:|-\*-|- -|coding[:=]"
    r"|SPDX-|Copyright|\(c\)|(?:end)?region\b|/usr/bin/|go:|sourceMappingURL|doctest:)"
    r"|[^A-Za-z\n]*$"
)
_SIGN = re.compile(r"\S")


def without_code(prose: str) -> str:
    """The text of a comment, of the same length, without code.

    >>> without_code("Calls os.path.join(a, b) if max_size is given.")
    'Calls xxxxxxxxxxxxxxxxxx if xxxxxxxx is given.'
    """
    lines = prose.splitlines(keepends=True)
    kept = (
        _SIGN.sub(" ", line) if _CODE_LINE.match(line.rstrip("\r\n")) else line for line in lines
    )
    return _CODE.sub(lambda code: "x" * len(code[0]), "".join(kept))
