import { compareTimes } from './lane-times.js';
import type { ReplayLane } from './replay-lane.js';

export type ReplayVerdict = 'better' | 'worse' | 'same';

/** Which of two transcripts a judge prefers; undefined if neither, or undecided. */
export type Preference = (
  baseline: ReplayLane['exchanges'],
  candidate: ReplayLane['exchanges'],
) => Promise<{ readonly prefers: 'baseline' | 'candidate' | 'neither'; readonly reason: string } | undefined>;

export interface Comparison {
  readonly verdict: ReplayVerdict;
  /** In words. */
  readonly reasons: readonly string[];
}

/**
 * Compares the candidate with the original version, both replayed: differences from the record that they share are
 * artifacts of the replay. Countable differences decide; if there are none and the words differ, the judge decides;
 * then audible timing.
 */
export async function compareLanes(
  baseline: ReplayLane,
  candidate: ReplayLane,
  preference: Preference,
): Promise<Comparison> {
  const worse = beyond(candidate.deviations, baseline.deviations);
  const better = beyond(baseline.deviations, candidate.deviations);
  if (worse.length > better.length) return { verdict: 'worse', reasons: worse };
  if (better.length > worse.length)
    return { verdict: 'better', reasons: better.map((words) => `no longer: ${words}`) };
  const sameWords = wordsOf(baseline) === wordsOf(candidate);
  const judged = sameWords ? undefined : await preference(baseline.exchanges, candidate.exchanges);
  if (judged && judged.prefers !== 'neither')
    return { verdict: judged.prefers === 'baseline' ? 'worse' : 'better', reasons: [judged.reason] };
  const timed = compareTimes(baseline.times, candidate.times, sameWords);
  if (timed) return { verdict: timed.verdict, reasons: [timed.reason] };
  if (sameWords) return { verdict: 'same', reasons: [] };
  return { verdict: 'same', reasons: [judged?.reason ?? 'The words differ; no judge was asked.'] };
}

/** Multiset difference: items of the first missing in the second. */
function beyond(these: readonly string[], those: readonly string[]): string[] {
  const left = [...those];
  return these.filter((words) => {
    const at = left.indexOf(words);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

const wordsOf = ({ exchanges }: ReplayLane): string =>
  JSON.stringify(exchanges.map(({ replies }) => replies.join(' ')));
