import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { nowMs } from '../../common/tracing/index.js';
import { CallOwnership, type RemoteCallRecord, LostInstances } from '../../conversations/index.js';
import { OrphanedToolCalls } from '../../tools/index.js';
import { AdmissionService, standingOf } from '../admission.service.js';
import { CallMetrics } from '../call-metrics.js';
import { LiveCalls, PeerClient } from '../../cluster/index.js';
import { type CallOffer, CallPreparation, type PreparedCall } from '../call-preparation.js';
import { type CallRefusal, refuse, UNAUTHORIZED, UNKNOWN_SESSION } from '../call-refusal.js';
import type { ClientConnection } from '../../call-client/index.js';
import {
  type CallSnapshot,
  type EarlierOfCall,
  type OrphanedTool,
  parseSnapshot,
  withOrphanedTools,
} from '../call-snapshot.js';
import { refusalOf } from './owner-answer.js';
import { AuthenticatedConnections } from './authenticated-connections.js';

const BEING_TAKEN = refuse('media-failure', 'The call is being taken over just now. Try again in a moment.');

/** A call taken over from another process, ready to begin here. */
export interface TakenCall {
  readonly kind: 'taken';
  readonly prepared: PreparedCall;
  readonly offer: CallOffer;
  readonly earlier: EarlierOfCall;
}

/** The call's state under its former owner, and how it was claimed. */
export interface ClaimedEarlier extends EarlierOfCall {
  readonly from: 'given-up' | 'lost';
}

/** Takes over calls of other processes that died or released them. */
@Injectable()
export class CallTakeoverService {
  constructor(
    private readonly ownership: CallOwnership,
    private readonly admissions: AdmissionService,
    private readonly preparation: CallPreparation,
    private readonly peers: PeerClient,
    private readonly orphanedCalls: OrphanedToolCalls,
    private readonly lost: LostInstances,
    private readonly live: LiveCalls,
    private readonly proven: AuthenticatedConnections,
    private readonly metrics: CallMetrics,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(CallTakeoverService.name);
  }

  /**
   * Handles an offer for a session of another process.
   * @throws when the database is unreachable
   */
  async take(
    sessionId: string,
    offer: CallOffer,
    connection: ClientConnection,
  ): Promise<TakenCall | CallRefusal> {
    const beganMs = nowMs();
    const found = await this.ownership.find(sessionId);
    const snapshot = parseSnapshot(found?.state);
    // No offer may claim a phone call.
    if (snapshot?.line) return UNKNOWN_SESSION;
    const standing = await this.admissions.admitAgain(
      offer,
      found && snapshot && standingOf(snapshot, found.agentId),
    );
    if (standing === 'unauthorized') return UNAUTHORIZED;
    if (!found || !snapshot || standing === 'foreign') return UNKNOWN_SESSION;
    this.proven.note(connection, sessionId);
    const admission = await this.admissions.readmit(offer, snapshot, found);
    if (admission.kind === 'refused') return await this.refused(sessionId, found, admission);
    const prepared = await this.preparation.prepareAgain(offer, admission, beganMs);
    if (prepared.kind === 'refused') return prepared;
    const earlier = await this.claim(sessionId, found).catch((error: unknown) => {
      release(prepared);
      throw error;
    });
    if ('kind' in earlier) {
      release(prepared);
      return earlier;
    }
    return { kind: 'taken', prepared, offer: asBegun(offer, earlier.snapshot), earlier };
  }

  /** A call that can no longer be answered ends, unless its owner still has it. */
  private async refused(
    sessionId: string,
    found: RemoteCallRecord,
    refusal: CallRefusal,
  ): Promise<CallRefusal> {
    if (refusal.reason !== 'agent-failure') return refusal;
    const answer = await this.peers.ask('release', sessionId, found);
    const notYet = refusalOf(answer, found);
    if (notYet) return notYet;
    const { conversationId } = found;
    this.logger.error({ sessionId, conversationId, why: refusal.message }, 'call cannot be resumed');
    await this.lost.endAs('agent-failed', found);
    return refusal;
  }

  /**
   * Claims the call if its owner is gone or releases it. On success `live` expects the call.
   * @throws when the database is unreachable
   */
  async claim(sessionId: string, found: RemoteCallRecord): Promise<ClaimedEarlier | CallRefusal> {
    const answer = await this.peers.ask('release', sessionId, found);
    // An unresponsive owner's lease may have expired during the request.
    const current = answer === 'silent' ? await this.ownership.find(sessionId) : undefined;
    const refusal = refusalOf(answer, current ?? found);
    if (refusal) return refusal;
    if (!this.live.comes(sessionId)) return BEING_TAKEN;
    const outcome = await this.claimFreed(sessionId, found).catch((error: unknown) => {
      this.live.came(sessionId);
      throw error;
    });
    if ('kind' in outcome) {
      this.live.came(sessionId);
      return outcome;
    }
    const from = answer === 'done' ? 'given-up' : 'lost';
    this.metrics.takenOver.inc({ from });
    this.logger.warn(
      { sessionId, conversationId: found.conversationId, from: found.owner.instanceId, answer },
      'call of another instance taken over',
    );
    const snapshot = withOrphanedTools(outcome.snapshot, await this.leftTools(found.conversationId));
    return { ...outcome, snapshot, from };
  }

  private async claimFreed(sessionId: string, found: RemoteCallRecord): Promise<EarlierOfCall | CallRefusal> {
    const claimed = await this.ownership.claim(found);
    // If the call has not ended, another instance claimed it first, though that one may still fail.
    if (!claimed) return (await this.ownership.find(sessionId)) ? BEING_TAKEN : UNKNOWN_SESSION;
    const snapshot = parseSnapshot(claimed.state);
    if (!snapshot) return UNKNOWN_SESSION;
    return { sessionId, startedAt: found.startedAt, snapshot, record: claimed.record };
  }

  /** The first to look settles and reports the tool calls in flight. */
  private async leftTools(conversationId: string): Promise<readonly OrphanedTool[]> {
    try {
      return await this.orphanedCalls.leaveOf(conversationId);
    } catch (err) {
      this.logger.error(
        { err, conversationId },
        'tool calls of a taken-over call could not be completed yet',
      );
      return [];
    }
  }
}

/** Releases the resources of a prepared call that does not begin. */
export function release({ media, slot }: PreparedCall): void {
  media.close();
  slot.free();
}

/** The record keeps the fields of the first offer. */
export const asBegun = (
  offer: CallOffer,
  { callSid, caller, callee, features }: CallSnapshot,
): CallOffer => ({
  ...offer,
  callSid,
  caller,
  callee,
  features: offer.features ?? features,
});
