"""The open network of Solecism, for `solecism check --detector open`."""

from pathlib import Path

MODEL = Path(__file__).parent / "open.onnx"
