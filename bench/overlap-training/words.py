"""What callers say while the agent talks. Nothing that only the reported corpus of `bench:duplex` has stands here:
of its one-word interruptions and sentences none, but for "stop", "wait" and "no"."""

from dataclasses import dataclass

INTERRUPTION, BACKCHANNEL, TIC, NOT_DIRECTED = range(4)


@dataclass(frozen=True)
class Words:
    kind: int
    # 'one word', 'trap' (begins as a backchannel does), 'sentence', 'other', 'spoken', 'filler'
    group: str
    text: str
    # ARPAbet without stress, where spelling misleads synthesizers
    phones: str | None = None


BACKCHANNELS = """yeah|yep|yes|okay|ok|right|sure|alright|all right|I see|got it|great|cool|good|exactly|of course|
fine|perfect|I understand|makes sense|fair enough|yeah yeah|okay okay|right right|yeah sure|oh okay|ah okay|oh I see|
okay great|yes okay|true|absolutely|wonderful|yeah okay|sure sure|okay yeah|nice|that's right|very good|I know|
uh huh|um hum|hum|um hmm|uh hum|a ha|oh yeah|yup|yes yes|okay sure|right okay|oh nice|oh great|oh good|I see I see|
yeah exactly|okay good|lovely|excellent|very well|indeed|definitely|sounds good|mm yeah|yeah right|uh huh uh huh"""
BACKCHANNEL_PHONES = {
    "uh-huh": "ah hh ah",
    "mm-hmm": "m hh m",
    "mm-hmm, long": "m m hh m m",
    "mhm": "ah m hh ah m",
    "hmm": "hh m m",
    "mm": "m m",
    "mmm": "m m m m",
    "uh-huh uh-huh": "ah hh ah ah hh ah",
    "aha": "aa hh aa",
    "mm yeah": "m m y ae",
    "um-hum": "ah m hh ah m",
    "eh-heh": "eh hh eh",
}
TICS = "um|uh|er|oh|ah|urm|uhm"
TIC_PHONES = {
    "um": "ah m",
    "umm": "ah m m m",
    "uhh": "ah ah",
    "er": "er",
    "erm": "er m",
    "uh um": "ah pau ah m",
    "eh": "eh",
    "hm": "hh m",
    "huh": "hh ah",
    "aah": "aa aa",
}
ONE_WORD = """stop|wait|no|hold on|hang on|excuse me|sorry|listen|actually|pause|hello|what|cancel|never mind|be quiet|
just a second|no no|stop stop|wait wait|stop it|please stop|no thanks|not that|hold it|sorry what|no wait|shut up|help|
quiet please|slow down|repeat that|give me a second|that's wrong|nope|nah|wrong|quiet|silence|hold up|wait up|just a minute|
come again|say again|again please|who is this|what was that|no thank you|not really|not quite|incorrect|my turn|time out|
operator|representative|help me|too long|skip it|go back|start again|cancel that|hello hello|hi|really no|stop now|
stop talking|wait please|no stop|wait no|no no no|hang on a sec|hold on hold on|sorry no|what what|well no|well|but|
listen to me|let me talk|excuse me sir|please|please wait|halt|cut it|no more|can I|could you|I have|what's that|huh what"""
TRAPS = """okay but how much is it|yes but not on Monday|yeah no that is wrong|okay so what happens next|
okay can you say that again|yes I want to change my booking|yeah but I already paid|um can you repeat that|uh wait a minute|
oh hold on please|oh no I meant Thursday|sure but who pays for it|I see but I still need help|alright then tell me the address|
okay stop|yeah stop please|yes hello can you hear me|um no|uh excuse me|got it but where do I go|right wait|okay wait a second|
mm no not really|uh-huh but when does it open|yeah and what about the weekend|okay listen|oh sorry I have another thing|
er what did you say|yes please connect me to somebody|fine but I want my money back|good but can we do it earlier|
ah one more thing|I see so it is free|sure go on but make it quick|okay hang on|okay great now give me the number|
yeah I don't want that|yes that one is not mine|okay but what about the cost|yes but when are you open|
yeah but I asked for something else|right so where is the office|um actually I need something else|uh hold on a second|
oh wait I forgot something|sure but can I pay by card|alright but who will call me|okay no|yeah hang on|
okay thanks but I have to go|got it now what about my refund|yes I would like to cancel|right no|um what|uh no|oh no|
yeah well actually|mm wait|hmm no|yes but|okay but|right but how|yep but when|sure now stop"""
SENTENCES = """can you repeat the last part|I would like to speak to your boss|what time do you close|that is not correct|
how much does it cost|I need to change my address|my name is not Peter|when is the next appointment|do you have any tables left|
please tell me the total|I don't understand|where are you located|let me think about it|is there a discount|that's too expensive|
you already told me that|could you speak more slowly|I have another problem|not today maybe tomorrow|give me the phone number|
the address is wrong|he did not call me back|which one is cheaper|tell me about the other plan|we need it by Friday|
change it to three people|I was asking about the delivery|forget it|skip this part|go back to the beginning|there is a mistake|
I'm calling about my order|who am I talking to|it doesn't work|send it by email|are you a robot|thank you goodbye|
hold on I need a pen|no I said Tuesday|wait what was that|stop talking please|excuse me can I say something|
sorry I didn't hear you|actually I changed my mind|listen I don't have time|no that is not what I want|can I talk to a human|
what is the opening time in May|you got my name wrong|I want to book a table for four|please call me later|my order never arrived|
sorry could you say that again|actually make it five o'clock|wait I did not agree to that|how long will it take|
that's not my account|is it possible to move it|I didn't ask for that|we are in a hurry|they said it was included|
you can stop reading now|our train leaves at six|everything is broken|she will come instead|nobody answered the phone"""
OTHER = """one|two|three|four five|six|seven|eight|nine|ten|Monday|Tuesday|Friday|tomorrow|tonight|maybe|money|doctor|
manager|reception|agent|human|John|Maria|Robert|address|email|number|price|blue|green|large|small|nothing|something else|
the other one|both|neither|later|earlier|today|never|always|because|if possible|with my wife|for two people|about my bill|
on the phone|in the morning|my order|your website|this is Peter|it is urgent|too fast|too loud|louder|again|what else|where|
when|who|which one|how come|how long|and then|or maybe not|so what|the thing is|I mean|you know what|let me speak|let's go on|
let me finish|next|back|start over|skip|go ahead|continue|do it|don't|can't|won't work|is it|are you there|did you hear me|
would it|should I|may I ask|do you|problem|mistake|refund|delivery|invoice|ticket|table|window|garden|winter|summer|school|
hospital|airport|London|Boston|seventeen|forty two|hundred|half past nine|a quarter to six|rice|ride|write it down|white|light|
show me|shoes|ocean|over there|old one|open it|only one|under it|umbrella|upstairs|earth|early|mother|more|must be|many people|
my mistake|Amsterdam|year|yellow|yesterday|yard|share it|short|surely not|gotta go|God no|all of it|also|almost|cool down|grey|
eye|I said|I want|I need|I don't|I see a problem|I got it wrong|fifty|coke|okra|oak|coffee|key|high|hi there|home|harm|much|mum|
zero|eleven|twenty|thirty|billion|A|B|C|D|E|F|jay|K|X|alpha|bravo|charlie|delta|echo|foxtrot|golf|hotel|india|juliet|kilo|
march|july|Sunday morning|noon|midnight|dollars|cents|pounds|percent|street|card|cash|phone|car|bus|house|door|bread|water|
tea|milk|salad|soup|chicken|pizza|extra|double|half|whole|left|straight|yours|mine|his|hers|them|us|everyone|somebody|
anything|everything|somewhere|perhaps|probably|instead|already|still|only|too many|too few|less|bigger|smaller|newer|older"""


def _listed(text: str) -> list[str]:
    return [part.strip() for part in text.replace("\n", "").split("|") if part.strip()]


def all_words() -> list[Words]:
    words = [Words(BACKCHANNEL, "spoken", text) for text in _listed(BACKCHANNELS)]
    words += [Words(BACKCHANNEL, "spoken", text, phones) for text, phones in BACKCHANNEL_PHONES.items()]
    words += [Words(TIC, "filler", text) for text in _listed(TICS)]
    words += [Words(TIC, "filler", text, phones) for text, phones in TIC_PHONES.items()]
    for group, texts in (("one word", ONE_WORD), ("trap", TRAPS), ("sentence", SENTENCES), ("other", OTHER)):
        words += [Words(INTERRUPTION, group, text) for text in _listed(texts)]
    return words
