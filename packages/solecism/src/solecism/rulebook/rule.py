"""A rule: what is wrong, why, what to write instead, and examples of both sides.

Rules are written in TOML, one table `[[rule]]` each:

    [[rule]]
    id = "depend-of"
    kind = "wrong-preposition"
    message = "We depend on somebody or something."
    pattern = "<depend> (of|from)"
    suggestion = "on"
    wrong = ["It depends {of -> on} you."]
    right = ["It depends on you."]

`pattern` may be a list of patterns, with one suggestion for all or one for each. A table `lists`
holds words that patterns refer to as @NAME.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from solecism.errors import FormatError, InputError
from solecism.language.tokeniser import tokenise
from solecism.rulebook.pattern import Lists, Pattern, parse_pattern
from solecism.rulebook.suggestion import Change, Template, change_of, parse_template

# The subject of a project's own rules.
OWN = "own"
# Rules of this kind alone tell words that differ in their capitals apart.
CAPITALS = "capitals"
# The kind of site for each kind of error.
SITE_KINDS = {
    **dict.fromkeys(
        ("wrong-preposition", "extraneous-preposition", "missing-preposition"), "preposition"
    ),
    **dict.fromkeys(("wrong-article", "unneeded-article", "missing-article"), "determiner"),
    "noun-number": "number",
    "wrong-verb": "verb",
    "wrong-noun": "noun",
    **dict.fromkeys(("wrong-word", "extra-word", "missing-word"), "other"),
    **{
        kind: kind
        for kind in (
            *("agreement", "verb-form", "spelling", "tense", "pronoun", "adjective", "adverb"),
            *("conjunction", "word-form", "word-order", "capitals", "punctuation"),
        )
    },
}
# Rules that nobody has measured have this probability.
P_UNMEASURED = 0.9
MOST_RULES, MOST_PATTERNS, MOST_TEXT = 5_000, 40, 600
# Of all rules of a file together, so that hostile ones take no more than seconds and megabytes.
MOST_CASES, MOST_WORDS = 20_000, 200_000
MOST_LISTED = 10_000
_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,79}")
_CHANGE = re.compile(r"\{(?P<old>[^{}]*?) ?-> ?(?P<new>[^{}]*?)\}")
_SPACES = re.compile(r" {2,}| (?=[.,;:!?](?:\s|$))|^ ")
_RULE_LINE = re.compile(r"\[\[\s*(?:tool\s*\.\s*solecism\s*\.\s*)?rule\s*\]\]")
_REQUIRED = ("id", "kind", "message", "pattern")
_KEYS = (*_REQUIRED, "suggestion", "wrong", "right", "languages", "note", "p")


@dataclass(frozen=True, slots=True)
class Example:
    """A sentence with an error, and the same sentence when it is put right."""

    wrong: str
    right: str


@dataclass(frozen=True)
class Case:
    """A pattern, and the suggestion for what it finds; None if there is none."""

    pattern: Pattern
    template: Template | None


@dataclass(frozen=True)
class Rule:
    """A rule, with the probability that what it finds is an error, and of its suggestion.

    `subject` is the name of its file; `languages` are the first languages of writers who make
    the error; `patterns` and `suggestions` are as they were written. `place` is FILE:LINE.
    """

    id: str
    kind: str
    message: str
    subject: str
    cases: tuple[Case, ...]
    patterns: tuple[str, ...]
    suggestions: tuple[str | None, ...]
    wrong: tuple[Example, ...] = ()
    right: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    note: str = ""
    p: float = P_UNMEASURED
    p_suggestion: float = P_UNMEASURED
    place: str = ""

    @cached_property
    def triggers(self) -> frozenset[str]:
        """The words by which the rule is looked up: it finds nothing where none of them is."""
        return frozenset[str]().union(*(case.pattern.triggers for case in self.cases))

    @property
    def changes(self) -> tuple[Change, ...]:
        """The words that its wrong examples change, and those that they change them to."""
        changes = (change_of(_words(each.wrong), _words(each.right)) for each in self.wrong)
        return tuple(dict.fromkeys(changes))

    def __hash__(self) -> int:
        """A hash that is worked out quickly, since settings with many rules are looked up."""
        return hash((self.id, self.patterns))


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.lower() for word in tokenise(text)[0])


def parse_example(text: str) -> Example:
    """The two sentences of an example.

    >>> parse_example("They discussed {about -> } it.")
    Example(wrong='They discussed about it.', right='They discussed it.')
    """
    if not _CHANGE.search(text):
        raise InputError(f"{text!r} shows no change. Write {{before -> after}} at its place.")
    sides = (_CHANGE.sub(rf"\g<{name}>", text) for name in ("old", "new"))
    return Example(*(_SPACES.sub(_one_space, side) for side in sides))


def _one_space(found: re.Match[str]) -> str:
    return " " if len(found[0]) > 1 else ""


def lists_in(table: Mapping[str, Any], *, file: str, known: Lists) -> dict[str, frozenset[str]]:
    """The lists of words in the table of a file, and those that are known already."""
    lists = dict(known)
    given = table.get("lists", {})
    if not isinstance(given, dict):
        raise InputError(f"{file}: lists: is not a table. Write [lists].")
    for name, words in given.items():
        if not isinstance(words, str):
            raise InputError(f"{file}: lists: {name}: is not a text of words with spaces between.")
        lists[name] = frozenset(words.lower().split())
        if len(lists[name]) > MOST_LISTED:
            raise InputError(f"{file}: lists: {name}: has more than {MOST_LISTED:,} words.")
    return lists


def rules_in(
    table: Mapping[str, Any], *, file: str, subject: str, text: str = "", lists: Lists
) -> tuple[Rule, ...]:
    """The rules in the table of a file; `text` is the file, to name lines in errors."""
    given = table.get("rule", [])
    if not isinstance(given, list) or len(given) > MOST_RULES:
        raise InputError(f"{file}: rule: is not a list of at most {MOST_RULES} tables [[rule]].")
    lists = lists_in(table, file=file, known=lists)
    lines = _lines(text, len(given))
    rules: dict[str, Rule] = {}
    n_cases = n_words = 0
    for number, entry in enumerate(given):
        try:
            rule = replace(_rule(entry, subject, lists), place=f"{file}:{lines[number]}")
            if rule.id in rules:
                raise InputError(f"there are two rules with the id {rule.id!r}.")
            n_cases, n_words = n_cases + len(rule.cases), n_words + _n_words(rule)
            if n_cases > MOST_CASES or n_words > MOST_WORDS:
                most = f"{MOST_CASES:,} patterns and {MOST_WORDS:,} words"
                raise InputError(f"with it the rules have more than {most}. Use fewer.")
        except InputError as problem:
            name = entry.get("id") if isinstance(entry, dict) else None
            what = f"rule {name!r}: " if isinstance(name, str) else f"rule {number + 1}: "
            raise FormatError(file, lines[number], f"{what}{problem}") from None
        rules[rule.id] = rule
    return tuple(rules.values())


def _n_words(rule: Rule) -> int:
    """The number of words, in all their forms, that the patterns of a rule name."""
    return sum(max(1, len(each.words)) for case in rule.cases for each in case.pattern.elements)


def _lines(text: str, n_rules: int) -> list[int]:
    """The line on which each rule begins; 1 for all where that is not plain."""
    lines = [n for n, line in enumerate(text.splitlines(), 1) if _RULE_LINE.match(line.strip())]
    return lines if len(lines) == n_rules else [1] * n_rules


def _rule(entry: object, subject: str, lists: Lists) -> Rule:
    if not isinstance(entry, dict):
        raise InputError("is not a table. Write [[rule]].")
    for key in entry:
        if key not in _KEYS:
            raise InputError(f"there is no key {key!r}. Keys: {', '.join(_KEYS)}.")
    for key in _REQUIRED:
        if key not in entry:
            raise InputError(f"{key} is missing.")
    id, kind = _text(entry, "id"), _text(entry, "kind")
    if not _ID.fullmatch(id):
        raise InputError("an id has small letters, digits and hyphens.")
    if kind not in SITE_KINDS:
        raise InputError(f"there is no kind {kind!r}. Kinds: {', '.join(sorted(SITE_KINDS))}.")
    patterns = _texts(entry, "pattern")
    suggestions = _suggestions(entry, len(patterns))
    p = _probability(entry)
    return Rule(
        id,
        kind,
        _text(entry, "message"),
        subject,
        tuple(_cases(patterns, suggestions, lists)),
        patterns,
        suggestions,
        tuple(map(parse_example, _texts(entry, "wrong"))),
        _texts(entry, "right"),
        _texts(entry, "languages"),
        _text(entry, "note"),
        p,
        p,
    )


def _cases(
    patterns: Sequence[str], suggestions: Sequence[str | None], lists: Lists
) -> Iterator[Case]:
    for pattern, suggestion in zip(patterns, suggestions, strict=True):
        parsed = parse_pattern(pattern, lists)
        template = None if suggestion is None else parse_template(suggestion)
        n_pieces = len(parsed.counted)
        if template is not None and template.most > n_pieces:
            raise InputError(
                f"the suggestion has ${template.most}, the pattern ${n_pieces} at most."
            )
        yield Case(parsed, template)


def _suggestions(entry: Mapping[str, Any], n_patterns: int) -> tuple[str | None, ...]:
    if "suggestion" not in entry:
        return (None,) * n_patterns
    given = _texts(entry, "suggestion")
    if not isinstance(entry["suggestion"], list):
        return given * n_patterns
    if len(given) != n_patterns:
        raise InputError(f"there are {len(given)} suggestions for {n_patterns} patterns.")
    return given


def _text(entry: Mapping[str, Any], key: str) -> str:
    value = entry.get(key, "")
    if not isinstance(value, str) or len(value) > MOST_TEXT or not value.isprintable():
        raise InputError(f"{key}: is not a text of at most {MOST_TEXT} characters in one line.")
    return value


def _texts(entry: Mapping[str, Any], key: str) -> tuple[str, ...]:
    value = entry.get(key, [])
    values = value if isinstance(value, list) else [value]
    if len(values) > MOST_PATTERNS:
        raise InputError(f"{key}: has {len(values)} entries. At most {MOST_PATTERNS} are allowed.")
    return tuple(_text({key: each}, key) for each in values)


def _probability(entry: Mapping[str, Any]) -> float:
    p = entry.get("p", P_UNMEASURED)
    if isinstance(p, bool) or not isinstance(p, int | float) or not 0 < p <= 1:
        raise InputError("p: is not a number above 0 and at most 1.")
    return float(p)
