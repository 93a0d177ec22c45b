"""The mean of several runs' weights: python mean.py OUT.f32 WEIGHTS.f32..."""

import sys

import numpy as np

np.mean([np.fromfile(path, "<f4") for path in sys.argv[2:]], axis=0).astype("<f4").tofile(sys.argv[1])
