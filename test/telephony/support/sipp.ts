import { spawn } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

export interface SippResult {
  readonly successful: number;
  readonly failed: number;
  readonly output: string;
}

/** Runs the load generator SIPp with these arguments. */
export async function sipp(args: readonly string[]): Promise<SippResult> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'earshot-sipp-'));
  try {
    // Its scenarios expect recordings beside them.
    await symlink('/usr/share/sip-tester', path.join(folder, 'pcap'));
    const output = await new Promise<string>((resolve, reject) => {
      const program = spawn('sipp', ['-nostdin', ...args], { cwd: folder });
      let text = '';
      program.stdout.on('data', (data: Buffer) => (text = (text + data.toString()).slice(-40_000)));
      program.stderr.on('data', (data: Buffer) => (text = (text + data.toString()).slice(-40_000)));
      program.on('error', reject);
      program.on('close', () => resolve(text));
    });
    const last = (what: string) =>
      Number([...output.matchAll(new RegExp(`${what} +\\| +\\d+ +\\| +(\\d+)`, 'g'))].at(-1)?.[1] ?? -1);
    return { successful: last('Successful call'), failed: last('Failed call'), output: output.slice(-4_000) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
