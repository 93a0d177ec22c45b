"""How networks do on calls, at the thresholds of `src/voice/turns/overlap.ts`: python judge.py DATA.npz WEIGHTS.f32..."""

import sys
from pathlib import Path

import numpy as np
import torch

from network import OverlapNetwork
from train import ONSET_FRAME
from words import BACKCHANNEL, INTERRUPTION, NOT_DIRECTED, TIC

# Milliseconds since the onset from which on so much is asked for, as in `ENOUGH`.
ENOUGH = ((0, np.inf), (160, 2.5), (360, 1.5), (660, 0.75))
LONG_MS, LONG_LOG_ODDS, NOT_DIRECTED_SHARE = 1_000, -0.15, 0.7
KEPT_MS = 1_000
LEAD_FRAMES, AVERAGED = 30, 3


@torch.no_grad()
def outputs(weights: Path, frames: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """@returns Mean log odds of an interruption, mean share of what isn't directed, milliseconds since the onset."""
    network = OverlapNetwork().eval()
    network.load(weights)
    begin = ONSET_FRAME - LEAD_FRAMES
    parts = [network(torch.from_numpy(frames[at : at + 500, begin:].astype(np.float32))) for at in range(0, len(frames), 500)]
    shares = torch.cat(parts).softmax(2).numpy()
    interruption = shares[:, :, INTERRUPTION]
    odds = np.log((interruption + 1e-5) / (1 - interruption + 1e-5))
    since_ms = (np.arange(shares.shape[1]) * 2 + 1 - LEAD_FRAMES) * 10
    return lately(odds), lately(shares[:, :, NOT_DIRECTED]), since_ms


def lately(values: np.ndarray) -> np.ndarray:
    padded = np.pad(values, ((0, 0), (AVERAGED - 1, 0)), mode="edge")
    return sum(padded[:, at : at + values.shape[1]] for at in range(AVERAGED)) / AVERAGED


def stopped_ms(odds: np.ndarray, aside: np.ndarray, since_ms: np.ndarray) -> np.ndarray:
    """When each call's agent is stopped; infinity where it isn't."""
    asked = np.select([since_ms >= from_ms for from_ms, _ in ENOUGH[::-1]], [need for _, need in ENOUGH[::-1]], np.inf)
    stops = odds > np.where(since_ms >= LONG_MS, np.minimum(asked, LONG_LOG_ODDS), asked)
    stops &= aside < NOT_DIRECTED_SHARE
    return np.where(stops.any(axis=1), since_ms[stops.argmax(axis=1)], np.inf)


def area(odds: np.ndarray, is_interruption: np.ndarray) -> float:
    """How often an interruption has higher odds than what is none."""
    ranks = np.argsort(np.argsort(odds))
    count, others = is_interruption.sum(), (~is_interruption).sum()
    return float((ranks[is_interruption].sum() - count * (count - 1) / 2) / max(1, count * others))


def row(data: dict[str, np.ndarray], chosen: np.ndarray, told: tuple[np.ndarray, np.ndarray, np.ndarray]) -> str:
    odds, aside, since_ms = told[0][chosen], told[1][chosen], told[2]
    kinds, at = data["kind"][chosen], stopped_ms(odds, aside, since_ms)
    interrupts = kinds == INTERRUPTION
    yields = at[interrupts & np.isfinite(at)]
    kept = [np.mean(at[kinds == kind] > KEPT_MS) for kind in (BACKCHANNEL, TIC, NOT_DIRECTED)]
    two = np.isin(kinds, (INTERRUPTION, BACKCHANNEL))
    areas = [area(odds[two][:, np.argmax(since_ms >= ms)], kinds[two] == INTERRUPTION) for ms in (300, 500, 700)]
    one_word = np.isfinite(at[interrupts & (data["group"][chosen] == "one word")]).mean()
    return (
        f"R_Y {np.isfinite(at[interrupts]).mean():.3f} (one word {one_word:.3f}) S_BC {kept[0]:.3f} S_VT {kept[1]:.3f}"
        f" S_ND {kept[2]:.3f} ms {np.median(yields):.0f} / {np.percentile(yields, 95):.0f}"
        f" areas {' '.join(f'{one:.3f}' for one in areas)} n {len(kinds)}"
    )


def main() -> None:
    data = dict(np.load(sys.argv[1]))
    for weights in sys.argv[2:]:
        told = outputs(Path(weights), data["frames"])
        print(weights)
        for condition in np.unique(data["condition"]):
            print(f"{condition:8}", row(data, data["condition"] == condition, told))


if __name__ == "__main__":
    torch.set_num_threads(1)
    main()
