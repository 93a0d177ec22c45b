"""Has the synthesizers of ../overlap-training say such sentences: python speech.py FOLDER ENGINE COUNT writes COUNT
utterances of each of its voices. Engines: espeak, pico, rhvoice, festival. Flite's voices, and all others of their
speakers, are left out, so that half of the development corpus's voices are ones that the recognizer hasn't heard."""

import random
import subprocess
import sys
from pathlib import Path

from sentences import Sentences

import store
from synthesizers import ESPEAK_VOICES, Studio, between_pauses, festival_line, read_wave
from words import INTERRUPTION, Words

LONGEST_S = 4.5
LEAST_SAMPLES = 2_500
SETTINGS = 4
RHVOICES = ("bdl", "clb")


class Speech(Studio):
    def __init__(self, engine: str, count: int):
        super().__init__(engine)
        store.LONGEST_S = LONGEST_S
        self.count = count
        self.sentences = Sentences(random.Random(engine))

    def all(self) -> list[Words]:
        return [Words(INTERRUPTION, "sentence", self.sentences.next()) for _ in range(self.count)]


def espeak(speech: Speech) -> None:
    for voice in ESPEAK_VOICES:
        for words in speech.all():
            pitch, pace = speech.random.randint(20, 80), speech.random.randint(125, 210)
            command = ("espeak-ng", "-v", voice, "-p", str(pitch), "-s", str(pace), words.text, "-w", speech.file())
            speech.keep(words, voice, speech.run(*command))


def pico(speech: Speech) -> None:
    for setting in range(2 * SETTINGS):
        for words in speech.all():
            speed, pitch = speech.random.randint(80, 125), speech.random.randint(70, 135)
            text = f'<speed level="{speed}"><pitch level="{pitch}">{words.text}</pitch></speed>'
            file, language = speech.file(), ("en-US", "en-GB")[setting % 2]
            subprocess.run(["pico2wave", "-l", language, "-w", file, text], check=False)
            speech.keep(words, f"pico {language}", read_wave(Path(file)))


def rhvoice(speech: Speech) -> None:
    for name in RHVOICES:
        for _ in range(SETTINGS):
            said = speech.all()
            text = speech.folder / "text.txt"
            text.write_text("\n\n".join(one.text + speech.random.choice("..?!") for one in said))
            rate, pitch = speech.random.randint(85, 125), speech.random.randint(75, 130)
            command = ("RHVoice-test", "-p", name, "-r", str(rate), "-t", str(pitch), "-i", str(text), "-o", speech.file())
            for words, part in zip(said, between_pauses(speech.run(*command), len(said))):
                speech.keep(words, f"rhvoice {name}", part)


def festival(speech: Speech) -> None:
    script, jobs = ["(voice_ked_diphone)"], []
    for words in speech.all():
        file = speech.file(f"{len(jobs)}.wav")
        script.append(festival_line(speech, "ked", words, file))
        jobs.append((words, Path(file)))
    path = speech.folder / "all.scm"
    path.write_text("\n".join(script))
    subprocess.run(["festival", "-b", str(path)], stderr=subprocess.DEVNULL, check=False)
    for words, file in jobs:
        speech.keep(words, "festival ked", read_wave(file))


ENGINES = {"espeak": espeak, "pico": pico, "rhvoice": rhvoice, "festival": festival}

if __name__ == "__main__":
    target, engine, count = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    speech = Speech(engine, count)
    ENGINES[engine](speech)
    kept = [one for one in speech.utterances if len(one.samples) > LEAST_SAMPLES]
    target.mkdir(parents=True, exist_ok=True)
    store.save(target / f"{engine}.npz", kept)
    print(engine, len(kept), f"{sum(len(one.samples) for one in kept) / store.RATE_HZ / 60:.0f} min")
