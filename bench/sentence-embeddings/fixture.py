"""Writes what the float model and its tokenizer make of some texts, for test/engines/sentence-embedder.e2e-spec.ts.

usage: fixture.py OUTPUT.json TRAINED.safetensors
"""

import json
import sys
from pathlib import Path

from build import FOLDER, MAX_TOKENS, WEIGHTS, reference
from safetensors.numpy import load_file
from tokenizers import Tokenizer

TOKENIZED = """What are your opening hours?|I'd like to re-book my 10:30 appointment — on the 23rd, please!|
naïve café, Zoë Ångström, São Paulo|price: $1,250.00 (20% off) & more|東京 is far|🙂 emoji 👩‍👩‍👧 text|ＦＵＬＬ ＷＩＤＴＨ|
[SEP] in [CLS] text [MASK]|under_score and-hyphen/slash\\backslash|O'Brien's dog can't|
tab\tand\u00a0space\u200bzero\u00adsoft|\u0000\ufffd\u0007|Привет мир|مرحبا|unbelievably antidisestablishmentarianism"""
COMPARED = [
    "When are you open?",
    "What time does the shop close?",
    "I would like to cancel my appointment.",
    "My tooth hurts.",
    "Dogs are not allowed in the rooms.",
    "Is it okay to bring a puppy?",
]


def main(output: Path, trained: Path) -> None:
    WEIGHTS.update(load_file(trained))
    tokenizer = Tokenizer.from_file(str(FOLDER / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(MAX_TOKENS)
    texts = ["", *(text.strip("\n") for text in TOKENIZED.split("|")), "x" * 200, "word " * 390, "a" * 2_000]
    vectors = [reference(tokenizer.encode(text).ids) for text in COMPARED]
    tokens = [{"text": text, "ids": tokenizer.encode(text).ids} for text in texts]
    cosines = [[round(float(one @ other), 3) for other in vectors] for one in vectors]
    output.write_text(json.dumps({"tokens": tokens, "compared": COMPARED, "cosines": cosines}, ensure_ascii=False) + "\n")


main(Path(sys.argv[1]), Path(sys.argv[2]))
