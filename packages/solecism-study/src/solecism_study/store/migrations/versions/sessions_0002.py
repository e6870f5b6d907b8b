"""Sessions on the server, raters' browsers, and the completion codes that were shown."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add three empty tables; what is there already stays as it is."""
    op.create_table(
        "sessions",
        sa.Column("id", _NUMBER, autoincrement=True, nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("subject", _NUMBER, nullable=False),
        sa.Column("began", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_sessions"),
        sa.UniqueConstraint("digest", name="uq_sessions_digest"),
    )
    op.create_index("ix_sessions_kind_subject", "sessions", ["kind", "subject"], unique=False)
    op.create_table(
        "browsers",
        sa.Column("rater", _NUMBER, autoincrement=False, nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["rater"], ["raters.id"], name="fk_browsers_rater"),
        sa.PrimaryKeyConstraint("rater", name="pk_browsers"),
    )
    op.create_table(
        "completions",
        sa.Column("id", _NUMBER, autoincrement=True, nullable=False),
        sa.Column("rater", _NUMBER, nullable=False),
        sa.Column("stage", sa.Integer(), nullable=False),
        sa.Column("outcome", sa.String(length=20), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["rater"], ["raters.id"], name="fk_completions_rater"),
        sa.PrimaryKeyConstraint("id", name="pk_completions"),
        sa.UniqueConstraint("rater", "stage", "outcome", name="uq_completions_rater_stage_outcome"),
    )
