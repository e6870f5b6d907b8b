"""One answer per item from many raters: by majority, Dawid and Skene's model, MACE or GLAD.

Dawid & Skene (1979) estimate answers and every rater's confusion table by expectation-maximisation.
In MACE (Hovy, Berg-Kirkpatrick, Vaswani & Hovy 2013) each rater either knows or guesses. In GLAD
(Whitehill, Ruvolo, Wu, Bergsma & Movellan 2009) a rater of ability a answers an item of ease b
right with probability sigmoid(a exp(b)).

Votes are sparse matrices, with sums over the raters of an item and over the items of a rater.
Raters are taken a few at a time. The answers of one such group to an item are one pattern out of a
few thousand, and each pattern is added up once for all items that have it: with twenty raters and
two labels, three look-ups per item instead of twenty.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from solecism.errors import InputError
from solecism.judgment import ERROR, Judgment
from solecism.numeric import Floats, Ints, Ints32
from solecism.panel import Panel
from solecism.table import Table, Tabular, number, table

if TYPE_CHECKING:
    from scipy.sparse import csr_array

_MOST_ITEMS = 20


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Consensus(Tabular):
    """Probabilities (judged items x labels), and a score per rater by the method's own measure.

    `rater_score` is the probability of the right answer (majority, Dawid-Skene), of not
    guessing (MACE) or ability (GLAD); higher is better. `log_likelihood` is what the method
    makes as large as it can, and NaN where there is no such thing. `parameters` are the
    method's own, by the names that its function's docstring gives them.
    """

    method: str
    items: tuple[str, ...]
    raters: tuple[str, ...]
    labels: tuple[str, ...]
    p: Floats
    rater_score: Floats
    log_likelihood: float = np.nan
    n_iterations: int = 0
    parameters: Mapping[str, Floats] = field(default_factory=dict)

    def answers(self) -> Ints32:
        """The most probable label of each item, the first of them in a tie."""
        best: Ints32 = np.argmax(self.p, axis=1).astype(np.int32)
        return best

    def tables(self) -> Iterator[Table]:
        """The answers to the first items, and the score of each rater."""
        rows = list(zip(self.items, self.answers().tolist(), self.p, strict=True))
        title = f"Consensus of {len(self.items)} items by {self.method}"
        if len(rows) > _MOST_ITEMS:
            title += f", the first {_MOST_ITEMS}"
        yield table(
            title,
            ("item", "answer", "p"),
            [(item, self.labels[best], number(p[best])) for item, best, p in rows[:_MOST_ITEMS]],
        )
        raters = zip(self.raters, self.rater_score.tolist(), strict=True)
        yield table("Raters", ("rater", "score"), [(name, number(one)) for name, one in raters])

    def by_item(self) -> dict[str, str]:
        """The most probable label of each item."""
        names = [self.labels[answer] for answer in self.answers()]
        return dict(zip(self.items, names, strict=True))


def softmax(logits: Floats) -> tuple[Floats, Floats]:
    """Probabilities that are proportional to exp of each row, and the log of each row's sum."""
    # Labels first: numpy is slow at reducing over a short last axis.
    by_label: Floats = np.ascontiguousarray(logits.T)
    top = by_label.max(axis=0)
    by_label -= top
    np.exp(by_label, out=by_label)
    total = by_label.sum(axis=0)
    by_label /= total
    return np.ascontiguousarray(by_label.T), top + np.log(total)


def vote_shares(counts: Ints | Floats) -> Floats:
    """The share of each label in the votes of an item, which must have at least one."""
    return np.asarray(counts / np.einsum("ij->i", counts)[:, None])


def judged_items(panel: Panel) -> Panel:
    """The panel without unjudged items; InputError if nothing is left."""
    if not len(panel):
        raise InputError("there are no judgments to aggregate.")
    return panel.judged()


def majority(panel: Panel) -> Consensus:
    """Shares of votes; a rater's score is how often the majority of the others agrees with them."""
    panel = judged_items(panel)
    shares = vote_shares(panel.counts())
    right = agrees_with_others(panel)
    agreed = np.bincount(panel.rater, np.nan_to_num(right), minlength=panel.n_raters)
    comparable = np.bincount(panel.rater, ~np.isnan(right), minlength=panel.n_raters)
    score = np.full(panel.n_raters, np.nan)
    np.divide(agreed, comparable, out=score, where=comparable > 0)
    return Consensus("majority", panel.items, panel.raters, panel.labels, shares, score)


def agrees_with_others(panel: Panel) -> Floats:
    """For each judgment the probability that the majority of the other answers is the same.

    A tie counts by its number of winners; NaN where no other rater judged the item.
    """
    counts = panel.counts()[panel.item]
    row = np.arange(len(panel))
    counts[row, panel.answer] -= 1
    most = counts.max(axis=1, initial=0)
    winners = (counts == most[:, None]).sum(axis=1)
    is_winner = counts[row, panel.answer] == most
    return np.where(most > 0, is_winner / np.maximum(winners, 1), np.nan)


def drawn_majority(counts: Ints, *, rng: np.random.Generator) -> Ints32:
    """The most frequent answer of each item, ties broken at random, -1 without answers."""
    if not counts.size:
        return np.full(len(counts), -1, dtype=np.int32)
    best = np.argmax(counts + rng.random(counts.shape) / 2, axis=1)
    return np.where(counts.sum(axis=1) > 0, best, -1).astype(np.int32)


_MAX_PATTERNS = 4096


@dataclass(frozen=True, slots=True, eq=False)
class Votes:
    """The pattern of votes of each item (items x patterns), and the votes in each pattern.

    A pattern consists of votes: columns rater x label.
    """

    of_item: csr_array
    of_pattern: csr_array

    def by_item(self, weights: Floats) -> Floats:
        """Sums over the votes of each item, of weights (rater x label) x anything."""
        sums: Floats = self.of_item @ (self.of_pattern @ weights)
        return sums

    def by_rater(self, weights: Floats) -> Floats:
        """Sums over the items of each vote (rater x label), of weights items x anything."""
        sums: Floats = self.of_pattern.T @ (self.of_item.T @ weights)
        return sums


def votes(panel: Panel) -> Votes:
    """The votes of a panel.

    >>> from solecism.panel import from_matrix
    >>> votes(from_matrix(np.array([[0, 1], [1, 1]]))).by_rater(np.array([1.0, 10.0])).tolist()
    [1.0, 10.0, 0.0, 11.0]
    """
    n_digits = panel.n_labels + 1
    group_size = max(1, int(np.log(_MAX_PATTERNS) / np.log(n_digits)))
    n_patterns = n_digits**group_size
    group, place = np.divmod(np.arange(panel.n_raters, dtype=np.int32), group_size)
    n_groups = -(-panel.n_raters // group_size)
    cell = panel.item * np.int64(n_groups) + group.take(panel.rater)
    starts = np.flatnonzero(np.concatenate([[True], cell[1:] != cell[:-1]])[: len(cell)])
    digit = ((n_digits**place)[:, None] * np.arange(1, n_digits)).astype(np.int32)
    digits = digit.ravel().take(panel.rater * np.int32(panel.n_labels) + panel.answer)
    code = np.add.reduceat(digits, starts) if len(starts) else digits
    pattern = group[panel.rater[starts]] * n_patterns + code
    occurs = np.bincount(pattern, minlength=n_groups * n_patterns) > 0
    column = (np.cumsum(occurs, dtype=np.int32) - np.int32(1))[pattern]
    distinct = np.flatnonzero(occurs)
    n_votes = np.bincount(panel.item[starts], minlength=panel.n_items)
    row_starts = np.concatenate([[0], np.cumsum(n_votes)]).astype(np.int32)
    shape = panel.n_items, len(distinct)
    of_item = _sparse(column, row_starts, shape)
    return Votes(of_item, _spelled_out(distinct, panel, group_size, n_patterns))


def _spelled_out(patterns: Ints, panel: Panel, group_size: int, n_patterns: int) -> csr_array:
    """The votes that each pattern consists of."""
    group, code = np.divmod(patterns, n_patterns)
    powers = (panel.n_labels + 1) ** np.arange(group_size)
    label = code[:, None] // powers % (panel.n_labels + 1) - 1
    rater = group[:, None] * group_size + np.arange(group_size)
    given = label >= 0
    column = (rater * panel.n_labels + label)[given].astype(np.int32)
    starts = np.concatenate([[0], np.cumsum(given.sum(axis=1))]).astype(np.int32)
    shape = len(patterns), panel.n_raters * panel.n_labels
    return _sparse(column, starts, shape)


def _sparse(column: Ints32, starts: Ints32, shape: tuple[int, int]) -> csr_array:
    """The matrix with ones in these columns, given where each row starts."""
    # Imported here, because it takes longer than to measure the agreement of a small study.
    from scipy.sparse import csr_array

    return csr_array((np.ones(len(column)), column, starts), shape=shape)


_LEAST_P = 1e-10


def dawid_skene(panel: Panel, *, max_iterations: int = 100, tolerance: float = 1e-5) -> Consensus:
    """The fixed point of expectation-maximisation that is reached from the shares of votes.

    Parameters: "prior" of each label, and "confusion", how probable a rater's label is given
    the truth (raters x labels x truths). It stops when the evidence lower bound, divided by the
    number of judgments, grows by less than `tolerance`.
    """
    panel = judged_items(panel)
    cast = votes(panel)
    counts = cast.by_item(np.tile(np.eye(panel.n_labels), (panel.n_raters, 1)))
    p = vote_shares(counts)
    new = _dawid_skene_m_step(cast, p)
    bound, n_iterations = -np.inf, 0
    while n_iterations < max_iterations:
        old, n_iterations = new, n_iterations + 1
        p, log_sum = softmax(cast.by_item(old.log_confusion) + old.log_prior)
        new = _dawid_skene_m_step(cast, p)
        # The entropy of p, from what p was made of: no logarithm of each item's probabilities.
        entropy = log_sum.sum() - new.fit_of(old) - new.p_sum @ old.log_prior
        last, bound = bound, entropy + new.fit_of(new) + new.expected.sum(axis=0) @ new.log_prior
        if bound - last < tolerance * len(panel):
            break
    confusion = np.exp(new.log_confusion).reshape(panel.n_raters, panel.n_labels, -1)
    prior = np.exp(new.log_prior)
    p_right: Floats = np.einsum("rkk,k->r", confusion, prior)
    return Consensus(
        "dawid-skene",
        panel.items,
        panel.raters,
        panel.labels,
        p,
        p_right,
        float(bound),
        n_iterations,
        {"prior": prior, "confusion": confusion},
    )


@dataclass(frozen=True, slots=True, eq=False)
class _DawidSkeneParameters:
    """Parameters, and the expected votes (rater x label) x truth that they come from."""

    expected: Floats
    p_sum: Floats
    log_confusion: Floats
    log_prior: Floats

    def fit_of(self, other: _DawidSkeneParameters) -> float:
        """The expected log-likelihood of the votes under other parameters."""
        return float((self.expected * other.log_confusion).sum())


def _dawid_skene_m_step(cast: Votes, p: Floats) -> _DawidSkeneParameters:
    """The best parameters, given how probable each answer is."""
    expected = cast.by_rater(p)
    p_sum: Floats = np.einsum("it->t", p)
    n_items, n_labels = p.shape
    confusion = np.maximum(expected.reshape(-1, n_labels, n_labels), _LEAST_P)
    confusion /= confusion.sum(axis=1, keepdims=True)
    prior = np.maximum(p_sum / n_items, _LEAST_P)
    return _DawidSkeneParameters(
        expected, p_sum, np.log(confusion).reshape(-1, n_labels), np.log(prior)
    )


_KNOWING_PRIOR, _GUESS_PRIOR, _NOISE = 0.5, 10.0, 0.5


@dataclass(frozen=True, slots=True, eq=False)
class MaceParameters:
    """How often each rater guesses (raters x [guesses, knows]), and what (raters x labels)."""

    knowing: Floats
    guesses: Floats


def mace(
    panel: Panel, *, rng: np.random.Generator, n_restarts: int = 10, n_iterations: int = 50
) -> Consensus:
    """The best of several random starts, by variational Bayes.

    As published, every label is as likely as any other beforehand: where one is rare, it is
    found too often, and Dawid-Skene does better.

    Parameters: "guesses", what each rater answers when guessing (raters x labels).
    """
    panel = judged_items(panel)
    cast = votes(panel)
    n_votes = panel_votes(panel)
    best: tuple[float, Floats, MaceParameters] | None = None
    for _ in range(max(1, n_restarts)):
        start = random_mace_start(panel.n_raters, panel.n_labels, rng=rng)
        start_result = fit_mace(cast, n_votes, start, n_iterations=n_iterations)
        if best is None or start_result[0] > best[0]:
            best = start_result
    assert best is not None  # noqa: S101 - there was at least one start
    log_likelihood, p, guessing = best
    share_knowing = guessing.knowing[:, 1] / guessing.knowing.sum(axis=1)
    return Consensus(
        "mace",
        panel.items,
        panel.raters,
        panel.labels,
        p,
        share_knowing,
        log_likelihood,
        n_iterations,
        {"guesses": guessing.guesses / guessing.guesses.sum(axis=1, keepdims=True)},
    )


def panel_votes(panel: Panel) -> Floats:
    """How many items each rater gave each label: raters x labels."""
    cell = panel.rater * np.int64(panel.n_labels) + panel.answer
    counts = np.bincount(cell, minlength=panel.n_raters * panel.n_labels)
    return counts.reshape(panel.n_raters, panel.n_labels).astype(np.float64)


def random_mace_start(n_raters: int, n_labels: int, *, rng: np.random.Generator) -> MaceParameters:
    """Parameters near uniform ones."""
    knowing = rng.uniform(1, 2 + _NOISE, size=(n_raters, 2))
    guesses = rng.uniform(1, 2 + _NOISE, size=(n_raters, n_labels))
    return MaceParameters(
        knowing / knowing.sum(axis=1, keepdims=True), guesses / guesses.sum(axis=1, keepdims=True)
    )


def fit_mace(
    cast: Votes, n_votes: Floats, start: MaceParameters, *, n_iterations: int
) -> tuple[float, Floats, MaceParameters]:
    """Log-likelihood, probabilities and parameters after a number of iterations."""
    guessing = start
    log_likelihood, p, p_known = _mace_e_step(cast, n_votes, guessing)
    for _ in range(n_iterations):
        knowing = np.stack([(n_votes - p_known).sum(axis=1), p_known.sum(axis=1)], axis=1)
        guessing = MaceParameters(
            _variational(knowing, _KNOWING_PRIOR), _variational(n_votes - p_known, _GUESS_PRIOR)
        )
        log_likelihood, p, p_known = _mace_e_step(cast, n_votes, guessing)
    return log_likelihood, p, guessing


def _mace_e_step(
    cast: Votes, n_votes: Floats, guessing: MaceParameters
) -> tuple[float, Floats, Floats]:
    """Log-likelihood, each item's probabilities, and how many votes (rater x label) were known."""
    n_raters, n_labels = n_votes.shape
    by_guess = guessing.knowing[:, :1] * guessing.guesses
    by_either = by_guess + guessing.knowing[:, 1:]
    gain = np.log(by_either) - np.log(by_guess)
    # A vote speaks for its own label only: every other one gets the same from it.
    own_label = gain[:, :, None] * np.eye(n_labels)
    p, log_sum = softmax(cast.by_item(own_label.reshape(-1, n_labels)))
    right = cast.by_rater(p).reshape(n_raters, n_labels, n_labels)
    p_known = np.einsum("rkk->rk", right) * guessing.knowing[:, 1:] / by_either
    log_likelihood = log_sum.sum() + (n_votes * np.log(by_guess)).sum()
    return float(log_likelihood - len(p) * np.log(n_labels)), p, p_known


def _variational(counts: Floats, prior: float) -> Floats:
    """exp(E log) of Dirichlet posteriors, which need not add up to 1."""
    from scipy.special import digamma

    posterior = counts + prior
    return np.asarray(np.exp(digamma(posterior) - digamma(posterior.sum(axis=1, keepdims=True))))


_PRIOR_MEAN = 1.0
_ITEMS_AT_ONCE = 2000


def glad(
    panel: Panel,
    *,
    max_iterations: int = 100,
    tolerance: float = 1e-5,
    max_steps: int = 25,
    step_tolerance: float = 1e-3,
) -> Consensus:
    """The fixed point that is reached from equal raters and equal items.

    Parameters: "ease", the log of how easy each item is. It stops when the expected
    log-likelihood, divided by judgments times labels, grows by less than `tolerance`.
    """
    panel = judged_items(panel)
    if panel.n_labels < 2:
        raise InputError("GLAD needs at least two labels. Give all possible labels.")
    chance = panel.counts() * np.log(panel.n_labels - 1)
    problem = _GladLikelihood(panel, votes(panel), _glad_blocks(panel), chance)
    point = np.full(panel.n_raters + panel.n_items, _PRIOR_MEAN)
    p = problem.answers(point)
    fit, n_iterations = problem.fit(point, p), 0
    while n_iterations < max_iterations:
        last, n_iterations = fit, n_iterations + 1
        p = problem.answers(point)
        point = _glad_m_step(problem, point, p, max_steps, step_tolerance)
        fit = problem.fit(point, p) / (len(panel) * panel.n_labels)
        if fit - last < tolerance:
            break
    ability, ease = point[: panel.n_raters], point[panel.n_raters :]
    return Consensus(
        "glad",
        panel.items,
        panel.raters,
        panel.labels,
        p,
        ability,
        fit,
        n_iterations,
        {"ease": ease},
    )


def _glad_m_step(
    problem: _GladLikelihood, point: Floats, p: Floats, max_steps: int, tolerance: float
) -> Floats:
    """Abilities and eases that fit best, each measured in units of its own standard error.

    A rater has thousands of times more answers than an item: without the units the search
    crawls along a narrow valley.
    """
    # Loading it takes longer than most other measures take to compute.
    from scipy.optimize import minimize

    panel = problem.panel
    p_right = p[panel.item, panel.answer]
    unit = 1 / np.sqrt(problem.information(point))

    def loss(scaled: Floats) -> tuple[float, Floats]:
        value, slope = problem.loss(scaled * unit, p_right)
        return value, slope * unit

    options = {"maxiter": max_steps, "gtol": tolerance, "ftol": 0.0}
    minimum = minimize(loss, point / unit, method="L-BFGS-B", jac=True, options=options)
    return np.asarray(minimum.x * unit)


@dataclass(frozen=True, slots=True, eq=False)
class _GladBlock:
    """The judgments of a few items, few enough to stay in the processor's cache."""

    rows: slice
    items: slice
    starts: NDArray[np.intp]
    n_votes: NDArray[np.intp]
    rater: NDArray[np.intp]

    def evidence(self, ability: Floats, easy: Floats) -> tuple[Floats, Floats]:
        """For each judgment exp(ease) of the item, and that times the ability of the rater."""
        by_item = np.repeat(easy[self.items], self.n_votes)
        return by_item, by_item * ability[self.rater]

    def add_sums(self, sums: Floats, of_raters: Floats, of_items: Floats, n_raters: int) -> None:
        """Add sums over the judgments of each rater, followed by those of each item."""
        sums[:n_raters] += np.bincount(self.rater, of_raters, n_raters)
        sums[n_raters:][self.items] += np.add.reduceat(of_items, self.starts)


def _glad_blocks(panel: Panel) -> list[_GladBlock]:
    n_votes = np.bincount(panel.item, minlength=panel.n_items)
    first_rows = np.concatenate([[0], np.cumsum(n_votes)])
    cuts = [*range(0, panel.n_items, _ITEMS_AT_ONCE), panel.n_items]
    return [
        _GladBlock(
            slice(first_rows[first], first_rows[last]),
            slice(first, last),
            first_rows[first:last] - first_rows[first],
            n_votes[first:last],
            panel.rater[first_rows[first] : first_rows[last]].astype(np.intp),
        )
        for first, last in pairwise(cuts)
    ]


@dataclass(frozen=True, slots=True, eq=False)
class _GladLikelihood:
    """The likelihood of the panel, and its gradient, at a point (abilities, then eases)."""

    panel: Panel
    cast: Votes
    blocks: list[_GladBlock]
    chance: Floats

    def answers(self, point: Floats) -> Floats:
        """The probability of each label of each item: votes weighted by ability, times ease."""
        panel = self.panel
        ability, ease = point[: panel.n_raters], point[panel.n_raters :]
        weight = ability[:, None, None] * np.eye(panel.n_labels)
        support = self.cast.by_item(weight.reshape(-1, panel.n_labels))
        p, _ = softmax(support * np.exp(ease)[:, None] + self.chance)
        return p

    def fit(self, point: Floats, p: Floats) -> float:
        """The expected log-likelihood and the log of the priors."""
        panel = self.panel
        loss, _ = self.loss(point, p[panel.item, panel.answer])
        return -loss

    def loss(self, point: Floats, p_right: Floats) -> tuple[float, Floats]:
        """Minus the expected log-likelihood and priors, and its gradient."""
        n_raters = self.panel.n_raters
        ability, easy = point[:n_raters], np.exp(point[n_raters:])
        slope = point - _PRIOR_MEAN
        loss = (slope**2).sum() / 2 + len(point) * np.log(2 * np.pi) / 2
        loss += (len(p_right) - p_right.sum()) * np.log(self.panel.n_labels - 1)
        for block in self.blocks:
            by_item, evidence = block.evidence(ability, easy)
            right = p_right[block.rows]
            shrunk = np.exp(-np.abs(evidence))
            loss += (np.maximum(evidence, 0) + np.log1p(shrunk) - right * evidence).sum()
            surplus = np.where(evidence > 0, 1, shrunk) / (1 + shrunk) - right
            block.add_sums(slope, surplus * by_item, surplus * evidence, n_raters)
        return float(loss), slope

    def information(self, point: Floats) -> Floats:
        """The diagonal of the Fisher information, with that of the priors."""
        n_raters = self.panel.n_raters
        information = np.ones_like(point)
        for block in self.blocks:
            by_item, evidence = block.evidence(point[:n_raters], np.exp(point[n_raters:]))
            shrunk = np.exp(-np.abs(evidence))
            variance = shrunk / (1 + shrunk) ** 2
            block.add_sums(information, variance * by_item**2, variance * evidence**2, n_raters)
        return information


METHODS: dict[str, Callable[[Panel, np.random.Generator], Consensus]] = {
    "majority": lambda panel, rng: majority(panel),
    "dawid-skene": lambda panel, rng: dawid_skene(panel),
    "mace": lambda panel, rng: mace(panel, rng=rng),
    "glad": lambda panel, rng: glad(panel),
}


def consensus(panel: Panel, method: str, *, seed: int = 0) -> Consensus:
    """One answer per item, by one of the methods."""
    if method not in METHODS:
        raise InputError(f"there is no method {method!r}. There are {', '.join(METHODS)}.")
    return METHODS[method](panel, np.random.default_rng(seed))


def p_error(panel: Panel, method: str = "dawid-skene", *, seed: int = 0) -> Floats:
    """The probability of an error at each judged item, by one of the methods."""
    result = consensus(panel, method, seed=seed)
    if ERROR not in result.labels:
        raise InputError(f"answers are {', '.join(result.labels)}. One of them must be {ERROR}.")
    return result.p[:, result.labels.index(ERROR)]


def consensus_judgments(result: Consensus) -> list[Judgment]:
    """A consensus as judgments of a rater of the method's name."""
    answers = result.answers().tolist()
    return [
        Judgment(item, result.method, result.labels[answer], confidence=min(1.0, float(p[answer])))
        for item, answer, p in zip(result.items, answers, result.p, strict=True)
    ]
