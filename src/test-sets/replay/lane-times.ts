import type { SpokenTurn } from '../script/test-script.js';
import type { SpokenFacts } from '../spoken/spoken-facts.js';

/** Callers notice when answers come so much later. */
const LATER_MS = 500;
/** The same words take so much longer to say. */
const LONGER_RATIO = 1.25;
/** More wrong words than this, and it was not understood. */
const MISHEARD = 0.5;

/** What a caller heard of a replay that was held as a call, in whole milliseconds. */
export interface LaneTimes {
  /** Median from the end of what the caller said to the answer; null where nothing was answered. */
  readonly answeredAfterMs: number | null;
  /** For how long the agent was heard, in all. */
  readonly spokeMs: number;
  readonly interruptions: number;
}

/** A turn of the caller as it was played, and what was noticed. */
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

/** What was heard otherwise than on record, in words. @param cutsOff Whether the caller cut the agent off then. */
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

/** How the candidate sounds beside the other version; undefined where a caller would notice nothing. */
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
