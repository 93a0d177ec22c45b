import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { nowMs } from '../../common/tracing/index.js';
import { CallOwnership, type FoundCall, LostInstances } from '../../conversations/index.js';
import { LeftCalls } from '../../tools/index.js';
import { AdmissionService, standingOf } from '../admission.service.js';
import { CallMetrics } from '../call-metrics.js';
import { LiveCalls } from '../live-calls.js';
import { type CallOffer, CallPreparation, type PreparedCall } from '../call-preparation.js';
import { type CallRefusal, refuse, UNAUTHORIZED, UNKNOWN_SESSION } from '../call-refusal.js';
import { PeerClient } from '../peers/peer-client.js';
import type { CallHolder } from '../call-holder.js';
import type { EarlierOfCall } from './earlier-of-call.js';
import { type KeptCall, type LeftTool, parseKept, withLeftTools } from './kept-call.js';
import { refusalOf } from './owner-answer.js';
import { ProvenHolders } from './proven-holders.js';
import { isSessionId } from '../session-id.js';

const BEING_TAKEN = refuse('media-failure', 'The call is being taken over just now. Try again in a moment.');

/** A call of another process, taken over: all that it takes to begin here. */
export interface TakenCall {
  readonly kind: 'taken';
  readonly prepared: PreparedCall;
  readonly offer: CallOffer;
  readonly earlier: EarlierOfCall;
}

/** What its former owner left of a call, and how. */
export interface ClaimedEarlier extends EarlierOfCall {
  readonly from: 'given-up' | 'lost';
}

/** Takes calls over that another process had, when that one is gone or gives them up. */
@Injectable()
export class CarryOn {
  constructor(
    private readonly ownership: CallOwnership,
    private readonly admissions: AdmissionService,
    private readonly preparation: CallPreparation,
    private readonly peers: PeerClient,
    private readonly leftCalls: LeftCalls,
    private readonly lost: LostInstances,
    private readonly live: LiveCalls,
    private readonly proven: ProvenHolders,
    private readonly metrics: CallMetrics,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(CarryOn.name);
  }

  /** What becomes of an offer for a session that is not of this process. @throws when the database is away */
  async take(sessionId: string, offer: CallOffer, holder: CallHolder): Promise<TakenCall | CallRefusal> {
    const beganMs = nowMs();
    const found = isSessionId(sessionId) ? await this.ownership.find(sessionId) : undefined;
    const kept = parseKept(found?.state);
    // A phone call is nobody's to offer.
    if (kept?.line) return UNKNOWN_SESSION;
    const standing = await this.admissions.admitAgain(
      offer,
      found && kept && standingOf(kept, found.agentId),
    );
    if (standing === 'unauthorized') return UNAUTHORIZED;
    if (!found || !kept || standing === 'foreign') return UNKNOWN_SESSION;
    this.proven.note(holder, sessionId);
    const admission = await this.admissions.readmit(offer, kept, found);
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
    return { kind: 'taken', prepared, offer: asBegun(offer, earlier.kept), earlier };
  }

  /** A call that nothing can answer any more is over, unless its owner still has it. */
  private async refused(sessionId: string, found: FoundCall, refusal: CallRefusal): Promise<CallRefusal> {
    if (refusal.reason !== 'agent-failure') return refusal;
    const answer = await this.peers.ask('release', sessionId, found);
    const notYet = refusalOf(answer, found);
    if (notYet) return notYet;
    const { conversationId } = found;
    this.logger.error({ sessionId, conversationId, why: refusal.message }, 'a call can not go on');
    await this.lost.endAs('agent-failed', found);
    return refusal;
  }

  /**
   * Takes the call from its owner, where that is gone or gives it up. Where it does, `live` waits for it to come.
   * @throws when the database is away
   */
  async claim(sessionId: string, found: FoundCall): Promise<ClaimedEarlier | CallRefusal> {
    const answer = await this.peers.ask('release', sessionId, found);
    const refusal = refusalOf(answer, found);
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
      'goes on with a call of another instance',
    );
    const kept = withLeftTools(outcome.kept, await this.leftTools(found.conversationId));
    return { ...outcome, kept, from };
  }

  private async claimFreed(sessionId: string, found: FoundCall): Promise<EarlierOfCall | CallRefusal> {
    const claimed = await this.ownership.claim(found);
    // Where it has not ended somebody else was quicker, who may get no further.
    if (!claimed) return (await this.ownership.find(sessionId)) ? BEING_TAKEN : UNKNOWN_SESSION;
    const kept = parseKept(claimed.state);
    if (!kept) return UNKNOWN_SESSION;
    return { sessionId, startedAt: found.startedAt, kept, record: claimed.record };
  }

  /** Whoever looks first settles the requests of its tools that were under way, and reports them. */
  private async leftTools(conversationId: string): Promise<readonly LeftTool[]> {
    try {
      return await this.leftCalls.leaveOf(conversationId);
    } catch (err) {
      this.logger.error({ err, conversationId }, 'requests of tools of a call that was taken over wait');
      return [];
    }
  }
}

/** Gives back what a call was prepared with that does not begin. */
export function release({ media, place }: PreparedCall): void {
  media.close();
  place.free();
}

/** The record goes on with what the first offer said. */
export const asBegun = (offer: CallOffer, { callSid, caller, callee, features }: KeptCall): CallOffer => ({
  ...offer,
  callSid,
  caller,
  callee,
  features: offer.features ?? features,
});
