import { atUsualLevel, distant, muffled, seededRandom } from './alterations.js';
import { bodySound, hum } from './made-sounds.js';
import type { SpeechSources } from './speech-sources.js';

/** A caller's action during agent speech. Only an interruption should stop the agent. */
export type EventKind = 'interruption' | 'backchannel' | 'tic' | 'side talk' | 'nobody';

export interface DuplexEvent {
  readonly kind: EventKind;
  /** For tables: one word, a sentence, a hum... */
  readonly group: string;
  readonly text: string;
  readonly voice: string;
  /** Mono, 16 kHz; begins with sound. */
  readonly samples: Int16Array;
}

/** The corpus for tuning, and the reported one: other voices, other sentences. */
export type CorpusName = 'development' | 'reported';

/** Voices of each corpus. */
export const CORPUS_VOICES: Readonly<Record<CorpusName, readonly string[]>> = {
  development: ['flite:slt', 'flite:kal16', 'espeak:en-us+m7', 'espeak:en-us+f4', 'espeak:en-gb-scotland'],
  reported: ['flite:rms', 'flite:awb', 'espeak:en-us+m8', 'espeak:en-gb+f3', 'espeak:en-gb-x-gbcwmd'],
};

/** Sentences by kind. */
export interface CorpusPlan {
  readonly voices: readonly string[];
  readonly oneWord: readonly string[];
  readonly sentences: readonly string[];
  readonly backchannels: readonly string[];
  readonly tics: readonly string[];
  /** To a third person; absent: the words of interruptions. */
  readonly asides?: readonly string[];
  readonly prompts: readonly string[];
  readonly readers: readonly string[];
  /** Whether hums, coughs, breaths and throat sounds are synthesized. */
  readonly madeSounds: boolean;
  readonly firstSeed: number;
}

export const CORPUS_PLANS: Readonly<Record<CorpusName, CorpusPlan>> = {
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
    madeSounds: true,
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
    madeSounds: true,
    firstSeed: 1_001,
  },
};

const HUMS = 15;
const BODY_SOUNDS = 45;
const LEVEL_SPREAD_DB = 6;

/** An event without its sound. */
interface PlannedEvent extends Omit<DuplexEvent, 'samples'> {
  /** @returns Undefined where a recording isn't installed. */
  readonly sound: () => Promise<Int16Array | undefined>;
}

/** Events of a plan, the same in every run. @param chosen Those whose sound is needed. */
export async function makeCorpus(
  plan: CorpusPlan,
  sources: SpeechSources,
  chosen: (planned: readonly PlannedEvent[]) => readonly PlannedEvent[],
): Promise<DuplexEvent[]> {
  const random = seededRandom(plan.firstSeed);
  const interruptions = interruptionsOf(plan, sources);
  const listening = [
    ...spoken(plan, plan.backchannels, 'backchannel', 'spoken', sources),
    ...spoken(plan, plan.tics, 'tic', 'filler', sources),
    ...(plan.madeSounds ? madeSounds(plan.firstSeed) : []),
  ];
  const direct = [...interruptions, ...listening].map((event) => {
    const offsetDb = LEVEL_SPREAD_DB * (random() - 0.5);
    return changed(event, (samples) => atUsualLevel(samples, offsetDb));
  });
  const asides = plan.asides && spoken(plan, plan.asides, 'side talk', 'aside', sources);
  const planned = [...direct, ...sideTalk(asides ?? interruptions, plan.firstSeed)];
  const events: DuplexEvent[] = [];
  for (const { sound, ...event } of chosen(planned)) {
    const samples = await sound();
    if (samples) events.push({ ...event, samples });
  }
  return events;
}

function madeSounds(seed: number): PlannedEvent[] {
  return [
    ...Array.from({ length: HUMS }, (_, index) => made('backchannel', 'hum', () => hum(seed + index))),
    ...Array.from({ length: BODY_SOUNDS }, (_, index) => made('tic', 'body', () => bodySound(seed + index))),
  ];
}

function interruptionsOf(plan: CorpusPlan, sources: SpeechSources): PlannedEvent[] {
  const recorded = (text: string, voice: string, sound: PlannedEvent['sound']) =>
    ({ kind: 'interruption', group: 'human', text, voice, sound }) as const;
  return [
    ...spoken(plan, plan.oneWord, 'interruption', 'one word', sources),
    ...spoken(plan, plan.sentences, 'interruption', 'sentence', sources),
    ...plan.prompts.map((text) => recorded(text, 'allison', () => sources.prompt(text))),
    ...plan.readers.map((text) => recorded(text, 'reader', () => sources.reader(text))),
  ];
}

function spoken(
  { voices }: CorpusPlan,
  texts: readonly string[],
  kind: EventKind,
  group: string,
  sources: SpeechSources,
): PlannedEvent[] {
  return voices.flatMap((voice) =>
    texts.map((text) => {
      const sound = () => sources.say(written(text, voice), voice);
      return { kind, group, text, voice, sound };
    }),
  );
}

function changed(event: PlannedEvent, change: (samples: Int16Array) => Int16Array): PlannedEvent {
  const sound = async () => {
    const samples = await event.sound();
    return samples && change(samples);
  };
  return { ...event, sound };
}

/** Spelled for a synthesizer; "mm" would be spelled out. */
function written(text: string, voice: string): string {
  if (voice.startsWith('natural')) return text;
  const isEspeak = voice.startsWith('espeak');
  if (text === 'mm hmm') return isEspeak ? "[[m'mh'Vm]]" : 'um hum';
  if (text === 'hmm') return isEspeak ? "[[h'Vm]]" : 'hum';
  if (text === 'uh huh') return isEspeak ? "[[Vh'V]]" : 'uh huh';
  if (text === 'erm' || text === 'er') return isEspeak ? '[[3:m]]' : 'urm';
  return text;
}

function made(kind: EventKind, group: string, sound: () => Int16Array): PlannedEvent {
  return { kind, group, text: group, voice: 'made', sound: () => Promise.resolve(sound()) };
}

/** The same words by another speaker: muffled, across a room, or far from the microphone. */
function sideTalk(talk: readonly PlannedEvent[], seed: number): PlannedEvent[] {
  const ways: readonly [string, (samples: Int16Array, index: number) => Int16Array][] = [
    ['muffled', (samples, index) => atUsualLevel(muffled(samples, 450 + 150 * (index % 4)), -7)],
    ['distant', (samples, index) => atUsualLevel(distant(samples, seed + index), -11)],
    ['quiet', (samples) => atUsualLevel(samples, -20)],
  ];
  return talk.map((event, index) => {
    const [group, change] = ways[index % ways.length]!;
    return { ...changed(event, (samples) => change(samples, index)), kind: 'side talk', group };
  });
}

/** A number of each kind, proportional to its groups; all if there are fewer. */
export function some<T extends Pick<DuplexEvent, 'kind' | 'group'>>(
  events: readonly T[],
  ofEachKind: number,
): T[] {
  const kinds = new Set(events.map(({ kind }) => kind));
  return [...kinds].flatMap((kind) => {
    const all = events
      .filter((event) => event.kind === kind)
      .sort((first, second) => first.group.localeCompare(second.group));
    const share = Math.min(1, ofEachKind / all.length);
    return all.filter((_, index) => Math.floor((index + 1) * share) > Math.floor(index * share));
  });
}

/** Moments without caller speech, with at most echo. */
export function quietMoments(count: number): DuplexEvent[] {
  const nobody = {
    kind: 'nobody',
    group: 'nobody speaks',
    text: '',
    voice: '',
    samples: new Int16Array(0),
  } as const;
  return Array.from({ length: count }, () => nobody);
}
