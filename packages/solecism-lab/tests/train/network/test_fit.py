"""Learning: it learns, and a run that was stopped ends where it would have ended."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from solecism.detect.network.repairs import Repair
from solecism.errors import ModelError
from solecism_lab.train.network.examples import Collector, NetworkExamples
from strong_models import PIECES, REPAIRS, SHAPE, random_weights

torch = pytest.importorskip("torch", reason="torch is not installed")

from solecism_lab.train.network.batches import Source  # noqa: E402 - needs torch
from solecism_lab.train.network.fit import Course, fit, losses, with_hidden  # noqa: E402 - torch
from solecism_lab.train.network.network import Tensors, head, states  # noqa: E402 - needs torch
from solecism_lab.train.network.training import Reader, Teacher, trainable  # noqa: E402 - needs torch

COURSE = Course(n_steps=30, rate=2e-2, n_pieces=200, n_warm=3, keep_every=10)


def examples() -> NetworkExamples:
    """Sentences in which "of" is always wrong."""
    collector = Collector(PIECES, REPAIRS)
    for number in range(40):
        words = ["we", "rely", "of" if number % 2 else "the", "bus"]
        needs = [(2, Repair("R", "preposition", "on"))] if number % 2 else []
        collector.add(words, needs)
    return collector.examples()


def start() -> Tensors:
    return trainable(random_weights(), device="cpu")


def surprise(tensors: Tensors) -> float:
    batch = with_hidden(Source(examples(), device="cpu").batch(np.arange(40)), 0.0)
    return float(losses(tensors, batch, SHAPE, dropout=0.0)[0].detach())


def test_what_is_always_wrong_is_learnt() -> None:
    source = Source(examples(), device="cpu")
    learnt = fit(start(), source, COURSE, SHAPE, seed=1)
    assert surprise(learnt) < 0.1 < surprise(start())


def test_a_teacher_is_followed_where_nobody_has_annotated() -> None:
    source = Source(examples(), device="cpu")
    teacher = Teacher([Reader(fit(start(), source, COURSE, SHAPE, seed=1), SHAPE)])
    bare = Collector(PIECES, REPAIRS)
    for words in (["we", "rely", "of", "bus"], ["we", "rely", "the", "bus"]) * 20:
        bare.add_hidden(words, {})
    unlabelled = Source(bare.examples(), device="cpu")
    untaught = fit(start(), unlabelled, COURSE, SHAPE, seed=2)
    unlabelled.lessons = teacher.lessons([unlabelled])
    taught = fit(start(), unlabelled, COURSE, SHAPE, seed=2)
    assert surprise(taught) < 0.2 < surprise(untaught)


def test_lessons_are_the_likeliest_classes_of_the_teacher() -> None:
    source = Source(examples(), device="cpu")
    teacher = start()
    batch = source.batch(np.arange(7, 12))
    lessons = Teacher([Reader(teacher, SHAPE)]).lessons([source])
    p = probabilities(teacher, batch)
    classes, found = lessons.of(batch["places"]).likely["words"]
    assert torch.equal(classes[:, 0].long(), p.argmax(-1))
    assert torch.allclose(found.float(), p.gather(1, classes.long()), atol=0.005)


def test_of_two_teachers_the_mean_is_taught() -> None:
    source = Source(examples(), device="cpu")
    batch = source.batch(np.arange(7, 12))
    one, other = start(), fit(start(), source, COURSE, SHAPE, seed=1)
    both = Teacher([Reader(one, SHAPE), Reader(other, SHAPE)]).lessons([source, source])
    p = (probabilities(one, batch) + probabilities(other, batch)) / 2
    classes, found = both.of(batch["places"]).likely["words"]
    assert torch.equal(classes[:, 0].long(), p.argmax(-1))
    assert torch.allclose(found.float(), p.gather(1, classes.long()), atol=0.005)


def probabilities(tensors: Tensors, batch: dict[str, Any]) -> Any:
    """What a network says of the words of a batch."""
    state = states(tensors, batch["pieces"], batch["cases"], SHAPE).flatten(0, 1)
    return head(state[batch["rows"]], tensors, "words").softmax(-1)


class Stopped(dict[str, bytes]):
    """Parts that stop the run after the first time something is kept."""

    def __setitem__(self, name: str, data: bytes) -> None:
        super().__setitem__(name, data)
        raise KeyboardInterrupt


def test_a_stopped_run_ends_as_one_that_was_not() -> None:
    source = Source(examples(), device="cpu")
    whole = fit(start(), source, COURSE, SHAPE, seed=1)
    stopped = Stopped()
    with pytest.raises(KeyboardInterrupt):
        fit(start(), source, COURSE, SHAPE, seed=1, parts=stopped)
    kept = dict(stopped)
    again = fit(start(), source, COURSE, SHAPE, seed=1, parts=kept)
    assert kept == {}
    for name, tensor in whole.items():
        assert torch.equal(tensor, again[name])


class Clock:
    """A clock that goes on by a second whenever a step is over.

    It is the clock of one module only: the loop of a server that runs in a thread of the same
    process would otherwise wait for hours.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seconds = 0.0
        clock = SimpleNamespace(monotonic=lambda: self.seconds)
        monkeypatch.setattr("solecism_lab.train.network.fit.time", clock)

    def tick(self, *_: int) -> None:
        self.seconds += 1


def test_a_run_ends_with_its_time_and_its_rate_has_fallen_by_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rates: list[float] = []
    original = torch.optim.AdamW.step

    def step(self: Any) -> None:
        rates.append(self.param_groups[0]["lr"])
        original(self)

    monkeypatch.setattr(torch.optim.AdamW, "step", step)
    clock = Clock(monkeypatch)
    source = Source(examples(), device="cpu")
    course = replace(COURSE, n_steps=1_000, n_warm=1, minutes=0.2)
    fit(start(), source, course, SHAPE, seed=1, progress=clock.tick)
    assert len(rates) == 12
    assert rates[0] == pytest.approx(2e-2)
    assert rates[6] == pytest.approx(2e-2 * (0.02 + 0.98 * 0.5))
    assert rates[-1] < 2e-2 * 0.04


def test_time_before_an_interruption_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    source = Source(examples(), device="cpu")
    course = replace(COURSE, n_steps=1_000, keep_every=5, minutes=0.2)
    stopped = Stopped()
    with pytest.raises(KeyboardInterrupt):
        fit(start(), source, course, SHAPE, seed=1, parts=stopped, progress=clock.tick)
    clock.seconds = 100.0
    n_more = 0

    def tick(*_: int) -> None:
        nonlocal n_more
        n_more += 1
        clock.tick()

    fit(start(), source, course, SHAPE, seed=1, parts=dict(stopped), progress=tick)
    assert n_more == 12 - 4


def test_a_damaged_state_is_told() -> None:
    source = Source(examples(), device="cpu")
    with pytest.raises(ModelError, match="Empty the work folder"):
        fit(start(), source, COURSE, SHAPE, seed=1, parts={"run.state": b"nothing"})


def test_batches_have_what_they_ask_about() -> None:
    source = Source(examples(), device="cpu")
    batch = source.batch(np.array([1, 2]))
    assert batch["pieces"].shape == (2, 16)
    assert batch["rows"].tolist()[:5] == [1, 3, 7, 8, 11]
    assert (batch["words"] > 0).sum() == 2 + 1


def test_hidden_pieces_are_guessed_and_nothing_else_is_asked_there() -> None:
    batch = Source(examples(), device="cpu").batch(np.arange(40))
    torch.manual_seed(1)
    found = with_hidden(batch, 0.3)
    is_hidden = found["pieces"] != batch["pieces"]
    assert 0.15 < is_hidden.sum() / (batch["pieces"] >= 5).sum() < 0.4
    assert (found["pieces"][is_hidden] == PIECES.mask).all()
    asked = found["hidden_pieces"] != 65_535
    assert set(found["hidden_rows"][asked].tolist()) == set(
        is_hidden.flatten().nonzero().flatten().tolist()
    )
    assert torch.equal(
        found["hidden_pieces"][asked], batch["pieces"].flatten()[found["hidden_rows"][asked]]
    )
    there = is_hidden.flatten()[batch["rows"]]
    assert (found["words"][there] == 65_535).all()
    assert torch.equal(found["words"][~there], batch["words"][~there])
    assert torch.equal(with_hidden(batch, 0.0)["pieces"], batch["pieces"])


def test_hidden_pieces_are_learnt() -> None:
    source = Source(examples(), device="cpu")
    course = Course(n_steps=60, rate=2e-2, n_pieces=200, n_warm=3, hidden=0.3)
    batch = with_hidden(source.batch(np.arange(40)), 0.3)
    before = float(losses(start(), batch, SHAPE, dropout=0.0)[3].detach())
    learnt = fit(start(), source, course, SHAPE, seed=1)
    assert float(losses(learnt, batch, SHAPE, dropout=0.0)[3]) < 0.5 * before


def test_parts_of_a_mixture_have_their_shares_of_the_pieces() -> None:
    collector = Collector(PIECES, REPAIRS)
    for n_words in [4] * 10 + [9] * 100 + [2] * 5:
        collector.add(["the"] * n_words, [])
    source = Source(collector.examples(), device="cpu")
    shares = [(range(10), 0.25), (range(10, 110), 0.5), (range(110, 115), 0.25)]
    numbers = source.mixed(shares)._epoch(np.random.default_rng(1))
    counts = np.bincount(numbers, minlength=115)
    # With the pieces at both ends, a sentence of the first part has 6, of the others 11 and 4.
    assert counts[:10].tolist() == [1] * 10
    assert counts[10:110].sum() == round(120 / 11)
    assert counts[10:110].max() == 1
    assert counts[110:].tolist() == [3] * 5
    assert sorted(source._epoch(np.random.default_rng(1))) == list(range(115))


def test_only_the_parts_of_a_mixture_are_read() -> None:
    source = Source(examples(), device="cpu").mixed([(range(3, 8), 1.0)])
    orders = source.orders(100, np.random.default_rng(1))
    drawn = np.concatenate([next(orders) for _ in range(20)])
    assert set(drawn) == set(range(3, 8))
