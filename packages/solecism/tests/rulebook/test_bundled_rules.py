"""The bundled rules: what each of them has, and that it is read when it may be needed.

Their examples are tried by `solecism rules test`, in the tests of that command.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from solecism.checking.explanations import KIND_NAMES
from solecism.language.annotate import annotate
from solecism.language.speller import plain_speller
from solecism.rulebook import bundled
from solecism.rulebook.book import RuleBook, bundled_rules
from solecism.rulebook.rule import SITE_KINDS, Rule, rules_in
from solecism.rulebook.suggestion import form


def test_every_rule_has_examples_of_both_sides_and_a_sentence_that_says_why() -> None:
    for rule in bundled_rules().rules:
        assert rule.wrong, rule.id
        assert rule.right, rule.id
        assert rule.message.endswith((".", "?")), rule.id
        assert None not in rule.suggestions, rule.id


def test_suggestions_ask_for_forms_that_words_have() -> None:
    speller = plain_speller()
    for rule in bundled_rules().rules:
        for case in rule.cases:
            for part in case.template.parts if case.template else ():
                if part.form and part.number:
                    element = case.pattern.elements[case.pattern.counted[part.number - 1]]
                    forms = [form(word, part.form) for word in element.words]
                    unknown = [each for each in forms if each and not speller.is_known(each)]
                    assert len(unknown) <= 0.3 * len(forms), (rule.id, part, unknown)


def test_the_triggers_are_those_of_the_rules() -> None:
    written = bundled.TRIGGERS.read_text(encoding="utf-8")
    is_fresh = written == bundled.format_triggers(bundled.unmeasured_rules())
    assert is_fresh, "run: python docs/rule_tables.py"


def test_a_rule_that_was_not_read_is_read_as_it_is_written() -> None:
    rules = list(bundled.unmeasured_rules())
    unread = list(bundled.bundled())
    assert {type(each) for each in unread} == {bundled.UnreadRule}
    for rule, other in zip(rules, unread, strict=True):
        assert (other.id, other.kind, other.subject) == (rule.id, rule.kind, rule.subject)
        assert (other.triggers, other.changes) == (rule.triggers, rule.changes)
    for rule in rules[::50]:
        its_unread = next(each for each in unread if each.id == rule.id)
        assert isinstance(its_unread, bundled.UnreadRule)
        assert its_unread.read() == rule
        assert its_unread.read() is its_unread.read()


def test_rules_are_read_when_one_of_their_words_is_met(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def counted(*given: Any, **settings: Any) -> tuple[Rule, ...]:
        rules = rules_in(*given, **settings)
        read.extend(rule.id for rule in rules)
        return rules

    monkeypatch.setattr(bundled, "rules_in", counted)
    book = RuleBook(bundled.bundled())
    assert (len(book), read) == (len(bundled_rules()), [])
    [sentence] = annotate("Cats purr", "a")
    assert (book.hits(sentence), read) == ([], [])
    [sentence] = annotate("Cats depend of fish.", "a")
    assert [hit.rule.id for hit in book.hits(sentence)] == ["depend-of"]
    words = {"cats", "depend", "of", "fish", "."}
    assert set(read) == {rule.id for rule in bundled.bundled() if words & rule.triggers}
    n_read = len(read)
    assert book.without_rules({"depend-of"}).hits(sentence) == []
    assert len(read) == n_read


def test_a_file_of_rules_that_has_changed_is_read_at_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "rules"
    shutil.copytree(bundled.FOLDER, folder)
    changed = folder / "prepositions.toml"
    text = changed.read_text(encoding="utf-8").replace("<depend>/VB*", "<depend|rest>/VB*", 1)
    changed.write_text(text, encoding="utf-8")
    monkeypatch.setattr(bundled, "FOLDER", folder)
    of_subjects = {rule.subject: type(rule) for rule in bundled.bundled()}
    assert [name for name, its_type in of_subjects.items() if its_type is Rule] == [changed.stem]
    [sentence] = annotate("Cats rest of fish.", "a")
    hits = RuleBook(bundled.bundled()).hits(sentence)
    assert [hit.rule.id for hit in hits] == ["depend-of"]
    lists = folder / "lists.toml"
    lists.write_text(lists.read_text(encoding="utf-8") + 'more = "words"\n', encoding="utf-8")
    assert {type(rule) for rule in bundled.bundled()} == {Rule}


def test_rules_name_the_kinds_that_findings_have() -> None:
    assert SITE_KINDS.keys() == KIND_NAMES.keys()


def test_ids_are_unique_across_files() -> None:
    book = bundled_rules()
    assert len({rule.id for rule in book.rules}) == len(book.rules)
