import { spawn } from 'node:child_process';
import path from 'node:path';
import { Fleet, type FleetCounts } from '../../bench/load/fleet.js';
import type { SignalingClient } from './signaling-client.js';
import { until } from './until.js';

const PROJECT = path.resolve(import.meta.dirname, '../..');

/** Callers in a process of their own, so that many of them neither slow down nor fill up the process with the test. */
export class Callers {
  private nextId = 1;

  private constructor(private readonly fleet: Fleet) {}

  static start(): Callers {
    const child = spawn(process.execPath, ['scripts/run-ts.mjs', 'bench/load/caller-fleet.ts'], {
      cwd: PROJECT,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    return new Callers(new Fleet(child));
  }

  /** An offer that nobody goes on with. */
  offer(): Promise<string> {
    return this.fleet.offer(this.nextId++, false);
  }

  /** A caller who speaks from the moment that it is connected; `answerTo` gets the answer to its offer. */
  async call(answerTo: (offerSdp: string) => Promise<string>): Promise<void> {
    const id = this.nextId++;
    this.fleet.answer(id, await answerTo(await this.fleet.offer(id, true)));
  }

  /** An echo call over a signaling socket; gives its session id. Media comes up a moment later. */
  async echoCall(signaling: SignalingClient, authToken: string): Promise<string> {
    let sessionId = '';
    await this.call(async (offerSdp) => {
      const answer = await signaling.offer(offerSdp, authToken, { mode: 'echo' });
      if (answer.type !== 'answer') throw new Error(`the offer was refused: ${JSON.stringify(answer.data)}`);
      sessionId = answer.sessionId;
      return String(answer.data?.['sdp']);
    });
    return sessionId;
  }

  /** Waits until so many calls get their audio back. */
  async untilHearing(calls: number, timeoutMs = 20_000): Promise<void> {
    await until(`${calls} calls hear`, async () => (await this.fleet.count()).hearing >= calls, timeoutMs);
  }

  /** What was received since the last time. */
  count(): Promise<FleetCounts> {
    return this.fleet.count();
  }

  stop(): Promise<void> {
    return this.fleet.stop();
  }
}
