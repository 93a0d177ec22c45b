import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { CallOwnership, type RemoteCallRecord, LostInstances } from '../../conversations/index.js';
import { OrphanedToolCalls } from '../../tools/index.js';
import { AdmissionService, standingOf } from '../admission.service.js';
import type { PresentedToken } from '../admission.js';
import type { ClientConnection } from '../../call-client/index.js';
import { type CallRefusal, refuse, UNKNOWN_SESSION } from '../call-refusal.js';
import { PeerClient } from '../../cluster/index.js';
import { parseSnapshot } from '../call-snapshot.js';
import { refusalOf } from './owner-answer.js';
import { AuthenticatedConnections } from './authenticated-connections.js';

const ELSEWHERE = refuse(
  'invalid-argument',
  'Another instance has this call. Send its offer here, with this sessionId and your authToken; then this frame again.',
);

/** Answers frames about calls of other processes. A session id alone reveals nothing. */
@Injectable()
export class RemoteCalls {
  constructor(
    private readonly ownership: CallOwnership,
    private readonly lost: LostInstances,
    private readonly admissions: AdmissionService,
    private readonly peers: PeerClient,
    private readonly orphanedCalls: OrphanedToolCalls,
    private readonly proven: AuthenticatedConnections,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(RemoteCalls.name);
  }

  /**
   * Refuses a frame that only the owning process can handle.
   * @throws when the database is unreachable
   */
  async refuse(
    sessionId: string,
    connection: ClientConnection,
    presented: PresentedToken,
  ): Promise<CallRefusal> {
    // Skip the look-up without a proof: even its timing would reveal whether the session exists.
    const isProof = this.proven.has(connection, sessionId) || presented.authToken !== undefined;
    if (!isProof) return UNKNOWN_SESSION;
    const found = await this.ownership.find(sessionId);
    if (!(await this.isTheirs(found, sessionId, connection, presented)) || !found) return UNKNOWN_SESSION;
    const answer = await this.peers.ask('look', sessionId, found);
    // An offer would be refused as well.
    return answer === 'held' || answer === 'unknown' ? UNKNOWN_SESSION : ELSEWHERE;
  }

  /**
   * Asks the owning process to end the call unless its client is connected there. If that process is gone, a proven
   * client ends the call here.
   * @returns The refusal; undefined if the call is over.
   * @throws when the database is unreachable
   */
  async hangUp(
    sessionId: string,
    connection: ClientConnection,
    presented: PresentedToken,
  ): Promise<CallRefusal | undefined> {
    const found = await this.ownership.find(sessionId);
    const isTheirs = await this.isTheirs(found, sessionId, connection, presented);
    if (!found) return UNKNOWN_SESSION;
    const answer = await this.peers.ask('hang-up', sessionId, found);
    if (answer === 'done') return undefined;
    if (!isTheirs) return UNKNOWN_SESSION;
    return refusalOf(answer, found) ?? (await this.end(found));
  }

  /** Compare the token even if there is no call, to take constant time. */
  private async isTheirs(
    found: RemoteCallRecord | undefined,
    sessionId: string,
    connection: ClientConnection,
    presented: PresentedToken,
  ): Promise<boolean> {
    if (this.proven.has(connection, sessionId)) return found !== undefined;
    if (presented.authToken === undefined) return false;
    const snapshot = parseSnapshot(found?.state);
    // No token is valid for a phone call.
    const standing = found && snapshot && !snapshot.line ? standingOf(snapshot, found.agentId) : undefined;
    return (await this.admissions.admitAgain(presented, standing)) === 'good';
  }

  private async end(found: RemoteCallRecord): Promise<CallRefusal | undefined> {
    const { conversationId, owner } = found;
    if (!(await this.lost.endAs('client-close', found))) return UNKNOWN_SESSION;
    this.logger.warn(
      { conversationId, from: owner.instanceId },
      'ended a call of a lost instance for its client',
    );
    // A background job settles orphaned tool calls in any case.
    await this.orphanedCalls.leaveOf(conversationId).catch((err: unknown) => {
      this.logger.error({ err, conversationId }, 'tool calls of an ended call could not be completed yet');
    });
    return undefined;
  }
}
