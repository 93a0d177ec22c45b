import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { CallOwnership, type FoundCall, LostInstances } from '../../conversations/index.js';
import { LeftCalls } from '../../tools/index.js';
import { AdmissionService, standingOf } from '../admission.service.js';
import type { PresentedToken } from '../admission.js';
import type { CallHolder } from '../call-holder.js';
import { type CallRefusal, refuse, UNKNOWN_SESSION } from '../call-refusal.js';
import { PeerClient } from '../peers/peer-client.js';
import { isSessionId } from '../session-id.js';
import { parseKept } from './kept-call.js';
import { refusalOf } from './owner-answer.js';
import { ProvenHolders } from './proven-holders.js';

const ELSEWHERE = refuse(
  'invalid-argument',
  'Another instance has this call. Send its offer here, with this sessionId and your authToken; then this frame again.',
);

/** Answers frames about calls of other processes. Who has nothing but the id of a session learns nothing of it. */
@Injectable()
export class CallsElsewhere {
  constructor(
    private readonly ownership: CallOwnership,
    private readonly lost: LostInstances,
    private readonly admissions: AdmissionService,
    private readonly peers: PeerClient,
    private readonly leftCalls: LeftCalls,
    private readonly proven: ProvenHolders,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(CallsElsewhere.name);
  }

  /** What a frame is told that only the process with the call can use. @throws when the database is away */
  async refuse(sessionId: string, holder: CallHolder, presented: PresentedToken): Promise<CallRefusal> {
    // No look-up for who proves nothing: not even its time may tell of the session.
    const isProof = this.proven.has(holder, sessionId) || presented.authToken !== undefined;
    if (!isProof) return UNKNOWN_SESSION;
    const found = await this.find(sessionId);
    if (!(await this.isTheirs(found, sessionId, holder, presented)) || !found) return UNKNOWN_SESSION;
    const answer = await this.peers.ask('look', sessionId, found);
    // An offer would not get it either.
    return answer === 'held' || answer === 'unknown' ? UNKNOWN_SESSION : ELSEWHERE;
  }

  /**
   * Has the process that has the call end it, unless its client is there. Where that process is gone, whoever proves to
   * be its client ends it here.
   * @returns Why not; undefined where it is over now.
   * @throws when the database is away
   */
  async hangUp(
    sessionId: string,
    holder: CallHolder,
    presented: PresentedToken,
  ): Promise<CallRefusal | undefined> {
    const found = await this.find(sessionId);
    const isTheirs = await this.isTheirs(found, sessionId, holder, presented);
    if (!found) return UNKNOWN_SESSION;
    const answer = await this.peers.ask('hang-up', sessionId, found);
    if (answer === 'done') return undefined;
    if (!isTheirs) return UNKNOWN_SESSION;
    return refusalOf(answer, found) ?? (await this.end(found));
  }

  private async find(sessionId: string): Promise<FoundCall | undefined> {
    return isSessionId(sessionId) ? this.ownership.find(sessionId) : undefined;
  }

  /** A token is held against nothing where there is no call, so that it takes as long. */
  private async isTheirs(
    found: FoundCall | undefined,
    sessionId: string,
    holder: CallHolder,
    presented: PresentedToken,
  ): Promise<boolean> {
    if (this.proven.has(holder, sessionId)) return found !== undefined;
    if (presented.authToken === undefined) return false;
    const kept = parseKept(found?.state);
    // No token is good for a phone call.
    const standing = found && kept && !kept.line ? standingOf(kept, found.agentId) : undefined;
    return (await this.admissions.admitAgain(presented, standing)) === 'good';
  }

  private async end(found: FoundCall): Promise<CallRefusal | undefined> {
    const { conversationId, owner } = found;
    if (!(await this.lost.endAs('client-close', found))) return UNKNOWN_SESSION;
    this.logger.warn(
      { conversationId, from: owner.instanceId },
      'ended a call of a lost instance for its client',
    );
    // Requests of its tools that were under way are seen to later in any case.
    await this.leftCalls.leaveOf(conversationId).catch((err: unknown) => {
      this.logger.error({ err, conversationId }, 'requests of tools of a call that was ended wait');
    });
    return undefined;
  }
}
