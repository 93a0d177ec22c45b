import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Overrides } from '../../common/config/index.js';
import type { ProcessLoad } from './process-load.js';
import type { Addresses } from './running.js';
import { errorOf, type ToPrimary, type ToProcess } from './process-messages.js';

const PROGRAM = fileURLToPath(new URL('../../child-process.js', import.meta.url));
/** Processes report every second, so one that is silent for this long is frozen. */
const SILENT_AFTER_MS = 3_000;

export interface End {
  /** How long it was ready; undefined if it never was. */
  readonly ranMs: number | undefined;
  /** `exit code 1` or `SIGKILL`. */
  readonly how: string;
  readonly isClean: boolean;
}

/** One process of the service, as managed by its parent. */
export class OneProcess {
  /** The service's addresses, once it accepts calls. Rejects if it cannot start. */
  readonly ready: Promise<Addresses>;
  readonly ended: Promise<End>;
  /** Connections handed over since its last report. */
  given = 0;
  private readonly child: ChildProcess;
  private told: ProcessLoad | undefined;
  private toldAtMs = 0;
  private readyAtMs: number | undefined;
  private stoppedWith: number | undefined;

  /** @param hear Receives messages meant for other processes. */
  constructor(
    readonly number: number,
    environment: NodeJS.ProcessEnv,
    overrides: Overrides,
    hear: (message: ToPrimary) => void,
  ) {
    this.child = fork(PROGRAM);
    this.tell({ kind: 'start', number, environment, overrides });
    this.ended = new Promise((resolve) => {
      this.child.once('exit', (code, signal) => {
        const exitCode = this.stoppedWith ?? code;
        resolve({
          ranMs: this.readyAtMs === undefined ? undefined : performance.now() - this.readyAtMs,
          how: exitCode === null ? String(signal) : `exit code ${exitCode}`,
          isClean: exitCode === 0,
        });
      });
    });
    this.ready = new Promise((resolve, reject) => {
      this.child.on('message', (message: ToPrimary) => {
        if (message.kind === 'failed') reject(errorOf(message.error));
        if (message.kind === 'ready') resolve(message.addresses);
        this.note(message);
        hear(message);
      });
      this.child.once('error', reject);
      void this.ended.then(({ how }) =>
        reject(new Error(`A process of the service ended at its start: ${how}.`)),
      );
    });
    this.ready.catch(() => undefined);
  }

  /** Undefined before it is ready, and while it is silent. */
  get load(): ProcessLoad | undefined {
    const isThere = this.child.connected && performance.now() - this.toldAtMs < SILENT_AFTER_MS;
    return isThere && this.readyAtMs !== undefined ? this.told : undefined;
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** Hands over an unread connection. */
  give(socket: Socket): void {
    this.given++;
    this.child.send({ kind: 'connection' } satisfies ToProcess, socket, (error) => {
      if (error) socket.destroy();
    });
  }

  tell(message: ToProcess): void {
    if (this.child.connected) this.child.send(message, () => undefined);
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }

  private note(message: ToPrimary): void {
    if (message.kind === 'ready') this.readyAtMs = performance.now();
    if (message.kind === 'stopped') {
      this.stoppedWith = message.exitCode;
      this.kill();
    }
    if (message.kind !== 'load') return;
    this.told = { state: message.state, calls: message.calls };
    this.toldAtMs = performance.now();
    this.given = 0;
  }
}
