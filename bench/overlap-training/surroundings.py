"""What a microphone picks up beside the caller: streets, crowds, music, steady noises, rooms, telephones, loudspeakers."""

import numpy as np
from scipy.signal import butter, fftconvolve, sosfilt

from store import RATE_HZ, Utterance

TRACK_S = 20
TRACKS = 10


def gain(decibels: float) -> float:
    return 10 ** (decibels / 20)


def low_passed(samples: np.ndarray, hz: float, order: int) -> np.ndarray:
    return sosfilt(butter(order, hz, output="sos", fs=RATE_HZ), samples)


def band_passed(samples: np.ndarray, from_hz: float, to_hz: float, order: int = 4) -> np.ndarray:
    return sosfilt(butter(order, [from_hz, to_hz], "band", output="sos", fs=RATE_HZ), samples)


def loud_level(samples: np.ndarray) -> float:
    """In dB below full scale, over what is at most 25 dB below the loudest 10 ms."""
    powers = (samples[: len(samples) // 160 * 160].reshape(-1, 160) ** 2).mean(axis=1)
    return 10 * np.log10(powers[powers > powers.max() * gain(-50)].mean() + 1e-12)


def at_level(samples: np.ndarray, dbfs: float) -> np.ndarray:
    return samples * gain(dbfs - loud_level(samples))


def in_room(samples: np.ndarray, rng: np.random.Generator, seconds: float, direct_db: float) -> np.ndarray:
    """@param direct_db How much louder the voice is than its echoes."""
    count = int(seconds * RATE_HZ)
    response = rng.standard_normal(count) * 10 ** (-3 * np.arange(count) / count)
    response[: int(0.004 * RATE_HZ)] = 0
    response = low_passed(response, rng.uniform(2500, 6000), 1)
    echoes = fftconvolve(samples, response / np.sqrt((response**2).sum()) * gain(-direct_db))
    return np.concatenate([samples, np.zeros(count - 1)]) + echoes


def over_telephone(samples: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Its band, and the steps of mu-law."""
    narrow = band_passed(samples, rng.uniform(180, 380), rng.uniform(3100, 3700))
    curved = np.sign(narrow) * np.log1p(255 * np.minimum(np.abs(narrow), 1)) / np.log(256)
    curved = np.round(curved * 127) / 127
    return low_passed(np.sign(curved) * (256 ** np.abs(curved) - 1) / 255, 3700, 6)


class Tracks:
    """Some of each, made once and cut from anywhere."""

    def __init__(self, talk: list[Utterance], rng: np.random.Generator):
        self.rng = rng
        self.by_voice: dict[str, list[Utterance]] = {}
        for one in talk:
            self.by_voice.setdefault(one.voice, []).append(one)
        self.tracks = {
            "street": [self._street() for _ in range(TRACKS)],
            "babble": [self._babble() for _ in range(TRACKS)],
            "music": [self._music() for _ in range(TRACKS)],
            "steady": [self._steady() for _ in range(TRACKS)],
            "agent": [self._talk(0.25) for _ in range(2 * TRACKS)],
        }

    def cut(self, name: str, count: int) -> np.ndarray:
        tracks = self.tracks[name]
        track = tracks[self.rng.integers(len(tracks))]
        at = self.rng.integers(len(track) - count)
        return track[at : at + count].copy()

    def _talk(self, longest_pause_s: float) -> np.ndarray:
        """One voice without an end."""
        voices = sorted(self.by_voice)
        said = self.by_voice[voices[self.rng.integers(len(voices))]]
        parts, count = [], 0
        while count < TRACK_S * RATE_HZ:
            pause = np.zeros(int(self.rng.uniform(0, longest_pause_s) * RATE_HZ))
            parts += [at_level(said[self.rng.integers(len(said))].samples, -26), pause]
            count += len(parts[-2]) + len(pause)
        return np.concatenate(parts)[: TRACK_S * RATE_HZ]

    def _babble(self) -> np.ndarray:
        talkers = [self._talk(0.3) * gain(self.rng.uniform(-6, 3)) for _ in range(self.rng.integers(3, 9))]
        mixed = np.sum(talkers, axis=0)
        return low_passed(mixed, self.rng.uniform(2500, 7000), 1) if self.rng.random() < 0.5 else mixed

    def _street(self) -> np.ndarray:
        count = TRACK_S * RATE_HZ
        white = self.rng.standard_normal(count)
        rumble, hiss = low_passed(white, self.rng.uniform(40, 120), 1), low_passed(white, self.rng.uniform(400, 2500), 1)
        t = np.arange(count) / RATE_HZ
        near = np.zeros(count)
        for _ in range(self.rng.integers(2, 9)):
            near += np.exp(-(((t - self.rng.uniform(0, TRACK_S)) / self.rng.uniform(0.2, 1.5)) ** 2))
        return rumble / rumble.std() + hiss / hiss.std() * (self.rng.uniform(0.05, 0.4) + near * self.rng.uniform(0.5, 2))

    def _steady(self) -> np.ndarray:
        count = TRACK_S * RATE_HZ
        spectrum = np.fft.rfft(self.rng.standard_normal(count))
        slope = self.rng.choice([0, 0.5, 0.5, 1.0])
        noise = np.fft.irfft(spectrum / np.maximum(np.arange(len(spectrum)), 8.0) ** slope, count)
        hum = np.sin(2 * np.pi * self.rng.choice([50, 60, 100, 120]) * np.arange(count) / RATE_HZ)
        return noise / noise.std() + (hum if self.rng.random() < 0.3 else 0)

    def _music(self) -> np.ndarray:
        """Notes of chords, plucked or held, with or without drums."""
        count = TRACK_S * RATE_HZ
        track = np.zeros(count + 4 * RATE_HZ)
        note_s, root_hz = self.rng.uniform(0.15, 0.6), 110 * 2 ** self.rng.uniform(0, 1.5)
        chords = [self.rng.choice([0, 2, 3, 4, 5, 7, 9, 12, 14, 16], size=4, replace=False) for _ in range(4)]
        held, bright, drums = self.rng.random() < 0.35, self.rng.uniform(0.6, 1.6), self.rng.random() < 0.4
        for number in range(int(TRACK_S / note_s)):
            at = int(number * note_s * RATE_HZ)
            chord = chords[number // 8 % 4]
            for semitones in chord[: 3 if held else 1] if number % (8 if held else 1) == 0 else []:
                tone = self._note(root_hz * 2 ** (semitones / 12), note_s * (8 if held else self.rng.uniform(2, 5)), held, bright)
                track[at : at + len(tone)] += tone[: len(track) - at]
            if drums and number % 2 == 0:
                hit = self.rng.standard_normal(3000) * np.exp(-np.arange(3000) / 500) * self.rng.uniform(0.2, 0.8)
                track[at : at + 3000] += hit
        return track[:count] + 1e-4 * self.rng.standard_normal(count)

    def _note(self, hz: float, seconds: float, held: bool, bright: float) -> np.ndarray:
        t = np.arange(int(min(seconds, 3.9) * RATE_HZ)) / RATE_HZ
        numbers = [number for number in range(1, 9) if number * hz < 7000]
        tone = sum(np.sin(2 * np.pi * hz * number * t) / number**bright for number in numbers)
        shape = np.hanning(len(t)) ** 0.3 if held else np.exp(-4 * t / t[-1])
        return tone * shape * np.minimum(1, t / 0.005)
