import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { stripVTControlCharacters } from 'node:util';
import { inProject } from '../../../scripts/lib/project.mjs';
import { until } from '../../support/until.js';

const ROOT = inProject();

/** A command at its own terminal, created by `script` (util-linux). */
export class Terminal {
  private output = '';

  private constructor(private readonly script: ChildProcess) {
    script.stdout?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    // The last input may be unread.
    script.stdin?.on('error', () => undefined);
  }

  /** `stty` sets the terminal's size, which is unset without a real one. */
  static open(command: string, env: NodeJS.ProcessEnv): Terminal {
    const words = ['--quiet', '--flush', '--return', '--command'];
    return new Terminal(
      spawn('script', [...words, `stty cols 200 rows 40; exec ${command}`, '/dev/null'], {
        cwd: ROOT,
        env,
        stdio: ['pipe', 'pipe', 'inherit'],
      }),
    );
  }

  /** The lines shown so far; refreshed lines in their latest state. */
  get lines(): string[] {
    return this.output.split('\n').map((line) => {
      const states = line.replace(/\r+$/, '').split('\r');
      return stripVTControlCharacters(states.at(-1) ?? '').trimEnd();
    });
  }

  shows(text: string, timeoutMs = 90_000): Promise<string> {
    return until(
      `the terminal shows ${text}`,
      () => this.lines.find((line) => line.includes(text)),
      timeoutMs,
    );
  }

  pressCtrlC(): void {
    this.script.stdin?.write('\x03');
  }

  /** The command's exit code. */
  async ended(): Promise<number | null> {
    if (this.script.exitCode !== null) return this.script.exitCode;
    const [code] = (await once(this.script, 'exit')) as [number | null];
    return code;
  }

  /** Closes the window: the system hangs up, and later writes fail. */
  close(): void {
    this.script.kill('SIGKILL');
  }
}
