import { shareInterval } from '../../src/common/statistics/index.js';
import { percentile, round } from '../support/statistics.js';
import type { DuplexEvent, EventKind } from './corpus.js';
import type { TurnOutcome } from './turn-call.js';

/** An interruption must silence the agent within this time, as in the τ-voice panel. */
const YIELD_MS = 2_000;
/** Anything else must not silence it within this time. */
const KEEP_MS = 1_000;

/** The result of an event. @see Heard */
export interface Outcome {
  readonly event: Pick<DuplexEvent, 'kind' | 'group' | 'text' | 'voice'>;
  /** From the event's first sample to the agent's silence; undefined if it continued. */
  readonly silentMs: number | undefined;
}

const MEASURES: Readonly<Record<EventKind, string>> = {
  interruption: 'R_Y',
  backchannel: 'S_BC',
  tic: 'S_VT',
  'side talk': 'S_ND',
  nobody: 'own echo',
};

export function isRight({ event, silentMs = Infinity }: Outcome): boolean {
  if (event.kind === 'nobody') return silentMs === Infinity;
  // An agent that was silent before was not interrupted.
  return event.kind === 'interruption' ? silentMs > 0 && silentMs <= YIELD_MS : silentMs > KEEP_MS;
}

/** Table rows: one per kind, and one per group of it. */
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

/** Rows of turn-taking: how often the agent began within a sentence, and how soon it answered. */
export function turnRows(agent: string, outcomes: readonly TurnOutcome[]): string[] {
  const table: string[] = [];
  const paused = outcomes.filter(({ event }) => event.kind === 'pause within');
  const groups = [...new Set(paused.map(({ event }) => event.group))].sort();
  for (const group of paused.length === 0 ? [] : ['**I_A** begins in a sentence', ...groups]) {
    const of = groups.includes(group) ? paused.filter(({ event }) => event.group === group) : paused;
    table.push(shareRow(agent, group, of.filter(({ spokeOver }) => spokeOver).length, of.length, ''));
  }
  for (const kind of ['question', 'pause within'] as const) {
    const asked = outcomes.filter(({ event, spokeOver }) => event.kind === kind && !spokeOver);
    const times = asked.flatMap(({ responseMs }) => responseMs ?? []);
    const what = `**response** ${kind === 'question' ? 'to a whole question' : 'after a pause within'}`;
    if (asked.length > 0) table.push(shareRow(agent, what, times.length, asked.length, spread(times)));
  }
  return table;
}

export const HEADER =
  '| agent | what the caller does | so often | share (95 % interval) | ms, p50 / p95 |\n| --- | --- | --- | --- | --- |';

function row(agent: string, what: string, outcomes: readonly Outcome[]): string {
  return shareRow(
    agent,
    what,
    outcomes.filter(isRight).length,
    outcomes.length,
    spread(yieldTimes(outcomes)),
  );
}

/** How soon the agent stopped after an interruption, in milliseconds. */
export function yieldTimes(outcomes: readonly Outcome[]): number[] {
  return outcomes.flatMap(({ event, silentMs }) =>
    event.kind === 'interruption' && silentMs !== undefined && silentMs <= YIELD_MS ? silentMs : [],
  );
}

/** @param times What else is to be told. */
function shareRow(agent: string, what: string, right: number, count: number, times: string): string {
  return `| ${agent} | ${what} | ${right} of ${count} | ${shareOf(right, count)} | ${times} |`;
}

/** With its 95 % interval; empty without data. */
export function shareOf(right: number, count: number): string {
  if (count === 0) return '';
  const interval = shareInterval(right, count).map((share) => round(share, 2));
  return `${round(right / count, 2)} (${interval.join(' to ')})`;
}

/** p50 / p95; empty without data. */
export function spread(times: readonly number[]): string {
  if (times.length === 0) return '';
  return `${round(percentile(times, 0.5), 0)} / ${round(percentile(times, 0.95), 0)}`;
}
