"""Two indexes of assignments hold only what is looked for in them: leases, and answers that count.

PostgreSQL takes every index that begins with the rater for as good as any other, as long as it
knows nothing of the table, and then reads all that a rater has answered for each item it looks at.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

_CHANGED = (
    ("ix_assignments_rater_state_serial", "ix_assignments_held", "serial", "state = 'leased'"),
    ("ix_assignments_rater_judgment", "ix_assignments_judged", "judgment", "judgment IS NOT NULL"),
)


def upgrade() -> None:
    """Replace both indexes; no row changes."""
    for old, new, column, condition in _CHANGED:
        op.drop_index(old, table_name="assignments", if_exists=True)
        op.create_index(
            new,
            "assignments",
            ["rater", column],
            unique=False,
            if_not_exists=True,
            sqlite_where=sa.text(condition),
            postgresql_where=sa.text(condition),
        )
