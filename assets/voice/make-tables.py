"""Makes the files of this folder from the wheel of hibari-tts: pip install onnx, then python make-tables.py WHEEL.whl

Tables become sorted lines `key TAB value`, which are searched where they lie, without a map in memory.
"""

import gzip
import json
import sys
import zipfile
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper

HERE = Path(__file__).parent
WHEEL = zipfile.ZipFile(sys.argv[1])


def read(name: str) -> bytes:
    data = WHEEL.read(f"hibari/assets/{name}")
    return gzip.decompress(data) if name.endswith(".gz") else data


def write_table(name: str, table: dict[str, str]) -> None:
    lines = sorted(f"{key}\t{value}\n".encode() for key, value in table.items())
    with open(HERE / name, "wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as packed:
        packed.writelines(lines)


def compact(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, separators=(",", ":"))


for made, source in {"words.tsv.gz": "lexicon_us_gold.json.gz", "more-words.tsv.gz": "lexicon_us_silver.json.gz"}.items():
    write_table(made, {word: compact(sounds) for word, sounds in json.loads(read(source)).items()})

tagger = json.loads(read("tagger.json.gz"))
tags = {f"tag={word}": tag for word, tag in tagger["tagdict"].items()}
tags |= {f"known={word}": "" for word in tagger["vocab"]}
# Weights have one decimal: they are kept as whole numbers of tenths.
for feature, weights in tagger["weights"].items():
    tags[feature] = " ".join(f"{tag} {round(weight * 10)}" for tag, weight in weights.items())
write_table("tags.tsv.gz", tags)
(HERE / "tags.json").write_text(json.dumps(sorted(tagger["tags"])) + "\n")



def unsigned(model: onnx.ModelProto) -> bytes:
    """Weights with 128 for zero: the same products, which processors without VNNI would compute with overflows otherwise."""
    products = [node for node in model.graph.node if node.op_type == "MatMulInteger"]
    signed = {name for node in products for name in (node.input[1], node.input[3])}
    for tensor in model.graph.initializer:
        if tensor.name in signed:
            steps = numpy_helper.to_array(tensor).astype(np.int16) + 128
            tensor.CopyFrom(numpy_helper.from_array(steps.astype(np.uint8), tensor.name))
    return model.SerializeToString()


(HERE / "voice.onnx").write_bytes(unsigned(onnx.load_from_string(read("hibari.onnx"))))

for made, source in {
    "unknown-words.onnx": "oov.onnx",
    "unknown-words.json": "oov.json",
    "phonemes.json": "vocab.json",
    "written-forms.json": "normalize.json",
    "split-words.json": "tokenizer_exceptions.json",
}.items():
    (HERE / made).write_bytes(read(source))
