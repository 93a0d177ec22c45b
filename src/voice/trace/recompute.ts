import { isDeepStrictEqual } from 'node:util';
import { VoiceFinder, type TracedEar, type TracedWindow } from '../caller/index.js';
import { initialTurnTaking, step, type TracedStart, type TurnTakingEvent } from '../turns/index.js';
import type { TraceEntry } from './trace-entry.js';

/** What happened, and what was decided about it, as it was written down. */
interface StepEntry {
  readonly kind: 'step';
  readonly event: TurnTakingEvent;
  readonly decisions: readonly { readonly kind: string }[];
}

/** What decided while one agent had the call. */
export interface TracedPart {
  readonly start: TracedStart;
  readonly ear: TracedEar | undefined;
  /** In the order in which they came. */
  readonly entries: readonly (StepEntry | TracedWindow)[];
}

/** Where a decision came out otherwise than in the call. */
interface Difference {
  readonly atMs: number;
  readonly what: string;
  readonly then: unknown;
  readonly now: unknown;
}

interface Recomputed {
  readonly steps: number;
  readonly decisions: number;
  readonly windows: number;
  readonly differences: readonly Difference[];
}

/** A trace by the agents that had the call, one after the other. */
export function partsOf(entries: readonly TraceEntry[]): TracedPart[] {
  const parts: { start: TracedStart; ear: TracedEar | undefined; entries: (StepEntry | TracedWindow)[] }[] =
    [];
  for (const entry of entries) {
    const part = parts.at(-1);
    if (entry.kind === 'turn-taking') parts.push({ start: entry, ear: undefined, entries: [] });
    else if (entry.kind === 'ear' && part) part.ear = entry;
    else if (entry.kind === 'window') part?.entries.push(entry);
    else if (entry.kind === 'step') part?.entries.push(entry);
  }
  return parts;
}

/** Decides once more what was decided in the call, by the same functions, and compares. */
export function recompute({ start, ear, entries }: TracedPart): Recomputed {
  const steps = entries.filter((entry) => entry.kind === 'step');
  const windows = entries.filter((entry) => entry.kind === 'window');
  let state = initialTurnTaking(start.atMs);
  const differences: Difference[] = [];
  for (const { event, decisions } of steps) {
    const again = step(state, event, start.parameters);
    state = again.state;
    if (same(again.decisions, decisions)) continue;
    differences.push({ atMs: event.atMs, what: event.kind, then: decisions, now: again.decisions });
  }
  return {
    steps: steps.length,
    decisions: steps.reduce((sum, { decisions }) => sum + decisions.length, 0),
    windows: windows.length,
    differences: [...differences, ...(ear ? otherVoices(ear, windows, steps) : [])],
  };
}

const VOICE_EVENTS = new Set<string>([
  'caller-suspected',
  'caller-started',
  'caller-fading',
  'caller-hushed',
  'caller-went-on',
  'caller-stopped',
]);

/** Finds the caller's voice once more in what the detector said of each window. */
function otherVoices(
  { windowMs, overBackgroundDb }: TracedEar,
  windows: readonly TracedWindow[],
  steps: readonly StepEntry[],
): Difference[] {
  const finder = new VoiceFinder(windowMs, overBackgroundDb);
  const now = windows.flatMap((window) => finder.take(window).event ?? []);
  const then = steps.flatMap(({ event: { atMs, ...event } }) =>
    VOICE_EVENTS.has(event.kind) ? [{ atMs, event }] : [],
  );
  return Array.from({ length: Math.max(now.length, then.length) }).flatMap((_, index) => {
    const [one, other] = [then[index], now[index]];
    if (one && other && same(one.event, other)) return [];
    return [{ atMs: one?.atMs ?? 0, what: 'voice', then: one?.event, now: other }];
  });
}

/** As written down: what is undefined is left out. */
const same = (one: unknown, other: unknown): boolean =>
  isDeepStrictEqual(JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other)));
