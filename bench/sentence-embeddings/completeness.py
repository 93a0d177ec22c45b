"""Trains what tells whether a caller's words so far are complete: two layers above the lower four of all-MiniLM-L6-v2 and a
head, on whole sentences and on their beginnings.

usage: completeness.py CLONES OUTPUT.safetensors [--threads 1]

- chitchat-dataset of PyPI, https://github.com/BYU-PCCL/chitchat-dataset, Perception, Control and Cognition Lab, MIT: sentences that their
  writers ended with a mark.
- RESTAURANTS-8K, BANKING77 and NLU++, CLINC150 and HWU64 (data.py says whose): what callers and users say.

Punctuation is taken away, since recognizers put it behind everything, and what is left is in lower case. The beginnings are cut anywhere, so that
many are sentences, too: no model could tell all of them apart.
"""

import argparse
import importlib.util
import json
import os
import random
import re
import sys
import time
from pathlib import Path

options = argparse.ArgumentParser()
options.add_argument("clones", type=Path)
options.add_argument("output", type=Path)
options.add_argument("--threads", type=int, default=1)
arguments = options.parse_args()
if arguments.threads == 1:
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
from data import Clones  # noqa: E402
from encoder import FOLDER, LAYERS, TRAINED, TRAINED_LAYERS, layer, lower, weights  # noqa: E402
from safetensors.numpy import save_file  # noqa: E402
from tokenizers import Tokenizer  # noqa: E402

# Of more than so many words, and pieces of words with the marks for the beginning and the end, the end counts.
MOST_WORDS, LENGTH = 10, 12
BATCH, RATE, CHATTED, CALLED, HELD_OUT = 64, 1e-4, 8_000, 12_000, 512
FILLERS, OPENINGS = ["um", "uh", "er"], ["um", "uh", "so", "well", "hello", "hi", "yeah", "okay", "i mean"]

chance = random.Random(1)
tokenizer = Tokenizer.from_file(str(FOLDER / "tokenizer.json"))
tokenizer.no_padding()
tokenizer.no_truncation()


def words_of(text: str) -> list[str]:
    return re.sub(r"[^a-z0-9' ]", " ", text.lower().replace("\u2019", "'")).split()


def chatted() -> list[list[str]]:
    folder = Path(importlib.util.find_spec("chitchat_dataset").submodule_search_locations[0])
    said = {True: [], False: []}
    for conversation in json.loads((folder / "dataset.json").read_text()).values():
        for messages in conversation["messages"]:
            for message in messages:
                for sentence in re.split(r"(?<=[.!?])\s+|\n", message["text"]):
                    words = words_of(sentence)
                    if re.search(r"[^.][.!?]$", sentence.strip()) and 2 <= len(words) <= 18:
                        said["?" in sentence].append(words)
    # Callers ask more than people who chat.
    return [words for group in said.values() for words in chance.sample(group, CHATTED // 2)]


def called(clones: Clones) -> list[list[str]]:
    part = "span_extraction/restaurant8k/train_0.json"
    texts = [row["userInput"]["text"] for row in json.loads(clones.read("task-specific-datasets", part))]
    for domain in [*clones.clinc(), *clones.banking(), *clones.nlupp(), *clones.hwu()]:
        texts += [text for intent in domain.intents for text in intent.sentences] + domain.others[:600]
    said = [words for words in map(words_of, sorted(set(texts))) if 1 <= len(words) <= 24]
    return chance.sample(said, CALLED)


def examples_of(sentences: list[list[str]]) -> list[tuple[list[str], float]]:
    """Each whole and cut."""
    examples = []
    for words in sentences:
        if chance.random() < 0.15:
            words = [chance.choice(OPENINGS), *words]
        if chance.random() < 0.1 and len(words) > 1:
            at = chance.randint(1, len(words) - 1)
            words = [*words[:at], chance.choice(FILLERS), *words[at:]]
        # Of a turn that has gone on for longer.
        before = chance.choice(sentences) if chance.random() < 0.2 else []
        examples.append((before + words, 1.0))
        if len(words) > 1:
            cut = words[: chance.randint(1, len(words) - 1)]
            examples.append((before + cut + ([chance.choice(FILLERS)] if chance.random() < 0.15 else []), 0.0))
    return examples


def ids_of(words: list[str]) -> list[int]:
    ids = tokenizer.encode(" ".join(words[-MOST_WORDS:])).ids
    return [ids[0], *ids[max(1, len(ids) - LENGTH + 1) :]]


def batch_of(examples: list[tuple[list[str], float]]):
    ids = [ids_of(words) for words, _ in examples] + [[101, 102]] * (BATCH - len(examples))
    ends = np.int32([len(one) - 1 for one in ids])
    padded = np.int32([one + [0] * (LENGTH - len(one)) for one in ids])
    return padded, np.float32(np.arange(LENGTH) <= ends[:, None]), ends, np.float32([label for _, label in examples])


def scores(trained, states, mask, ends):
    """Of each text the log odds that it is complete, by the states of its last piece of a word and of its end."""
    for number in range(LAYERS - TRAINED_LAYERS, LAYERS):
        states = layer(trained, number, states, mask)
    rows = jnp.arange(len(ends))
    last = jnp.concatenate([states[rows, ends - 1], states[rows, ends]], axis=-1)
    return last @ trained["head.weight"] + trained["head.bias"]


def loss(trained, states, mask, ends, labels):
    z = scores(trained, states, mask, ends)
    return (jax.nn.softplus(z) - labels * z).mean()


SAMPLES = """i need to|my number is|yesterday i got a letter from|how long does it take to|can i speak to|what happens when|
i would like to know|can you please|what time do you|do you have a table for|my name is peter|it does not work|can i speak to a person|
two adults and one child|tomorrow at seven|thank you very much|what are your opening hours|yes please|i lost my password"""
SAMPLES = [one.strip() for one in SAMPLES.split("|")]


def main() -> None:
    sentences = chatted() + called(Clones(arguments.clones))
    chance.shuffle(sentences)
    examples = examples_of(sentences)
    held_out, examples = examples[:HELD_OUT], examples[HELD_OUT:]
    chance.shuffle(examples)
    params = weights()
    trained = {name: params[name] for name in params if TRAINED(name)}
    trained |= {"head.weight": jnp.zeros(2 * 384), "head.bias": jnp.zeros(())}
    first, second = ({name: jnp.zeros_like(one) for name, one in trained.items()} for _ in range(2))
    below, score = jax.jit(lower), jax.jit(scores)
    step = jax.jit(jax.value_and_grad(loss))

    @jax.jit
    def moved(trained, first, second, gradient, number, rate):
        first = {name: 0.9 * first[name] + 0.1 * gradient[name] for name in gradient}
        second = {name: 0.99 * second[name] + 0.01 * gradient[name] ** 2 for name in gradient}
        ahead = lambda name: (first[name] / (1 - 0.9**number)) / (jnp.sqrt(second[name] / (1 - 0.99**number)) + 1e-8)
        return {name: trained[name] - rate * (ahead(name) + 0.01 * trained[name]) for name in trained}, first, second

    def report():
        told = []
        for at in range(0, HELD_OUT, BATCH):
            ids, mask, ends, labels = batch_of(held_out[at : at + BATCH])
            told.append(np.mean((score(trained, below(params, ids, mask), mask, ends) > 0) == (labels > 0)))
        ids, mask, ends, _ = batch_of([(text.split(), 0.0) for text in SAMPLES])
        odds = score(trained, below(params, ids, mask), mask, ends)
        print(f"held out: {np.mean(told):.3f}", [(text, round(float(jax.nn.sigmoid(one)), 2)) for text, one in zip(SAMPLES, odds)], flush=True)
        save_file({name: np.asarray(one) for name, one in trained.items()}, arguments.output)

    print(f"{len(examples)} examples", flush=True)
    began, number, sum_of = time.monotonic(), 0, 0.0
    steps = len(examples) // BATCH
    for number in range(1, steps + 1):
        ids, mask, ends, labels = batch_of(examples[(number - 1) * BATCH : number * BATCH])
        told, gradient = step(trained, below(params, ids, mask), mask, ends, labels)
        rate = RATE * min(1, number / 40) * max(0.02, 1 - number / steps)
        trained, first, second = moved(trained, first, second, gradient, number, rate)
        sum_of += float(told)
        if number % 20 == 0:
            print(f"{time.monotonic() - began:5.0f} s, step {number} of {steps}: {sum_of / 20:.3f}", flush=True)
            sum_of = 0.0
        if number % 100 == 0:
            report()
    report()


if __name__ == "__main__":
    main()
