#!/usr/bin/env python3
"""Makes names.bin.gz. Usage: make-names.py FOLDER (with the census's dist.* files)."""
import gzip, math, sys
from pathlib import Path

RAREST = 0.0003
share = {}
for file in ("dist.all.last", "dist.female.first", "dist.male.first"):
    for line in Path(sys.argv[1], file).read_text().splitlines():
        name, percent = line.lower().split()[:2]
        share[name] = max(share.get(name, RAREST), float(percent))

trie = {}
for name, percent in sorted(share.items()):
    node = trie
    for letter in name:
        node = node.setdefault(letter, {})
    node["common"] = 1 + min(9, round(math.log(percent / RAREST)))


def written(node):
    for letter, child in node.items():
        if letter == "common":
            continue
        below = b"".join(written(child))
        yield letter.encode() + bytes([child.get("common", 0)]) + len(below).to_bytes(3, "little") + below


with gzip.GzipFile(Path(__file__).with_name("names.bin.gz"), "wb", 9, mtime=0) as out:
    out.write(b"".join(written(trie)))
