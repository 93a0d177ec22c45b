"""Hums, fillers, coughs and breaths from a source and a filter, each of a speaker of its own."""

import numpy as np
from scipy.signal import lfilter

from store import RATE_HZ

# Formants in Hz (Peterson and Barney, 1952, rounded; of hums: measured by ear).
FORMANTS = {
    "m": (250, 1100, 2200),
    "ah": (640, 1190, 2390),
    "aa": (730, 1090, 2440),
    "er": (490, 1350, 1690),
    "eh": (530, 1840, 2480),
    "ae": (660, 1720, 2410),
    "y": (300, 2200, 3000),
}
WIDTHS_HZ = (70, 110, 170)
COUGHED_HZ = (600, 1500, 2700)
COUGHED_WIDTHS_HZ = (250, 300, 500)


def resonance(signal: np.ndarray, hz: float, width_hz: float) -> np.ndarray:
    radius = np.exp(-np.pi * width_hz / RATE_HZ)
    turn = 2 * radius * np.cos(2 * np.pi * hz / RATE_HZ)
    return lfilter([1 - turn + radius**2], [1, -turn, radius**2], signal)


def contour(shape: str, rng: np.random.Generator, count: int) -> np.ndarray:
    """Of pitch, around 1, over a whole utterance of `count` samples."""
    t = np.linspace(0, 1, count)
    depth = rng.uniform(0.05, 0.45)
    return {
        "flat": np.ones(count),
        "rising": 1 - depth / 2 + depth * t,
        "falling": 1 + depth / 2 - depth * t,
        "fall-rise": 1 + depth / 2 - depth * np.sin(np.pi * t),
        "rise-fall": 1 - depth / 2 + depth * np.sin(np.pi * t),
        "jump up": 1 + depth * (t > rng.uniform(0.4, 0.65)),
        "jump down": 1 + depth * (t < rng.uniform(0.35, 0.6)),
    }[shape]


CONTOURS = ("flat", "rising", "falling", "fall-rise", "rise-fall", "jump up", "jump down")


class Speaker:
    """Of hums and vowels: a length of the vocal tract, a pitch, a softness of the voice."""

    def __init__(self, rng: np.random.Generator):
        self.rng = rng
        self.tract = rng.uniform(0.85, 1.25)
        self.pitch_hz = (100 + (self.tract - 0.85) * 260) * rng.uniform(0.8, 1.25)
        self.breath = rng.uniform(0, 1)
        self.softness = rng.uniform(0.3, 0.92)
        self.hum_hz = rng.uniform(180, 350)

    def say(self, phones: str) -> np.ndarray:
        parts = phones.split()
        pace = self.rng.uniform(0.6, 1.6)
        lengths = [
            int(RATE_HZ * pace * (0.05 if phone == "hh" else 0.12 if phone == "pau" else self.rng.uniform(0.08, 0.24)))
            for phone in parts
        ]
        pitch = self.pitch_hz * self.rng.uniform(0.85, 1.2)
        pitches = pitch * contour(str(self.rng.choice(CONTOURS)), self.rng, sum(lengths))
        spoken, at = [], 0
        for index, (phone, length) in enumerate(zip(parts, lengths)):
            neighbour = parts[index + 1] if index + 1 < len(parts) else parts[index - 1]
            spoken.append(self._phone(phone, neighbour, pitches[at : at + length]))
            at += length
        return np.concatenate(spoken)

    def laugh(self) -> np.ndarray:
        pitch = self.pitch_hz * self.rng.uniform(1.1, 1.7)
        spoken = []
        for index in range(self.rng.integers(2, 5)):
            length = int(self.rng.uniform(0.06, 0.1) * RATE_HZ)
            spoken.append(self._phone("hh", "ah", np.zeros(int(0.07 * RATE_HZ))))
            spoken.append(self._phone("ah", "ah", np.full(length, pitch * (1 - 0.06 * index))))
        return np.concatenate(spoken)

    def _phone(self, phone: str, neighbour: str, pitches_hz: np.ndarray) -> np.ndarray:
        count = len(pitches_hz)
        if phone == "pau":
            return np.zeros(count)
        shape = neighbour if phone == "hh" else phone
        noise = self.rng.standard_normal(count)
        hums = shape == "m"
        if phone == "hh":
            signal = noise * (0.12 if hums else 0.25)
        else:
            signal = lfilter([1 - self.softness], [1, -self.softness], self._glottis(pitches_hz, noise))
        first, second, third = FORMANTS.get(shape, FORMANTS["ah"])
        for hz, width in zip((self.hum_hz if hums else first, second, third), WIDTHS_HZ):
            signal = resonance(signal, hz * self.tract, width * (2.2 if hums else 1))
        signal = resonance(signal, 3500 * self.tract, 300) * (0.35 if hums else 1)
        return signal * _edges(count)

    def _glottis(self, pitches_hz: np.ndarray, noise: np.ndarray) -> np.ndarray:
        count = len(pitches_hz)
        wander = 1 + 0.01 * self.rng.standard_normal(count).cumsum() / np.sqrt(count)
        phase = np.cumsum(pitches_hz * wander / RATE_HZ) % 1
        flow = np.where(phase < 0.6, np.sin(np.pi * phase / 0.6) ** 2, 0)
        return np.diff(flow, prepend=0) * 6 + self.breath * noise * 0.15


def _edges(count: int) -> np.ndarray:
    edge = min(count // 2, RATE_HZ // 50)
    shape = np.ones(count)
    shape[:edge] = np.linspace(0.1, 1, edge)
    shape[count - edge :] = np.linspace(1, 0.1, edge)
    return shape


def body_sound(rng: np.random.Generator) -> np.ndarray:
    """A cough, a cleared throat, a breath, a smack of the lips or a laugh."""
    kind = rng.choice(["cough", "throat", "breath", "smack", "laugh"], p=[0.35, 0.25, 0.2, 0.1, 0.1])
    tract = rng.uniform(0.85, 1.2)
    if kind == "laugh":
        return Speaker(rng).laugh()
    if kind == "cough":
        bursts = [_burst(rng, tract) for _ in range(rng.integers(1, 4))]
        return np.concatenate(bursts)
    if kind == "throat":
        count = int(rng.uniform(0.25, 0.6) * RATE_HZ)
        rattle_hz = rng.uniform(25, 80) * (1 + 0.3 * rng.standard_normal(count // 160 + 1).repeat(160)[:count])
        phase = np.cumsum(rattle_hz / RATE_HZ) % 1
        return _coughed(np.exp(-phase * 6) * rng.standard_normal(count) * np.hanning(count) ** 0.4, tract, rng)
    if kind == "breath":
        count = int(rng.uniform(0.25, 0.8) * RATE_HZ)
        noise = lfilter([1], [1, -rng.uniform(0, 0.8)], rng.standard_normal(count)) * np.hanning(count) ** rng.uniform(0.3, 1)
        return noise if rng.random() < 0.4 else _coughed(noise, tract, rng)
    smacks = [rng.standard_normal(900) * np.exp(-np.arange(900) / 120) for _ in range(rng.integers(1, 4))]
    return _coughed(np.concatenate(smacks), tract * 1.7, rng)


def _burst(rng: np.random.Generator, tract: float) -> np.ndarray:
    length_s = rng.uniform(0.1, 0.3)
    t = np.arange(int(length_s * RATE_HZ)) / RATE_HZ
    noise = rng.standard_normal(len(t)) * np.exp(-t / (length_s / 3.5)) * np.minimum(1, t / 0.006)
    if rng.random() < 0.6:
        voice = np.sign(np.sin(2 * np.pi * rng.uniform(110, 300) * t)) * np.exp(-t / (length_s / 3))
        noise += 2 * voice * (t > length_s * 0.2) * rng.uniform(0.1, 0.6)
    return np.concatenate([_coughed(noise, tract, rng), np.zeros(int(rng.uniform(0.05, 0.25) * RATE_HZ))])


def _coughed(noise: np.ndarray, tract: float, rng: np.random.Generator) -> np.ndarray:
    shaped = 0.1 * noise
    for hz, width in zip(COUGHED_HZ, COUGHED_WIDTHS_HZ):
        shaped = shaped + resonance(noise, hz * tract * rng.uniform(0.85, 1.15), width)
    return shaped
