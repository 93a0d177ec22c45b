"""Weights of eight bits, as ONNX Runtime multiplies with them."""

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper


def quantized(weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Steps from -127 to 127, and how long a step is, for each of the first axis."""
    scales = np.maximum(np.abs(weights).reshape(len(weights), -1).max(axis=1) / 127, 1e-8).astype(np.float32)
    steps = np.round(weights / scales.reshape(-1, *[1] * (weights.ndim - 1)))
    return np.clip(steps, -127, 127).astype(np.int8), scales


def unsigned(steps: np.ndarray) -> np.ndarray:
    """With 128 for zero."""
    return (steps.astype(np.int16) + 128).astype(np.uint8)


class Quantizer:
    def __init__(self):
        self.nodes, self.initializers = [], []
        self.known = {}

    def multiply(self, node: onnx.NodeProto, weights: np.ndarray) -> None:
        """As a dynamically quantized product, in the way that the runtime knows as one."""
        given, out = node.input[0], node.output[0]
        if given not in self.known:
            self.add("DynamicQuantizeLinear", [given], [f"{given}_q", f"{given}_s", f"{given}_z"])
            self.known[given] = True
        steps, scales, zeros = self.weights(node.input[1], weights)
        self.add("MatMulInteger", [f"{given}_q", steps, f"{given}_z", zeros], [f"{out}_i"])
        self.add("Cast", [f"{out}_i"], [f"{out}_f"], to=TensorProto.FLOAT)
        self.add("Mul", [f"{given}_s", scales], [f"{out}_s"])
        has_bias = len(node.input) > 2
        self.add("Mul", [f"{out}_f", f"{out}_s"], [f"{out}_p" if has_bias else out])
        if has_bias:
            self.add("Add", [f"{out}_p", node.input[2]], [out])

    def take(self, node: onnx.NodeProto, weights: np.ndarray) -> None:
        """Columns of a matrix."""
        steps, scales, zeros = self.weights(node.input[0], weights)
        columns, out = node.input[1], node.output[0]
        self.add("Gather", [steps, columns], [f"{out}_q"], axis=1)
        self.add("Gather", [scales, columns], [f"{out}_s"])
        self.add("Gather", [zeros, columns], [f"{out}_z"])
        self.add("DequantizeLinear", [f"{out}_q", f"{out}_s", f"{out}_z"], [out], axis=1)

    def weights(self, name: str, weights: np.ndarray) -> tuple[str, str, str]:
        names = (f"{name}_steps", f"{name}_scales", f"{name}_zeros")
        if name not in self.known:
            steps, scales = quantized(weights.T)
            arrays = (unsigned(steps.T), scales, np.full(scales.shape, 128, np.uint8))
            self.initializers += [numpy_helper.from_array(np.ascontiguousarray(array), its) for array, its in zip(arrays, names)]
            self.known[name] = True
        return names

    def add(self, kind: str, inputs: list[str], outputs: list[str], **attributes) -> None:
        self.nodes.append(helper.make_node(kind, inputs, outputs, **attributes))
