"""The network of `src/engines/local/overlap/overlap-network.ts`, and the order in which its weights are stored."""

from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

BANDS, MEMORY, CLASSES = 40, 96, 4


class OverlapNetwork(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Conv1d(BANDS, 48, 5)
        self.second = nn.Conv1d(48, 64, 3, stride=2)
        self.third = nn.Conv1d(64, 64, 3)
        self.unit = nn.GRU(64, MEMORY, batch_first=True)
        self.output = nn.Linear(MEMORY, CLASSES)
        self.dropout = nn.Dropout(0.15)

    def forward(self, frames: torch.Tensor) -> torch.Tensor:
        """@returns Scores after each second frame, from the first on: [batch, frames / 2, classes]."""
        x = frames.transpose(1, 2)
        for layer in (self.first, self.second, self.third):
            x = functional.relu(layer(functional.pad(x, (layer.kernel_size[0] - 1, 0))))
        memory, _ = self.unit(self.dropout(x.transpose(1, 2)))
        return self.output(self.dropout(memory))

    def _stored(self) -> list[torch.Tensor]:
        layers = [part for layer in (self.first, self.second, self.third) for part in (layer.weight, layer.bias)]
        unit = [self.unit.weight_ih_l0, self.unit.weight_hh_l0, self.unit.bias_ih_l0, self.unit.bias_hh_l0]
        return [*layers, *unit, self.output.weight, self.output.bias]

    def save(self, path: Path) -> None:
        np.concatenate([part.ravel() for part in _as_stored(self._stored())]).astype("<f4").tofile(path)

    def load(self, path: Path) -> None:
        numbers, at = np.fromfile(path, "<f4"), 0
        for index, part in enumerate(self._stored()):
            values = numbers[at : at + part.numel()]
            at += part.numel()
            if index in GATES:
                values = _gates_turned(values.reshape(part.shape))
            elif index == OUTPUT:
                values = values.reshape(MEMORY, CLASSES).T
            part.data = torch.from_numpy(values.reshape(part.shape).copy())
        if at != len(numbers):
            raise ValueError(f"{path} belongs to another network")


# Of `_stored`: torch has the reset gates first, the file the gates that keep; and the output lies the other way.
GATES, OUTPUT = range(6, 10), 10


def _as_stored(parts: list[torch.Tensor]) -> list[np.ndarray]:
    arrays = [part.detach().numpy() for part in parts]
    for index in GATES:
        arrays[index] = _gates_turned(arrays[index])
    arrays[OUTPUT] = arrays[OUTPUT].T
    return arrays


def _gates_turned(rows: np.ndarray) -> np.ndarray:
    reset, keep, fresh = np.split(rows, 3)
    return np.concatenate([keep, reset, fresh])
