"""The large network of Solecism, for `solecism check --detector large`."""

from pathlib import Path

MODEL = Path(__file__).parent / "large.onnx"
