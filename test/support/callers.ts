import { spawn } from 'node:child_process';
import { compiledPath } from '../../scripts/lib/build/tool-code.mjs';
import { inProject } from '../../scripts/lib/project.mjs';
import { Fleet, type FleetCounts } from '../../bench/load/fleet.js';
import type { SignalingClient } from './signaling-client.js';
import { until } from './until.js';

const PROJECT = inProject();

/** Callers in a separate process, so that many of them do not load the test's process. */
export class Callers {
  private nextId = 1;

  private constructor(private readonly fleet: Fleet) {}

  static start(): Callers {
    const child = spawn(process.execPath, [compiledPath('bench/load/caller-fleet.ts')], {
      cwd: PROJECT,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    return new Callers(new Fleet(child));
  }

  /** An offer that is never continued. */
  offer(): Promise<string> {
    return this.fleet.offer(this.nextId++, false);
  }

  /** A caller who speaks once connected; `answerTo` gets the answer to its offer. */
  async call(answerTo: (offerSdp: string) => Promise<string>): Promise<void> {
    const id = this.nextId++;
    this.fleet.answer(id, await answerTo(await this.fleet.offer(id, true)));
  }

  /** An echo call over a signaling socket. @returns Its session id. Media connects shortly after. */
  echoCall(signaling: SignalingClient, authToken: string): Promise<string> {
    return this.signaledCall(signaling, authToken, { mode: 'echo' });
  }

  /** An agent call over a signaling socket, with optional offer fields. @returns Its session id. */
  async signaledCall(signaling: SignalingClient, authToken: string, fields: object = {}): Promise<string> {
    let sessionId = '';
    await this.call(async (offerSdp) => {
      const answer = await signaling.offer(offerSdp, authToken, fields);
      if (answer.type !== 'answer') throw new Error(`the offer was refused: ${JSON.stringify(answer.data)}`);
      sessionId = answer.sessionId;
      return String(answer.data?.['sdp']);
    });
    return sessionId;
  }

  /** Waits until this many calls received audio since the last count. */
  async untilHearing(calls: number, timeoutMs = 20_000): Promise<void> {
    const hearing = new Set<number>();
    const enough = async () => {
      for (const id of (await this.fleet.count()).hearing) hearing.add(id);
      return hearing.size >= calls;
    };
    await until(`${calls} calls hear`, enough, timeoutMs);
  }

  /** Audio received since the last count. */
  count(): Promise<FleetCounts> {
    return this.fleet.count();
  }

  stop(): Promise<void> {
    return this.fleet.stop();
  }
}
