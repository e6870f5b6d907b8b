"""Training of the network: on native text with synthetic errors, then on learners' text as well.

Learners' text comes in two parts: all there is, and at last that of the best annotators. A trained
network, usually a larger one, may be the teacher whose probabilities another one learns.
"""

from __future__ import annotations

import math
from collections.abc import Callable, MutableMapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import torch

from solecism.detect.network.reading import Pieces
from solecism.detect.network.repairs import Repairs
from solecism.errors import InputError
from solecism.formats import files
from solecism.system import archive
from solecism_lab.train.network.batches import Lessons, Likely, Source
from solecism_lab.train.network.encoder import Shape, Weights
from solecism_lab.train.network.examples import NetworkExamples, concatenated
from solecism_lab.train.network.fit import Batch, Course, Progress, fit
from solecism_lab.train.network.model_file import read_classes, read_network
from solecism_lab.train.network.network import HEADS, Tensors, head, rounded, states, with_heads

# Of each place the likeliest classes are kept; so many pieces are read at once.
_N_LIKELY = 8
_N_PIECES = 65_536


@dataclass(frozen=True, slots=True, eq=False)
class Reader:
    """A trained network that teaches; `has_own_pieces` says that it reads others than the pupil."""

    tensors: Tensors
    shape: Shape
    has_own_pieces: bool = False

    def p(self, batch: Batch) -> dict[str, torch.Tensor]:
        """The probabilities of all classes at each place of a batch, by head; 0 if not read."""
        state = states(self.tensors, batch["pieces"], batch["cases"], self.shape)
        asked = state.flatten(0, 1).index_select(0, batch["rows"])
        return {
            name: batch["is_read"][:, None] * head(asked, self.tensors, name).float().softmax(-1)
            for name in HEADS
        }


@dataclass(frozen=True, slots=True, eq=False)
class Teacher:
    """Trained networks, and the share of the loss that is by the mean of their probabilities."""

    readers: Sequence[Reader]
    share: float = 0.7

    def lessons(self, sources: Sequence[Source]) -> Lessons:
        """What the teacher says about every place of the examples, which each network reads once.

        Of each network there is a source with the same sentences in its pieces.
        """
        first = sources[0]
        device = next(iter(self.readers[0].tensors.values())).device
        on_gpu = device.type == "cuda"
        readers = [
            replace(each, tensors=rounded(each.tensors)) if on_gpu else each
            for each in self.readers
        ]
        sizes = {name: _n_likely(readers[0].tensors, name) for name in HEADS}
        likely = {
            name: Likely(
                torch.zeros((first.n_places, n), dtype=torch.int16, device=device),
                torch.zeros((first.n_places, n), dtype=torch.bfloat16, device=device),
            )
            for name, n in sizes.items()
        }
        with torch.no_grad():
            for numbers in first.in_order(_N_PIECES):
                batches = [source.batch(numbers) for source in sources]
                read = [each.p(batch) for each, batch in zip(readers, batches, strict=True)]
                for name, each in likely.items():
                    p = torch.stack([of_reader[name] for of_reader in read]).mean(0)
                    top = p.topk(sizes[name])
                    each.classes[batches[0]["places"]] = top.indices.short()
                    each.p[batches[0]["places"]] = top.values.bfloat16()
        return Lessons(likely, self.share)


def read_teacher(paths: Sequence[str], pieces: Pieces, repairs: Repairs, device: str) -> Teacher:
    """The networks of model files as one teacher of a network with these pieces and repairs."""
    return Teacher([_read_teacher(path, pieces, repairs, device) for path in paths])


def _read_teacher(path: str, pieces: Pieces, repairs: Repairs, device: str) -> Reader:
    data = files.read_bytes(path)
    known, known_repairs = read_classes(data, file=path)
    if known_repairs != repairs:
        raise InputError(
            f"{path}: has other repairs. Empty the work folder: a first run takes the teacher's."
        )
    weights, shape = read_network(data)
    return Reader(
        {name: torch.tensor(each, device=device) for name, each in weights.items()},
        shape,
        known.vocabulary != pieces.vocabulary,
    )


def _n_likely(tensors: Tensors, name: str) -> int:
    return min(_N_LIKELY, len(tensors[f"{name}.bias"]))


VERSION = 1
NATIVE_STAGE, WIDE_STAGE, LEARNER_STAGE = "native.weights", "wide.weights", "learner.weights"
# The names of the texts.
_NATIVE, _LEARNER, _WIDE, _BARE, _VARIED = "native", "learner", "wide", "bare", "varied"
_REMEDY = "Empty the work folder and train again."
# The shares of the time for the stages.
_TIMES = (0.55, 0.3, 0.15)
_Reader = Callable[[], NetworkExamples]


@dataclass(frozen=True, slots=True)
class Plan:
    """The schedules of the stages: native text, all learners' text, the best learners' text.

    The last stage is run `n_runs` times with different seeds, and the weights are averaged;
    `native_share` of the pieces of the last two are native text. With a teacher, text without
    annotation has `bare_share` of that, if there is any, and `varied_share` are learners' sentences
    with other errors, of which the first stage has half as many.
    """

    native: Course
    wide: Course
    learner: Course
    n_runs: int
    native_share: float = 0.5
    bare_share: float = 0.2
    varied_share: float = 0.2

    def of(
        self, *, n_steps: int, n_learner_steps: int, n_pieces: int, minutes: float = math.inf
    ) -> Plan:
        """The plan with other sizes; steps on learners' text have half of the pieces.

        `minutes` is the most time for all stages.
        """
        half = n_pieces // 2
        native_time, wide_time, learner_time = (share * minutes for share in _TIMES)
        sizes = (
            (self.native, n_steps, n_pieces, native_time),
            (self.wide, n_learner_steps, half, wide_time),
            (self.learner, n_learner_steps, half, learner_time / self.n_runs),
        )
        native, wide, learner = (
            replace(
                course,
                n_steps=steps,
                n_pieces=pieces,
                n_warm=min(course.n_warm, steps),
                minutes=time,
            )
            for course, steps, pieces, time in sizes
        )
        return replace(self, native=native, wide=wide, learner=learner)


# Of the rates tried on learners' text, 2e-4 and 3e-4 were best on tuning data.
PLAN = Plan(
    native=Course(n_steps=24_000, rate=4e-4, n_warm=600, hidden=0.08),
    wide=Course(n_steps=1_000, rate=3e-4, n_pieces=16_384, n_warm=100),
    learner=Course(n_steps=1_000, rate=3e-4, n_pieces=16_384, n_warm=100, averaged=0.3),
    n_runs=3,
)
# Large networks want smaller steps; for text that is seen a few times only, dropout is a waste.
LARGE_PLAN = Plan(
    native=Course(n_steps=4_000, rate=1.2e-4, n_warm=400, hidden=0.08, dropout=0.0),
    wide=Course(n_steps=900, rate=6e-5, n_pieces=32_768, n_warm=100),
    learner=Course(n_steps=450, rate=4e-5, n_pieces=32_768, n_warm=50, averaged=0.4),
    n_runs=2,
)


# A teacher is followed on much more text than annotators have read.
TAUGHT_PLAN = replace(
    PLAN,
    native=replace(PLAN.native, dropout=0.0),
    learner=replace(PLAN.learner, rate=1.5e-4),
    n_runs=2,
    native_share=0.45,
    bare_share=0.05,
    varied_share=0.4,
)


def plan_for(shape: Shape, *, is_taught: bool) -> Plan:
    """The usual plan for a network of this size, taught by another one or not."""
    if shape.is_large:
        return LARGE_PLAN
    return TAUGHT_PLAN if is_taught else PLAN


@dataclass(frozen=True, slots=True, eq=False)
class Texts:
    """The texts to train on, which are read when they are needed.

    `wide` is all learners' text, if there is more than `learner`. Only with a teacher, `bare` is
    learners' text without annotation, and `varied` learners' text with other errors. Without
    `learner`, native text is all that is learnt from.
    """

    native: Sequence[_Reader]
    learner: _Reader | None = None
    wide: _Reader | None = None
    bare: _Reader | None = None
    varied: Sequence[_Reader] = ()

    def examples(self) -> tuple[NetworkExamples, dict[str, range]]:
        """The examples of all texts, and the sentences of each."""
        readers = {_NATIVE: self.native, _VARIED: self.varied}
        for name, reader in ((_LEARNER, self.learner), (_WIDE, self.wide), (_BARE, self.bare)):
            readers[name] = [] if reader is None else [reader]
        examples, ranges, n = list[NetworkExamples](), dict[str, range](), 0
        for name, each in readers.items():
            examples += (read() for read in each)
            n_before, n = n, sum(map(len, examples))
            if n > n_before:
                ranges[name] = range(n_before, n)
        if _NATIVE not in ranges:
            raise InputError("there is no native text to learn from.")
        return concatenated(examples), ranges


def train(
    texts: Texts,
    encoder: Weights,
    repairs: Repairs,
    *,
    shape: Shape,
    plan: Plan,
    seed: int,
    device: str,
    parts: MutableMapping[str, bytes],
    progress: Progress | None = None,
    teacher: Teacher | None = None,
) -> Weights:
    """The trained weights; finished stages are stored in `parts` and not run again."""
    if LEARNER_STAGE not in parts:
        _Training(texts, shape, plan, seed, device, parts, progress, teacher).run(encoder, repairs)
    return parse_weights(parts[LEARNER_STAGE], file=LEARNER_STAGE)


@dataclass(frozen=True, slots=True, eq=False)
class _Training:
    texts: Texts
    shape: Shape
    plan: Plan
    seed: int
    device: str
    parts: MutableMapping[str, bytes]
    progress: Progress | None
    teacher: Teacher | None

    def run(self, encoder: Weights, repairs: Repairs) -> None:
        """Run the stages that are not stored yet."""
        examples, ranges = self.texts.examples()
        source = Source(examples, device=self.device)
        if self.teacher is not None:
            is_other = any(each.has_own_pieces for each in self.teacher.readers)
            other = Source(examples.for_teacher(), device=self.device) if is_other else source
            source.lessons = self.teacher.lessons(
                [other if each.has_own_pieces else source for each in self.teacher.readers]
            )
        if NATIVE_STAGE not in self.parts:
            sizes = {"n_words": len(repairs.words), "n_gaps": len(repairs.gaps)}
            start = with_heads(encoder, **sizes, seed=self.seed, device=self.device)
            mixture = source.mixed(self._native_shares(ranges))
            learnt = self._fit(start, mixture, self.plan.native, name="native")
            self.parts[NATIVE_STAGE] = format_weights(learnt)
        last = NATIVE_STAGE
        if _LEARNER not in ranges:
            self.parts[LEARNER_STAGE] = self.parts[last]
            return
        if _WIDE in ranges:
            if WIDE_STAGE not in self.parts:
                mixture = source.mixed(self._shares(_WIDE, ranges))
                learnt = self._fit(self._start(last), mixture, self.plan.wide, name="wide")
                self.parts[WIDE_STAGE] = format_weights(learnt)
            last = WIDE_STAGE
        mixture = source.mixed(self._shares(_LEARNER, ranges))
        runs = [
            self._fit(self._start(last), mixture, self.plan.learner, name=f"run{n}", shift=n)
            for n in range(self.plan.n_runs)
        ]
        self.parts[LEARNER_STAGE] = format_weights(_mean(runs))

    def _native_shares(self, ranges: dict[str, range]) -> list[tuple[range, float]]:
        """The shares of the texts in the stage on native text."""
        if _VARIED not in ranges:
            return [(ranges[_NATIVE], 1.0)]
        varied = self.plan.varied_share / 2
        return [(ranges[_NATIVE], 1.0 - varied), (ranges[_VARIED], varied)]

    def _shares(self, learner: str, ranges: dict[str, range]) -> list[tuple[range, float]]:
        """The shares of the texts in a stage on learners' text."""
        bare = self.plan.bare_share if _BARE in ranges else 0.0
        varied = self.plan.varied_share if _VARIED in ranges else 0.0
        shares = {
            learner: 1.0 - self.plan.native_share - varied,
            _VARIED: varied,
            _BARE: bare,
            _NATIVE: self.plan.native_share - bare,
        }
        return [(ranges[name], share) for name, share in shares.items() if share]

    def _start(self, stage: str) -> Tensors:
        return trainable(parse_weights(self.parts[stage], file=stage), device=self.device)

    def _fit(
        self,
        start: Tensors,
        source: Source,
        course: Course,
        *,
        name: str,
        shift: int = 0,
    ) -> Tensors:
        return fit(
            start,
            source,
            course,
            self.shape,
            seed=self.seed + shift,
            progress=self.progress,
            name=name,
            parts=self.parts,
        )


def _mean(runs: Sequence[Tensors]) -> Tensors:
    """The mean weights of several runs."""
    return {name: torch.stack([run[name] for run in runs]).mean(0) for name in runs[0]}


def trainable(weights: Weights, *, device: str) -> Tensors:
    """The weights as tensors with gradients."""
    return {
        name: torch.tensor(values, device=device, requires_grad=True)
        for name, values in sorted(weights.items())
    }


def format_weights(tensors: Tensors) -> bytes:
    """The bytes of a file of weights, in 16 bits."""
    arrays = {name: tensor.cpu().numpy().astype(np.float16) for name, tensor in tensors.items()}
    return archive.format(arrays, version=VERSION, compressed=False)


def parse_weights(data: bytes, *, file: str) -> Weights:
    """The weights in the bytes of their file."""
    arrays = archive.parse(data, version=VERSION, file=file, remedy=_REMEDY)
    return {name: values.astype(np.float32) for name, values in arrays.items() if name != "version"}
