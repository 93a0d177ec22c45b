"""What both scripts of this folder need."""

import wave

import numpy as np

RATE_HZ = 16_000


def read_wav(path):
    with wave.open(str(path)) as file:
        return np.frombuffer(file.readframes(file.getnframes()), dtype=np.int16).astype(np.float32) / 32768


def add_metadata(model, metadata):
    del model.metadata_props[:]
    for key, value in metadata.items():
        model.metadata_props.add(key=key, value=str(value))
