"""Makes the recognizers of this folder, in formats that the sherpa-onnx project publishes its models in.

They are small, but real: one network, learned from synthetic speech, that knows the words of `words.ts` and no other. `streaming/` keeps
its state between pieces of audio, `offline/` hears a whole utterance.

How it was done, on Debian 12, in about ten minutes on one core:

    apt install python3-torch python3-torchaudio python3-onnx
    node scripts/run-ts.mjs test/providers/sherpa-models/make-speech.ts /tmp/speech
    /usr/bin/python3 test/providers/sherpa-models/make-recognizers.py /tmp/speech
    /usr/bin/python3 test/providers/sherpa-models/make-voice.py /tmp/speech

It prints the share of wrong words on sentences that were not learned from.
"""

import csv
import sys
from pathlib import Path

import numpy as np
import onnx
import torch
from torch import nn
from torchaudio.compliance.kaldi import fbank

from shared import RATE_HZ, add_metadata, read_wav

HERE = Path(__file__).parent
SPEECH = Path(sys.argv[1])
MEL_BINS = 80
# Frames of 10 ms that become one step of the network.
FRAMES_PER_STEP = 4
# Frames that the streaming recognizer takes at a time.
CHUNK_FRAMES = 16
HIDDEN = 96
LAYERS = 1
EPOCHS = 30
BATCH = 24
# How often each sentence is learned from, each time as another line brings it.
LINES = 3
BLANK = 0

torch.manual_seed(2026)
torch.set_num_threads(1)
random = np.random.default_rng(2026)


class Network(nn.Module):
    """Log mel energies in, log probabilities of words out; looks only backwards, so that it can hear while one speaks."""

    def __init__(self, mean, deviation, words):
        super().__init__()
        self.register_buffer("mean", mean)
        self.register_buffer("scale", 1 / deviation)
        self.reduce = nn.Linear(MEL_BINS, 32)
        self.memory = nn.GRU(32 * FRAMES_PER_STEP, HIDDEN, num_layers=LAYERS, batch_first=True)
        self.words = nn.Linear(HIDDEN, words)

    def forward(self, features, state):
        """features: (batch, frames, mel bins), frames a multiple of FRAMES_PER_STEP; state: (layers, batch, hidden)."""
        reduced = torch.relu(self.reduce((features - self.mean) * self.scale))
        steps = reduced.reshape(reduced.shape[0], -1, 32 * FRAMES_PER_STEP)
        remembered, state = self.memory(steps, state)
        return self.words(remembered).log_softmax(dim=-1), state


class Offline(nn.Module):
    """The layout of a Zipformer CTC model: x (N, T, C), x_lens (N) in; log_probs, log_probs_len out."""

    def __init__(self, network):
        super().__init__()
        self.network = network

    def forward(self, x, x_lens):
        padded = nn.functional.pad(x, (0, 0, 0, FRAMES_PER_STEP - 1))
        steps = (x.shape[1] + FRAMES_PER_STEP - 1) // FRAMES_PER_STEP
        state = torch.zeros(LAYERS, x.shape[0], HIDDEN)
        log_probs, _ = self.network(padded[:, : steps * FRAMES_PER_STEP], state)
        return log_probs, (x_lens + FRAMES_PER_STEP - 1) // FRAMES_PER_STEP


class Streaming(nn.Module):
    """The layout of a cache-aware NeMo CTC model; of its caches only the first is needed."""

    def __init__(self, network):
        super().__init__()
        self.network = network

    def forward(self, audio_signal, length, cache_last_channel, cache_last_time, cache_last_channel_len):
        state = cache_last_channel.squeeze(2).transpose(0, 1).contiguous()
        log_probs, state = self.network(audio_signal.transpose(1, 2), state)
        steps = length // FRAMES_PER_STEP
        return log_probs, steps, state.transpose(0, 1).unsqueeze(2), cache_last_time + 0, cache_last_channel_len + steps


def features_of(samples):
    """As sherpa-onnx makes them."""
    signal = torch.from_numpy(samples.astype(np.float32)).unsqueeze(0)
    return fbank(signal, num_mel_bins=MEL_BINS, high_freq=-400, dither=0, snip_edges=False, sample_frequency=RATE_HZ)


def on_a_line(samples):
    """The speech as a caller's line may bring it: louder or softer, faster or slower, with silence around it and noise."""
    pace = random.uniform(0.93, 1.07)
    stretched = np.interp(np.arange(0, len(samples), pace), np.arange(len(samples)), samples)
    before, after = (np.zeros(int(RATE_HZ * random.uniform(0, most))) for most in (0.5, 0.8))
    line = np.concatenate([before, stretched * 10 ** random.uniform(-0.8, 0.2), after])
    noise = 10 ** random.uniform(-5, -2.6) if random.random() < 0.8 else 0
    quantised = np.round((line + noise * random.standard_normal(len(line))) * 32768) / 32768
    return np.clip(quantised, -1, 1)


def heard(sentences):
    """Pairs of features and words."""
    return [(features_of(on_a_line(samples)), words) for samples, words in sentences]


def batches(utterances):
    """Utterances of similar length together."""
    order = sorted(range(len(utterances)), key=lambda index: len(utterances[index][0]) * random.uniform(0.9, 1.1))
    groups = [order[at : at + BATCH] for at in range(0, len(order), BATCH)]
    random.shuffle(groups)
    for group in groups:
        features = [utterances[index][0] for index in group]
        lengths = torch.tensor([len(feature) // FRAMES_PER_STEP for feature in features])
        frames = int(lengths.max()) * FRAMES_PER_STEP
        padded = torch.stack([nn.functional.pad(f, (0, 0, 0, max(0, frames - len(f))), value=-15.9)[:frames] for f in features])
        yield padded, lengths, [utterances[index][1] for index in group]


def word_errors(network, utterances):
    wrong = total = 0
    for features, lengths, wanted in batches(utterances):
        log_probs, _ = network(features, torch.zeros(LAYERS, len(wanted), HIDDEN))
        for row, length, words in zip(log_probs, lengths, wanted):
            best = torch.unique_consecutive(row[:length].argmax(dim=-1))
            wrong += edits([int(word) for word in best if word != BLANK], words)
            total += len(words)
    return wrong / total


def edits(heard, wanted):
    row = list(range(len(wanted) + 1))
    for i, word in enumerate(heard, 1):
        above, row[0] = row[0], i
        for j, expected in enumerate(wanted, 1):
            above, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, above + (word != expected))
    return row[-1]


def learn(sentences, words):
    kept_back = heard(sentences[::20])
    learned = heard([sentence for index, sentence in enumerate(sentences) if index % 20] * LINES)
    print(f"{len(learned)} utterances", flush=True)
    every_frame = torch.cat([features for features, _ in learned])
    network = Network(every_frame.mean(dim=0), every_frame.std(dim=0), words)
    optimiser = torch.optim.Adam(network.parameters())
    steps = EPOCHS * -(-len(learned) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, max_lr=1e-2, total_steps=steps)
    loss_of = nn.CTCLoss(blank=BLANK, zero_infinity=True)
    for epoch in range(EPOCHS):
        network.train()
        for features, lengths, wanted in batches(learned):
            log_probs, _ = network(features, torch.zeros(LAYERS, len(wanted), HIDDEN))
            targets = torch.tensor([word for words_ in wanted for word in words_])
            target_lengths = torch.tensor([len(words_) for words_ in wanted])
            loss = loss_of(log_probs.transpose(0, 1), targets, lengths, target_lengths)
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 5)
            optimiser.step()
            schedule.step()
        if epoch % 5 == 4:
            with torch.no_grad():
                print(f"epoch {epoch + 1}: loss {loss.item():.3f}, wrong words {word_errors(network.eval(), kept_back):.1%}", flush=True)
    return network.eval()


def export(module, example, folder, names, dynamic, metadata):
    folder.mkdir(exist_ok=True)
    path = folder / "model.onnx"
    inputs, outputs = names
    torch.onnx.export(
        module, example, str(path), input_names=inputs, output_names=outputs, dynamic_axes=dynamic, opset_version=13
    )
    model = onnx.load(str(path))
    add_metadata(model, metadata)
    onnx.save(model, str(path))


def export_recognizers(network, words):
    tokens = "".join(f"{token} {index}\n" for index, token in enumerate(["<blk>"] + ["▁" + word for word in words]))
    export(
        Offline(network),
        (torch.zeros(2, 40, MEL_BINS), torch.tensor([40, 36])),
        HERE / "offline",
        (["x", "x_lens"], ["log_probs", "log_probs_len"]),
        {"x": {0: "N", 1: "T"}, "x_lens": {0: "N"}, "log_probs": {0: "N", 1: "T"}, "log_probs_len": {0: "N"}},
        {"model_type": "zipformer2_ctc", "version": 1, "comment": "test model, not a Zipformer"},
    )
    caches = (torch.zeros(2, LAYERS, 1, HIDDEN), torch.zeros(2, 1, 1, 1), torch.tensor([0, 0]))
    names = ["cache_last_channel", "cache_last_time", "cache_last_channel_len"]
    inputs = ["audio_signal", "length", *names]
    outputs = ["logits", "logit_length", *(name + "_next" for name in names)]
    export(
        Streaming(network),
        (torch.zeros(2, MEL_BINS, CHUNK_FRAMES), torch.tensor([CHUNK_FRAMES] * 2), *caches),
        HERE / "streaming",
        (inputs, outputs),
        {name: {0: "N"} for name in inputs + outputs},
        {
            "model_type": "EncDecHybridRNNTCTCBPEModel",
            "comment": "test model, not a Conformer",
            "window_size": CHUNK_FRAMES,
            "chunk_shift": CHUNK_FRAMES,
            "subsampling_factor": FRAMES_PER_STEP,
            "vocab_size": len(words),
            "normalize_type": "",
            "cache_last_channel_dim1": LAYERS,
            "cache_last_channel_dim2": 1,
            "cache_last_channel_dim3": HIDDEN,
            "cache_last_time_dim1": 1,
            "cache_last_time_dim2": 1,
            "cache_last_time_dim3": 1,
        },
    )
    for folder in ("offline", "streaming"):
        (HERE / folder / "tokens.txt").write_text(tokens)


def main():
    with open(SPEECH / "transcripts.tsv", newline="") as file:
        rows = [(name, text.split()) for name, text in csv.reader(file, delimiter="\t")]
    words = sorted({word for _, text in rows for word in text})
    number_of = {word: index for index, word in enumerate(words, 1)}
    random.shuffle(rows)
    sentences = [(read_wav(SPEECH / name), [number_of[word] for word in text]) for name, text in rows]
    network = learn(sentences, len(words) + 1)
    export_recognizers(network, words)


main()
