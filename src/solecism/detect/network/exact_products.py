"""Whether this processor adds up products of 8 bits exactly.

Older ones of Intel and AMD add up pairs of products in 16 bits, with saturation, so that a network
would find other errors on them. onnxruntime can be told to be exact there; that takes more than
twice the time, and newer processors, which have instructions for such sums, need not be told.
"""

from __future__ import annotations

from functools import cache

import numpy as np

_LARGEST, _N = 255, 4
_SUM = _N * _LARGEST * 127
# A graph of one node, MatMulInteger, with a matrix of 4 times 16 weights, each the largest one.
_GRAPH = (
    b'\x08\x08:\x96\x01\n\x18\n\x01a\n\x01b\x12\x01c"\rMatMulInteger\x12\x01g*K'
    b"\x08\x04\x08\x10\x10\x03B\x01bJ@" + b"\x7f" * 64 + b"Z\x14\n\x01a\x12\x0f\n\r\x08\x02\x12\t\n"
    b"\x03\x12\x01n\n\x02\x08\x04b\x14\n\x01c\x12\x0f\n\r\x08\x06\x12\t\n\x03\x12\x01n\n\x02\x08\x10"
    b"B\x04\n\x00\x10\x11"
)
# One row, and several, are multiplied by different code.
_ROWS = (1, 8)


@cache
def are_products_exact() -> bool:
    """Whether onnxruntime adds up the largest products of 8 bits without being told to be exact."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(_GRAPH, options, providers=["CPUExecutionProvider"])
    return all(
        (session.run(None, {"a": np.full((n, _N), _LARGEST, np.uint8)})[0] == _SUM).all()
        for n in _ROWS
    )
