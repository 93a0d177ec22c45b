import { Injectable } from '@nestjs/common';
import { InstanceLease } from '../instances/instance-lease.js';
import type { RunningCall } from '../ownership/running-call.js';
import { LiveCalls } from '../ownership/live-calls.js';
import type { PeerAsk, PeerOutcome } from './peer-messages.js';

const OF_PASSING = { coming: 'not-yet', moving: 'not-yet', ending: 'unknown', none: 'done' } as const;

/** Answers requests of other instances about this instance's calls. */
@Injectable()
export class PeerRequestHandler {
  private takeLine: (sessionId: string) => Promise<boolean> = () => Promise.resolve(false);

  constructor(
    private readonly live: LiveCalls,
    private readonly lease: InstanceLease,
  ) {}

  /** Registers how phone calls are taken over. */
  takesLinesBy(take: (sessionId: string) => Promise<boolean>): void {
    this.takeLine = take;
  }

  async answer({ kind, sessionId, epoch, from }: PeerAsk): Promise<PeerOutcome> {
    switch (kind) {
      case 'release':
        return this.giveUp(sessionId, epoch);
      case 'look':
        return this.look(sessionId, epoch);
      case 'hang-up':
        return this.hangUp(sessionId, epoch);
      case 'take':
        return (await this.takeLine(sessionId)) ? 'done' : 'unknown';
      case 'who':
        return 'held';
      case 'renew':
        return this.renewFor(from ?? '');
    }
  }

  private async renewFor(instanceId: string): Promise<PeerOutcome> {
    const isRenewed = await this.lease.renewFor(instanceId);
    if (isRenewed === 'cut-off') return isRenewed;
    return isRenewed ? 'done' : 'unknown';
  }

  /**
   * Another instance requests the call and gets it unless its client is connected here. A call that only the record
   * assigns to this instance has no owner: the instance that claimed it got no further.
   */
  async giveUp(sessionId: string, epoch: number): Promise<PeerOutcome> {
    const would = await this.look(sessionId, epoch);
    const call = this.live.bySession.get(sessionId);
    if (would !== 'done' || !call) return would;
    return (await call.giveUp()) ? 'done' : 'not-yet';
  }

  /** The answer to a takeover request, without waiting for the current sentence to end. */
  async look(sessionId: string, epoch: number): Promise<PeerOutcome> {
    const call = this.live.bySession.get(sessionId);
    if (!call) return OF_PASSING[this.live.passingOf(sessionId) ?? 'none'];
    if (call.epoch !== epoch) return 'not-yet';
    return !call.migration.isOffered && (await isClientThere(call)) ? 'held' : 'done';
  }

  /** The client hung up through another instance. */
  async hangUp(sessionId: string, epoch: number): Promise<PeerOutcome> {
    const call = this.live.bySession.get(sessionId);
    if (call?.epoch !== epoch) return 'unknown';
    if (await isClientThere(call)) return 'held';
    void call.end('client-close');
    return 'done';
  }
}

/** As in a takeover, a socket that answers keeps its call. */
async function isClientThere({ currentConnection }: RunningCall): Promise<boolean> {
  return currentConnection !== undefined && (await currentConnection.isAlive());
}
