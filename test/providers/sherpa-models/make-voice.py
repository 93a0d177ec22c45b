"""Makes the voice of this folder: a VITS model whose network is a table, in which each token is a recorded word.

See `make-recognizers.py` for how to run it.
"""

import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from shared import RATE_HZ, add_metadata, read_wav

HERE = Path(__file__).parent
SPEECH = Path(sys.argv[1])


def without_silence(samples):
    loud = np.flatnonzero(np.abs(samples) > 0.01)
    return samples[max(0, loud[0] - 160) : loud[-1] + 800]


def export_voice():
    words = sorted(path.stem[len("word-") :] for path in SPEECH.glob("word-*.wav"))
    sounds = [without_silence(read_wav(SPEECH / f"word-{word}.wav")) for word in words]
    table = np.full((len(words) + 1, max(len(sound) for sound in sounds)), 128, dtype=np.uint8)
    for row, sound in enumerate(sounds, 1):
        table[row, : len(sound)] = np.round(np.clip(sound / np.abs(sound).max(), -1, 1) * 127 + 128)
    constants = [
        numpy_helper.from_array(table, "words"),
        numpy_helper.from_array(np.float32(128), "middle"),
        numpy_helper.from_array(np.float32(0.6 / 128), "loudness"),
        numpy_helper.from_array(np.array([1, 1, -1], dtype=np.int64), "shape"),
    ]
    nodes = [
        helper.make_node("Gather", ["words", "x"], ["spoken"], axis=0),
        helper.make_node("Cast", ["spoken"], ["samples"], to=TensorProto.FLOAT),
        helper.make_node("Sub", ["samples", "middle"], ["centred"]),
        helper.make_node("Mul", ["centred", "loudness"], ["loud"]),
        helper.make_node("Reshape", ["loud", "shape"], ["y"]),
    ]
    value = helper.make_tensor_value_info
    graph = helper.make_graph(
        nodes,
        "voice",
        [
            value("x", TensorProto.INT64, [1, "L"]),
            value("x_length", TensorProto.INT64, [1]),
            *(value(name, TensorProto.FLOAT, [1]) for name in ("noise_scale", "length_scale", "noise_scale_w")),
        ],
        [value("y", TensorProto.FLOAT, [1, 1, "S"])],
        constants,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)])
    model.ir_version = 7
    add_metadata(
        model,
        {
            "model_type": "vits",
            "comment": "test voice of recorded words",
            "language": "English",
            "sample_rate": RATE_HZ,
            "n_speakers": 1,
            "add_blank": 0,
            "punctuation": ", . ! ?",
        },
    )
    folder = HERE / "voice"
    folder.mkdir(exist_ok=True)
    onnx.save(model, str(folder / "model.onnx"))
    marks = [" ", ",", ".", "!", "?"]
    tokens = [f"{mark} 0" for mark in marks] + [f"{word} {index}" for index, word in enumerate(words, 1)]
    (folder / "tokens.txt").write_text("\n".join(tokens) + "\n")
    (folder / "lexicon.txt").write_text("".join(f"{word} {word}\n" for word in words))


export_voice()
