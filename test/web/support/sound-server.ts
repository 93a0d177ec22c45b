import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { until } from '../../support/until.js';

/** Why no sound server can run here; undefined when it can. */
export function soundObstacle(): string | undefined {
  for (const program of ['pulseaudio', 'pactl']) {
    try {
      execFileSync(program, ['--version'], { stdio: 'ignore' });
    } catch {
      return `the program \`${program}\` is missing (Debian: apt install pulseaudio pulseaudio-utils)`;
    }
  }
  return undefined;
}

/**
 * A separate PulseAudio with microphones that are plugged in and out while browsers use them, each with its own
 * frequency. It has no speaker, which browsers would treat as another microphone.
 */
export class SoundServer {
  private readonly microphones = new Map<number, string>();

  private constructor(
    private readonly folder: string,
    private readonly program: ChildProcess,
    /** Environment for programs that use it. */
    readonly env: Readonly<Record<string, string>>,
  ) {}

  static async start(): Promise<SoundServer> {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'earshot-sound-'));
    const socket = path.join(folder, 'native');
    const env = { PULSE_SERVER: `unix:${socket}` };
    const settings = ['--daemonize=no', '--exit-idle-time=-1', '--disallow-exit', '--use-pid-file=no'];
    const modules = ['-n', '-L', `module-native-protocol-unix socket=${socket} auth-anonymous=1`];
    const program = spawn('pulseaudio', [...settings, ...modules], {
      env: { ...process.env, HOME: folder, XDG_RUNTIME_DIR: folder },
      stdio: 'ignore',
    });
    const server = new SoundServer(folder, program, env);
    await until('the sound server answers', () => server.answers());
    return server;
  }

  plugIn(frequencyHz: number): void {
    const name = `source_name=microphone_${frequencyHz}`;
    const module = this.control('load-module', 'module-sine-source', name, `frequency=${frequencyHz}`);
    this.microphones.set(frequencyHz, module.trim());
  }

  unplug(frequencyHz: number): void {
    this.control('unload-module', this.microphones.get(frequencyHz) ?? '');
    this.microphones.delete(frequencyHz);
  }

  close(): void {
    this.program.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private answers(): boolean {
    try {
      this.control('info');
      return true;
    } catch {
      return false;
    }
  }

  private control(...words: string[]): string {
    const env = { ...process.env, ...this.env };
    return execFileSync('pactl', words, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  }
}
