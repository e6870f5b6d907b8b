"""Commit messages without what git and other programs write into them."""

from __future__ import annotations

from solecism.documents.code_comments import commit_prose

MESSAGE = """feat(parser): Depend of nothing

It used max_size of `it`, which was slow.

Fixes: #12
Co-authored-by: Kim <kim@example.com>
# Please enter the commit message of it.
# ------------------------ >8 ------------------------
diff --git a/of b/of
+of
"""


def test_only_the_message_is_left() -> None:
    prose = commit_prose(MESSAGE)
    assert len(prose) == len(MESSAGE)
    assert prose.split() == ("Depend of nothing It used xxxxxxxx of xxxx, which was slow.".split())
    assert prose.index("Depend") == MESSAGE.index("Depend")
