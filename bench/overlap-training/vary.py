"""Makes new speakers of those that synthesizers have, with the WORLD vocoder (Morise and others, 2016):
python vary.py FOLDER ENGINE COUNT [SEED] writes COUNT utterances of other pitch, contour, vocal tract, pace and
smoothness; another seed makes other speakers."""

import sys
from pathlib import Path

import numpy as np
import pyworld

from made_sounds import CONTOURS, contour
from store import RATE_HZ, Utterance, load, save, trimmed

FRAME_MS = 5.0
# Of each analysed utterance, since analysis takes most of the time.
VARIATIONS = 3
SPEAKERS_AN_ENGINE = 60


class Speaker:
    """What stays the same in all that one new speaker says."""

    def __init__(self, rng: np.random.Generator):
        self.tract = rng.uniform(0.82, 1.22)
        # Short vocal tracts go with high voices.
        self.pitch_hz = (75 + (self.tract - 0.82) * 300) * rng.uniform(0.85, 1.5)
        # Coefficients of the cepstrum that are kept; models of voices smooth spectra.
        self.kept = int(rng.choice([18, 24, 32, 48, 200]))
        self.smoothed_frames = int(rng.choice([1, 1, 3, 5, 9]))
        # How far spectra go from their mean: models of voices average them.
        self.variance = rng.choice([1.0, 1.0, 0.85, 0.7])
        self.breath = rng.choice([0.3, 0.6, 1.0, 1.0, 1.5])
        self.pace = rng.uniform(0.75, 1.35)


def varied(analysis: tuple[np.ndarray, np.ndarray, np.ndarray], speaker: Speaker, rng: np.random.Generator):
    pitches, spectra, noise_shares = analysis
    count = max(8, int(len(pitches) * speaker.pace * rng.uniform(0.88, 1.12)))
    at = np.linspace(0, len(pitches) - 1, count)
    nearest = np.round(at).astype(int)
    logs = warped(np.log(spectra[nearest] + 1e-12), speaker.tract)
    logs = smoothed(logs, speaker)
    mean = logs.mean(axis=0)
    logs = mean + (logs - mean) * speaker.variance
    shares = np.clip(warped(noise_shares[nearest], speaker.tract) ** (1 / speaker.breath), 0.001, 1)
    pitches = np.ascontiguousarray(new_pitches(pitches[nearest], speaker, rng))
    spectra, shares = np.ascontiguousarray(np.exp(logs)), np.ascontiguousarray(shares)
    return pyworld.synthesize(pitches, spectra, shares, RATE_HZ, FRAME_MS).astype(np.float32)


def new_pitches(pitches: np.ndarray, speaker: Speaker, rng: np.random.Generator) -> np.ndarray:
    voiced = pitches > 0
    if not voiced.any():
        return pitches
    level = speaker.pitch_hz * rng.uniform(0.9, 1.12)
    if rng.random() < 0.65:
        shape = level * contour(str(rng.choice(CONTOURS)), rng, len(pitches))
        shape *= 1 + 0.01 * np.sin(np.linspace(0, rng.uniform(5, 30), len(pitches)))
        return np.where(voiced, shape, 0)
    usual = np.exp(np.log(pitches[voiced]).mean())
    spread = rng.uniform(0.4, 1.5)
    return np.where(voiced, level * (np.maximum(pitches, 1) / usual) ** spread, 0)


def warped(rows: np.ndarray, tract: float) -> np.ndarray:
    """Frequencies times `tract`."""
    bins = rows.shape[1]
    source = np.minimum(np.arange(bins) / tract, bins - 1)
    low = np.minimum(source.astype(int), bins - 2)
    share = source - low
    return rows[:, low] * (1 - share) + rows[:, low + 1] * share


def smoothed(logs: np.ndarray, speaker: Speaker) -> np.ndarray:
    if speaker.kept < 200:
        cepstra = np.fft.irfft(logs, axis=1)
        cepstra[:, speaker.kept : -speaker.kept + 1] = 0
        logs = np.fft.rfft(cepstra, axis=1).real
    frames = speaker.smoothed_frames
    if frames > 1:
        padded = np.pad(logs, ((frames // 2, frames // 2), (0, 0)), mode="edge")
        sums = np.cumsum(np.vstack([np.zeros((1, logs.shape[1])), padded]), axis=0)
        logs = (sums[frames:] - sums[:-frames]) / frames
    return logs


def main() -> None:
    folder, engine, count = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    seed = sys.argv[4] if len(sys.argv) > 4 else ""
    rng = np.random.default_rng(sum(map(ord, engine + seed)) + 7)
    speakers = [Speaker(rng) for _ in range(SPEAKERS_AN_ENGINE)]
    sources = load(folder / f"{engine}.npz")
    sources = [one for one in sources if one.group != "body"]
    # A word that stands alone is what is hard to tell.
    weights = np.array([0.25 if one.group in ("trap", "sentence") else 0.5 if one.group == "other" else 1 for one in sources])
    chosen = rng.choice(len(sources), size=min(len(sources), count // VARIATIONS), p=weights / weights.sum(), replace=False)
    made: list[Utterance] = []
    for index in chosen:
        source = sources[index]
        samples = source.samples.astype(np.float64)
        pitches, times = pyworld.dio(samples, RATE_HZ, frame_period=FRAME_MS, f0_floor=60, f0_ceil=500)
        pitches = pyworld.stonemask(samples, pitches, times, RATE_HZ)
        spectra = pyworld.cheaptrick(samples, pitches, times, RATE_HZ)
        analysis = (pitches, spectra, pyworld.d4c(samples, pitches, times, RATE_HZ))
        for number in rng.choice(SPEAKERS_AN_ENGINE, size=VARIATIONS, replace=False):
            kept = trimmed(varied(analysis, speakers[number], rng))
            if kept is not None:
                made.append(Utterance(source.kind, source.group, source.text, f"{engine} varied {seed or 0}-{number}", kept))
    save(folder / f"{engine}-varied{seed}.npz", made)
    print(engine, "varied", len(made))


if __name__ == "__main__":
    main()
