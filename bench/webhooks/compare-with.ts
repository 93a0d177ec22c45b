import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { newDatabase } from '../support/new-database.js';
import { percentile, round } from '../support/statistics.js';
import type { Figure } from './measurements.js';

/** Measurements by name. */
export class Rows {
  private readonly rows = new Map<string, { readonly figures: number[]; readonly unit: string }>();

  add(figures: readonly Figure[]): void {
    for (const [what, figure, unit] of figures) {
      const row = this.rows.get(what) ?? { figures: [], unit };
      row.figures.push(figure);
      this.rows.set(what, row);
    }
  }

  figures(): Figure[] {
    return [...this.rows].flatMap(([what, { figures, unit }]) =>
      figures.map((figure): Figure => [what, figure, unit]),
    );
  }

  table(): string {
    const lines = [...this.rows].map(([what, { figures, unit }]) => {
      const cells = [0.5, 0, 1].map((share) => `${round(percentile(figures, share), 2)} ${unit}`);
      return `| ${what} | ${cells.join(' | ')} |`;
    });
    return ['| what | median | least | most |', '| --- | --- | --- | --- |', ...lines].join('\n');
  }

  /** Medians of another checkout and of this one, and their ratio. */
  tableAgainst(other: Rows): string {
    const lines = [...this.rows].map(([what, { figures, unit }]) => {
      const [theirs, ours] = [other.rows.get(what)?.figures ?? [], figures].map((all) =>
        percentile(all, 0.5),
      );
      const medians = [theirs, ours].map((median = Number.NaN) => `${round(median, 2)} ${unit}`);
      return `| ${what} | ${medians.join(' | ')} | ${round((ours ?? Number.NaN) / (theirs ?? Number.NaN), 2)} |`;
    });
    return ['| what | the other one | this one | ratio |', '| --- | --- | --- | --- |', ...lines].join('\n');
  }
}

interface Contest {
  readonly folder: string;
  readonly names: readonly string[];
  readonly rounds: number;
  readonly deliveries: number;
  readonly databaseUrl: string;
  readonly databasePid: number | undefined;
}

/**
 * Measures this checkout and another one alternately, each time in a new process, on separate databases of the same
 * PostgreSQL. The order alternates by round. Both are run as they are built.
 */
export async function compareWith(contest: Contest): Promise<void> {
  const { folder, names, rounds, deliveries, databaseUrl, databasePid } = contest;
  const ofAll = [
    '--deliveries',
    String(deliveries),
    ...(databasePid === undefined ? [] : ['--postgres', `${databasePid}`]),
  ];
  const both = [];
  for (const checkout of [process.cwd(), folder]) {
    both.push({ checkout, rows: new Rows(), databaseUrl: await newDatabase(databaseUrl) });
  }
  const [here, there] = both as [(typeof both)[number], (typeof both)[number]];
  for (let i = 0; i < rounds; i++) {
    for (const name of names) {
      for (const one of i % 2 === 0 ? [here, there] : [there, here]) {
        const its = ['--checkout', one.checkout, '--round', String(i), '--rounds', '1', '--only', name];
        one.rows.add(await measured([...its, ...ofAll], one.databaseUrl));
      }
    }
  }
  console.log(here.rows.tableAgainst(there.rows));
}

async function measured(options: readonly string[], databaseUrl: string): Promise<Figure[]> {
  const program = process.argv[1] ?? '';
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...options], { env });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Figure[];
}
