import { isDeepStrictEqual } from 'node:util';
import { VoiceFinder, type TracedListener, type TracedWindow } from '../caller/index.js';
import { initialTurnTaking, step, type TracedStart, type TurnTakingEvent } from '../turns/index.js';
import type { TraceEntry } from './trace-entry.js';

/** A recorded event, with the decisions made about it. */
interface StepEntry {
  readonly kind: 'step';
  readonly event: TurnTakingEvent;
  readonly decisions: readonly { readonly kind: string }[];
}

/** The trace of one agent's time in the call. */
export interface TracedPart {
  readonly start: TracedStart;
  readonly listener: TracedListener | undefined;
  /** In chronological order. */
  readonly entries: readonly (StepEntry | TracedWindow)[];
}

/** A decision that differs from the recorded one. */
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

/** Splits a trace by the agents that had the call, in order. */
export function tracedPartsOf(entries: readonly TraceEntry[]): TracedPart[] {
  const parts: {
    start: TracedStart;
    listener: TracedListener | undefined;
    entries: (StepEntry | TracedWindow)[];
  }[] = [];
  for (const entry of entries) {
    const part = parts.at(-1);
    if (entry.kind === 'turn-taking') parts.push({ start: entry, listener: undefined, entries: [] });
    else if (entry.kind === 'ear' && part) part.listener = entry;
    else if (entry.kind === 'window') part?.entries.push(entry);
    else if (entry.kind === 'step') part?.entries.push(entry);
  }
  return parts;
}

/** Repeats the call's decisions with the same functions, and compares them. */
export function recompute({ start, listener, entries }: TracedPart): Recomputed {
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
    differences: [...differences, ...(listener ? otherVoices(listener, windows, steps) : [])],
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

/** Repeats the separation of the caller's voice from the recorded windows. */
function otherVoices(
  { windowMs, overBackgroundDb }: TracedListener,
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

/** Compares as recorded: without undefined values. */
const same = (one: unknown, other: unknown): boolean =>
  isDeepStrictEqual(JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other)));
