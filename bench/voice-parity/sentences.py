"""Sentences of several kinds, and how hibari-tts pronounces each: python sentences.py COUNT SEED > reference.jsonl

Needs hibari-tts, Faker and chitchat-dataset of PyPI.
"""

import json
import random
import re
import sys
from pathlib import Path

import chitchat_dataset
from faker import Faker
from hibari import Hibari

count, seed = int(sys.argv[1]), int(sys.argv[2])
random.seed(seed)
Faker.seed(seed)
fake = Faker(["en_US", "en_GB", "en_IE"])
foreign = Faker(["de_DE", "fr_FR", "it_IT", "pl_PL", "es_ES", "sv_SE", "tr_TR"])
messages = [
    message["text"].strip()
    for conversation in chitchat_dataset.Dataset().values()
    for turn in conversation["messages"]
    for message in turn
    if 12 < len(message["text"]) < 200
]
docs = "\n".join(path.read_text() for path in Path(__file__).parents[2].glob("docs/**/*.md"))
lines = [line.strip("# ") for line in docs.splitlines()]
headings = [line.lstrip("# ") for line in docs.splitlines() if line.startswith("#")]
prose = [line for line in lines if re.match(r"[A-Z][^`|\[\]]{40,160}$", line)]
pick = random.choice


def number() -> str:
    value = random.choice([random.randint(0, 120), random.randint(100, 9_999), random.randint(10_000, 9_999_999)])
    return pick([f"{value}", f"{value:,}", f"{value / 100:.2f}", f"{value % 40}th", f"-{value % 60}", f"{value % 101}%"])


def money() -> str:
    value = random.choice([random.randint(1, 99), random.randint(1, 9_999)]) + random.choice([0, 0.5, 0.99, 0.05])
    return pick([f"${value:,.2f}", f"£{int(value)}", f"€{value:.2f}", f"${int(value)}k", f"${value / 7:.1f} million",
                 f"¥{int(value)}", f"{int(value)} USD", f"{int(value) % 100}¢", f"${int(value)}"])


def time() -> str:
    return pick([fake.time("%H:%M"), fake.time("%I:%M %p"), fake.time("%-I:%M%p").lower(), fake.time("%-I %p"),
                 fake.time("%-I%p").lower(), fake.time("%-I:%M a.m."), fake.time("%H:%M:%S")])


def date() -> str:
    return fake.date(pick(["%B %-d, %Y", "%b. %-d", "%-m/%-d/%Y", "%m/%d/%y", "%Y-%m-%d", "%A, %B %-d", "the %-d of %B",
                           "%-d %b %Y", "%A the %-dth", "%Y"]))


def abbreviation() -> str:
    return pick(["Dr.", "Mr.", "Mrs.", "Prof.", "St.", "approx.", "Ave.", "Inc.", "vs.", "e.g.", "i.e.", "etc.", "No. 7", "a.m.",
                 "U.S.", "U.K.", "NASA", "FBI", "PhD", "CEO", "ASAP", "Apt. 4B", "Blvd.", "5 km", "12kg", "3 hrs", "20°C",
                 "98.6°F", "60 mph", "500 mg", "2x", "A4", "B2B", "24/7", "3/4", "1/2", "Wi-Fi", "Q&A", "R&D", "HTML5", "COVID-19",
                 "Henry VIII", "Chapter IV", "World War II", "w/o", "AT&T", "iPhone 15", "MP3", "10-15", "pp. 3-9", "#3"])


def spelled() -> str:
    word = fake.last_name().upper()
    return pick(["-".join(word), ", ".join(word), ". ".join(word) + ".", " ".join(word)])


KINDS = {
    "plain": lambda: pick(prose),
    "talk": lambda: pick(messages),
    "questions": lambda: pick([m for m in random.sample(messages, 60) if m.endswith("?")] or ["Is that so?"]),
    "headings": lambda: pick(headings),
    "numbers": lambda: pick(["There are {} of them.", "We counted {} and {}.", "Room {}, please.", "It is {} to {}.",
                             "Add {} to {} and you get {}.", "Your order {} has {} items."]).format(number(), number(), number()),
    "money": lambda: pick(["That will be {}.", "It costs {} or {}.", "You owe {}, due on {}."]).format(
        money(), pick([money(), date()]), date()),
    "dates": lambda: pick(["We are open from {} to {}.", "Your appointment is on {}, at {}.", "Come at {} on {}!"]).format(
        *pick([(time(), time()), (date(), time())])),
    "abbreviations": lambda: pick(["{} and {}.", "This is {} {}", "It says {}, not {}.", "Ask for {} or {} today."]).format(
        abbreviation(), pick([abbreviation(), fake.last_name()])),
    "names": lambda: pick(["My name is {}.", "{} called {}.", "{}'s daughter is {}.", "Is {} there, or {}?"]).format(
        pick([fake.name(), foreign.name()]), pick([fake.name(), foreign.last_name()])),
    "addresses": lambda: pick(["We are at {}.", "{}, right?"]).format(fake.address().replace("\n", ", ")),
    "e-mail": lambda: pick(["Write to {}.", "Is it {}?", "See {} or {}."]).format(
        pick([fake.email(), fake.url(), fake.domain_name()]), fake.email()),
    "telephone": lambda: pick(["Call {}.", "My number is {}.", "{}, extension {}."]).format(fake.phone_number(), number()),
    "spelled": lambda: pick(["That is {}.", "It is spelled {}", "{}, as in {}."]).format(spelled(), fake.first_name()),
    "firms": lambda: pick(["You reach {}.", "{} makes {}."]).format(fake.company(), fake.catch_phrase()),
    "text": lambda: fake.sentence(pick([6, 12, 20])) + " " + pick(messages),
}

hibari = Hibari()
for index in range(count):
    kind = list(KINDS)[index % len(KINDS)]
    text = KINDS[kind]()
    print(json.dumps({"kind": kind, "text": text, "phonemes": hibari.phonemize(text)}, ensure_ascii=False))
