"""Says words with whatever synthesizers are installed: python synthesizers.py FOLDER ENGINE. Engines: see ENGINES.

The voices that `bench:duplex` reports on are left out: Flite's rms and awb and all other voices of the same two
speakers (RHVoice's alan), and espeak-ng's en-us+m8, en-gb+f3 and en-gb-x-gbcwmd; so are three that its development
corpus has, so that thresholds are tuned on some voices that the network hasn't heard."""

import random
import subprocess
import sys
import tempfile
import wave
from pathlib import Path

import numpy as np
from scipy.signal import resample_poly

from made_sounds import Speaker, body_sound
from store import RATE_HZ, Utterance, save, trimmed
from words import BACKCHANNEL, TIC, Words, all_words

ESPEAK_VOICES = """en-us en-us+m1 en-us+m2 en-us+m3 en-us+m4 en-us+m5 en-us+m6 en-us+f1 en-us+f2 en-us+f5 en-gb+m3
en-gb+f2 en-gb+f4 en-gb+f5 en-gb-scotland+m1 en-gb-scotland+f2 en-029 en-029+f1 en-us-nyc+m4 en-gb-x-rp+f1 en-gb-x-gbclan+m6
en-us+croak en-us+whisper en-us+Andy en-us+Annie en-us+linda en-us+klatt2 en-us+klatt4 en-gb+klatt3 en-us+steph en-us+Alicia
en-us+Michael en-gb+belinda en-us+Gene en-gb+victor en-us+travis en-us+aunty en-us+Lee en-gb+m2 en-gb+f1 en-us+anika
en-us+david en-us+ed en-us+grandma en-us+grandpa en-us+iven en-us+john en-us+max en-us+norbert en-us+pablo en-us+robert
en-gb+Mario en-gb+shelby en-gb+rob en-us+kaukovalta en-us+zac en-gb+Denis en-gb+Diogo""".split()
ESPEAK_PHONES = dict(ah="V", hh="h", m="m", aa="A:", y="j", ae="a", er="3:", eh="E", pau="_:")
XSAMPA = dict(ah="V", hh="h", m="m", aa="A", y="j", ae="{", er="3`", eh="E", pau="")
# Of voices that are asked for a mean pitch.
MEAN_HZ = dict(slt=190, kal=105, kal16=105, ked=115)
# Its other English voices but for alan forbid commercial use (CC BY-NC-ND 4.0).
RHVOICES = ("bdl", "clb", "slt")
MADE_SPEAKERS = 220


class Studio:
    """Runs synthesizers and keeps what they say."""

    def __init__(self, engine: str):
        self.random = random.Random(engine)
        self.rng = np.random.default_rng(sum(map(ord, engine)))
        self.folder = Path(tempfile.mkdtemp())
        self.utterances: list[Utterance] = []

    def chosen(self, share_of_others: float, share: float = 1) -> list[Words]:
        """A share of all words, and fewer of the many others."""
        shares = {"other": share * share_of_others}
        return [one for one in all_words() if self.random.random() < shares.get(one.group, share)]

    def run(self, *command: str) -> np.ndarray | None:
        """The command writes to the file named last."""
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        return read_wave(Path(command[-1]))

    def keep(self, words: Words, voice: str, samples: np.ndarray | None) -> None:
        kept = None if samples is None else trimmed(samples)
        if kept is not None:
            self.utterances.append(Utterance(words.kind, words.group, words.text, voice, kept))

    def file(self, name: str = "one.wav") -> str:
        path = self.folder / name
        path.unlink(missing_ok=True)
        return str(path)


def read_wave(path: Path) -> np.ndarray | None:
    if not path.exists() or path.stat().st_size < 100:
        return None
    with wave.open(str(path)) as file:
        samples = np.frombuffer(file.readframes(file.getnframes()), "<i2").astype(np.float32) / 32768
        return samples if file.getframerate() == RATE_HZ else resample_poly(samples, RATE_HZ, file.getframerate())


def espeak(studio: Studio) -> None:
    for voice in ESPEAK_VOICES:
        for words in studio.chosen(0.4, 0.4):
            text = words.text
            if words.phones:
                parts = [ESPEAK_PHONES[phone] for phone in words.phones.split()]
                text = "[[" + "".join(parts[:-1]) + "'" + parts[-1] + "]]"
            pitch, pace = studio.random.randint(20, 80), studio.random.randint(120, 220)
            command = ("espeak-ng", "-v", voice, "-p", str(pitch), "-s", str(pace), text, "-w", studio.file())
            studio.keep(words, voice, studio.run(*command))


def flite(name: str):
    def say(studio: Studio) -> None:
        for setting in range(10):
            for words in studio.chosen(0.4):
                stretch = studio.random.uniform(0.75, 1.35)
                pitch = MEAN_HZ[name] * studio.random.uniform(0.7, 1.35)
                said = ("-p", f"pau {words.phones} pau") if words.phones else ("-t", words.text)
                settings = ("--setf", f"duration_stretch={stretch:.2f}", "--setf", f"int_f0_target_mean={pitch:.0f}")
                command = ("flite", "-voice", name, *settings, *said, studio.file())
                studio.keep(words, f"flite {name} {setting}", studio.run(*command))

    return say


def festival(name: str, voice: str):
    def say(studio: Studio) -> None:
        script, jobs = [f"({voice})"], []
        for setting in range(4):
            for words in studio.chosen(0.4):
                file = studio.file(f"{len(jobs)}.wav")
                script.append(festival_line(studio, name, words, file))
                jobs.append((words, f"festival {name} {setting}", Path(file)))
        path = studio.folder / "all.scm"
        path.write_text("\n".join(script))
        subprocess.run(["festival", "-b", str(path)], stderr=subprocess.DEVNULL, check=False)
        for words, speaker, file in jobs:
            studio.keep(words, speaker, read_wave(file))

    return say


def festival_line(studio: Studio, name: str, words: Words, file: str) -> str:
    mean = MEAN_HZ[name] * studio.random.uniform(0.75, 1.35)
    spread, stretch = studio.random.uniform(8, 25), studio.random.uniform(0.8, 1.3)
    said = f'(Utterance Text "{words.text}")'
    if words.phones and name == "slt":
        said = f"(Utterance Phones (pau {words.phones} pau))"
    elif words.phones:
        said = segments(studio, words.phones.split(), mean)
    return (
        f"(Parameter.set 'Duration_Stretch {stretch:.2f}) (if (boundp 'int_lr_params) (set! int_lr_params (list"
        f" (list 'target_f0_mean {mean:.0f}) (list 'target_f0_std {spread:.0f}) (list 'model_f0_mean 170)"
        f" (list 'model_f0_std 34)))) (set! u {said}) (unwind-protect (begin (utt.synth u)"
        f' (utt.save.wave u "{file}" \'riff)) nil)'
    )


def segments(studio: Studio, phones: list[str], mean_hz: float) -> str:
    begin, end = studio.random.uniform(0.8, 1.1), studio.random.uniform(0.85, 1.35)
    parts = []
    for index, phone in enumerate(phones):
        length = studio.random.uniform(0.04, 0.08) if phone == "hh" else studio.random.uniform(0.09, 0.2)
        pitch = mean_hz * (begin + (end - begin) * index / len(phones))
        parts.append(f"({phone} {length:.3f} (0 {pitch:.0f}))")
    return f"(Utterance Segments ((pau 0.1 (0 {mean_hz:.0f})) {' '.join(parts)} (pau 0.1)))"


def pico(studio: Studio) -> None:
    for setting in range(8):
        for words in studio.chosen(0.4):
            text = words.text
            if words.phones:
                text = f'<phoneme alphabet="xsampa" ph="{"".join(XSAMPA[one] for one in words.phones.split())}"/>'
            speed, pitch = studio.random.randint(80, 130), studio.random.randint(70, 135)
            text = f'<speed level="{speed}"><pitch level="{pitch}">{text}</pitch></speed>'
            file = studio.file()
            subprocess.run(["pico2wave", "-l", ("en-US", "en-GB")[setting % 2], "-w", file, text], check=False)
            studio.keep(words, f"pico {setting}", read_wave(Path(file)))


def rhvoice(studio: Studio) -> None:
    """All words of a setting in one run, which takes its time to begin, with pauses between them."""
    for name in RHVOICES:
        for setting in range(4):
            said = [one for one in studio.chosen(0.4) if not one.phones]
            marks = [studio.random.choice([".", ".", "?", "!"]) for _ in said]
            text = studio.folder / "text.txt"
            text.write_text("\n\n".join(one.text + mark for one, mark in zip(said, marks)))
            rate, pitch = studio.random.randint(80, 130), studio.random.randint(75, 130)
            command = ("RHVoice-test", "-p", name, "-r", str(rate), "-t", str(pitch), "-i", str(text), "-o", studio.file())
            parts = between_pauses(studio.run(*command), len(said))
            for words, part in zip(said, parts):
                studio.keep(words, f"rhvoice {name} {setting}", part)


def between_pauses(samples: np.ndarray, count: int) -> list[np.ndarray]:
    """So many parts, which the longest silences separate: those between sentences are longer than any within."""
    loud = np.flatnonzero(np.abs(samples) > 0.003)
    ends = np.sort(np.argsort(np.diff(loud))[1 - count :])
    firsts = np.concatenate([loud[:1], loud[ends + 1]])
    lasts = np.concatenate([loud[ends], loud[-1:]])
    return [samples[max(0, first - 800) : last + 800] for first, last in zip(firsts, lasts)]


def made(studio: Studio) -> None:
    for number in range(MADE_SPEAKERS):
        speaker = Speaker(studio.rng)
        for words in all_words():
            if words.phones:
                studio.keep(words, f"made {number}", speaker.say(words.phones))
            if words.phones and words.kind == BACKCHANNEL and "m" in words.phones.split():
                studio.keep(words, f"made {number}", speaker.say(words.phones))
        for _ in range(12):
            studio.keep(Words(TIC, "body", "body"), f"made {number}", body_sound(studio.rng))


ENGINES = {
    "espeak": espeak,
    "flite-slt": flite("slt"),
    "flite-kal": flite("kal16"),
    "festival-kal": festival("kal", "voice_kal_diphone"),
    "festival-ked": festival("ked", "voice_ked_diphone"),
    "festival-slt": festival("slt", "voice_cmu_us_slt_arctic_hts"),
    "pico": pico,
    "rhvoice": rhvoice,
    "made": made,
}

if __name__ == "__main__":
    target, engine = Path(sys.argv[1]), sys.argv[2]
    studio = Studio(engine)
    ENGINES[engine](studio)
    target.mkdir(parents=True, exist_ok=True)
    save(target / f"{engine}.npz", studio.utterances)
    minutes = sum(len(one.samples) for one in studio.utterances) / RATE_HZ / 60
    print(engine, len(studio.utterances), f"{minutes:.0f} min")
