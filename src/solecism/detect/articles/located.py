"""Where determiners and nouns are located, as by `sites.located`, for many sentences at once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from solecism.language.block import block_of
from solecism.language.tagging.word_types import TypeTable
from solecism.locate import determiner, number
from solecism.locate.sentence_columns import REACH
from solecism.sentence import Sentence

Bits = npt.NDArray[np.uint8]
DETERMINER_BIT, NOUN_BIT = np.uint8(1), np.uint8(2)
# Words that are of the kind with any fitting tag, to test tags alone.
_ANY_DETERMINER, _ANY_NOUN = "the", "house"


def _word_bits(words: Sequence[str]) -> Bits:
    bits = [
        DETERMINER_BIT * determiner.is_word(word) | NOUN_BIT * number.is_word(word)
        for word in words
    ]
    return np.array(bits, dtype=np.uint8)


_WORDS = TypeTable(_word_bits, np.array(0, dtype=np.uint8))


@lru_cache(16)
def _tag_bits(tags: tuple[str, ...]) -> Bits:
    bits = [
        DETERMINER_BIT * determiner.is_located(_ANY_DETERMINER, tag)
        | NOUN_BIT * number.is_located(_ANY_NOUN, tag)
        for tag in tags
    ]
    return np.array(bits, dtype=np.uint8)


def located_bits(sentences: Sequence[Sentence]) -> Bits:
    """Whether a determiner or a noun is located at each place of the sentences' `Columns`."""
    block = block_of(sentences)
    bits = _WORDS.rows(block.types)[block.words] & _tag_bits(tuple(block.tag_names))[block.tags]
    lengths = block.lengths
    at = np.arange(len(bits)) + np.repeat(np.arange(1, len(lengths) + 1) * REACH, lengths)
    spread = np.zeros(len(bits) + (len(lengths) + 1) * REACH, dtype=np.uint8)
    spread[at] = bits
    return spread
