"""Trains the network: python train.py OUT.f32 MINUTES SEED START.f32|none DATA.npz... on one thread. The mean of the
weights of several runs from the same start with other seeds (`mean.py`) is better than each of them."""

import sys
import time
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

from network import BANDS, OverlapNetwork

# As `data.py` makes them: frames of 10 ms, and those before the moment at which the voice was found to begin.
ONSET_FRAME, KEPT_FRAMES, EARLIEST, LATEST = 38, 112, 4, 14
BATCH, SMOOTHING = 96, 0.03
# The highest rate of learning, from nothing and from trained weights.
RATE, FURTHER_RATE = 2e-3, 1.5e-3
# From this share of the time on the mean of all weights is taken.
AVERAGED_FROM = 0.8
# Of 40 calls one tells how training goes.
HELD_OUT_STEP = 40


class Data:
    def __init__(self, paths: list[str]):
        stored = [np.load(path) for path in paths]
        self.frames = torch.from_numpy(np.concatenate([one["frames"] for one in stored]))
        self.kinds = torch.from_numpy(np.concatenate([one["kind"] for one in stored]).astype(np.int64))
        indices = np.arange(len(self.kinds))
        self.held_out = indices[indices % HELD_OUT_STEP == 0]
        self.trained = indices[indices % HELD_OUT_STEP != 0]

    def batch(self, chosen: np.ndarray, begins: torch.Tensor) -> torch.Tensor:
        at = begins[:, None] + torch.arange(KEPT_FRAMES)[None]
        return self.frames[torch.from_numpy(chosen)[:, None], at].float()


def weights_of(begins: torch.Tensor) -> torch.Tensor:
    """Of each output, by its time: what is decided within 700 ms counts most."""
    frames = torch.arange(0, KEPT_FRAMES, 2)[None] + 1
    since_ms = (frames - (ONSET_FRAME - begins)[:, None]) * 10
    early, decisive = (since_ms > 80).float() * 0.2, (since_ms > 160).float() * 0.8
    return early + decisive - (since_ms > 700).float() * 0.4


def altered(frames: torch.Tensor, begins: torch.Tensor) -> torch.Tensor:
    """Other levels, colours, paces and vocal tracts, and some bands that tell nothing."""
    count = len(frames)
    frames = frames + torch.randn(count, 1, 1) * 0.1 + torch.randn(count, 1, BANDS).cumsum(2) * 0.015
    if torch.rand(()) < 0.6:
        frames = stretched(frames, (ONSET_FRAME - begins).float()[:, None])
    band = torch.arange(BANDS)[None]
    first, width = torch.randint(0, BANDS - 6, (count, 1)), torch.randint(0, 6, (count, 1))
    hidden = (band >= first) & (band < first + width)
    return torch.where(hidden[:, None] & (torch.rand(count, 1, 1) < 0.4), frames.mean(2, keepdim=True), frames)


def stretched(frames: torch.Tensor, onsets: torch.Tensor) -> torch.Tensor:
    """Time about the onset, and frequency."""
    count = len(frames)
    pace, scale, shift = (torch.empty(count, 1).uniform_(*span) for span in ((0.85, 1.18), (0.94, 1.06), (-1, 1)))
    times = ((torch.arange(KEPT_FRAMES)[None] - onsets) * pace + onsets) / ((KEPT_FRAMES - 1) / 2) - 1
    bands = (torch.arange(BANDS)[None] * scale + shift) / ((BANDS - 1) / 2) - 1
    shape = (count, KEPT_FRAMES, BANDS)
    grid = torch.stack([bands[:, None].expand(shape), times[:, :, None].expand(shape)], 3)
    return functional.grid_sample(frames[:, None], grid, padding_mode="border", align_corners=True)[:, 0]


def loss_of(network: OverlapNetwork, data: Data, chosen: np.ndarray) -> torch.Tensor:
    begins = torch.randint(EARLIEST, LATEST + 1, (len(chosen),))
    scores = network(altered(data.batch(chosen, begins), begins))
    kinds = data.kinds[torch.from_numpy(chosen)][:, None].expand(-1, scores.shape[1])
    losses = functional.cross_entropy(scores.transpose(1, 2), kinds, reduction="none", label_smoothing=SMOOTHING)
    weights = weights_of(begins)
    return (losses * weights).sum() / weights.sum()


@torch.no_grad()
def told(network: OverlapNetwork, data: Data) -> str:
    """How often the kind is right, and whether it is an interruption, some time after the onset."""
    network.eval()
    begin = torch.full((len(data.held_out),), 8)
    scores, kinds = network(data.batch(data.held_out, begin)), data.kinds[data.held_out]
    parts = []
    for since_ms in (300, 500, 700):
        now = scores[:, (ONSET_FRAME - 8 + since_ms // 10) // 2]
        right = (now.argmax(1) == kinds).float().mean()
        interrupts = ((now.softmax(1)[:, 0] > 0.5) == (kinds == 0)).float().mean()
        parts.append(f"{since_ms} ms: {right:.3f}, {interrupts:.3f}")
    network.train()
    return "; ".join(parts)


def main() -> None:
    out, minutes, seed, start = Path(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    rng, network, data = np.random.default_rng(seed), OverlapNetwork(), Data(sys.argv[5:])
    rate = RATE if start == "none" else FURTHER_RATE
    if start != "none":
        network.load(Path(start))
    print(len(data.trained), "calls; before:", told(network, data), flush=True)
    optimizer = torch.optim.AdamW(network.parameters(), rate, weight_decay=1e-2)
    averaged = torch.optim.swa_utils.AveragedModel(network)
    began, step, epoch, share = time.time(), 0, 0, 0.0
    while share < 1:
        order = rng.permutation(data.trained)
        for at in range(0, len(order) - BATCH, BATCH):
            share = (time.time() - began) / (minutes * 60)
            if share >= 1:
                break
            for group in optimizer.param_groups:
                group["lr"] = rate * min(1, step / 200) * (0.5 + 0.5 * np.cos(np.pi * share)) + 2e-5
            loss = loss_of(network, data, order[at : at + BATCH])
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 2.0)
            optimizer.step()
            step += 1
            if share > AVERAGED_FROM and step % 10 == 0:
                averaged.update_parameters(network)
        epoch += 1
        print(f"epoch {epoch}, {step} steps, {time.time() - began:.0f} s;", told(network, data), flush=True)
    averaged.module.save(out)
    print("mean of weights:", told(averaged.module, data))


if __name__ == "__main__":
    main()
