import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const missing = ['curl', 'jq', 'bash'].filter((name) => spawnSync(name, ['--version']).status !== 0);
if (missing.length > 0) console.warn(`No guide is tried out: this machine has no ${missing.join(', ')}`);

/** Skips the suite on machines that lack what readers of the guides need. */
export const describeGuide = missing.length > 0 ? describe.skip : describe;

/** A page's commands; `console` blocks contain what the reader fills in, or need more than Earshot. */
export function commandsIn(page: string): readonly string[] {
  const text = readFileSync(page, 'utf8');
  return [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands = '']) => commands);
}

/** Runs the commands as one script in a reader's folder. @returns Its output. */
export async function follow(
  commands: readonly string[],
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const script = ['set -euo pipefail', ...commands].join('\n');
  const options = { cwd: folder, env: { PATH: process.env['PATH'], ...env }, timeout: 60_000 };
  const { stdout } = await run('bash', ['--norc', '-c', script], options).catch(
    (error: Error & { stdout: string }) => {
      throw new Error(`${error.message}\n${error.stdout}`);
    },
  );
  return stdout;
}

/** Writes what `npm start` leaves for readers. */
export function writeDemoFile(folder: string, demo: Readonly<Record<string, string>>): void {
  mkdirSync(path.join(folder, '.data'), { recursive: true });
  writeFileSync(path.join(folder, '.data', 'demo.json'), JSON.stringify(demo));
}
