"""Moonshine tiny of the npm package (eight bits a weight) as a PyTorch model, and its encoder back as such a file.
MOONSHINE is the folder of the package's `encoder_model.onnx` and `decoder_model_merged.onnx`."""

import os
import re
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import AttributeProto, TensorProto, helper, numpy_helper
from transformers import MoonshineConfig, MoonshineForConditionalGeneration

from eight_bits import Quantizer, quantized, unsigned

PACKAGE = Path(os.environ["MOONSHINE"])
ENCODER, DECODER = PACKAGE / "encoder_model.onnx", PACKAGE / "decoder_model_merged.onnx"
NAMES = {"dense": "o_proj", "up_proj": "fc1", "down_proj": "fc2"}
# What the encoder's file calls the weights of its group norm.
GROUP_NORM = {"groupnorm.weight": "onnx::Mul_1488", "groupnorm.bias": "onnx::Add_1489"}
CONVOLUTIONS = (1, 2, 3)
HEADS, WIDTH = 8, 36


def config() -> MoonshineConfig:
    its = MoonshineConfig()
    its._attn_implementation = "eager"
    return its


def load(encoder: str | None = None) -> MoonshineForConditionalGeneration:
    """@param encoder Weights that `train.py` wrote, in place of the package's encoder."""
    model = MoonshineForConditionalGeneration(config())
    model.load_state_dict({**encoder_weights(), **decoder_weights()})
    if encoder:
        model.model.encoder.load_state_dict(torch.load(encoder))
    return model.eval().requires_grad_(False)


def encoder_weights() -> dict[str, torch.Tensor]:
    graph = onnx.load(ENCODER).graph
    arrays = arrays_of(graph)
    weights = {ours: arrays[theirs].reshape(-1) for ours, theirs in GROUP_NORM.items()}
    weights["layer_norm.weight"] = arrays["layer_norm.weight"]
    for number in CONVOLUTIONS:
        name = f"conv{number}"
        steps, scale, zero = (arrays[f"{name}.weight_{part}"] for part in ("quantized", "scale", "zero_point"))
        weights[f"{name}.weight"] = steps.astype(np.float32) * scale + zero
        if f"{name}.bias" in arrays:
            weights[f"{name}.bias"] = arrays[f"{name}.bias"]
    weights |= {name: array for name, array in arrays.items() if is_plain(name)}
    weights |= {ours: dequantized(arrays, theirs).T for ours, theirs in products(graph)}
    return {f"model.encoder.{name}": tensor(array) for name, array in weights.items()}


def decoder_weights() -> dict[str, torch.Tensor]:
    graph = onnx.load(DECODER).graph
    arrays = arrays_of(graph)
    weights = {}
    for name, array in arrays.items():
        plain = renamed(name.removesuffix("_merged_0"))
        if plain.startswith("model.decoder.") and plain.endswith((".weight", ".bias")):
            weights[plain] = array
    weights |= {f"model.decoder.{ours}": dequantized(arrays, theirs).T for ours, theirs in products(graph)}
    embedding = next(name for name in arrays if "embed_tokens" in name and name.endswith("_quantized"))
    words = dequantized(arrays, embedding.removesuffix("_quantized"))
    weights |= {"model.decoder.embed_tokens.weight": words, "proj_out.weight": words}
    return {name: tensor(array) for name, array in weights.items()}


def save_encoder(its: MoonshineForConditionalGeneration, path: Path) -> None:
    """Eight bits a weight, with a scale for each output. It gives the keys and values that the decoder attends to."""
    model = onnx.load(ENCODER)
    arrays = {name: weights.numpy() for name, weights in its.model.encoder.state_dict().items()}
    new = {theirs: arrays[ours].reshape(-1, 1) for ours, theirs in GROUP_NORM.items()}
    new["layer_norm.weight"] = arrays["layer_norm.weight"]
    new |= {name: array for name, array in arrays.items() if is_plain(name)}
    for number in CONVOLUTIONS:
        name = f"conv{number}"
        steps, scales = quantized(arrays[f"{name}.weight"])
        new |= {f"{name}.weight_quantized": steps, f"{name}.weight_scale": scales.reshape(-1, 1, 1)}
        new[f"{name}.weight_zero_point"] = np.zeros(1, np.float32)
        if f"{name}.bias" in arrays:
            new[f"{name}.bias"] = arrays[f"{name}.bias"]
    for ours, theirs in products(model.graph):
        steps, scales = quantized(arrays[ours])
        new |= {f"{theirs}_quantized": unsigned(steps.T), f"{theirs}_scale": scales}
        new[f"{theirs}_zero_point"] = np.full(scales.shape, 128, np.uint8)
    for at, kept in enumerate(model.graph.initializer):
        if kept.name in new:
            array = np.ascontiguousarray(new.pop(kept.name))
            model.graph.initializer[at].CopyFrom(numpy_helper.from_array(array, kept.name))
    assert not new, f"The encoder has no {', '.join(new)}"
    attend(model.graph, its.model.decoder.layers)
    del model.graph.value_info[:]
    onnx.save(model, path)


def attend(graph: onnx.GraphProto, layers: torch.nn.ModuleList) -> None:
    """In place of what was heard, what the decoder's layers make of it: they do it once, not with each token."""
    heard, quantizer = graph.output[0].name, Quantizer()
    parts = [getattr(layer.encoder_attn, part).weight.numpy().T for part in ("k_proj", "v_proj") for layer in layers]
    graph.initializer.extend(
        [
            numpy_helper.from_array(np.array([0, 2 * len(layers), HEADS, WIDTH]), "each"),
            numpy_helper.from_array(np.array([len(layers)] * 2), "half"),
        ]
    )
    quantizer.multiply(helper.make_node("MatMul", [heard, "attended"], ["attended_all"]), np.concatenate(parts, 1))
    quantizer.add("Squeeze", ["attended_all", "first_axis"], ["attended_one"])
    quantizer.add("Reshape", ["attended_one", "each"], ["attended_each"])
    quantizer.add("Transpose", ["attended_each"], ["attended_by_head"], perm=[1, 2, 3, 0])
    quantizer.add("Split", ["attended_by_head", "half"], ["keys", "turned_values"], axis=0)
    quantizer.add("Transpose", ["turned_values"], ["values"], perm=[0, 1, 3, 2])
    graph.initializer.extend([numpy_helper.from_array(np.array([0]), "first_axis"), *quantizer.initializers])
    graph.node.extend(quantizer.nodes)
    del graph.output[:]
    graph.output.extend(
        [
            helper.make_tensor_value_info("keys", TensorProto.FLOAT, [len(layers), HEADS, WIDTH, "t"]),
            helper.make_tensor_value_info("values", TensorProto.FLOAT, [len(layers), HEADS, "t", WIDTH]),
        ]
    )


def dequantized(arrays: dict[str, np.ndarray], name: str) -> np.ndarray:
    suffix = "_merged_0" if f"{name}_quantized" not in arrays else ""
    steps, scale, zero = (arrays[f"{name}{suffix}_{part}"] for part in ("quantized", "scale", "zero_point"))
    return (steps.astype(np.float32) - zero.astype(np.float32)) * scale


def products(graph: onnx.GraphProto) -> list[tuple[str, str]]:
    """Names of the matrices that are multiplied with: PyTorch's, and the file's."""
    found = []
    for node in nodes_of(graph):
        if node.op_type == "MatMulInteger":
            layer, part = re.search(r"layers\.(\d)/(.*)/MatMul_quant", node.name).groups()
            name = renamed(f"layers.{layer}.{part.replace('/', '.')}.weight")
            found.append((name, node.input[1].removesuffix("_quantized")))
    return found


def renamed(name: str) -> str:
    return ".".join(NAMES.get(part, part) for part in name.split("."))


def is_plain(name: str) -> bool:
    return re.fullmatch(r"layers\.\d\..*(norm\.weight|bias)", name) is not None


def tensor(array: np.ndarray) -> torch.Tensor:
    return torch.tensor(np.ascontiguousarray(array))


def arrays_of(graph: onnx.GraphProto) -> dict[str, np.ndarray]:
    arrays = {its.name: numpy_helper.to_array(its) for its in graph.initializer}
    for inner in subgraphs(graph):
        arrays |= arrays_of(inner)
    return arrays


def nodes_of(graph: onnx.GraphProto) -> list[onnx.NodeProto]:
    return [*graph.node, *(node for inner in subgraphs(graph) for node in nodes_of(inner))]


def subgraphs(graph: onnx.GraphProto) -> list[onnx.GraphProto]:
    attributes = (attribute for node in graph.node for attribute in node.attribute)
    return [attribute.g for attribute in attributes if attribute.type == AttributeProto.GRAPH]
