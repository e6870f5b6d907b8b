"""The first version of the tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from solecism_study.store.migrations.append_only import refuse_changes

revision = "0001"
down_revision = None

_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make all tables; judgments and the log can only grow."""
    _administrators()
    _documents()
    _guidelines()
    _items()
    _log()
    _purses()
    _raters()
    _studies()
    _openings()
    _tokens()
    _assignments()
    _contests()
    _judgments()
    refuse_changes(op.get_bind(), ("judgments", "log"))


def _administrators() -> None:
    op.create_table(
        "administrators",
        sa.Column("id", _NUMBER, autoincrement=True, nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("password", sa.Text(), nullable=False),
        sa.Column("role", sa.String(length=20), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_administrators"),
        sa.UniqueConstraint("name", name="uq_administrators_name"),
    )


def _documents() -> None:
    op.create_table(
        "documents",
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_documents"),
    )


def _guidelines() -> None:
    op.create_table(
        "guidelines",
        sa.Column("version", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("consent", sa.Text(), server_default="", nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("version", name="pk_guidelines"),
    )


def _items() -> None:
    op.create_table(
        "items",
        sa.Column("id", _NUMBER, autoincrement=True, nullable=False),
        sa.Column("site", sa.Text(), nullable=False),
        sa.Column("pool", sa.String(length=200), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("gold", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_items"),
        sa.UniqueConstraint("site", name="uq_items_site"),
    )


def _log() -> None:
    op.create_table(
        "log",
        sa.Column("id", _NUMBER, autoincrement=True, nullable=False),
        sa.Column("chain", _NUMBER, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("actor", sa.String(length=200), nullable=False),
        sa.Column("action", sa.String(length=40), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_log"),
        sa.UniqueConstraint("chain", "number", name="uq_log_chain_number"),
    )


def _purses() -> None:
    op.create_table(
        "purses",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("committed", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_purses"),
    )


def _raters() -> None:
    op.create_table(
        "raters",
        sa.Column("id", _NUMBER, autoincrement=True, nullable=False),
        sa.Column("pseudonym", sa.String(length=40), nullable=False),
        sa.Column("origin", sa.String(length=200), nullable=False),
        sa.Column("external", sa.Text(), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("joined", sa.BigInteger(), nullable=False),
        sa.Column("consented", sa.Integer(), nullable=True),
        sa.Column("n_served", sa.Integer(), server_default="0", nullable=False),
        sa.Column("n_answered", sa.Integer(), server_default="0", nullable=False),
        sa.Column("n_control", sa.Integer(), server_default="0", nullable=False),
        sa.Column("n_right", sa.Integer(), server_default="0", nullable=False),
        sa.Column("staged", sa.BigInteger(), nullable=True),
        sa.Column("last", sa.BigInteger(), nullable=True),
        sa.Column("chain", sa.Integer(), server_default="0", nullable=False),
        sa.Column("head", sa.String(length=64), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_raters"),
        sa.UniqueConstraint("origin", "external", name="uq_raters_origin_external"),
        sa.UniqueConstraint("pseudonym", name="uq_raters_pseudonym"),
    )


def _studies() -> None:
    op.create_table(
        "studies",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("configuration", sa.Text(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("is_open", sa.Boolean(), server_default=sa.true(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_studies"),
    )


def _openings() -> None:
    op.create_table(
        "openings",
        sa.Column("id", _NUMBER, autoincrement=True, nullable=False),
        sa.Column("item", _NUMBER, nullable=False),
        sa.Column("stage", sa.Integer(), nullable=False),
        sa.Column("pool", sa.String(length=200), nullable=False),
        sa.Column("shuffle", sa.Float(), nullable=False),
        sa.Column("wanted", sa.Integer(), nullable=False),
        sa.Column("n_answered", sa.Integer(), server_default="0", nullable=False),
        sa.Column("n_leased", sa.Integer(), server_default="0", nullable=False),
        sa.Column("is_open", sa.Boolean(), server_default=sa.true(), nullable=False),
        sa.Column("is_begun", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("is_fixed", sa.Boolean(), server_default=sa.true(), nullable=False),
        sa.ForeignKeyConstraint(["item"], ["items.id"], name="fk_openings_item"),
        sa.PrimaryKeyConstraint("id", name="pk_openings"),
        sa.UniqueConstraint("item", "stage", name="uq_openings_item_stage"),
    )
    op.create_index(
        "ix_openings_begun",
        "openings",
        ["pool", "stage", "shuffle"],
        unique=False,
        sqlite_where=sa.text("is_open = 1 AND is_begun = 1"),
        postgresql_where=sa.text("is_open AND is_begun"),
    )
    op.create_index(
        "ix_openings_fresh",
        "openings",
        ["pool", "stage", "shuffle"],
        unique=False,
        sqlite_where=sa.text("is_open = 1 AND is_begun = 0"),
        postgresql_where=sa.text("is_open AND NOT is_begun"),
    )


def _tokens() -> None:
    op.create_table(
        "tokens",
        sa.Column("id", _NUMBER, autoincrement=True, nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("scopes", sa.Text(), nullable=False),
        sa.Column("rater", _NUMBER, nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=True),
        sa.Column("revoked", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["rater"], ["raters.id"], name="fk_tokens_rater"),
        sa.PrimaryKeyConstraint("id", name="pk_tokens"),
        sa.UniqueConstraint("digest", name="uq_tokens_digest"),
    )


def _assignments() -> None:
    op.create_table(
        "assignments",
        sa.Column("id", _NUMBER, autoincrement=True, nullable=False),
        sa.Column("token", sa.String(length=40), nullable=False),
        sa.Column("opening", _NUMBER, nullable=False),
        sa.Column("item", _NUMBER, nullable=False),
        sa.Column("stage", sa.Integer(), nullable=False),
        sa.Column("pool", sa.String(length=200), nullable=False),
        sa.Column("rater", _NUMBER, nullable=False),
        sa.Column("serial", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("leased", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.Column("judgment", _NUMBER, nullable=True),
        sa.Column("revision", sa.Integer(), server_default="0", nullable=False),
        sa.Column("is_surplus", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("is_paid", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("is_committed", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("is_right", sa.Boolean(), nullable=True),
        sa.ForeignKeyConstraint(["item"], ["items.id"], name="fk_assignments_item"),
        sa.ForeignKeyConstraint(["opening"], ["openings.id"], name="fk_assignments_opening"),
        sa.ForeignKeyConstraint(["rater"], ["raters.id"], name="fk_assignments_rater"),
        sa.PrimaryKeyConstraint("id", name="pk_assignments"),
        sa.UniqueConstraint("opening", "rater", name="uq_assignments_opening_rater"),
        sa.UniqueConstraint("token", name="uq_assignments_token"),
    )
    op.create_index(
        "ix_assignments_expires",
        "assignments",
        ["expires"],
        unique=False,
        sqlite_where=sa.text("state = 'leased'"),
        postgresql_where=sa.text("state = 'leased'"),
    )
    op.create_index(
        "ix_assignments_rater_judgment", "assignments", ["rater", "judgment"], unique=False
    )
    op.create_index(
        "ix_assignments_rater_stage_item", "assignments", ["rater", "stage", "item"], unique=False
    )
    op.create_index(
        "ix_assignments_rater_state_serial",
        "assignments",
        ["rater", "state", "serial"],
        unique=False,
    )


def _contests() -> None:
    op.create_table(
        "contests",
        sa.Column("id", _NUMBER, autoincrement=True, nullable=False),
        sa.Column("assignment", _NUMBER, nullable=False),
        sa.Column("rater", _NUMBER, nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("verdict", sa.String(length=20), nullable=True),
        sa.Column("decided", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["assignment"], ["assignments.id"], name="fk_contests_assignment"),
        sa.ForeignKeyConstraint(["rater"], ["raters.id"], name="fk_contests_rater"),
        sa.PrimaryKeyConstraint("id", name="pk_contests"),
        sa.UniqueConstraint("assignment", name="uq_contests_assignment"),
    )


def _judgments() -> None:
    op.create_table(
        "judgments",
        sa.Column("id", _NUMBER, autoincrement=True, nullable=False),
        sa.Column("assignment", _NUMBER, nullable=False),
        sa.Column("item", _NUMBER, nullable=False),
        sa.Column("stage", sa.Integer(), nullable=False),
        sa.Column("rater", _NUMBER, nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("action", sa.String(length=20), nullable=False),
        sa.Column("request", sa.String(length=100), nullable=False),
        sa.Column("answer", sa.Text(), nullable=True),
        sa.Column("shown", sa.Text(), nullable=True),
        sa.Column("is_surplus", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("guideline", sa.Integer(), nullable=False),
        sa.Column("active_ms", sa.BigInteger(), nullable=True),
        sa.Column("wall_ms", sa.BigInteger(), nullable=True),
        sa.Column("paid", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["assignment"], ["assignments.id"], name="fk_judgments_assignment"),
        sa.ForeignKeyConstraint(["item"], ["items.id"], name="fk_judgments_item"),
        sa.ForeignKeyConstraint(["rater"], ["raters.id"], name="fk_judgments_rater"),
        sa.PrimaryKeyConstraint("id", name="pk_judgments"),
        sa.UniqueConstraint("assignment", "revision", name="uq_judgments_assignment_revision"),
        sa.UniqueConstraint("rater", "request", name="uq_judgments_rater_request"),
    )
