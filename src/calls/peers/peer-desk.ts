import { Injectable } from '@nestjs/common';
import type { Call } from '../call.js';
import { LiveCalls } from '../live-calls.js';
import type { PeerOutcome } from './release-message.js';

/** Answers other instances, to which clients of this one's calls have come. */
@Injectable()
export class PeerDesk {
  constructor(private readonly live: LiveCalls) {}

  /** Another instance wants the call: it gets it unless its client is here. */
  async giveUp(sessionId: string, epoch: number): Promise<PeerOutcome> {
    const call = this.find(sessionId, epoch);
    if (!call) return 'unknown';
    if (await isClientThere(call)) return 'held';
    return (await call.giveUp()) ? 'done' : 'not-yet';
  }

  /** The client has hung up over another instance. */
  async hangUp(sessionId: string, epoch: number): Promise<PeerOutcome> {
    const call = this.find(sessionId, epoch);
    if (!call) return 'unknown';
    if (await isClientThere(call)) return 'held';
    void call.end('client-close');
    return 'done';
  }

  private find(sessionId: string, epoch: number): Call | undefined {
    const call = this.live.bySession.get(sessionId);
    return call?.epoch === epoch ? call : undefined;
  }
}

/** As in a takeover: a socket that answers keeps its call. */
async function isClientThere({ currentHolder }: Call): Promise<boolean> {
  return currentHolder !== undefined && (await currentHolder.isAlive());
}
