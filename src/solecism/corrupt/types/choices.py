"""The choices that learners confuse, by name."""

from __future__ import annotations

from collections.abc import Mapping

from solecism.corrupt.types.article import ArticleChoice
from solecism.corrupt.types.confused_word import Choice
from solecism.corrupt.types.noun_number import NumberChoice
from solecism.corrupt.types.preposition import PrepositionChoice

CHOICES: Mapping[str, Choice] = {
    "preposition": PrepositionChoice(),
    "article": ArticleChoice(),
    "number": NumberChoice(),
}
