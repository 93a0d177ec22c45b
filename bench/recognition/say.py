#!/usr/bin/env python3
"""Speaks sentences with natural voices: one JSON object a line on standard input ({"file", "voice", "speed", "text"}), each to a file of
16 kHz, 16-bit samples unless it is there. Usage: say.py FOLDER (where prepare.sh put model and voices)."""
import glob, json, os, sys

import numpy
import onnxruntime
import soxr
from kokoro_onnx import Kokoro

RATE_HZ = 16_000
folder = sys.argv[1]
options = onnxruntime.SessionOptions()
options.intra_op_num_threads = 1
session = onnxruntime.InferenceSession(f"{folder}/model.onnx", options, providers=["CPUExecutionProvider"])
styles = {
    os.path.basename(path)[:-4]: numpy.fromfile(path, numpy.float32).reshape(-1, 1, 256)
    for path in glob.glob(f"{folder}/voices/*.bin")
}
numpy.savez(f"{folder}/voices.npz", **styles)
kokoro = Kokoro.from_session(session, f"{folder}/voices.npz")
for line in sys.stdin:
    wanted = json.loads(line)
    if os.path.exists(wanted["file"]):
        continue
    voice = wanted["voice"]
    language = "en-gb" if voice.startswith("b") else "en-us"
    samples, rate = kokoro.create(wanted["text"], voice=voice, speed=wanted["speed"], lang=language)
    pcm = numpy.clip(soxr.resample(samples, rate, RATE_HZ), -1, 1) * 32_767
    with open(wanted["file"], "wb") as file:
        file.write(pcm.astype("<i2").tobytes())
