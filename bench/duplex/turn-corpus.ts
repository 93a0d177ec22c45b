import { concat } from '../../test/support/audio.js';
import { silence } from '../dialogues/sounds.js';
import { atUsualLevel, seededRandom } from './alterations.js';
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
  /** What is said before the pause. */
  readonly beginning?: Int16Array;
  /** What it consists of, in the order in which it is said. */
  readonly parts: readonly SpokenPart[];
}

export interface SpokenPart {
  readonly words: string;
  readonly samples: Int16Array;
}

const VOICES = ['flite:rms', 'flite:awb', 'espeak:en-us+m8', 'espeak:en-gb+f3', 'espeak:en-gb-x-gbcwmd'];

/**
 * What callers say in two parts, and think in between: where the words so far are no whole sentence yet. All of it is
 * what the agent is there for.
 */
const BROKEN: readonly (readonly [first: string, second: string])[] = [
  ['i would like to', 'book a table'],
  ['what are your', 'opening hours'],
  ['can you tell me', 'where you are'],
  ['are you open on', 'sunday'],
  ['how much', 'does it cost'],
  ['i want to make', 'a reservation'],
];
const PAUSES_MS = [200, 300, 400, 500, 600, 700, 800, 900];
/** In each third pause of at least so long the caller says "um". */
const UM_FROM_MS = 500;
const UM_EACH = 3;

const QUESTIONS = [
  'where are you',
  'what are your opening hours',
  'what are your prices',
  'who are you',
  'how much does it cost',
  'i would like to book a table',
];

/** Sentences with a pause within: all pauses and all voices in turn. */
export async function makePauses(count: number, sources: SpeechSources): Promise<SpokenTurn[]> {
  const turns: SpokenTurn[] = [];
  for (let index = 0; index < count; index++) {
    const voice = pick(VOICES, index);
    const [first, second] = pick(BROKEN, Math.floor(index / VOICES.length) + (index % VOICES.length));
    const pauseMs = pick(PAUSES_MS, index * 3 + Math.floor(index / VOICES.length));
    const um = pauseMs >= UM_FROM_MS && index % UM_EACH === 0 ? await sources.say('um', voice) : undefined;
    const parts = await Promise.all([sources.say(first, voice), sources.say(second, voice)]);
    const gap = um ? filled(um, pauseMs, index) : silence(pauseMs);
    turns.push({
      kind: 'pause within',
      group: um ? 'with an "um" inside' : pauseMs < UM_FROM_MS ? '200 to 400 ms' : '500 to 900 ms',
      text: `${first} (${pauseMs} ms) ${second}`,
      voice,
      samples: concat([atUsualLevel(parts[0]), gap, atUsualLevel(parts[1])]),
      beginning: atUsualLevel(parts[0]),
      parts: [
        { words: first, samples: parts[0] },
        ...(um ? [{ words: 'um', samples: um }] : []),
        { words: second, samples: parts[1] },
      ],
    });
  }
  return turns;
}

/** Whole questions, one after the other. */
export async function makeQuestions(count: number, sources: SpeechSources): Promise<SpokenTurn[]> {
  const turns: SpokenTurn[] = [];
  for (let index = 0; index < count; index++) {
    const voice = pick(VOICES, index);
    const text = pick(QUESTIONS, Math.floor(index / VOICES.length) + index);
    const samples = atUsualLevel(await sources.say(text, voice));
    const parts = [{ words: text, samples }];
    turns.push({ kind: 'question', group: 'question', text, voice, samples, parts });
  }
  return turns;
}

/** The "um" lies somewhere in a pause that is that much longer than it. */
function filled(um: Int16Array, pauseMs: number, seed: number): Int16Array {
  const before = Math.round(pauseMs * (0.3 + 0.4 * seededRandom(seed)()));
  return concat([silence(before), atUsualLevel(um, -4), silence(pauseMs - before)]);
}

const pick = <T>(values: readonly T[], index: number): T => values[index % values.length] as T;
