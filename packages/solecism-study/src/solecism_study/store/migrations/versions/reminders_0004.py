"""Revoked invitations, and reminders of the second stage."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make both tables; nothing that is there already changes."""
    op.create_table(
        "revocations",
        sa.Column("id", _NUMBER, autoincrement=True, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_revocations"),
    )
    op.create_index("ix_revocations_name", "revocations", ["name"], unique=False)
    op.create_table(
        "reminders",
        sa.Column("id", _NUMBER, autoincrement=True, nullable=False),
        sa.Column("rater", _NUMBER, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("means", sa.String(length=20), nullable=False),
        sa.ForeignKeyConstraint(["rater"], ["raters.id"], name="fk_reminders_rater"),
        sa.PrimaryKeyConstraint("id", name="pk_reminders"),
    )
    op.create_index("ix_reminders_rater", "reminders", ["rater"], unique=False)
