import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectFile } from '../../../src/common/assets/index.js';

/** The engine's folder, kept between runs because creating it takes minutes. */
const STATE = process.env.STATE || '/var/lib/earshot-containers';
/** The checkout that tests run in; `projectFile` points to the compiled code. */
const CHECKOUT = process.cwd();
const SCRIPTS = projectFile('test', 'containers', 'engine');
const NEEDED = ['mmdebstrap', 'slirp4netns', 'nsenter', 'unshare'];

export interface Outcome {
  readonly status: number;
  readonly output: string;
}

/** `describe` when the engine can run; otherwise the suite is skipped with a message. */
export function describeWithEngine(): jest.Describe {
  const missing = NEEDED.filter((program) => spawnSync('which', [program]).status !== 0);
  if (missing.length === 0 && process.getuid?.() === 0) return describe;
  console.warn(
    `Skipped: the container engine needs root and ${NEEDED.join(', ')} (test/containers/engine/README.md)` +
      (missing.length > 0 ? `; missing: ${missing.join(', ')}.` : '.'),
  );
  return describe.skip;
}

/** A separate container engine with a clone of this checkout's commit. */
export class ContainerEngine {
  readonly app = path.join(STATE, 'exchange', 'app');

  async start(): Promise<void> {
    // The working directory of commands.
    mkdirSync(this.app, { recursive: true });
    await this.must('sh', [path.join(SCRIPTS, 'engine.sh'), 'start']);
    await this.must('sh', [path.join(SCRIPTS, 'stand-ins.sh'), CHECKOUT]);
    rmSync(this.app, { recursive: true, force: true });
    await this.must('git', ['clone', '--quiet', '--no-hardlinks', CHECKOUT, this.app]);
  }

  configure(settings: Readonly<Record<string, string>>): void {
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
    writeFileSync(path.join(this.app, '.env'), lines.join(''));
  }

  docker(...words: string[]): Promise<Outcome> {
    return this.run('sh', [path.join(SCRIPTS, 'engine.sh'), 'run', 'docker', ...words]);
  }

  compose(...words: string[]): Promise<Outcome> {
    return this.docker('compose', '--ansi', 'never', '--progress', 'plain', ...words);
  }

  /** Runs a local program in the engine's network, as on the operator's host or a caller's machine. */
  host(program: string, words: readonly string[], env: Record<string, string> = {}): Promise<Outcome> {
    return this.run('sh', [path.join(SCRIPTS, 'engine.sh'), 'net', program, ...words], env);
  }

  async stop(): Promise<void> {
    await this.compose('--profile', 'tls', '--profile', 'turn', 'down', '--volumes', '--remove-orphans');
    await this.run('sh', [path.join(SCRIPTS, 'engine.sh'), 'stop']);
  }

  private async must(program: string, words: readonly string[]): Promise<void> {
    const { status, output } = await this.run(program, words);
    if (status !== 0) throw new Error(`${program} ${words.join(' ')} ended with ${status}:\n${output}`);
  }

  private run(program: string, words: readonly string[], env: Record<string, string> = {}): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const child = spawn(program, words, {
        env: { ...process.env, STATE, WORKDIR: '/exchange/app', ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let output = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
      child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
      child.once('error', reject);
      // The engine's children keep the pipes open after the command has exited.
      child.once('exit', (status) => setImmediate(() => resolve({ status: status ?? -1, output })));
    });
  }
}
