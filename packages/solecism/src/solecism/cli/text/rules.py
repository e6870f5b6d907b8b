"""`solecism rules`: the rules for common errors, listed, explained and tested."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import click

from solecism.cli.main import Entry, LazyGroup
from solecism.cli.terminal.options import json_option
from solecism.cli.terminal.result_tables import show, show_json
from solecism.errors import InputError
from solecism.system.display_text import count, visible
from solecism.table import number, span

if TYPE_CHECKING:
    from solecism.rulebook.book import RuleBook
    from solecism.rulebook.figures import BookFigures, RuleFigures
    from solecism.rulebook.rule import Rule

_HERE = "solecism.cli.text.rules"
SUBCOMMANDS = {
    "list": Entry(f"{_HERE}:list_command", "List the rules, with their measured figures."),
    "explain": Entry(f"{_HERE}:explain_command", "Explain a rule, with examples and figures."),
    "test": Entry(f"{_HERE}:test_command", "Test rules on their own examples."),
    "measure": Entry(
        "solecism.cli.measure.measured_rules:measure_command",
        "Measure how often rules are right, on annotated and native text.",
    ),
}
LIST_COLUMNS = ("rule", "kind", "hits", "right", "95%", "readers", "told")


@click.group(name="rules", cls=LazyGroup, sections={"Commands": SUBCOMMANDS})
def rules_command() -> None:
    """Show, test and measure the rules for common errors, and your own.

    The rules find what every textbook lists: wrong prepositions after a verb, two modals together,
    double comparatives and so on. How often each of them is right was measured on learners' texts.
    See docs/rules.md for how to write rules of your own.

    \b
    Example:
      solecism rules list --subject prepositions
      solecism rules explain depend-of
    """


_no_config = click.option(
    "--no-config",
    is_flag=True,
    help="Ignore the settings of the project, with its own rules (.solecism.toml).",
)


@click.command(name="list")
@click.option(
    "--subject", "subjects", multiple=True, metavar="NAME", help="Only rules of this subject."
)
@click.option("--kind", "kinds", multiple=True, metavar="KIND", help="Only rules of this kind.")
@click.option(
    "--language",
    "languages",
    multiple=True,
    metavar="NAME",
    help="Only errors that writers of this first language make, such as Spanish.",
)
@_no_config
@json_option
def list_command(
    subjects: tuple[str, ...],
    kinds: tuple[str, ...],
    languages: tuple[str, ...],
    no_config: bool,
    as_json: bool,
) -> None:
    """List the rules by subject, with their measured figures.

    `hits` is how often a rule found something in learners' texts, `right` the share of these that
    annotators changed, with its interval, `readers` the share of annotators who changed them where
    there were several, and `told` the probability that a finding of the rule has. The project's
    own rules are among them, and those that it turns off are not. --subject, --kind and --language
    may be repeated.

    \b
    Example:
      solecism rules list --kind wrong-preposition
    """
    from solecism.cli.terminal.options import command_signature
    from solecism.rulebook.book import bundled_figures

    rules = _chosen(_book(no_config).rules, subjects, kinds, languages)
    figures = bundled_figures()
    if as_json:
        content = [_as_json(rule, figures) for rule in rules]
        show_json({**command_signature("rules-list").content(), "rules": content})
        return
    by_subject: dict[str, list[Rule]] = {}
    for rule in rules:
        by_subject.setdefault(rule.subject, []).append(rule)
    for subject, its_rules in by_subject.items():
        rows = (list_row(rule, figures.of(rule.id)) for rule in its_rules)
        show(f"{subject.replace('_', ' ').capitalize()}", LIST_COLUMNS, rows)


def list_row(rule: Rule, figures: RuleFigures) -> list[str]:
    """The cells of a rule in the list."""
    return [
        rule.id,
        rule.kind,
        str(figures.n_hits) if figures.n_hits else "",
        number(figures.precision, 2),
        span(figures.precision.interval) and f"{figures.precision.interval:.2f}",
        number(figures.readers, 2),
        number(rule.p, 2),
    ]


def _as_json(rule: Rule, figures: BookFigures) -> dict[str, Any]:
    counts = figures.of(rule.id)
    return {
        "id": rule.id,
        "subject": rule.subject,
        "kind": rule.kind,
        "message": rule.message,
        "languages": rule.languages,
        "patterns": rule.patterns,
        "suggestions": rule.suggestions,
        "p": rule.p,
        "p_suggestion": rule.p_suggestion,
        "counts": counts.to_dict(),
        "precision": counts.precision,
        "same": counts.same,
        "readers": counts.readers,
    }


def _book(no_config: bool) -> RuleBook:
    """The rules of the package and of the project of the current folder."""
    from solecism.project import settings
    from solecism.rulebook.book import book_for

    found = None if no_config else settings.find(".")
    if found is None:
        return book_for()
    return book_for(own=found.values.rules, without=found.values.turned_off_rules)


def _chosen(
    rules: Iterable[Rule],
    subjects: tuple[str, ...],
    kinds: tuple[str, ...],
    languages: tuple[str, ...],
) -> list[Rule]:
    every = list(rules)
    _check_names("subject", subjects, {rule.subject for rule in every})
    _check_names("kind", kinds, {rule.kind for rule in every})
    known = {language.casefold() for rule in every for language in rule.languages}
    asked = {language.casefold() for language in languages}
    _check_names("language", asked, known)
    return [
        rule
        for rule in every
        if (not subjects or rule.subject in subjects)
        and (not kinds or rule.kind in kinds)
        and (not asked or not asked.isdisjoint(map(str.casefold, rule.languages)))
    ]


def _check_names(what: str, names: Iterable[str], known: set[str]) -> None:
    from solecism.project.settings_file import unknown_name_hint

    for name in names:
        if name not in known:
            hint = unknown_name_hint(name, sorted(known)) if known else "No rule has one."
            raise InputError(f"there are no rules with the {what} {name!r}. {hint}")


@click.command(name="explain")
@click.argument("ids", metavar="ID...", nargs=-1, required=True)
@_no_config
def explain_command(ids: tuple[str, ...], no_config: bool) -> None:
    """Explain rules: what they find and write, examples, and how often they are right.

    ID is the name of a rule, as `solecism rules list` shows it; the project's own are among them.

    \b
    Example:
      solecism rules explain depend-of
    """
    from solecism.rulebook.book import bundled_figures

    book = _book(no_config)
    for place, id in enumerate(ids):
        rule = book.rule(id)
        if rule is None:
            from solecism.project.settings_file import nearest_name

            near = nearest_name(id, (each.id for each in book.rules))
            hint = f"Did you mean {near!r}?" if near else "`solecism rules list` shows all."
            raise InputError(f"there is no rule {id!r}. {hint}")
        for line in (*([""] if place else []), *_explained(rule, bundled_figures())):
            click.echo(visible(line))


def _explained(rule: Rule, figures: BookFigures) -> Iterator[str]:
    from solecism.rulebook.wording import in_words

    yield f"{rule.id}: {rule.kind.replace('-', ' ')} ({rule.subject.replace('_', ' ')})"
    yield rule.message
    if rule.note:
        yield rule.note
    rows: list[tuple[str, str]] = []
    for pattern, suggestion in zip(rule.patterns, rule.suggestions, strict=True):
        rows += [("pattern", pattern), ("in words", in_words(pattern))]
        rows.append(("suggestion", "none" if suggestion is None else suggestion or "leave it out"))
    for example in rule.wrong:
        rows += [("wrong", example.wrong), ("put right", example.right)]
    rows += [("right", text) for text in rule.right]
    if rule.languages:
        rows.append(("languages", ", ".join(rule.languages)))
    rows += [("measured", line) for line in _measured(figures.of(rule.id), figures)]
    rows.append(("told", f"{rule.p:.0%} for the error, {rule.p_suggestion:.0%} for the suggestion"))
    width = max(len(name) for name, _ in rows)
    last = ""
    for name, text in rows:
        yield f"  {'' if name == last else name:{width}}  {text}"
        last = name


def _measured(counts: RuleFigures, figures: BookFigures) -> Iterator[str]:
    if not figures.learner_words or counts == type(counts)():
        yield "nothing was found in the texts that rules were measured on"
        return
    found = f"{count(counts.n_hits, 'hit')} in {count(figures.learner_words, 'word')} of learners"
    if counts.n_hits:
        found += (
            f": annotators changed {counts.n_changed} ({counts.precision:.2f} "
            f"{counts.precision.interval:.2f}), {counts.n_same} to the same words"
        )
    yield found
    if counts.n_votes:
        yield f"of several annotators, {counts.readers:.0%} changed these places"
    words = count(figures.native_words, "word")
    yield f"{count(counts.n_native, 'hit')} in {words} of native text"


@click.command(name="test")
@click.argument("files", metavar="[FILE]...", nargs=-1)
@click.pass_context
def test_command(context: click.Context, files: tuple[str, ...]) -> None:
    """Test rules on their own examples.

    Every wrong example must be found by its rule and put right as it is written, and no rule of the
    file may find anything in the right ones. FILE has rules of your own; without it the bundled
    rules are tested. Every example that fails is printed with its file and line, and the exit code
    is 1 then.

    \b
    Example:
      solecism rules test
      solecism rules test examples/house-rules.toml
    """
    from solecism.formats import rules
    from solecism.rulebook.bundled import unmeasured_rules
    from solecism.rulebook.example_tests import failed_examples, n_examples

    books = [rules.read(file) for file in files] if files else [tuple(unmeasured_rules())]
    n_failed = 0
    for book in books:
        for failed in failed_examples(book):
            click.echo(visible(str(failed)))
            n_failed += 1
    every = [rule for book in books for rule in book]
    examples = count(sum(map(n_examples, every)), "example")
    bare = sum(not n_examples(rule) for rule in every)
    without = f" {count(bare, 'rule has', 'rules have')} no examples." if bare else ""
    click.echo(f"{count(len(every), 'rule')}, {examples}: {n_failed} failed.{without}", err=True)
    context.exit(1 if n_failed else 0)
