"""The tables about the people and the design of a study.

They hold screening, devices, revocations, reminders, amendments, adjudication and the locked
design. Amendments, designs and adjudications are append-only, as judgments and the log are.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from solecism.collect.store.tables import Number, metadata

# People who may not take part, as keyed hashes of their ids: nobody can read the ids from them.
exclusions = Table(
    "exclusions",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("added", BigInteger, nullable=False),
)

# How far a rater's screening is. `places` names the quotas that the rater counts in.
screenings = Table(
    "screenings",
    metadata,
    Column("rater", Number, ForeignKey("raters.id"), primary_key=True, autoincrement=False),
    Column("step", String(20), nullable=False),
    Column("answers", Text),
    Column("places", Text, nullable=False, server_default="[]"),
    Column("n_tries", Integer, nullable=False, server_default="0"),
    Column("held_until", BigInteger, nullable=False, server_default="0"),
)

# Keyed hashes of the browsers and networks that raters came from, where a study asks for them.
devices = Table(
    "devices",
    metadata,
    Column("id", Number, primary_key=True, autoincrement=True),
    Column("rater", Number, ForeignKey("raters.id"), nullable=False),
    Column("kind", String(20), nullable=False),
    Column("digest", String(64), nullable=False),
    UniqueConstraint("rater", "kind", "digest"),
    Index("ix_devices_digest", "digest"),
)

designs = Table(
    "designs",
    metadata,
    Column("id", Number, primary_key=True, autoincrement=True),
    Column("body", Text, nullable=False),
    Column("digest", String(64), nullable=False),
    Column("locked", BigInteger, nullable=False),
    Column("actor", String(200), nullable=False),
)

amendments = Table(
    "amendments",
    metadata,
    Column("id", Number, primary_key=True, autoincrement=True),
    Column("at", BigInteger, nullable=False),
    Column("actor", String(200), nullable=False),
    Column("reason", Text, nullable=False),
    Column("changes", Text, nullable=False),
)

adjudications = Table(
    "adjudications",
    metadata,
    Column("id", Number, primary_key=True, autoincrement=True),
    Column("item", Number, ForeignKey("items.id"), nullable=False),
    Column("stage", Integer, nullable=False),
    Column("actor", String(200), nullable=False),
    Column("answer", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("is_blind", Boolean, nullable=False),
    Column("judgments", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)

# Invitations to this name that were issued until then are no longer valid. `state` is that of the
# rater who had come by one, to be restored where they are invited again.
revocations = Table(
    "revocations",
    metadata,
    Column("id", Number, primary_key=True, autoincrement=True),
    Column("name", Text, nullable=False, index=True),
    Column("at", BigInteger, nullable=False),
    Column("state", String(20)),
)

reminders = Table(
    "reminders",
    metadata,
    Column("id", Number, primary_key=True, autoincrement=True),
    Column("rater", Number, ForeignKey("raters.id"), nullable=False, index=True),
    Column("at", BigInteger, nullable=False),
    Column("means", String(20), nullable=False),
)
