import { readFileSync } from 'node:fs';
import pg from 'pg';
import { percentile, round } from '../support/statistics.js';
import type { Question } from './questions.js';

interface Found {
  readonly name: string;
  readonly title: string;
}

export interface Measured {
  /** Share of questions whose answer was found, and was found first. */
  readonly found: number;
  readonly first: number;
  /** Milliseconds, p50 and p95: elapsed, and processor time in PostgreSQL and in this process. */
  readonly waitMs: readonly number[];
  readonly cpuMs: readonly number[];
}

/** Asks all questions several times, and measures the processes of the connections. */
export async function measure(
  clients: readonly pg.Client[],
  rounds: number,
  questions: readonly Question[],
  search: (question: string) => Promise<readonly Found[]>,
): Promise<Measured> {
  const processes: (() => number)[] = [];
  for (const client of clients) {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    processes.push(cpuOf(rows[0]?.pid ?? 0));
  }
  const cpu = () => processes.reduce((sum, one) => sum + one(), 0);
  const [waits, busy, ranks]: number[][] = [[], [], []];
  for (let round = 0; round < rounds; round++) {
    for (const { words, isAnswer } of questions) {
      const [beganMs, cpuBeforeMs, own] = [performance.now(), cpu(), process.cpuUsage()];
      const found = await search(words);
      waits?.push(performance.now() - beganMs);
      const { user, system } = process.cpuUsage(own);
      busy?.push(cpu() - cpuBeforeMs + (user + system) / 1_000);
      if (round === 0) ranks?.push(found.findIndex(isAnswer));
    }
  }
  const share = (wanted: (rank: number) => boolean) =>
    round((ranks ?? []).filter(wanted).length / questions.length, 2);
  const middleAndHigh = (of: number[] = []) => [0.5, 0.95].map((part) => round(percentile(of, part), 1));
  return {
    found: share((rank) => rank >= 0),
    first: share((rank) => rank === 0),
    waitMs: middleAndHigh(waits),
    cpuMs: middleAndHigh(busy),
  };
}

/** Latency per question in milliseconds, p50 and p95, on new connections. */
export async function measureNew(
  questions: readonly Question[],
  search: (question: string) => Promise<readonly Found[]>,
  reconnect: () => Promise<void>,
): Promise<number[]> {
  const waits: number[] = [];
  for (const { words } of questions) {
    await reconnect();
    const beganMs = performance.now();
    await search(words);
    waits.push(performance.now() - beganMs);
  }
  return [0.5, 0.95].map((part) => round(percentile(waits, part), 1));
}

/** Milliseconds of processor time of a process (proc(5), schedstat); NaN if unavailable. */
function cpuOf(pid: number): () => number {
  return () => {
    try {
      return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
    } catch {
      return Number.NaN;
    }
  };
}
