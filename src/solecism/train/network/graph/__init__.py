"""Trained weights to an ONNX graph with weights of 8 bits."""
