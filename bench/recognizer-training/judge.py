"""How well a person is understood whom no training has heard: python judge.py SPEECH TEXTS [WEIGHTS.pt ...] prints the
share of words that are misheard and the sentences that aren't, of prompts of Debian's asterisk-core-sounds-en-g722
beside a crowd of six voices of SPEECH. TEXTS is core-sounds-en.txt.gz of asterisk-core-sounds-en's documentation."""

import gzip
import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import torch

import moonshine
from mixing import SLOWED, USUAL_DBFS, slowed

from store import RATE_HZ, load
from surroundings import at_level, gain

PROMPTS = Path("/usr/share/asterisk/sounds/en_US_f_Allison")
# What the reported corpus of `bench:duplex` has.
REPORTED = "vm-goodbye one-moment-please sorry hello goodbye privacy-incorrect number transfer".split()
BELOW_DB = (40, 10, 5)
TALKERS = 6
CROWD_S = 60
TOKENS_A_SECOND = 6.5


def prompts(texts: Path) -> list[tuple[str, np.ndarray]]:
    listed = re.findall(r"^([\w-]+): *([A-Za-z][A-Za-z', .?!]+)$", gzip.open(texts, "rt", errors="ignore").read(), re.M)
    chosen = [(name, text) for name, text in listed if 3 <= len(text.split()) <= 12 and name not in REPORTED]
    read = [(text, recording(PROMPTS / f"{name}.g722")) for name, text in chosen[::2]]
    return [(text, samples) for text, samples in read if 0 < len(samples) <= 5 * RATE_HZ]


def recording(path: Path) -> np.ndarray:
    command = ["ffmpeg", "-v", "error", "-f", "g722", "-i", path, "-f", "s16le", "-ac", "1", "-ar", str(RATE_HZ), "pipe:1"]
    return np.frombuffer(subprocess.run(command, capture_output=True).stdout, "<i2") / 32768


def crowd(speech: Path, rng: np.random.Generator) -> np.ndarray:
    voices = [one for file in sorted(speech.glob("*.npz")) for one in load(file)]
    talk = lambda: np.concatenate([at_level(voices[at].samples, USUAL_DBFS) for at in rng.integers(len(voices), size=CROWD_S)])
    return at_level(sum(np.resize(talk(), CROWD_S * RATE_HZ) for _ in range(TALKERS)), USUAL_DBFS)


def pieces_of_tokens() -> list[str]:
    command = ["node", Path(__file__).parent / "tokens.mjs", "pieces"]
    return json.loads(subprocess.run(command, capture_output=True, check=True).stdout)


def text_of(tokens: list[int], pieces: list[str]) -> str:
    """Without the tokens that begin and end a text."""
    return "".join(pieces[token] for token in tokens if token > 2).replace("▁", " ")


def words_of(text: str) -> list[str]:
    return re.sub(r"[^a-z' ]", " ", text.lower()).split()


def mistakes(said: list[str], heard: list[str]) -> int:
    row = list(range(len(heard) + 1))
    for count, word in enumerate(said, 1):
        last, row[0] = row[:], count
        for at, other in enumerate(heard, 1):
            row[at] = min(last[at] + 1, row[at - 1] + 1, last[at - 1] + (word != other))
    return row[-1]


def main() -> None:
    speech, texts, weights = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:]
    said_by_her = prompts(texts)
    around, pieces = crowd(speech, np.random.default_rng(5)), pieces_of_tokens()
    for path in [None, *weights]:
        model, rng = moonshine.load(path), np.random.default_rng(6)
        for below in BELOW_DB:
            wrong = said = whole = 0
            for text, samples in said_by_her:
                voice = np.concatenate([np.zeros(RATE_HZ // 4), at_level(samples, USUAL_DBFS), np.zeros(RATE_HZ // 4)])
                at = rng.integers(len(around) - len(voice))
                heard = slowed(voice + around[at : at + len(voice)] * gain(-below), SLOWED)
                most = int(len(heard) / RATE_HZ * TOKENS_A_SECOND) + 1
                tokens = model.generate(torch.tensor(heard[None], dtype=torch.float32), max_new_tokens=most)[0].tolist()
                missed = mistakes(words_of(text), words_of(text_of(tokens, pieces)))
                wrong, said, whole = wrong + missed, said + len(words_of(text)), whole + (missed == 0)
            print(path or "as it comes", f"{below} dB: {wrong / said:.3f} of the words misheard, {whole} whole sentences", flush=True)


if __name__ == "__main__":
    main()
