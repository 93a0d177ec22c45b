"""Utterances on disk: one file a synthesizer, samples at 16 kHz joined one after the other."""

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

RATE_HZ = 16_000
# What lies this much below the loudest 10 ms is silence at an utterance's ends.
SILENT_DB = -34
# What comes later decides nothing.
LONGEST_S = 1.9


@dataclass
class Utterance:
    kind: int
    group: str
    text: str
    voice: str
    samples: np.ndarray = field(repr=False)  # float32, -1 to 1


def trimmed(samples: np.ndarray) -> np.ndarray | None:
    """From 10 ms before the first sound to 20 ms after the last; None where there is none."""
    if len(samples) < 800:
        return None
    frames = samples[: len(samples) // 160 * 160].reshape(-1, 160)
    levels = np.sqrt((frames**2).mean(axis=1))
    loud = np.flatnonzero(levels > max(levels.max() * 10 ** (SILENT_DB / 20), 1e-4))
    if levels.max() < 1e-3 or len(loud) < 4:
        return None
    kept = samples[max(0, loud[0] * 160 - 160) : loud[-1] * 160 + 320][: int(LONGEST_S * RATE_HZ)]
    return (kept / np.abs(kept).max() * 0.7).astype(np.float32)


def save(path: Path, utterances: list[Utterance]) -> None:
    np.savez(
        path,
        samples=np.concatenate([(one.samples * 32767).astype(np.int16) for one in utterances]),
        lengths=np.array([len(one.samples) for one in utterances]),
        kinds=np.array([one.kind for one in utterances]),
        groups=np.array([one.group for one in utterances]),
        texts=np.array([one.text for one in utterances]),
        voices=np.array([one.voice for one in utterances]),
    )


def load(path: Path) -> list[Utterance]:
    stored = np.load(path)
    samples, lengths = stored["samples"], stored["lengths"]
    rest = [stored[name] for name in ("kinds", "groups", "texts", "voices")]
    utterances, at = [], 0
    for length, kind, group, text, voice in zip(lengths, *rest):
        part = samples[at : at + length].astype(np.float32) / 32768
        utterances.append(Utterance(int(kind), str(group), str(text), str(voice), part))
        at += length
    return utterances
