"""The tables of a study's database. Times are milliseconds since 1970, money millionths.

Judgments and the log are append-only, and so are amendments, designs and adjudications: triggers of
the database refuse to change them.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
    true,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# SQLite numbers rows automatically only in columns of type INTEGER.
Number = BigInteger().with_variant(Integer, "sqlite")


def _id() -> Column[int]:
    return Column("id", Number, primary_key=True, autoincrement=True)


studies = Table(
    "studies",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("configuration", Text, nullable=False),
    Column("digest", String(64), nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("is_open", Boolean, nullable=False, server_default=true()),
    Column("created", BigInteger, nullable=False),
    Column("n_amendments", Integer, nullable=False, server_default="0"),
)

# The money that is reserved or paid, in a table of its own: it is the one row that all raters
# change.
purses = Table(
    "purses",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("committed", BigInteger, nullable=False),
)

guidelines = Table(
    "guidelines",
    metadata,
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("text", Text, nullable=False),
    Column("consent", Text, nullable=False, server_default=""),
    Column("digest", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
)

# Parts of the study that must never reach a rater: keys of samples, flags of systems.
documents = Table(
    "documents",
    metadata,
    Column("name", String(200), primary_key=True),
    Column("body", Text, nullable=False),
)

items = Table(
    "items",
    metadata,
    _id(),
    Column("site", Text, nullable=False, unique=True),
    Column("pool", String(200), nullable=False),
    Column("content", Text, nullable=False),
    Column("gold", Text),
)

# An item at a stage, with the number of judgments wanted.
openings = Table(
    "openings",
    metadata,
    _id(),
    Column("item", Number, ForeignKey("items.id"), nullable=False),
    Column("stage", Integer, nullable=False),
    Column("pool", String(200), nullable=False),
    Column("shuffle", Float, nullable=False),
    Column("wanted", Integer, nullable=False),
    Column("n_answered", Integer, nullable=False, server_default="0"),
    Column("n_leased", Integer, nullable=False, server_default="0"),
    Column("is_open", Boolean, nullable=False, server_default=true()),
    Column("is_begun", Boolean, nullable=False, server_default=false()),
    Column("is_fixed", Boolean, nullable=False, server_default=true()),
    UniqueConstraint("item", "stage"),
)
# A database uses a partial index only where a query has exactly the words of its condition.
for _name, _on_sqlite, _on_postgresql in (
    ("begun", "is_open = 1 AND is_begun = 1", "is_open AND is_begun"),
    ("fresh", "is_open = 1 AND is_begun = 0", "is_open AND NOT is_begun"),
):
    Index(
        f"ix_openings_{_name}",
        openings.c.pool,
        openings.c.stage,
        openings.c.shuffle,
        sqlite_where=text(_on_sqlite),
        postgresql_where=text(_on_postgresql),
    )

raters = Table(
    "raters",
    metadata,
    _id(),
    Column("pseudonym", String(40), nullable=False, unique=True),
    Column("origin", String(200), nullable=False),
    Column("external", Text, nullable=False),
    Column("state", String(20), nullable=False),
    Column("joined", BigInteger, nullable=False),
    Column("consented", Integer),
    Column("n_served", Integer, nullable=False, server_default="0"),
    Column("n_answered", Integer, nullable=False, server_default="0"),
    Column("n_control", Integer, nullable=False, server_default="0"),
    Column("n_right", Integer, nullable=False, server_default="0"),
    Column("staged", BigInteger),
    Column("last", BigInteger),
    Column("chain", Integer, nullable=False, server_default="0"),
    Column("head", String(64), nullable=False, server_default=""),
    UniqueConstraint("origin", "external"),
)

# One rater's work on an opening: a lease, and what became of it.
assignments = Table(
    "assignments",
    metadata,
    _id(),
    Column("token", String(40), nullable=False, unique=True),
    Column("opening", Number, ForeignKey("openings.id"), nullable=False),
    Column("item", Number, ForeignKey("items.id"), nullable=False),
    Column("stage", Integer, nullable=False),
    Column("pool", String(200), nullable=False),
    Column("rater", Number, ForeignKey("raters.id"), nullable=False),
    Column("serial", Integer, nullable=False),
    Column("state", String(20), nullable=False),
    Column("leased", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
    Column("judgment", Number),
    Column("revision", Integer, nullable=False, server_default="0"),
    Column("is_surplus", Boolean, nullable=False, server_default=false()),
    Column("is_paid", Boolean, nullable=False, server_default=false()),
    Column("is_committed", Boolean, nullable=False, server_default=false()),
    Column("is_right", Boolean),
    UniqueConstraint("opening", "rater"),
    Index("ix_assignments_rater_stage_item", "rater", "stage", "item"),
    # Partial, so that nothing else is looked for in them: see the migration 0005.
    Index(
        "ix_assignments_held",
        "rater",
        "serial",
        sqlite_where=text("state = 'leased'"),
        postgresql_where=text("state = 'leased'"),
    ),
    Index(
        "ix_assignments_judged",
        "rater",
        "judgment",
        sqlite_where=text("judgment IS NOT NULL"),
        postgresql_where=text("judgment IS NOT NULL"),
    ),
    Index(
        "ix_assignments_expires",
        "expires",
        sqlite_where=text("state = 'leased'"),
        postgresql_where=text("state = 'leased'"),
    ),
)

judgments = Table(
    "judgments",
    metadata,
    _id(),
    Column("assignment", Number, ForeignKey("assignments.id"), nullable=False),
    Column("item", Number, ForeignKey("items.id"), nullable=False),
    Column("stage", Integer, nullable=False),
    Column("rater", Number, ForeignKey("raters.id"), nullable=False),
    Column("revision", Integer, nullable=False),
    Column("action", String(20), nullable=False),
    Column("request", String(100), nullable=False),
    Column("answer", Text),
    Column("shown", Text),
    Column("is_surplus", Boolean, nullable=False, server_default=false()),
    Column("guideline", Integer, nullable=False),
    Column("active_ms", BigInteger),
    Column("wall_ms", BigInteger),
    Column("paid", BigInteger, nullable=False, server_default="0"),
    Column("at", BigInteger, nullable=False),
    UniqueConstraint("rater", "request"),
    UniqueConstraint("assignment", "revision"),
)

contests = Table(
    "contests",
    metadata,
    _id(),
    Column("assignment", Number, ForeignKey("assignments.id"), nullable=False, unique=True),
    Column("rater", Number, ForeignKey("raters.id"), nullable=False),
    Column("reason", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("verdict", String(20)),
    Column("decided", BigInteger),
)

administrators = Table(
    "administrators",
    metadata,
    _id(),
    Column("name", String(200), nullable=False, unique=True),
    Column("password", Text, nullable=False),
    Column("role", String(20), nullable=False),
    Column("created", BigInteger, nullable=False),
)

# Who is signed in. A cookie alone signs nobody in, so that logging out ends a session everywhere.
sessions = Table(
    "sessions",
    metadata,
    _id(),
    Column("digest", String(64), nullable=False, unique=True),
    Column("kind", String(20), nullable=False),
    Column("subject", Number, nullable=False),
    Column("began", BigInteger, nullable=False),
    Index("ix_sessions_kind_subject", "kind", "subject"),
)

# The browser that a rater works in, as a hash of the secret in its cookie.
browsers = Table(
    "browsers",
    metadata,
    Column("rater", Number, ForeignKey("raters.id"), primary_key=True, autoincrement=False),
    Column("digest", String(64), nullable=False),
    Column("since", BigInteger, nullable=False),
)

# The completion codes that raters were shown, by stage and outcome.
completions = Table(
    "completions",
    metadata,
    _id(),
    Column("rater", Number, ForeignKey("raters.id"), nullable=False),
    Column("stage", Integer, nullable=False),
    Column("outcome", String(20), nullable=False),
    Column("code", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    UniqueConstraint("rater", "stage", "outcome"),
)

tokens = Table(
    "tokens",
    metadata,
    _id(),
    Column("name", String(200), nullable=False),
    Column("digest", String(64), nullable=False, unique=True),
    Column("scopes", Text, nullable=False),
    Column("rater", Number, ForeignKey("raters.id")),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger),
    Column("revoked", BigInteger),
)

# Chains of hashes: one for the study and one per rater, so that raters need not wait for others.
log = Table(
    "log",
    metadata,
    _id(),
    Column("chain", Number, nullable=False),
    Column("number", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("actor", String(200), nullable=False),
    Column("action", String(40), nullable=False),
    Column("detail", Text, nullable=False),
    Column("hash", String(64), nullable=False),
    UniqueConstraint("chain", "number"),
)


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
