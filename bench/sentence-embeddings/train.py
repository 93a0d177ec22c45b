"""Trains the upper two layers of all-MiniLM-L6-v2 to tell what callers want: sentences of one intent of an agent lie
together, those of other intents and of none apart.

usage: train.py CLONES OUTPUT.safetensors [--minutes 28] [--threads 2]      (data.py says which clones)

A step takes small agents: some intents of one domain with three to five examples each, a name and a reply where they have
one. Others of their sentences, and such that belong to no intent, are to be told as the product does: by the mean of
what each intent says of itself, the nearest of which is meant, or none where all are too far away. The vectors of general sentences have to stay what they
were, for searches in what agents know. The embeddings and the lower four layers stay as they are.
"""

import argparse
import os
import random
import sys
import time
from pathlib import Path

options = argparse.ArgumentParser()
options.add_argument("clones", type=Path)
options.add_argument("output", type=Path)
options.add_argument("--minutes", type=float, default=28)
options.add_argument("--threads", type=int, default=2)
options.add_argument("--rate", type=float, default=1e-4)
options.add_argument("--stay", type=float, default=2.0)
arguments = options.parse_args()
if arguments.threads == 1:
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
from data import Domain, elsewhere, load  # noqa: E402
from encoder import TRAINED, lower, tokens_of, upper, weights  # noqa: E402
from safetensors.numpy import save_file  # noqa: E402

# What the product does (src/pipeline/llm/intents/nearest-intent.ts): nothing is meant where the cosine of an intent, less a
# share of that of what people ask anybody, is below the least. Above it becomes likelier as fast as the sharpness.
LEAST, ELSEWHERE, SHARPNESS = 0.1, 0.6, 20.0
# Steps after which the vectors of what people ask anybody are made again.
RENEWED = 20
AGENTS, MOST_INTENTS, QUERIES, OTHERS, GENERAL = 2, 8, 4, 8, 24
SUPPORTS = 6
FILLERS = """um|uh|so|well|hello|hi|yeah|okay|hello there|good morning|excuse me|hi there|sorry|i was wondering|you know"""
FILLERS = FILLERS.split("|")

chance = random.Random(1)


def as_said(text: str) -> str:
    """As it may come from a recognizer: with a greeting or a filler, with punctuation."""
    drawn = chance.random()
    if drawn > 0.5:
        return text
    if drawn < 0.2:
        text = f"{chance.choice(FILLERS)}{chance.choice([' ', ', ', '. '])}{text}"
    if drawn < 0.1:
        words = text.split()
        at = chance.randrange(len(words))
        text = " ".join([*words[:at], words[at], *words[at:]]) if chance.random() < 0.5 else " ".join([*words[:at], "um,", *words[at:]])
    return text if text.endswith((".", "?", "!")) else text + chance.choice(["", "?", ".", "."])


class Agent:
    """An agent of a few intents with a few examples, and what callers ask it."""

    def __init__(self, domain: Domain, chance: random.Random, foreign: list[str]):
        count = min(MOST_INTENTS, chance.randint(max(3, len(domain.intents) - 2), len(domain.intents)))
        chosen = chance.sample(domain.intents, count)
        left = [one for one in domain.intents if one not in chosen]
        self.supports, self.queries = [], []
        for at, intent in enumerate(chosen):
            sentences = chance.sample(intent.sentences, len(intent.sentences))
            examples = chance.randint(3, 4)
            if intent.examples and chance.random() < 0.7:
                sentences = [*chance.sample(intent.examples, min(examples, len(intent.examples))), *sentences]
                examples = min(examples, len(intent.examples))
            named = [intent.name] if intent.name and chance.random() < 0.8 else []
            replied = [intent.reply] if intent.reply and chance.random() < 0.8 else []
            self.supports.append([*sentences[:examples], *named, *replied])
            self.queries += [(text, at) for text in sentences[examples : examples + QUERIES]]
        near = [text for one in left for text in one.sentences]
        for _ in range(OTHERS):
            drawn = chance.random()
            pool = domain.others if drawn < 0.4 and domain.others else near if drawn < 0.7 and near else foreign
            self.queries.append((chance.choice(pool), -1))


class States:
    """What the lower layers make of texts."""

    def __init__(self, params):
        self.params, self.kept = params, {}
        self.lower = jax.jit(lower)

    def of(self, texts: list[str]):
        missing = sorted({text for text in texts if text not in self.kept})
        for at in range(0, len(missing), 64):
            some = missing[at : at + 64]
            ids, mask = tokens_of(some + [""] * (64 - len(some)))
            states = np.asarray(self.lower(self.params, ids, mask), np.float16)
            for text, state, used in zip(some, states, mask):
                self.kept[text] = (state, used)
        return np.stack([self.kept[text][0] for text in texts]), np.stack([self.kept[text][1] for text in texts])


def batch(states: States, agents: list[Agent], general: list[str]):
    """Of all agents the examples by intent, padded, and the sentences to be told."""
    supports = np.full((AGENTS, MOST_INTENTS, SUPPORTS), -1)
    texts, queries, owners, targets = [], [], [], []
    for row, agent in enumerate(agents):
        for at, examples in enumerate(agent.supports):
            for column, text in enumerate(examples[:SUPPORTS]):
                supports[row, at, column] = len(texts)
                texts.append(text)
        for text, target in agent.queries:
            queries.append(as_said(text))
            owners.append(row)
            targets.append(target if target >= 0 else MOST_INTENTS)
    pad = AGENTS * MOST_INTENTS * SUPPORTS - len(texts)
    texts += [""] * pad
    some = AGENTS * (MOST_INTENTS * QUERIES + OTHERS)
    used = np.arange(some) < len(queries)
    owners, targets = (np.pad(one, (0, some - len(one))) for one in (np.int32(owners), np.int32(targets)))
    queries += [""] * (some - len(queries))
    return (*states.of(texts), *states.of(queries), *states.of(general), supports, owners, targets, used)


def scores(queries, examples, supports, owners, elsewhere):
    """Of each sentence the likelihood of each intent of its agent, and of none; logarithms."""
    known = supports >= 0
    means = (examples[supports] * known[..., None]).sum(2)
    means = means * jax.lax.rsqrt((means**2).sum(-1, keepdims=True) + 1e-9)
    intents = SHARPNESS * jnp.einsum("qiw,qw->qi", means[owners], queries)
    intents = jnp.where(known.any(-1)[owners], intents, -1e3)
    none = SHARPNESS * (LEAST + ELSEWHERE * (queries @ elsewhere.T).max(1, keepdims=True))
    return jnp.concatenate([intents, none], axis=1)


def loss(trained, data, before, elsewhere):
    support_states, support_mask, query_states, query_mask, general_states, general_mask, supports, owners, targets, used = data
    vectors = upper(trained, jnp.concatenate([support_states, query_states, general_states]), jnp.concatenate([support_mask, query_mask, general_mask]))
    examples, queries, general = jnp.split(vectors, [len(support_states), len(support_states) + len(query_states)])
    likely = jax.nn.log_softmax(scores(queries, examples, supports, owners, elsewhere))
    told = -jnp.take_along_axis(likely, targets[:, None], axis=1)[:, 0]
    told = (told * used).sum() / used.sum()
    return told + arguments.stay * (1 - (general * before).sum(-1)).mean(), told


def means_of(vectors_of, groups: list[list[str]]):
    known = vectors_of([text for texts in groups for text in texts])
    means = np.stack([one.sum(0) for one in np.split(known, np.cumsum([len(texts) for texts in groups])[:-1])])
    return means / np.linalg.norm(means, axis=1, keepdims=True)


def measured(vectors_of, domains: list[Domain], foreign: list[str], rounds: int, groups: list[list[str]]):
    """By source: sentences whose nearest intent is theirs; those that got it, and of those without one that got none."""
    sums, elsewhere = {}, means_of(vectors_of, groups)
    for domain in domains:
        for turn in range(rounds):
            agent = Agent(domain, random.Random(f"{domain.name} {turn}"), foreign)
            said = vectors_of([text for text, _ in agent.queries])
            intents = said @ means_of(vectors_of, agent.supports).T - ELSEWHERE * (said @ elsewhere.T).max(1, keepdims=True)
            for (_, target), scores in zip(agent.queries, intents):
                is_told = scores.max() > LEAST
                one = (1, scores.argmax() == target, is_told and scores.argmax() == target, 0, 0)
                sums.setdefault(domain.source, []).append(one if target >= 0 else (0, 0, 0, 1, not is_told))
    for source, rows in sums.items():
        intents, nearest, told, others, none = np.sum(rows, 0)
        sums[source] = [round(float(one), 3) for one in (nearest / intents, told / intents, none / others)]
    return sums


def main() -> None:
    data = load(arguments.clones)
    params = weights()
    start = {name: params[name] for name in params if TRAINED(name)}
    states, groups = States(params), elsewhere()
    foreign = [text for domain in data.training for text in domain.others[:100]]
    encode = jax.jit(upper)

    def vectors_of(trained):
        def of(texts):
            made = []
            for at in range(0, len(texts), 64):
                some = texts[at : at + 64]
                made.append(encode(trained, *states.of(some + [""] * (64 - len(some))))[: len(some)])
            return np.concatenate(made)

        return of

    said_foreign = foreign[::17]
    report = lambda trained: print(measured(vectors_of(trained), data.held_out, said_foreign, 2, groups), flush=True)
    report(start)
    training = data.training
    # Agents of trades are what the product has to do with.
    shares = [3 if one.source == "callers" else 4 if one.source in ("clinc", "nlu++") else 8 for one in training]
    step = jax.jit(jax.value_and_grad(loss, has_aux=True))
    trained, first, second = start, *({name: jnp.zeros_like(one) for name, one in start.items()} for _ in range(2))

    @jax.jit
    def moved(trained, first, second, gradient, number, rate):
        norm = jnp.sqrt(sum((one**2).sum() for one in gradient.values()))
        gradient = {name: one / jnp.maximum(norm, 1.0) for name, one in gradient.items()}
        first = {name: 0.9 * first[name] + 0.1 * gradient[name] for name in gradient}
        second = {name: 0.99 * second[name] + 0.01 * gradient[name] ** 2 for name in gradient}
        ahead = lambda name: (first[name] / (1 - 0.9**number)) / (jnp.sqrt(second[name] / (1 - 0.99**number)) + 1e-8)
        return {name: trained[name] - rate * (ahead(name) + 0.01 * trained[name]) for name in trained}, first, second

    kept = {}

    def before(texts):
        missing = [text for text in texts if text not in kept]
        kept.update(zip(missing, vectors_of(start)(missing) if missing else []))
        return np.stack([kept[text] for text in texts])

    began, number, told_sum = time.monotonic(), 0, 0.0
    until = arguments.minutes * 60
    next_report = until / 4
    while (passed := time.monotonic() - began) < until:
        if number % RENEWED == 0:
            far = means_of(vectors_of(trained), groups)
        number += 1
        agents = [Agent(domain, chance, foreign) for domain in chance.choices(training, shares, k=AGENTS)]
        general = chance.sample(data.general, GENERAL)
        (_, told), gradient = step(trained, batch(states, agents, general), before(general), far)
        rate = arguments.rate * min(1, number / 40) * max(0.02, 1 - passed / until)
        trained, first, second = moved(trained, first, second, gradient, number, rate)
        told_sum += float(told)
        if number % 10 == 0:
            print(f"{passed:5.0f} s, step {number}: {told_sum / 10:.3f}", flush=True)
            told_sum = 0.0
        if passed > next_report:
            next_report += until / 4
            report(trained)
            save_file({name: np.asarray(one) for name, one in trained.items()}, arguments.output)
    report(trained)
    save_file({name: np.asarray(one) for name, one in trained.items()}, arguments.output)


if __name__ == "__main__":
    main()
