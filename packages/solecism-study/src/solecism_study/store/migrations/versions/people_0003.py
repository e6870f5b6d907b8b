"""Tables for screening, devices, amendments, the locked design and adjudication; erasure."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from solecism_study.store.migrations.append_only import permit_erasure, refuse_changes

revision = "0003"
down_revision = "0002"

_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the tables, and let the database erase what judgments and the log say of a person."""
    _people()
    _design()
    _adjudications()
    op.add_column(
        "studies",
        sa.Column("n_amendments", sa.Integer(), nullable=False, server_default="0"),
    )
    refuse_changes(op.get_bind(), ("designs", "amendments", "adjudications"))
    permit_erasure(op.get_bind())


def _people() -> None:
    op.create_table(
        "exclusions",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("added", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_exclusions"),
    )
    op.create_table(
        "screenings",
        sa.Column("rater", _NUMBER, autoincrement=False, nullable=False),
        sa.Column("step", sa.String(length=20), nullable=False),
        sa.Column("answers", sa.Text(), nullable=True),
        sa.Column("places", sa.Text(), server_default="[]", nullable=False),
        sa.Column("n_tries", sa.Integer(), server_default="0", nullable=False),
        sa.Column("held_until", sa.BigInteger(), server_default="0", nullable=False),
        sa.ForeignKeyConstraint(["rater"], ["raters.id"], name="fk_screenings_rater"),
        sa.PrimaryKeyConstraint("rater", name="pk_screenings"),
    )
    op.create_table(
        "devices",
        sa.Column("id", _NUMBER, autoincrement=True, nullable=False),
        sa.Column("rater", _NUMBER, nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["rater"], ["raters.id"], name="fk_devices_rater"),
        sa.PrimaryKeyConstraint("id", name="pk_devices"),
        sa.UniqueConstraint("rater", "kind", "digest", name="uq_devices_rater_kind_digest"),
    )
    op.create_index("ix_devices_digest", "devices", ["digest"], unique=False)


def _design() -> None:
    op.create_table(
        "designs",
        sa.Column("id", _NUMBER, autoincrement=True, nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("locked", sa.BigInteger(), nullable=False),
        sa.Column("actor", sa.String(length=200), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_designs"),
    )
    op.create_table(
        "amendments",
        sa.Column("id", _NUMBER, autoincrement=True, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("actor", sa.String(length=200), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("changes", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_amendments"),
    )


def _adjudications() -> None:
    op.create_table(
        "adjudications",
        sa.Column("id", _NUMBER, autoincrement=True, nullable=False),
        sa.Column("item", _NUMBER, nullable=False),
        sa.Column("stage", sa.Integer(), nullable=False),
        sa.Column("actor", sa.String(length=200), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("is_blind", sa.Boolean(), nullable=False),
        sa.Column("judgments", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["item"], ["items.id"], name="fk_adjudications_item"),
        sa.PrimaryKeyConstraint("id", name="pk_adjudications"),
    )
