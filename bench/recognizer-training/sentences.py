"""What callers say to agents of all trades, and how they begin to. Nothing that the reported corpus of `bench:duplex`
has callers say stands here."""

import random
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "overlap-training"))

from words import all_words  # noqa: E402

# A share of short words, as callers say them over the agent's voice.
SHORT_SHARE = 0.3
# Of the sentences so many break off.
BROKEN_SHARE = 0.3
QUESTION_WORDS = """what where when how who which can could may do does is are will should why""".split()

REPORTED = """where are you|what are your opening hours|what are your prices|who are you|how much does it cost|
i would like to book a table|could i ask you something|do you have anything on sunday|right but i need two of them|
yes but that is too late|i want to talk to a person|that was the wrong number|enough|pardon me|one moment|hey|question|
not now|why"""

LISTS = {
    "thing": """a table|an appointment|a room|a taxi|a ticket|a reservation|a new card|my password|the invoice|my order|a refund|
the delivery|a haircut|my prescription|the address|your number|the menu|a receipt|my account|the manager|some flowers|a car|
the meeting|a check up|my flight|the package|a quote|your email|two seats|a private lesson|the parking garage|my subscription|
the wifi code|a wheelchair|a birthday cake|the doctor|your website|my bill|a technician|the front desk|the kitchen|a gift card""",
    "time": """today|tomorrow|tonight|on Monday|on Tuesday morning|on Friday|next week|in the afternoon|at noon|at half past six|
this evening|in March|on the weekend|before five|after lunch|by Thursday|at nine o'clock|in an hour|on the third of May|right away""",
    "verb": """book|cancel|change|order|pick up|check|find|pay for|ask about|move|confirm|bring back|return|extend|look at|talk about|
get|reach|repair|sell""",
    "ask": """when do you|where do I|how do I|can you|could you|can I|may I|do I need to|should I|how long does it take to|why can't I|
is it possible to|do you|will you|how can we|where can we|who can""",
    "is": """open|closed|busy|available|expensive|included|nearby|ready|free|too late|far|full|correct|the same|cheaper|big enough|
safe|allowed""",
    "place": """the station|your office|the shop|the restaurant|the airport|the hotel|the pool|the clinic|the museum|the library|the bar|
the gym|the school|the bank|the garage|the pharmacy|the market""",
    "name": "Peter|Maria|John Smith|Anna|Doctor Brown|Robert|Susan Miller|Mister Jones|Emily|David",
    "want": "want to|need to|have to|would like to|am going to|was hoping to|tried to|forgot to",
    "am": "looking for|calling about|waiting for|at|near|interested in",
    "said": "said|told me|thinks|knows",
    "trouble": "a problem with|something wrong with|nothing about",
    "offer": "know about|offer|think of|charge for",
    "verdict": "fine|too late|not possible|better|perfect",
    "many": "two|three|four|five|six|eight",
    "which": "one|bus|room|train|day",
    "was": "is|was",
    "opens": "open|close",
    "more": "about|more about",
}
FORMS = """{ask} {verb} {thing}|{ask} {verb} {thing} {time}|is {place} {is} {time}|are you {is} {time}|I {want} {verb} {thing}|
what is {thing}|what time is {thing}|where is {place}|how far is {place} from {place}|how do I get to {place}|my name is {name}|
this is {name}|can I talk to {name}|when does {place} {opens}|does {place} {opens} {time}|do you have {thing} {time}|
how much is {thing}|what does {thing} cost|please {verb} {thing}|{time} is {verdict}|who {was} {name}|I am {am} {thing}|
I am {am} {place}|tell me {more} {thing}|tell me {more} {place}|{name} {said} {place} is {is}|there is {trouble} {thing}|
for {many} people {time}|what do you {offer} {thing}|which {which} is {is}"""


def parts(text: str) -> list[str]:
    return [part.strip() for part in text.replace("\n", "").split("|") if part.strip()]


class Sentences:
    """What somebody may say next, without an end."""

    def __init__(self, chance: random.Random):
        self.chance = chance
        self.reported = set(parts(REPORTED))
        self.forms = parts(FORMS)
        self.lists = {name: parts(text) for name, text in LISTS.items()}
        self.short = [one.text for one in all_words() if not one.phones]

    def next(self) -> str:
        while True:
            text = self.chance.choice(self.short) if self.chance.random() < SHORT_SHARE else self._sentence()
            if text.lower() not in self.reported:
                return text

    def _sentence(self) -> str:
        form = self.chance.choice(self.forms)
        text = re.sub(r"{(\w+)}", lambda found: self.chance.choice(self.lists[found[1]]), form)
        words = text.split()
        if self.chance.random() < BROKEN_SHARE:
            words = words[: self.chance.randint(1, max(1, len(words) - 1))]
        return " ".join(words)


def written(text: str) -> str:
    """As the recognizer writes it."""
    ending = "?" if text.split()[0].lower() in QUESTION_WORDS else "."
    return re.sub(r"\bi\b", "I", text[0].upper() + text[1:]) + ending
