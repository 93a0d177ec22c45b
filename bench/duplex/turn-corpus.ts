import { concat } from '../../test/support/audio.js';
import { durationMs, silence } from '../dialogues/sounds.js';
import { atUsualLevel, seededRandom } from './alterations.js';
import { CORPUS_VOICES, type CorpusName } from './corpus.js';
import type { SpeechSources } from './speech-sources.js';

/** A turn of a caller while the agent is silent. */
export interface SpokenTurn {
  readonly kind: 'pause within' | 'question';
  /** For tables. */
  readonly group: string;
  readonly text: string;
  readonly voice: string;
  /** Mono, 16 kHz; begins and ends with sound. */
  readonly samples: Int16Array;
  /** What it consists of, in the order in which it is said. */
  readonly parts: readonly SpokenPart[];
}

export interface SpokenPart {
  readonly words: string;
  /** From the beginning of the turn. */
  readonly atMs: number;
  readonly samples: Int16Array;
}

export interface TurnPlan {
  readonly voices: readonly string[];
  /**
   * What callers say in two parts, and think in between: where the words so far are no whole sentence yet. All of it
   * is what the agent is there for.
   */
  readonly broken: readonly (readonly [first: string, second: string])[];
  readonly questions: readonly string[];
  readonly pausesMs: readonly number[];
}

const PAUSES_MS = [200, 300, 400, 500, 600, 700, 800, 900];

export const TURN_PLANS: Readonly<Record<CorpusName, TurnPlan>> = {
  development: {
    pausesMs: PAUSES_MS,
    voices: CORPUS_VOICES.development,
    broken: [
      ['can i', 'book a table'],
      ['what is', 'your address'],
      ['when are you', 'open'],
      ['where can i', 'find you'],
      ['i want to', 'make a reservation'],
      ['how do i', 'get there'],
      ['am i talking to', 'a machine'],
      ['please give me', 'your address'],
      ['could we get', 'a table for two'],
      ['do you know', 'how expensive it is'],
      ['what is the', 'price'],
      ['can you please', 'repeat that'],
      ['i need', 'an appointment'],
      ['when do you', 'close'],
      ['i wonder', 'when you are open'],
      ['what can i', 'ask you'],
      ['is there', 'a table today'],
      ['let me know when', 'you close'],
      ['how expensive', 'is it'],
      ['i was going to ask for', 'your name'],
      ['how can you', 'help me'],
      ['do you have', 'a table for two'],
      ['can i make an', 'appointment'],
    ],
    questions: [
      'when are you open',
      'what is your address',
      'how expensive is it',
      'can i make an appointment',
      'what can you do',
      'what is the price',
      'how do i get there',
      'when do you close',
      'are you open today',
      'what is your name',
      'can i book a table',
      'are you a robot',
      'where can i find you',
      'can you repeat that',
      'when do you open today',
      'am i talking to a machine',
      'book a table for two',
      'how can you help me',
      'could you book a table',
      'what did you say',
      'thank you very much',
      'where do i find you',
    ],
  },
  reported: {
    pausesMs: PAUSES_MS,
    voices: CORPUS_VOICES.reported,
    broken: [
      ['i would like to', 'book a table'],
      ['what are your', 'opening hours'],
      ['can you tell me', 'where you are'],
      ['are you open on', 'sunday'],
      ['how much', 'does it cost'],
      ['i want to make', 'a reservation'],
    ],
    questions: [
      'where are you',
      'what are your opening hours',
      'what are your prices',
      'who are you',
      'how much does it cost',
      'i would like to book a table',
    ],
  },
};
/** In each third pause of at least so long the caller says "um". */
const UM_FROM_MS = 500;
const UM_EACH = 3;

/** Sentences with a pause within: all pauses and all voices in turn. */
export async function makePauses(
  { voices, broken, pausesMs }: TurnPlan,
  count: number,
  sources: SpeechSources,
): Promise<SpokenTurn[]> {
  const turns: SpokenTurn[] = [];
  for (let index = 0; index < count; index++) {
    const voice = pick(voices, index);
    const [first, second] = pick(broken, Math.floor(index / voices.length) + (index % voices.length));
    const pauseMs = pick(pausesMs, index * 3 + Math.floor(index / voices.length));
    const um = pauseMs >= UM_FROM_MS && index % UM_EACH === 0 ? await sources.say('um', voice) : undefined;
    const [begun, ended] = await Promise.all([sources.say(first, voice), sources.say(second, voice)]);
    const umAfterMs = Math.round(pauseMs * (0.3 + 0.4 * seededRandom(index)()));
    const gap = um ? filled(um, pauseMs, umAfterMs) : silence(pauseMs);
    const begunMs = durationMs(begun);
    turns.push({
      kind: 'pause within',
      group: um ? 'with an "um" inside' : pauseMs < UM_FROM_MS ? 'up to 400 ms' : '500 to 900 ms',
      text: `${first} (${pauseMs} ms) ${second}`,
      voice,
      samples: concat([atUsualLevel(begun), gap, atUsualLevel(ended)]),
      parts: [
        { words: first, atMs: 0, samples: begun },
        ...(um ? [{ words: 'um', atMs: begunMs + umAfterMs, samples: um }] : []),
        { words: second, atMs: begunMs + durationMs(gap), samples: ended },
      ],
    });
  }
  return turns;
}

/** Whole questions, one after the other. */
export async function makeQuestions(
  { voices, questions }: TurnPlan,
  count: number,
  sources: SpeechSources,
): Promise<SpokenTurn[]> {
  const turns: SpokenTurn[] = [];
  for (let index = 0; index < count; index++) {
    const voice = pick(voices, index);
    const text = pick(questions, Math.floor(index / voices.length) + index);
    const samples = atUsualLevel(await sources.say(text, voice));
    const parts = [{ words: text, atMs: 0, samples }];
    turns.push({ kind: 'question', group: 'question', text, voice, samples, parts });
  }
  return turns;
}

/** The "um" lies somewhere in a pause that is that much longer than it. */
function filled(um: Int16Array, pauseMs: number, beforeMs: number): Int16Array {
  return concat([silence(beforeMs), atUsualLevel(um, -4), silence(pauseMs - beforeMs)]);
}

const pick = <T>(values: readonly T[], index: number): T => values[index % values.length] as T;
