"""Simulates calls and has the service's own code make the network's input of them:
python data.py SPEECH_FOLDER OUT.npz COUNT SEED [only=WORD,WORD] [without=WORD,WORD] [condition=NAME] [kind=NUMBER].
`only` and `without` choose kinds of voices by parts of their names (`kind_of_voice`)."""

import subprocess
import sys
from pathlib import Path

import numpy as np

from calls import COUNT, Call, Calls, kind_of_voice
from store import Utterance, load

PROJECT = Path(__file__).resolve().parents[2]
FRAMES, BANDS = 190, 40
COMMAND = ["node", "scripts/run-ts.mjs", "bench/overlap-training/features.ts"]


class Features:
    """The program that makes frames."""

    def __init__(self):
        self.process = subprocess.Popen(COMMAND, cwd=PROJECT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def of(self, call: Call) -> np.ndarray:
        sent = np.zeros(COUNT) if call.sent is None else call.sent
        samples = np.concatenate([call.microphone, sent])
        pcm = np.clip(np.round(samples * 32768), -32768, 32767).astype("<i2").tobytes()
        self.process.stdin.write(bytes([call.sent is not None]) + pcm)
        self.process.stdin.flush()
        return np.frombuffer(self.process.stdout.read(4 * FRAMES * BANDS), "<f4").reshape(FRAMES, BANDS)

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait()


def utterances(folder: Path, options: dict[str, str]) -> list[Utterance]:
    everything = [one for file in sorted(folder.glob("*.npz")) for one in load(file)]
    only, without = (options[name].split(",") if name in options else [] for name in ("only", "without"))

    def is_wanted(utterance: Utterance) -> bool:
        kind = kind_of_voice(utterance.voice)
        return (not only or any(word in kind for word in only)) and not any(word in kind for word in without)

    return [one for one in everything if is_wanted(one)]


def main() -> None:
    folder, out, count, seed = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
    options = dict(argument.split("=") for argument in sys.argv[5:])
    calls, features = Calls(utterances(folder, options), seed), Features()
    kind = int(options["kind"]) if "kind" in options else None
    made: list[Call] = []
    frames = np.zeros((count, FRAMES, BANDS), np.float16)
    for index in range(count):
        call = calls.next(options.get("condition"), kind)
        frames[index] = features.of(call)
        call.microphone, call.sent = np.zeros(0), None
        made.append(call)
    features.close()
    out.parent.mkdir(parents=True, exist_ok=True)
    names = ("kind", "group", "condition", "voice", "text")
    np.savez(out, frames=frames, **{name: np.array([getattr(one, name) for one in made]) for name in names})
    print(out, count)


if __name__ == "__main__":
    main()
