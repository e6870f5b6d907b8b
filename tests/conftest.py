"""What several tests need."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# A busy machine must not fail a test.
settings.register_profile("steady", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")

SHARED_DATA = Path(__file__).parents[2] / "shared" / "data"


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real corpora, where there is one."""
    if not SHARED_DATA.is_dir():
        pytest.skip(f"no real corpora at {SHARED_DATA}")
    return SHARED_DATA
