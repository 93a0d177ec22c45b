import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { compiledPath } from '../../../scripts/lib/build/tool-code.mjs';
import { inProject } from '../../../scripts/lib/project.mjs';
import type { FloodKind, HostileReport, HostileRequest } from './hostile-relay-process.js';

const PROJECT = inProject();

/** An attacking relay in its own process, so that its cost does not affect the test's clocks. */
export class HostileRelay {
  private constructor(
    private readonly child: ChildProcess,
    readonly port: number,
  ) {}

  static async start(serverPort: number): Promise<HostileRelay> {
    const child = spawn(process.execPath, [compiledPath('test/media/support/hostile-relay-process.ts')], {
      cwd: PROJECT,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const report = await ask(child, { kind: 'relay', serverPort });
    if (report.kind !== 'relaying') throw new Error('the relay did not start');
    return new HostileRelay(child, report.port);
  }

  /** Floods the server. @returns Packets per second achieved. */
  async flood(kind: FloodKind, packetsPerSecond: number, seconds: number): Promise<number> {
    const report = await ask(this.child, { kind: 'flood', with: kind, packetsPerSecond, seconds });
    if (report.kind !== 'flooded') throw new Error('there was no flood');
    return (report.sent * 1_000) / report.elapsedMs;
  }

  async stop(): Promise<void> {
    const exited = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exited;
  }
}

async function ask(child: ChildProcess, request: HostileRequest): Promise<HostileReport> {
  const answered = once(child, 'message');
  child.send(request);
  const [report] = (await answered) as [HostileReport];
  return report;
}
