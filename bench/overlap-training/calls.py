"""What the server hears of a caller around one voice over the agent's, and which sound it is."""

from dataclasses import dataclass

import numpy as np

from store import RATE_HZ, Utterance
from surroundings import Tracks, at_level, band_passed, gain, in_room, loud_level, low_passed, over_telephone
from words import BACKCHANNEL, INTERRUPTION, NOT_DIRECTED, TIC

# The moment at which the server takes the voice to have begun.
ONSET_S = 2.5
CALL_S = 4.1
ONSET, COUNT = int(ONSET_S * RATE_HZ), int(CALL_S * RATE_HZ)
# A caller's usual level after gain control, in dB below full scale.
USUAL_DBFS = -26
# What the listener takes an echo to be earlier than it is (`src/voice/caller/caller-listener.ts`).
EARLY_S = 0.02
CONDITIONS = {"quiet": 0.36, "street": 0.11, "babble": 0.17, "music": 0.12, "steady": 0.07, "echo": 0.17}
KINDS = {INTERRUPTION: 0.38, BACKCHANNEL: 0.29, TIC: 0.13, NOT_DIRECTED: 0.20}
INTERRUPTION_GROUPS = {"one word": 0.4, "trap": 0.22, "sentence": 0.18, "other": 0.2}


@dataclass
class Call:
    kind: int
    group: str
    condition: str
    voice: str
    text: str
    microphone: np.ndarray
    # What the agent had sent, as late as its echo; None where no echo is known of.
    sent: np.ndarray | None


class Calls:
    def __init__(self, utterances: list[Utterance], seed: int):
        self.rng = np.random.default_rng(seed)
        talk = [one for one in utterances if one.group in ("sentence", "trap", "other")]
        self.tracks = Tracks(talk, self.rng)
        self.pools: dict[str, dict[str, list[Utterance]]] = {}
        for one in utterances:
            name = one.group if one.kind == INTERRUPTION else str(one.kind)
            # Each kind of synthesizer is heard as often, however much it has said.
            self.pools.setdefault(name, {}).setdefault(kind_of_voice(one.voice), []).append(one)

    def next(self, condition: str | None = None, kind: int | None = None) -> Call:
        condition = condition or self._one_of(CONDITIONS)
        kind = self._one_of(KINDS) if kind is None else kind
        if kind == NOT_DIRECTED and condition != "quiet" and self.rng.random() < 0.4:
            return self._nobody(condition)
        of = int(self.rng.choice([INTERRUPTION, INTERRUPTION, INTERRUPTION, BACKCHANNEL])) if kind == NOT_DIRECTED else kind
        source = self._utterance(of)
        samples, level_db, group = self._changed(source.samples.astype(np.float64)), self.rng.normal(0, 2.5), source.group
        if kind == NOT_DIRECTED:
            samples, level_db, group = self._not_directed(samples)
        elif self.rng.random() < 0.35:
            samples = in_room(samples, self.rng, self.rng.uniform(0.15, 0.6), self.rng.uniform(3, 18))
        voice = at_level(samples, USUAL_DBFS + np.clip(level_db, -34, 7))
        microphone = np.zeros(COUNT)
        at = ONSET - self._found_late(condition, len(voice))
        kept = min(len(voice), COUNT - at)
        microphone[at : at + kept] = voice[:kept]
        microphone, sent = self._around(microphone, condition)
        return Call(kind, group, condition, source.voice, source.text, microphone, sent)

    def _nobody(self, condition: str) -> Call:
        microphone, sent = self._around(np.zeros(COUNT), condition, louder_db=self.rng.uniform(0, 6))
        return Call(NOT_DIRECTED, "nobody", condition, "nobody", "", microphone, sent)

    def _one_of(self, shares: dict):
        return list(shares)[self.rng.choice(len(shares), p=np.array(list(shares.values())) / sum(shares.values()))]

    def _utterance(self, kind: int) -> Utterance:
        name = self._one_of(INTERRUPTION_GROUPS) if kind == INTERRUPTION else str(kind)
        voices = self.pools[name]
        said = voices[list(voices)[self.rng.integers(len(voices))]]
        return said[self.rng.integers(len(said))]

    def _changed(self, samples: np.ndarray) -> np.ndarray:
        """Faster or slower with its pitch, and of other brightness."""
        pace = self.rng.choice([0.9, 0.95, 1, 1, 1, 1.05, 1.1])
        if pace != 1:
            samples = np.interp(np.arange(0, len(samples) - 1, pace), np.arange(len(samples)), samples)
        if self.rng.random() < 0.6:
            samples = samples + self.rng.uniform(-0.6, 0.6) * np.concatenate([[0], samples[:-1]])
        return samples

    def _not_directed(self, samples: np.ndarray) -> tuple[np.ndarray, float, str]:
        """@returns It and its level from the usual one, in dB."""
        rng = self.rng
        way = str(rng.choice(["muffled", "distant", "quiet"]))
        if way == "muffled":
            return low_passed(samples, rng.uniform(300, 1100), int(rng.integers(2, 9))), rng.uniform(-14, 0), way
        if way == "distant":
            far = in_room(samples, rng, rng.uniform(0.4, 1.3), rng.uniform(-12, -1))
            return low_passed(far, rng.uniform(1500, 4500), int(rng.integers(1, 5))), rng.uniform(-22, -6), way
        return samples, rng.uniform(-30, -14), way

    def _found_late(self, condition: str, length: int) -> int:
        """Samples between a voice's first sound and the moment at which it is taken to have begun: in noise a voice is
        sometimes found by a later word, or a background before it passes for its beginning."""
        unusual_share, latest_s = (0.08, 0.25) if condition == "quiet" else (0.25, 0.45)
        if self.rng.random() >= unusual_share:
            return int(RATE_HZ * self.rng.normal(0.035, 0.03))
        return int(RATE_HZ * self.rng.uniform(-0.25, min(latest_s, 0.5 * length / RATE_HZ)))

    def _around(self, microphone: np.ndarray, condition: str, louder_db: float = 0):
        rng, sent = self.rng, None
        microphone = microphone + rng.standard_normal(COUNT) * gain(rng.uniform(-90, -65))
        if condition == "echo":
            back, sent = self._echo()
            microphone = microphone + back
        elif condition != "quiet":
            below_db = rng.uniform(5, 20) - louder_db
            microphone = microphone + at_level(self.tracks.cut(condition, COUNT), USUAL_DBFS - below_db)
        if condition != "echo" and rng.random() < 0.15:
            microphone = over_telephone(microphone, rng)
        return np.clip(microphone, -1, 1), sent

    def _echo(self) -> tuple[np.ndarray, np.ndarray | None]:
        """What comes back of the agent's voice, and what it sent so long before."""
        rng, early = self.rng, int(EARLY_S * RATE_HZ)
        agent = at_level(self.tracks.cut("agent", COUNT + 2 * early), rng.uniform(-25, -17))
        begun = 0 if rng.random() < 0.6 else int(rng.uniform(0.3, 2.2) * RATE_HZ)
        agent[:begun] = 0
        if rng.random() < 0.6:
            # Ducked as soon as the voice was found.
            agent[ONSET + int(rng.uniform(0.03, 0.25) * RATE_HZ) :] *= gain(-9)
        speaker = band_passed(agent, rng.uniform(60, 350), rng.uniform(3000, 7500), int(rng.integers(1, 3)))
        if rng.random() < 0.5:
            speaker = in_room(speaker, rng, rng.uniform(0.1, 0.4), rng.uniform(0, 15))[: len(agent)]
        speaker *= gain(rng.uniform(-30, -14) + loud_level(agent) - loud_level(speaker))
        back = np.concatenate([np.zeros(early), speaker])[:COUNT]
        if rng.random() < 0.6:
            back = self._shaken(back)
        known = rng.random() < 0.75
        return back, agent[:COUNT] if known else None

    def _shaken(self, samples: np.ndarray) -> np.ndarray:
        """Packets come now earlier, now later."""
        at = np.arange(COUNT)
        steps = self.rng.integers(-2, 3, size=COUNT // (RATE_HZ // 8) + 1) * (RATE_HZ // 100)
        return samples[np.clip(at - np.repeat(steps, RATE_HZ // 8)[:COUNT], 0, COUNT - 1)]


def kind_of_voice(voice: str) -> str:
    """The synthesizer behind a voice: "flite slt 3" is of "flite slt", and all of espeak-ng of one."""
    parts = voice.split()
    if "varied" in parts:
        return " ".join(parts[:2])
    if parts[0] in ("flite", "festival", "rhvoice"):
        return " ".join(parts[:2])
    return parts[0] if parts[0] in ("pico", "made") else "espeak"
