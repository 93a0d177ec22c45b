import { percentile, round } from '../support/statistics.js';
import type { DuplexEvent, EventKind } from './corpus.js';

/** An interruption must bring silence within this, as the τ-voice panel has it. */
const YIELD_MS = 2_000;
/** Anything else must bring none within this. */
const KEEP_MS = 1_000;

/** What an event led to. @see Heard */
export interface Outcome {
  readonly event: Pick<DuplexEvent, 'kind' | 'group' | 'text' | 'voice'>;
  /** From the event's first sample to the agent's silence; undefined where it went on. */
  readonly silentMs: number | undefined;
}

const MEASURES: Readonly<Record<EventKind, string>> = {
  interruption: 'R_Y',
  backchannel: 'S_BC',
  tic: 'S_VT',
  'side talk': 'S_ND',
};

export function isRight({ event, silentMs = Infinity }: Outcome): boolean {
  return event.kind === 'interruption' ? silentMs <= YIELD_MS : silentMs > KEEP_MS;
}

/** Rows of a table: one a kind, and one a group of it. */
export function rows(agent: string, outcomes: readonly Outcome[]): string[] {
  const table: string[] = [];
  for (const [kind, measure] of Object.entries(MEASURES)) {
    const ofKind = outcomes.filter(({ event }) => event.kind === kind);
    if (ofKind.length === 0) continue;
    table.push(row(agent, `**${measure}** ${kind}`, ofKind));
    for (const group of new Set(ofKind.map(({ event }) => event.group))) {
      table.push(
        row(
          agent,
          group,
          ofKind.filter(({ event }) => event.group === group),
        ),
      );
    }
  }
  return table;
}

export const HEADER =
  '| agent | what the caller does | right | share (95 % interval) | ms to silence, p50 / p95 |\n| --- | --- | --- | --- | --- |';

function row(agent: string, what: string, outcomes: readonly Outcome[]): string {
  const right = outcomes.filter(isRight).length;
  const interval = wilson(right, outcomes.length).map((share) => round(share, 2));
  const times = outcomes.flatMap(({ event, silentMs }) =>
    event.kind === 'interruption' && silentMs !== undefined && silentMs <= YIELD_MS ? silentMs : [],
  );
  const silent =
    times.length === 0 ? '' : `${round(percentile(times, 0.5), 0)} / ${round(percentile(times, 0.95), 0)}`;
  const share = `${round(right / outcomes.length, 2)} (${interval.join(' to ')})`;
  return `| ${agent} | ${what} | ${right} of ${outcomes.length} | ${share} | ${silent} |`;
}

/** Wilson's interval of 95 % for a share. */
function wilson(right: number, count: number): readonly [number, number] {
  if (count === 0) return [0, 1];
  const z = 1.96;
  const share = right / count;
  const centre = (share + z ** 2 / (2 * count)) / (1 + z ** 2 / count);
  const half =
    (z * Math.sqrt((share * (1 - share)) / count + z ** 2 / (4 * count ** 2))) / (1 + z ** 2 / count);
  return [Math.max(0, centre - half), Math.min(1, centre + half)];
}
