import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { CallTokensService } from '../auth/index.js';
import { Clock } from '../common/clock/index.js';
import { AppConfig } from '../common/config/index.js';
import { AccountQuotas, AccountRefusals } from '../quotas/index.js';
import { DistributedCounters, InstanceLease, SharedRate } from '../cluster/index.js';
import { nowMs, Tracing } from '../common/tracing/index.js';
import { MediaService, type MediaSession, MediaUnavailableError } from '../media/index.js';
import type { Admission, CallRequest } from './admission.js';
import { AdmissionService } from './admission.service.js';
import { CallCapacity, type CallSlot } from './call-capacity.js';
import { CallMetrics } from './call-metrics.js';
import { type CallRefusal, refuse, UNAUTHORIZED } from './call-refusal.js';
import { CallTrace, type OfferTimes } from './call-trace.js';
import { type ConcurrencySlot, ConcurrencySlots } from './concurrency-slots.js';

export interface CallOffer extends CallRequest {
  /** Empty if the line opens the media. */
  readonly sdp: string;
  readonly callSid: string | undefined;
  /** Live events that the client subscribes to; unknown names are ignored. */
  readonly features?: readonly string[] | undefined;
  readonly caller: string | undefined;
  readonly callee: string | undefined;
  /** Metadata from the request for an outbound call, kept in its record. */
  readonly metadata?: object | undefined;
}

const OFFERS = 'CALL_MAX_OFFERS_PER_TOKEN_PER_MINUTE';

const OVERLOADED = refuse(
  'media-failure',
  'This server has more calls than it can carry well. Try again when some have ended.',
);

/** Everything that a call needs to begin. Free its slot when the call ends. */
export interface PreparedCall {
  readonly kind: 'prepared';
  readonly admission: Admission;
  readonly media: MediaSession;
  readonly slot: CallSlot;
  readonly times: OfferTimes;
}

/** Runs the checks for an offer in their fixed order: token, policy, field values, capacity, media, agent. */
@Injectable()
export class CallPreparation {
  private readonly capacity: CallCapacity;
  private readonly offersPerToken: SharedRate;

  constructor(
    private readonly admissions: AdmissionService,
    private readonly tokens: CallTokensService,
    private readonly media: MediaService,
    private readonly shared: ConcurrencySlots,
    private readonly tracing: Tracing,
    private readonly refusals: AccountRefusals,
    metrics: CallMetrics,
    quotas: AccountQuotas,
    counters: DistributedCounters,
    lease: InstanceLease,
    clock: Clock,
    private readonly config: AppConfig,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(CallPreparation.name);
    metrics.watchMedia(media);
    media.sendOnlyWhile(() => lease.watch.holds);
    this.capacity = new CallCapacity(
      config.calls,
      quotas,
      counters.share('calls', () => this.capacity.told()),
    );
    this.offersPerToken = new SharedRate('offers', 60, counters, clock);
  }

  get slotsTaken(): number {
    return this.capacity.taken;
  }

  /** True if every further call would be refused. */
  get isFull(): boolean {
    return this.media.isOverloaded || this.slotsTaken >= this.config.calls.maxConcurrent;
  }

  async prepare(offer: CallOffer): Promise<PreparedCall | CallRefusal> {
    const beganMs = nowMs();
    const prepared = await this.prepareNew(offer, beganMs);
    if (prepared.kind === 'refused') CallTrace.refused(this.tracing, beganMs, prepared.reason);
    return prepared;
  }

  /**
   * Like `prepare`, for an admitted call that resumes here. It does not use up its token, and only this server's own
   * capacity can refuse it.
   * @param beganMs Time of the original offer.
   */
  prepareAgain(offer: CallOffer, admission: Admission, beganMs: number): Promise<PreparedCall | CallRefusal> {
    return this.prepareFor(offer, admission, beganMs, undefined);
  }

  private async prepareNew(offer: CallOffer, beganMs: number): Promise<PreparedCall | CallRefusal> {
    const admission = await this.admissions.admit(offer);
    if (admission.kind === 'refused') return this.firstRefusal(offer, admission);
    const prepared =
      (offer.line ? undefined : this.tooManyOffers(admission)) ??
      (await this.prepareFor(offer, admission, beganMs, () => this.tokens.use(admission)));
    if (prepared.kind === 'refused' && prepared.limit !== undefined)
      this.refusals.log({ accountId: admission.accountId, limit: prepared.limit, used: prepared.message });
    return prepared;
  }

  private async prepareFor(
    offer: CallOffer,
    admission: Admission,
    beganMs: number,
    use: (() => Promise<boolean>) | undefined,
  ): Promise<PreparedCall | CallRefusal> {
    const times = { beganMs, admittedMs: nowMs() };
    if (this.isOverloadedFor(admission)) return OVERLOADED;
    const isAgain = use === undefined;
    const slot = this.capacity.take(admission, isAgain);
    if (slot.kind === 'refused') return slot;
    let isUsed = false;
    let shared: ConcurrencySlot | CallRefusal | undefined;
    let media: MediaSession | CallRefusal | undefined;
    try {
      shared = await this.shared.take(admission, isAgain);
      if (shared.kind === 'refused') return shared;
      // Counted last, so that concurrent offers with one token are still distinct.
      isUsed = use !== undefined && (await use());
      if (!isAgain && !isUsed) return UNAUTHORIZED;
      media = await this.openMedia(offer, admission);
      if ('kind' in media) return media;
      return { kind: 'prepared', admission, media, slot: both(slot, shared), times };
    } finally {
      if (media === undefined || 'kind' in media) {
        slot.free();
        if (shared?.kind === 'slot') await shared.free();
        if (isUsed) await this.giveBack(admission);
      }
    }
  }

  private isOverloadedFor({ adapter }: Admission): boolean {
    const engineIsBehind = this.config.media.overloadLagMs > 0 && adapter.isBehind === true;
    return this.media.isOverloaded || engineIsBehind;
  }

  /** Errors of the offer are reported before errors of the agent; see the order of checks. */
  private firstRefusal(offer: CallOffer, refusal: CallRefusal): CallRefusal {
    const badSdp =
      refusal.reason === 'agent-failure' && !offer.line ? this.media.examine(offer.sdp) : undefined;
    return badSdp ? refuse('invalid-argument', badSdp.message) : refusal;
  }

  private tooManyOffers({ tokenHash }: Admission): CallRefusal | undefined {
    const token = Buffer.from(tokenHash).toString('base64');
    const refusal = this.offersPerToken.count(token, this.config.calls.maxOffersPerTokenPerMinute);
    if (!refusal) return undefined;
    const reached = `Too many offers with this token: ${refusal.used} within a minute, which is the limit (${OFFERS})`;
    return { ...refuse('media-failure', `${reached}. Wait a minute and try again.`), limit: OFFERS };
  }

  /** If a use cannot be returned it is lost: allowing one call too few is better than one too many. */
  private async giveBack(admission: Admission): Promise<void> {
    await this.tokens.giveBack(admission).catch((err: unknown) => {
      this.logger.warn({ err, tokenId: admission.terms?.tokenId }, 'a use of a call token was not returned');
    });
  }

  private async openMedia(offer: CallOffer, admission: Admission): Promise<MediaSession | CallRefusal> {
    const { loopsInMedia, inputSampleRateHz, outputSampleRateHz } = admission.adapter.capabilities;
    try {
      const request = { loop: loopsInMedia, inputSampleRateHz, outputSampleRateHz };
      const outcome = await (offer.line
        ? offer.line.openMedia(request)
        : this.media.openSession({ offerSdp: offer.sdp, ...request }));
      if (outcome.kind === 'refused') return refuse('invalid-argument', outcome.refusal.message);
      return outcome.session;
    } catch (error) {
      if (!(error instanceof MediaUnavailableError)) throw error;
      this.logger.error({ err: error }, 'media could not be set up');
      return refuse('media-failure', 'The media connection could not be set up. Try again in a moment.');
    }
  }
}

/** Combines this process's slot with the shared one. */
const both = (slot: CallSlot, shared: ConcurrencySlot): CallSlot => ({
  ...slot,
  free() {
    slot.free();
    void shared.free();
  },
});
