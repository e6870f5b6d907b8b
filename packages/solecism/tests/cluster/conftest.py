"""A real Ray cluster of two nodes with a processor each, on this machine."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest

NODE: dict[str, Any] = {"num_cpus": 1, "object_store_memory": 100_000_000}


@pytest.fixture(scope="session")
def nodes() -> Iterator[Any]:
    """The cluster; its head does no work, so that any other node may be lost."""
    pytest.importorskip("ray", reason="ray is not installed")
    # A busy machine takes longer to start a node than Ray waits for by itself.
    os.environ.setdefault("RAY_raylet_start_wait_time_s", "180")
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    from ray.cluster_utils import Cluster

    head = {**NODE, "num_cpus": 0, "include_dashboard": False}
    cluster: Any = Cluster(initialize_head=True, head_node_args=head)
    try:
        for _ in range(2):
            cluster.add_node(**NODE)
        yield cluster
    finally:
        cluster.shutdown()
