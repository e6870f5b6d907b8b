"""The five ways to write a noun with article and number (Lee, Tetreault and Chodorow 2009).

Table 1 of the paper: *stone, a stone, the stone, stones, the stones*.
"""

from __future__ import annotations

CONSTRUCTIONS = ("null singular", "a singular", "the singular", "null plural", "the plural")
# None of the five: *a stones*, as learners may write.
NO_CONSTRUCTION = len(CONSTRUCTIONS)

# Table 1 of the paper, in this order: 8 million nouns of schoolbooks.
PRINTED_SHARES = (0.425, 0.114, 0.227, 0.176, 0.057)

NULL, A, THE = 0, 1, 2
ARTICLES = ("", "a", "the")

# By number (singular, plural) and article.
CONSTRUCTION_OF = ((0, 1, 2), (3, NO_CONSTRUCTION, 4))
ARTICLE_OF = (NULL, A, THE, NULL, THE)
IS_PLURAL = (False, False, False, True, True)
