"""The bundled rules: every example of every rule, the kinds that they name, and their figures."""

from __future__ import annotations

import pytest

from solecism.checking.explanations import KIND_NAMES
from solecism.language.annotate import annotate
from solecism.rulebook.book import RuleBook, bundled_rules, corrected, subjects
from solecism.rulebook.rule import SITE_KINDS, Rule


def _corrected(text: str, book: RuleBook) -> str:
    return "".join(
        corrected(sentence, book.hits(sentence)) + sentence.after
        for sentence in annotate(text, "example")
    ).rstrip()


def _rules(subject: str) -> list[Rule]:
    return [rule for rule in bundled_rules().rules if rule.subject == subject]


@pytest.mark.parametrize("subject", subjects())
def test_every_wrong_example_is_put_right_by_its_rule(subject: str) -> None:
    for rule in _rules(subject):
        alone = RuleBook([rule])
        for example in rule.wrong:
            assert _corrected(example.wrong, alone) == example.right, rule.id


@pytest.mark.parametrize("subject", subjects())
def test_no_rule_finds_anything_in_right_examples(subject: str) -> None:
    book = bundled_rules()
    for rule in _rules(subject):
        for text in (*rule.right, *(example.right for example in rule.wrong)):
            for sentence in annotate(text, "example"):
                assert [hit.rule.id for hit in book.hits(sentence)] == [], (rule.id, text)


def test_every_rule_has_examples_of_both_sides_and_a_sentence_that_says_why() -> None:
    for rule in bundled_rules().rules:
        assert rule.wrong, rule.id
        assert rule.right, rule.id
        assert rule.message.endswith((".", "?")), rule.id
        assert None not in rule.suggestions, rule.id


def test_rules_name_the_kinds_that_findings_have() -> None:
    assert SITE_KINDS.keys() == KIND_NAMES.keys()


def test_ids_are_unique_across_files() -> None:
    book = bundled_rules()
    assert len({rule.id for rule in book.rules}) == len(book.rules)
