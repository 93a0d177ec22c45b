import { Injectable } from '@nestjs/common';
import { InstanceLease } from '../../conversations/index.js';
import type { Call } from '../call.js';
import { LiveCalls } from '../live-calls.js';
import type { PeerAsk, PeerOutcome } from './release-message.js';

const OF_PASSING = { coming: 'not-yet', moving: 'not-yet', ending: 'unknown', none: 'done' } as const;

/** Answers other instances, to which clients of this one's calls have come. */
@Injectable()
export class PeerDesk {
  private takeLine: (sessionId: string) => Promise<boolean> = () => Promise.resolve(false);

  constructor(
    private readonly live: LiveCalls,
    private readonly lease: InstanceLease,
  ) {}

  /** Who goes on with phone calls of other instances. */
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
   * Another instance wants the call: it gets it unless its client is here. A call that is this instance's on record
   * alone is nobody's: whoever was given it, or has claimed it, got no further.
   */
  async giveUp(sessionId: string, epoch: number): Promise<PeerOutcome> {
    const would = await this.look(sessionId, epoch);
    const call = this.live.bySession.get(sessionId);
    if (would !== 'done' || !call) return would;
    return (await call.giveUp()) ? 'done' : 'not-yet';
  }

  /** What another instance would be told that wants the call, unless somebody is in the middle of a sentence. */
  async look(sessionId: string, epoch: number): Promise<PeerOutcome> {
    const call = this.live.bySession.get(sessionId);
    if (!call) return OF_PASSING[this.live.passingOf(sessionId) ?? 'none'];
    if (call.epoch !== epoch) return 'not-yet';
    return !call.move.isOffered && (await isClientThere(call)) ? 'held' : 'done';
  }

  /** The client has hung up over another instance. */
  async hangUp(sessionId: string, epoch: number): Promise<PeerOutcome> {
    const call = this.live.bySession.get(sessionId);
    if (call?.epoch !== epoch) return 'unknown';
    if (await isClientThere(call)) return 'held';
    void call.end('client-close');
    return 'done';
  }
}

/** As in a takeover: a socket that answers keeps its call. */
async function isClientThere({ currentHolder }: Call): Promise<boolean> {
  return currentHolder !== undefined && (await currentHolder.isAlive());
}
