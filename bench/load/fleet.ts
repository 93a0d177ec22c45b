import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { FleetReport, FleetRequest } from './caller-fleet.js';

export type FleetCounts = Extract<FleetReport, { kind: 'counts' }>;

/** The handle of the callers' process. */
export class Fleet {
  private readonly offers = new Map<number, (sdp: string) => void>();
  private onCounts: (counts: FleetCounts) => void = () => undefined;

  /** @param child runs `caller-fleet.ts`, with a channel for messages. */
  constructor(private readonly child: ChildProcess = forkCallers()) {
    this.child.on('message', (message: FleetReport) => {
      if (message.kind === 'counts') this.onCounts(message);
      else this.offers.get(message.id)?.(message.sdp);
    });
  }

  /** The offer of a new caller, who begins to speak (or stays silent) when it is answered. */
  offer(id: number, speaks: boolean): Promise<string> {
    return new Promise((resolve) => {
      this.offers.set(id, resolve);
      this.ask({ kind: 'call', id, speaks });
    });
  }

  answer(id: number, sdp: string): void {
    this.ask({ kind: 'answer', id, sdp });
  }

  /** Received packets and processor time since the last count. */
  count(): Promise<FleetCounts> {
    return new Promise((resolve) => {
      this.onCounts = resolve;
      this.ask({ kind: 'count' });
    });
  }

  async stop(): Promise<void> {
    const exited = once(this.child, 'exit');
    this.ask({ kind: 'stop' });
    await exited;
  }

  private ask(message: FleetRequest): void {
    this.child.send(message);
  }
}

function forkCallers(): ChildProcess {
  return fork(fileURLToPath(new URL('./caller-fleet.js', import.meta.url)));
}
