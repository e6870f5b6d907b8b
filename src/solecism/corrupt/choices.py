"""The choices that learners confuse, by name."""

from __future__ import annotations

from collections.abc import Mapping

from solecism.corrupt.article import ArticleChoice
from solecism.corrupt.confused_word import Choice
from solecism.corrupt.noun_number import NumberChoice
from solecism.corrupt.preposition import PrepositionChoice

CHOICES: Mapping[str, Choice] = {
    "preposition": PrepositionChoice(),
    "article": ArticleChoice(),
    "number": NumberChoice(),
}
