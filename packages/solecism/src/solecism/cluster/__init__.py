"""Rows of text on many machines: callables for Ray, Dask and Spark, and jobs that go on by shards.

>>> from solecism.cluster import Checker
>>> checked = Checker()({"text": ["I depend of you."]})
>>> [(each["start"], each["end"], each["suggestions"]) for each in checked["findings"][0]]
[(9, 11, ['on'])]
"""

from __future__ import annotations

from solecism.cluster.preposition_operations import Miner, Selector
from solecism.cluster.text_operations import Checker, Corrupter, Tagger

__all__ = ["Checker", "Corrupter", "Miner", "Selector", "Tagger"]
