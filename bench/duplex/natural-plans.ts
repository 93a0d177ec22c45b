import { readFileSync } from 'node:fs';
import { projectFile } from '../../src/common/assets/index.js';
import type { CorpusPlan } from './corpus.js';
import type { TurnPlan } from './turn-corpus.js';

/** The half for tuning, and the half for reporting only. */
export const HALVES = ['development', 'held-out'] as const;
export type Half = (typeof HALVES)[number];

/** Voices used for tuning; others are held out. */
const DEVELOPMENT_VOICES = ['af_heart', 'am_adam', 'bf_emma', 'bm_lewis', 'joe'];
const PAUSES_MS = [300, 400, 500, 600, 700, 800, 900];
const SEEDS = { development: 2_001, 'held-out': 3_001 };

interface Wordings {
  /** Of several words, and of one or two. */
  readonly interruptions: readonly string[];
  readonly words: readonly string[];
  readonly backchannels: readonly string[];
  readonly tics: readonly string[];
  /** To a third person. */
  readonly asides: readonly string[];
  readonly broken: readonly (readonly [first: string, second: string])[];
  readonly questions: readonly string[];
}

/** @param voices `natural`, or `natural:` and names with commas. @returns Undefined where they are other voices. */
export function naturalPlans(
  voices: string,
  half: Half,
): { events: CorpusPlan; turns: TurnPlan } | undefined {
  const [kind, names] = voices.split(':');
  if (kind !== 'natural') return undefined;
  const file = projectFile('bench', 'duplex', 'wordings', `${half}.json`);
  const said = JSON.parse(readFileSync(file, 'utf8')) as Wordings;
  const speakers = (names?.split(',') ?? DEVELOPMENT_VOICES).map((name) => `natural:${name}`);
  const events: CorpusPlan = {
    voices: speakers,
    oneWord: said.words,
    sentences: said.interruptions,
    backchannels: said.backchannels,
    tics: said.tics,
    asides: said.asides,
    prompts: [],
    readers: [],
    madeSounds: false,
    firstSeed: SEEDS[half],
  };
  const turns: TurnPlan = {
    voices: speakers,
    // Some voices lower their pitch in a thinking pause, others don't; recognizers write a full stop after either.
    broken: said.broken.map(([first, second], at) => [first + (at % 2 === 0 ? '.' : ','), second] as const),
    questions: said.questions,
    pausesMs: PAUSES_MS,
  };
  return { events, turns };
}
