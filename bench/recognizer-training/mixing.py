"""Callers as a microphone hears them, and as it would without anything around them."""

from dataclasses import dataclass

import numpy as np

from sentences import written  # also finds ../overlap-training

from store import RATE_HZ, Utterance
from surroundings import Tracks, at_level, gain, in_room, over_telephone

USUAL_DBFS = -26
SPREAD_DB = 5
# How far what is around a caller is below the voice.
SNR_DB = (1, 20)
NOISY_SHARE = 0.86
ROOM_SHARE = 0.15
TELEPHONE_SHARE = 0.12
NOISES = ("babble", "babble", "babble", "babble", "street", "music", "steady", "agent")
BESIDE_S = (0.15, 0.5)
# Of people who speak quickly, and other paces.
SLOWED = 0.86
USUAL_PACE_SHARE = 0.75
# A sample is chosen from so many utterances of about the same length, since all of a batch are as long as the longest.
NEIGHBOURS = 4


@dataclass
class Batch:
    clean: np.ndarray
    noisy: np.ndarray
    texts: list[str]


def slowed(samples: np.ndarray, pace: float) -> np.ndarray:
    at = np.arange(int(len(samples) / pace)) * pace
    before = at.astype(int)
    after = np.minimum(before + 1, len(samples) - 1)
    return samples[before] + (at - before) * (samples[after] - samples[before])


class Mixer:
    def __init__(self, utterances: list[Utterance], rng: np.random.Generator):
        self.rng = rng
        self.utterances = sorted(utterances, key=lambda one: len(one.samples))
        self.tracks = Tracks([one for one in utterances if len(one.samples) > 0.75 * RATE_HZ], rng)

    def batch(self, count: int) -> Batch:
        rng = self.rng
        first = rng.integers(len(self.utterances) - NEIGHBOURS * count)
        chosen = [self.utterances[first + at] for at in rng.choice(NEIGHBOURS * count, count, replace=False)]
        length = max(len(one.samples) for one in chosen) + int(rng.uniform(*BESIDE_S) * RATE_HZ)
        pace = SLOWED if rng.random() < USUAL_PACE_SHARE else rng.uniform(0.8, 1)
        pairs = [self._pair(one, length) for one in chosen]
        clean, noisy = (np.array([slowed(pair[at], pace) for pair in pairs], np.float32) for at in (0, 1))
        return Batch(clean, noisy, [written(one.text) for one in chosen])

    def _pair(self, utterance: Utterance, length: int) -> tuple[np.ndarray, np.ndarray]:
        rng = self.rng
        voice = at_level(utterance.samples.astype(np.float64), USUAL_DBFS + rng.uniform(-SPREAD_DB, SPREAD_DB))
        if rng.random() < TELEPHONE_SHARE:
            voice = at_level(over_telephone(voice, rng), USUAL_DBFS)
        clean = np.zeros(length)
        at = rng.integers(length - len(voice) + 1)
        clean[at : at + len(voice)] = voice
        noisy = in_room(clean, rng, rng.uniform(0.15, 0.4), rng.uniform(3, 12))[:length] if rng.random() < ROOM_SHARE else clean
        if rng.random() < NOISY_SHARE:
            around = at_level(self.tracks.cut(rng.choice(NOISES), length), USUAL_DBFS)
            noisy = noisy + around * gain(-rng.uniform(*SNR_DB))
        return clean + rng.standard_normal(length) * 1e-4, noisy
