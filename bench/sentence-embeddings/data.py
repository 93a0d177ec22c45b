"""What the upper layers are trained with: sentences by what their speakers want, of one domain at a time.

- callers.txt: written for this purpose, agents of 188 trades, what callers say to them and, of most,
  what their owners would write as examples (the licence of the project).
- CLINC150, https://github.com/clinc/oos-eval, Larson et al. 2019, CC BY 3.0.
- BANKING77 and NLU++, https://github.com/PolyAI-LDN/task-specific-datasets, Casanueva et al. 2020 and 2022, CC BY 4.0.
- HWU64, https://github.com/xliuhw/NLU-Evaluation-Data, Liu et al. 2019, CC BY 4.0; only measured by.
- RESTAURANTS-8K, beside BANKING77, Coope et al. 2020, CC BY 4.0: sentences whose vectors are to stay as they are, as
  those of the guides of this project.

Each is read from a clone below the folder that is given: oos-eval, task-specific-datasets, NLU-Evaluation-Data.
"""

import csv
import io
import json
import random
import re
import subprocess
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).parent
# Of an intent with hundreds of sentences so many are taken.
MOST_SENTENCES = 40
LEAST_SENTENCES = 7
# Domains and trades that nothing is trained with: parameters are chosen by them.
HELD_OUT_DOMAINS = {"travel", "work"}
HELD_OUT_TRADES = {"optician", "bakery", "town-hall", "car-rental", "swimming-pool", "taxi", "phone-repair"}
HELD_OUT_TRADES |= {"optician-2", "bakery-2", "city-hall-registry-office", "car-rental-2", "swimming-pool-2", "taxi-company", "phone-repair-2"}


@dataclass
class Intent:
    name: str
    sentences: list[str]
    reply: str = ""
    # As an owner writes them.
    examples: list[str] = field(default_factory=list)


@dataclass
class Domain:
    source: str
    name: str
    intents: list[Intent]
    # What callers say there that belongs to no intent.
    others: list[str] = field(default_factory=list)


def callers() -> list[Domain]:
    domains = []
    for line in (HERE / "callers.txt").read_text().splitlines():
        if line.startswith("# "):
            domains.append(Domain("callers", line[2:], []))
            continue
        name, reply, sentences, examples = (part.strip() for part in f"{line} |".split("|")[:4])
        sentences = sentences.split(" / ")
        if name == "-":
            domains[-1].others = sentences
        else:
            domains[-1].intents.append(Intent(name.replace("-", " "), sentences, reply.lower(), examples.split(" / ") if examples else []))
    return domains


class Clones:
    def __init__(self, folder: Path):
        self.folder = folder

    def read(self, repository: str, path: str) -> str:
        command = ["git", "-C", str(self.folder / repository), "show", f"HEAD:{path}"]
        return subprocess.run(command, capture_output=True, check=True, text=True).stdout

    def names(self, repository: str, path: str) -> list[str]:
        command = ["git", "-C", str(self.folder / repository), "ls-tree", "-r", "--name-only", "HEAD", path]
        return subprocess.run(command, capture_output=True, check=True, text=True).stdout.splitlines()

    def clinc(self) -> list[Domain]:
        data = json.loads(self.read("oos-eval", "data/data_full.json"))
        by_intent = grouped((intent, text) for part in ("train", "val", "test") for text, intent in data[part])
        outside = [text for part in ("oos_train", "oos_val", "oos_test") for text, _ in data[part]]
        names = json.loads(self.read("oos-eval", "data/domains.json"))
        return [Domain("clinc", name, intents_of({one: by_intent[one] for one in intents}), outside) for name, intents in names.items()]

    def banking(self) -> list[Domain]:
        rows = list(csv.DictReader(io.StringIO(self.read("task-specific-datasets", "banking_data/train.csv"))))
        return [Domain("banking77", "banking77", intents_of(grouped((row["category"], row["text"].lower()) for row in rows)))]

    def nlupp(self) -> list[Domain]:
        """Its sentences have several labels, what is wanted and of what: all of them together are taken for an intent."""
        domains = []
        for name in ("hotels", "banking"):
            folds = self.names("task-specific-datasets", f"nlupp/data/{name}/")
            rows = [row for fold in folds for row in json.loads(self.read("task-specific-datasets", fold))]
            labelled = grouped((" ".join(sorted(row["intents"])), row["text"].lower()) for row in rows if row.get("intents"))
            intents = intents_of(labelled)
            kept = {intent.name for intent in intents}
            others = [text for label, texts in labelled.items() if spoken(label) not in kept for text in texts]
            domains.append(Domain("nlu++", name, [Intent("", one.sentences) for one in intents], others))
        return domains

    def hwu(self) -> list[Domain]:
        by_scenario = defaultdict(lambda: defaultdict(list))
        for path in self.names("NLU-Evaluation-Data", "CrossValidation/"):
            found = re.search(r"/KFold_(\d+)/testset/annotated/([a-z]+)_\w+/.*\.json$", path)
            if not found or int(found[1]) > 4:
                continue
            for row in json.loads(self.read("NLU-Evaluation-Data", path))["test_data_annotation"]:
                by_scenario[found[2]][row["intent"]].append(row["text"].lower())
        domains = [Domain("hwu64", name, intents_of(intents)) for name, intents in by_scenario.items()]
        return [domain for domain in domains if len(domain.intents) >= 3]

    def spoken(self, count: int) -> list[str]:
        rows = json.loads(self.read("task-specific-datasets", "span_extraction/restaurant8k/train_0.json"))
        texts = sorted({row["userInput"]["text"].lower() for row in rows})
        return random.Random(1).sample([text for text in texts if 25 < len(text) < 160], count)


def guides() -> list[str]:
    """What is written rather than spoken: the sentences of the project's own guides."""
    text = "".join(path.read_text() for path in sorted((HERE.parent.parent / "docs").rglob("*.md")))
    sentences = re.split(r"(?<=[.!?])\s+", text)
    return [" ".join(one.lower().split()) for one in sentences if 40 < len(one) < 300 and "|" not in one]


def grouped(pairs) -> dict[str, list[str]]:
    groups = defaultdict(list)
    for name, text in pairs:
        groups[name].append(text)
    return groups


def spoken(name: str) -> str:
    return name.replace("_", " ").replace("-", " ").lower()


def intents_of(groups: dict[str, list[str]]) -> list[Intent]:
    chance = random.Random(1)
    intents = []
    for name, texts in sorted(groups.items()):
        texts = sorted(set(texts))
        if len(texts) >= LEAST_SENTENCES:
            intents.append(Intent(spoken(name), chance.sample(texts, min(MOST_SENTENCES, len(texts)))))
    return intents


def elsewhere() -> list[list[str]]:
    """What people ask anybody, as the product compares it."""
    source = (HERE.parent.parent / "src/pipeline/llm/intents/elsewhere.ts").read_text()
    return [[name, *asked.split("|")] for name, asked in re.findall(r"^  (\w+):\s+'(.*)',$", source, re.MULTILINE)]


@dataclass
class Data:
    training: list[Domain]
    # Whole domains, and all of HWU64.
    held_out: list[Domain]
    # Whose vectors stay.
    general: list[str]


def load(folder: Path) -> Data:
    clones = Clones(folder)
    domains = [*callers(), *clones.clinc(), *clones.banking(), *clones.nlupp()]
    is_held_out = lambda one: one.name in (HELD_OUT_DOMAINS if one.source == "clinc" else HELD_OUT_TRADES)
    return Data(
        [one for one in domains if not is_held_out(one)],
        [one for one in domains if is_held_out(one)] + clones.hwu(),
        clones.spoken(2_000) + guides(),
    )
