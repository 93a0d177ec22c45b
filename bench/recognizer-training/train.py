"""Has the encoder hear callers in noise as it hears them without: python train.py SPEECH OUT.pt MINUTES SEED [IN.pt].
What the package's model hears of the clean voice is what is learned, as the encoder gives it and as the decoder, which
stays as it is, predicts each token; and a little the words themselves."""

import json
import math
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

import moonshine
from mixing import Mixer
from sentences import written

from store import load

BATCH = 12
LEARNING_RATE = 1.5e-4
LEAST_RATE_SHARE = 0.05
WARM_STEPS = 60
WORDS_WEIGHT = 0.3
# Of the weights that are kept, the mean over so many steps.
MEAN_STEPS = 300
TOLD_STEPS = 100
BEGIN, END, NONE = 1, 2, -100


def tokens_of(texts: set[str]) -> dict[str, list[int]]:
    script = Path(__file__).parent / "tokens.mjs"
    told = subprocess.run(["node", script], input=json.dumps(sorted(texts)), stdout=subprocess.PIPE, check=True, text=True)
    return json.loads(told.stdout)


def token_rows(sentences: list[list[int]]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """What is given to the decoder; the words that it is to predict (whether a sentence breaks off isn't known, so
    not its end); and where it predicts anything."""
    longest = max(map(len, sentences))
    given = torch.full((len(sentences), longest + 1), END)
    words = torch.full((len(sentences), longest + 1), NONE)
    counts = torch.zeros(len(sentences), longest + 1)
    for row, sentence in enumerate(sentences):
        given[row, : len(sentence) + 1] = torch.tensor([BEGIN, *sentence])
        words[row, : len(sentence) - 1] = torch.tensor(sentence[:-1])
        counts[row, : len(sentence) + 1] = 1
    return given, words, counts


def predicted(model, heard: torch.Tensor, given: torch.Tensor) -> torch.Tensor:
    decoded = model.model.decoder(input_ids=given, encoder_hidden_states=heard, use_cache=False)
    return F.log_softmax(model.proj_out(decoded.last_hidden_state), -1)


def main() -> None:
    speech, out, minutes, seed = Path(sys.argv[1]), sys.argv[2], float(sys.argv[3]), int(sys.argv[4])
    rng = np.random.default_rng(seed)
    torch.manual_seed(seed)
    utterances = [one for file in sorted(speech.glob("*.npz")) for one in load(file)]
    mixer = Mixer(utterances, rng)
    tokens = tokens_of({written(one.text) for one in utterances})
    teacher, learner = moonshine.load(), moonshine.load(*sys.argv[5:6])
    encoder = learner.model.encoder.requires_grad_(True)
    optimizer = torch.optim.AdamW(encoder.parameters(), lr=LEARNING_RATE, weight_decay=0, betas=(0.9, 0.98))
    mean = {name: weights.clone() for name, weights in encoder.state_dict().items()}
    began, step, losses = time.time(), 0, []
    while (done := (time.time() - began) / 60 / minutes) < 1:
        decay = 0.5 + 0.5 * math.cos(math.pi * done)
        rate = min(1, (step + 1) / WARM_STEPS) * (LEAST_RATE_SHARE + (1 - LEAST_RATE_SHARE) * decay)
        for group in optimizer.param_groups:
            group["lr"] = LEARNING_RATE * rate
        batch = mixer.batch(BATCH)
        given, words, counts = token_rows([tokens[text] for text in batch.texts])
        with torch.no_grad():
            wanted = teacher.model.encoder(torch.tensor(batch.clean)).last_hidden_state
            wanted_next = predicted(teacher, wanted, given)
        heard = encoder(torch.tensor(batch.noisy)).last_hidden_state
        heard_next = predicted(learner, heard, given)
        difference = (F.kl_div(heard_next, wanted_next, reduction="none", log_target=True).sum(-1) * counts).sum() / counts.sum()
        misheard = F.nll_loss(heard_next.flatten(0, 1), words.flatten(), ignore_index=NONE)
        distance = ((heard - wanted) ** 2).mean() / (wanted**2).mean()
        optimizer.zero_grad()
        (difference + WORDS_WEIGHT * misheard + distance).backward()
        torch.nn.utils.clip_grad_norm_(encoder.parameters(), 1.0)
        optimizer.step()
        step += 1
        kept = min(1 - 1 / MEAN_STEPS, step / (step + 9))
        for name, weights in encoder.state_dict().items():
            if weights.is_floating_point():
                mean[name].mul_(kept).add_(weights, alpha=1 - kept)
        losses.append((difference.item(), misheard.item(), distance.item()))
        if step % TOLD_STEPS == 0:
            print(step, f"{done:.0%}", np.mean(losses[-TOLD_STEPS:], axis=0).round(3), flush=True)
            torch.save(mean, out)
    torch.save(mean, out)
    encoder.load_state_dict(mean)
    moonshine.save_encoder(learner.requires_grad_(False), Path(out).with_suffix(".onnx"))


if __name__ == "__main__":
    main()
