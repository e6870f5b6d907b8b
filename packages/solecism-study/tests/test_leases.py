"""Whatever raters do in whatever order, no item is judged too often and nothing is lost."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from sqlalchemy import select

from solecism.errors import ConflictError
from solecism_study.configuration import Control, Pay
from solecism_study.exchange.recorded_judgments import recorded_judgments
from solecism_study.log_verification import verify_study
from solecism_study.people.removal import reinstate_rater, remove_rater
from solecism_study.status.progress import progress
from solecism_study.store.tables import openings
from solecism_study.work.assignment import next_questions, release_leases
from solecism_study.work.lease import heartbeat
from solecism_study.work.submission import Submission, submit, undo
from studies import MINUTE, SCRATCH, START, make_study, new_rater

WANTED = 2
N_ITEMS = 4
PRICE = 10_000
raters = st.integers(0, 3)


class Raters(RuleBasedStateMachine):
    """Four raters, four items, two judgments each; time goes on in leaps."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory(dir=SCRATCH)
        self.study = make_study(
            str(Path(self.folder.name) / "study"),
            n_items=N_ITEMS,
            n_gold=2,
            n_judgments=WANTED,
            control=Control(share=0.3, least=100),
            pay=Pay(price=PRICE, budget=PRICE * 60),
        )
        self.now = START
        self.number = 0
        self.raters = [new_rater(self.study, name) for name in "abcd"]
        self.tokens: list[tuple[int, str]] = []
        self.acknowledged: dict[int, int] = {}
        self.gone: set[int] = set()

    def teardown(self) -> None:
        self.study.close()
        self.folder.cleanup()

    def request(self) -> str:
        self.number += 1
        return f"request-{self.number:06}"

    @rule(who=raters)
    def ask(self, who: int) -> None:
        found = next_questions(self.study, self.raters[who], now=self.now)
        held = {lease.question.passage.before for lease in found.leases}
        assert len(held) == len(found.leases) <= 9
        self.tokens += [(who, lease.token) for lease in found.leases]

    @precondition(lambda self: self.tokens)
    @rule(data=st.data(), value=st.sampled_from(["error", "ok"]))
    def answer(self, data: st.DataObject, value: str) -> None:
        who, token = data.draw(st.sampled_from(self.tokens))
        sent = Submission(token, {"answer": [value]}, self.request())
        rater = self.raters[who]
        try:
            receipt, _ = submit(self.study, rater, sent, now=self.now)
        except ConflictError:
            return
        assert receipt.paid == PRICE
        again, _ = submit(self.study, rater, sent, now=self.now)
        assert again.judgment == receipt.judgment
        self.acknowledged[receipt.judgment] = rater

    @rule(who=raters)
    def take_back(self, who: int) -> None:
        try:
            undo(self.study, self.raters[who], request=self.request(), now=self.now)
        except ConflictError:
            return

    @rule(who=raters)
    def leave(self, who: int) -> None:
        release_leases(self.study, self.raters[who], now=self.now)

    @rule(who=raters)
    def beat(self, who: int) -> None:
        heartbeat(self.study, self.raters[who], now=self.now)

    @rule(who=raters)
    def dismiss_or_take_back(self, who: int) -> None:
        rater = self.raters[who]
        change = reinstate_rater if rater in self.gone else remove_rater
        change(self.study, rater, reason="whim", now=self.now, actor="boss")
        self.gone ^= {rater}

    @rule(minutes=st.sampled_from([1, 5, 16, 60, 3000]))
    def wait(self, minutes: int) -> None:
        self.now += minutes * MINUTE

    @invariant()
    def nothing_is_overfull_or_lost(self) -> None:
        assert verify_study(self.study).problems == ()
        with self.study.database.read() as connection:
            for row in connection.execute(select(openings).where(openings.c.pool == "data")):
                taken = row.n_answered + row.n_leased
                assert taken <= WANTED
                assert row.is_open == (taken < WANTED)
        assert len(list(recorded_judgments(self.study, with_control=False))) <= WANTED * N_ITEMS
        found = progress(self.study, now=self.now)
        assert found.budget is not None
        assert found.earned <= found.committed <= found.budget


TestRaters = Raters.TestCase
TestRaters.settings = settings(max_examples=12, stateful_step_count=25, deadline=None)
