import { atUsualLevel, distant, muffled, seededRandom } from './alterations.js';
import { bodySound, hum } from './made-sounds.js';
import type { SpeechSources } from './speech-sources.js';

/** What a caller does while the agent speaks. Only an interruption is to bring it to silence. */
export type EventKind = 'interruption' | 'backchannel' | 'tic' | 'side talk' | 'nobody';

export interface DuplexEvent {
  readonly kind: EventKind;
  /** For tables: one word, a sentence, a hum... */
  readonly group: string;
  readonly text: string;
  readonly voice: string;
  /** Mono, 16 kHz; begins with its first sound. */
  readonly samples: Int16Array;
}

/** The corpus that decisions are tuned on, and the one that is reported: other voices, other sentences. */
export type CorpusName = 'development' | 'reported';

/** Who speaks in each of them. */
export const CORPUS_VOICES: Readonly<Record<CorpusName, readonly string[]>> = {
  development: ['flite:slt', 'flite:kal16', 'espeak:en-us+m7', 'espeak:en-us+f4', 'espeak:en-gb-scotland'],
  reported: ['flite:rms', 'flite:awb', 'espeak:en-us+m8', 'espeak:en-gb+f3', 'espeak:en-gb-x-gbcwmd'],
};

interface Plan {
  readonly voices: readonly string[];
  readonly oneWord: readonly string[];
  readonly sentences: readonly string[];
  readonly backchannels: readonly string[];
  readonly tics: readonly string[];
  readonly prompts: readonly string[];
  readonly readers: readonly string[];
  readonly firstSeed: number;
}

const PLANS: Readonly<Record<CorpusName, Plan>> = {
  development: {
    voices: CORPUS_VOICES.development,
    oneWord: ['stop', 'wait', 'no', 'hold on', 'excuse me', 'sorry', 'what', 'hang on', 'listen', 'hello'],
    sentences: [
      'can you repeat that please',
      'i would like to book a table',
      'okay but how much is it',
      'yeah no that is wrong',
      'where are you',
      'that is not what i asked',
      'when do you close',
    ],
    backchannels: [
      'yeah',
      'okay',
      'right',
      'i see',
      'uh huh',
      'mm hmm',
      'all right',
      'sure',
      'got it',
      'yes',
      'great',
    ],
    tics: ['um', 'uh', 'er', 'ah'],
    prompts: ['hello-world', 'please-try-again', 'im-sorry', 'vm-no', 'time', 'cancelled', 'vm-first'],
    readers: ['cards/001.wav', 'cards/003.wav', 'cards/005.wav'],
    firstSeed: 1,
  },
  reported: {
    voices: CORPUS_VOICES.reported,
    oneWord: ['stop', 'wait', 'no', 'enough', 'pardon me', 'one moment', 'hey', 'question', 'not now', 'why'],
    sentences: [
      'could i ask you something',
      'do you have anything on sunday',
      'right but i need two of them',
      'yes but that is too late',
      'what are your prices',
      'i want to talk to a person',
      'that was the wrong number',
    ],
    backchannels: [
      'yeah',
      'okay',
      'right',
      'i see',
      'uh huh',
      'mm hmm',
      'yep',
      'oh okay',
      'ah right',
      'yeah yeah',
      'hmm',
    ],
    tics: ['um', 'uh', 'erm', 'oh'],
    prompts: [
      'vm-goodbye',
      'one-moment-please',
      'sorry',
      'hello',
      'goodbye',
      'privacy-incorrect',
      'number',
      'transfer',
    ],
    readers: ['cards/002.wav', 'cards/004.wav', 'librivox/sense_and_sensibility_01_austen_64kb-0880.wav'],
    firstSeed: 1_001,
  },
};

const HUMS = 15;
const BODY_SOUNDS = 45;
/** Side talk is made of each so-many-th interruption. */
const SIDE_TALK_STEP = 1;
const LEVEL_SPREAD_DB = 6;

/** All events of a corpus, the same in every run. */
export async function makeCorpus(name: CorpusName, sources: SpeechSources): Promise<DuplexEvent[]> {
  const plan = PLANS[name];
  const random = seededRandom(plan.firstSeed);
  const level = (samples: Int16Array) => atUsualLevel(samples, LEVEL_SPREAD_DB * (random() - 0.5));
  const interruptions = await interruptionsOf(plan, sources);
  const listening = [
    ...(await spoken(plan, plan.backchannels, 'backchannel', 'spoken', sources)),
    ...(await spoken(plan, plan.tics, 'tic', 'filler', sources)),
    ...Array.from({ length: HUMS }, (_, index) => made('backchannel', 'hum', hum(plan.firstSeed + index))),
    ...Array.from({ length: BODY_SOUNDS }, (_, index) =>
      made('tic', 'body', bodySound(plan.firstSeed + index)),
    ),
  ];
  const direct = [...interruptions, ...listening].map((event) => ({
    ...event,
    samples: level(event.samples),
  }));
  return [...direct, ...sideTalk(interruptions, plan.firstSeed)];
}

async function interruptionsOf(plan: Plan, sources: SpeechSources): Promise<DuplexEvent[]> {
  const events = [
    ...(await spoken(plan, plan.oneWord, 'interruption', 'one word', sources)),
    ...(await spoken(plan, plan.sentences, 'interruption', 'sentence', sources)),
  ];
  for (const text of plan.prompts) {
    const samples = await sources.prompt(text);
    if (samples) events.push({ kind: 'interruption', group: 'human', text, voice: 'allison', samples });
  }
  for (const text of plan.readers) {
    const samples = await sources.reader(text);
    if (samples) events.push({ kind: 'interruption', group: 'human', text, voice: 'reader', samples });
  }
  return events;
}

async function spoken(
  { voices }: Plan,
  texts: readonly string[],
  kind: EventKind,
  group: string,
  sources: SpeechSources,
): Promise<DuplexEvent[]> {
  const events: DuplexEvent[] = [];
  for (const voice of voices) {
    for (const text of texts) {
      events.push({ kind, group, text, voice, samples: await sources.say(written(text, voice), voice) });
    }
  }
  return events;
}

/** In the spelling that a synthesiser says as it is meant; "mm" they would spell out. */
function written(text: string, voice: string): string {
  const isEspeak = voice.startsWith('espeak');
  if (text === 'mm hmm') return isEspeak ? "[[m'mh'Vm]]" : 'um hum';
  if (text === 'hmm') return isEspeak ? "[[h'Vm]]" : 'hum';
  if (text === 'uh huh') return isEspeak ? "[[Vh'V]]" : 'uh huh';
  if (text === 'erm' || text === 'er') return isEspeak ? '[[3:m]]' : 'urm';
  return text;
}

function made(kind: EventKind, group: string, samples: Int16Array): DuplexEvent {
  return { kind, group, text: group, voice: 'made', samples };
}

/** The same words from somebody else: muffled, across a room, or far from the microphone. */
function sideTalk(interruptions: readonly DuplexEvent[], seed: number): DuplexEvent[] {
  const chosen = interruptions.filter((_, index) => index % SIDE_TALK_STEP === 0);
  return chosen.map((event, index) => {
    const { samples } = event;
    const ways = [
      () => ['muffled', atUsualLevel(muffled(samples, 450 + 150 * (index % 4)), -7)] as const,
      () => ['distant', atUsualLevel(distant(samples, seed + index), -11)] as const,
      () => ['quiet', atUsualLevel(samples, -20)] as const,
    ];
    const [group, altered] = (ways[index % ways.length] ?? ways[0])!();
    return { ...event, kind: 'side talk', group, samples: altered };
  });
}

/** So many of each kind, of each of its groups in proportion; all of them where there are fewer. */
export function some(events: readonly DuplexEvent[], ofEachKind: number): DuplexEvent[] {
  const kinds = new Set(events.map(({ kind }) => kind));
  return [...kinds].flatMap((kind) => {
    const all = events
      .filter((event) => event.kind === kind)
      .sort((first, second) => first.group.localeCompare(second.group));
    const share = Math.min(1, ofEachKind / all.length);
    return all.filter((_, index) => Math.floor((index + 1) * share) > Math.floor(index * share));
  });
}

/** Moments in which the caller says nothing, and may only be its own loudspeaker's echo. */
export function quietMoments(count: number): DuplexEvent[] {
  return Array.from({ length: count }, () => made('nobody', 'nobody speaks', new Int16Array(0)));
}
