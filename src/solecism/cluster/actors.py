"""Shards that are worked on by actors of a Ray cluster, one per processor; any of them may be lost.

They are plain actors, because only places of shards travel: Ray Data would add seconds to the start
of every job, in this process and in each actor, and work for a part of a core while it runs.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from solecism.cluster.ray_session import n_processors

# How often the same shard may be lost with its actor: after that the shard itself is to blame.
_MOST_LOSSES = 4
_SECONDS = 5.0


def shard_records(
    worker: Callable[..., Any], arguments: tuple[Any, ...], shards: Sequence[Any]
) -> Iterator[Any]:
    """What the workers return for each shard, as they finish.

    There is one worker per processor, each in an actor; it is made from the arguments and called
    with a shard. Shards of a machine that is lost are worked on again elsewhere.
    """
    import ray

    actors = _Actors(ray, ray.remote(num_cpus=1)(worker), arguments, shards)
    try:
        yield from actors.records()
    finally:
        actors.end()


class _Actors:
    """The actors of a job, the shards that nobody works on yet, and what each actor is at."""

    def __init__(
        self, ray: Any, actor: Any, arguments: tuple[Any, ...], shards: Sequence[Any]
    ) -> None:
        self._ray, self._actor, self._arguments = ray, actor, arguments
        self._waiting = deque(shards)
        self._losses: Counter[Any] = Counter()
        # An actor is given nothing before it is there: one that waits for a machine holds up none.
        self._at_work: dict[Any, tuple[Any, Any]] = {}
        self._size = min(n_processors(ray), len(shards))
        for _ in range(self._size):
            self._start()

    def records(self) -> Iterator[Any]:
        """The results, until all shards are finished."""
        while self._waiting or any(shard is not None for _, shard in self._at_work.values()):
            ready, _ = self._ray.wait(list(self._at_work), timeout=_SECONDS)
            if not ready:
                # Nothing would ever come from a cluster that has lost all its machines.
                n_processors(self._ray)
            for result in ready:
                actor, shard = self._at_work.pop(result)
                try:
                    record = self._ray.get(result)
                except self._ray.exceptions.RayActorError as error:
                    self._replace(shard, error)
                    continue
                if self._waiting:
                    following = self._waiting.popleft()
                    self._at_work[actor.__call__.remote(following)] = actor, following
                if shard is not None:
                    yield record

    def end(self) -> None:
        """End all actors, whatever they are at."""
        for actor, _ in self._at_work.values():
            self._ray.kill(actor)
        self._at_work.clear()

    def _start(self) -> None:
        actor = self._actor.remote(*self._arguments)
        self._at_work[actor.__ray_ready__.remote()] = actor, None

    def _replace(self, shard: Any, error: Exception) -> None:
        """Start an actor for one that was lost, in starting or with its shard; not without end."""
        self._losses[shard] += 1
        if self._losses[shard] > _MOST_LOSSES * (self._size if shard is None else 1):
            raise error
        if shard is not None:
            self._waiting.appendleft(shard)
        self._start()
