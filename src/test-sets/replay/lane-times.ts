import type { SpokenTurn } from '../script/test-script.js';
import type { SpokenFacts } from '../spoken/spoken-facts.js';

/** Callers notice answers this much later. */
const LATER_MS = 500;
/** The same words take this much longer to say. */
const LONGER_RATIO = 1.25;
/** A higher share of wrong words means it was not understood. */
const MISHEARD = 0.5;

/** Timing heard by the caller of a replay held as a call, in whole milliseconds. */
export interface LaneTimes {
  /** Median from the end of caller speech to the answer; null without answers. */
  readonly answeredAfterMs: number | null;
  /** Total agent speech. */
  readonly spokeMs: number;
  readonly interruptions: number;
}

/** A caller turn as played, and what was observed. */
export interface PlayedTurn {
  readonly turn: SpokenTurn;
  readonly facts: SpokenFacts;
}

export function timesOf(opening: SpokenFacts, played: readonly PlayedTurn[]): LaneTimes {
  const answers = played
    .filter(({ turn }) => turn.say !== undefined && turn.interruptAfterMs === undefined)
    .flatMap(({ facts }) => facts.answeredAfterMs ?? [])
    .sort((a, b) => a - b);
  const all = [opening, ...played.map(({ facts }) => facts)];
  return {
    answeredAfterMs: answers[Math.floor(answers.length / 2)] ?? null,
    spokeMs: all.reduce((sum, { agentSpokeMs }) => sum + agentSpokeMs, 0),
    interruptions: all.filter(({ wasInterrupted }) => wasInterrupted).length,
  };
}

/** Audible deviations from the record, in words. @param cutsOff Whether the caller interrupted the agent. */
export function soundDeviations(said: string, cutsOff: boolean, played: readonly PlayedTurn[]): string[] {
  const [last] = played.slice(-1);
  const isOver = played.some(({ turn }) => turn.interruptAfterMs !== undefined);
  const wasCutOff = played.some(({ facts }) => facts.wasInterrupted);
  return [
    ...((last?.facts.wordErrorRate ?? 0) > MISHEARD ? [`did not understand "${said}"`] : []),
    ...(isOver && wasCutOff && !cutsOff ? [`stopped for "${said}"`] : []),
    ...(isOver && cutsOff && !wasCutOff ? [`spoke on over "${said}"`] : []),
  ];
}

/**
 * Audible timing of the candidate compared with the original version; undefined if a caller would notice no difference.
 */
export function compareTimes(
  baseline: LaneTimes | undefined,
  candidate: LaneTimes | undefined,
  sameWords: boolean,
): { readonly verdict: 'better' | 'worse'; readonly reason: string } | undefined {
  if (!baseline || !candidate) return undefined;
  const [before, now] = [baseline.answeredAfterMs, candidate.answeredAfterMs];
  if (before !== null && now !== null && Math.abs(now - before) > LATER_MS)
    return {
      verdict: now > before ? 'worse' : 'better',
      reason: `answers after ${now} ms instead of ${before} ms`,
    };
  const [short, long] = [baseline.spokeMs, candidate.spokeMs].sort((a, b) => a - b);
  if (!sameWords || short === undefined || long === undefined || long <= short * LONGER_RATIO)
    return undefined;
  const reason = `says the same in ${seconds(candidate.spokeMs)} instead of ${seconds(baseline.spokeMs)}`;
  return { verdict: long === candidate.spokeMs ? 'worse' : 'better', reason };
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
