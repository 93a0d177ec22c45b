import { percentile, round } from '../support/statistics.js';
import type { PhoneCounts } from './fleet-handle.js';
import type { SetUp } from './phone-caller.js';

/** Callers notice larger deviations. */
const MOST_PACING_MS = 20;
const MOST_ANSWER_MS = 500;
const PERCENT = 100;

/** Measurements with a number of established calls. */
export interface PhoneRow {
  readonly mode: string;
  readonly asked: number;
  readonly held: number;
  /** Of one core, for the whole service, without its idle load. */
  readonly share: number;
  readonly windowMs: number;
  /** Growth of the whole service since the first calls, per later call. */
  readonly serviceMiB: number;
  readonly databaseMiB: number;
  readonly setUps: readonly SetUp[];
  /** Why calls have ended since the previous row. */
  readonly ended: string;
  readonly counts: PhoneCounts;
}

const COLUMNS = [
  'mode',
  'calls asked for',
  'held',
  '% of a core a call',
  'callers %',
  'MiB a call: service + database',
  'INVITE → 200 p50 / p99 ms',
  'refused',
  'ended',
  'packets heard',
  'lost',
  'pacing p99 ms',
];

export function printHead(): void {
  console.log(`\n| ${COLUMNS.join(' | ')} |`);
  console.log(`|${' --- |'.repeat(COLUMNS.length)}`);
}

/** @returns What was not as it should be; empty where all was. */
export function printRow(row: PhoneRow): string {
  const { held, counts, setUps } = row;
  const pacingMs = percentile(counts.pacingMs, 0.99);
  const cells = [
    row.mode,
    row.asked,
    held,
    round((row.share * PERCENT) / held, 3),
    round((counts.cpuMs / row.windowMs / held) * PERCENT, 3),
    `${round(row.serviceMiB, 2)} + ${round(row.databaseMiB, 2)}`,
    answerTimes(setUps),
    refusals(setUps),
    row.ended,
    counts.received,
    counts.missing,
    round(pacingMs),
  ];
  console.log(`| ${cells.join(' | ')} |`);
  const refused = setUps.filter(({ kind }) => kind === 'refused').length;
  const answerMs = percentile(answeredAfterMs(setUps), 0.99);
  const given = [
    ...(refused > 0 ? [`${refused} calls were refused`] : []),
    ...(counts.missing > 0 ? [`${counts.missing} packets were lost`] : []),
    ...(pacingMs > MOST_PACING_MS ? [`pacing was ${round(pacingMs)} ms off (p99)`] : []),
    ...(answerMs > MOST_ANSWER_MS ? [`the answer took ${round(answerMs)} ms (p99)`] : []),
  ];
  return given.length === 0 ? '' : `at ${held} calls: ${given.join(', ')}`;
}

function answeredAfterMs(setUps: readonly SetUp[]): number[] {
  return setUps.flatMap((setUp) => (setUp.kind === 'answered' ? [setUp.tookMs] : []));
}

function answerTimes(setUps: readonly SetUp[]): string {
  const times = answeredAfterMs(setUps);
  if (times.length === 0) return 'none';
  return `${round(percentile(times, 0.5))} / ${round(percentile(times, 0.99))}`;
}

/** `503 (5 s) × 40`: status, `Retry-After`, and count. */
function refusals(setUps: readonly SetUp[]): string {
  const counts = new Map<string, number>();
  for (const setUp of setUps) {
    if (setUp.kind === 'answered') continue;
    const { status, retryAfter } = setUp;
    const name = retryAfter === undefined ? `${status}` : `${status} (${retryAfter} s)`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => `${name} × ${count}`).join(', ') || '0';
}
