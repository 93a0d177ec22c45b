import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import type { CallOffer, CallRefusal } from '../../call-admission/index.js';
import { CallsService, type ReservedCall } from '../../calls/index.js';
import { AppConfig } from '../../common/config/index.js';
import type { OutboundCall } from '../../generated/prisma/client.js';
import { MediaService, type PhoneSession } from '../../media/index.js';
import type { KeptInvite, SipEndpoint, SipFlow } from '../../sip/index.js';
import type { TrunkCandidates } from '../trunks/trunk.js';
import type { PhoneCall } from '../phone-call/phone-call.js';
import { PhoneControl } from '../phone-call/phone-control.js';
import { flowTo, mediaRequest, type OutboundLeg, sendInvite } from '../dialling/outbound-leg.js';
import { TransferLegs } from '../transfers/transfer-legs.service.js';
import { ServerLookup } from '../servers/server-lookup.js';
import { alongRedirections, type Moved, type Place } from '../dialling/redirection.js';
import { TelephonyMetrics } from '../metrics/telephony-metrics.js';
import { TrunkDirectory } from '../trunks/trunk-directory.js';
import { TrunkUsage } from '../trunks/trunk-usage.js';
import { mayCall, permits } from '../number-rules/allowed-numbers.js';
import { lastWordsOf } from '../dialling/answering-machine/last-words.js';
import { CalledAddresses } from '../servers/called-addresses.js';
import { Dialling, type DialResult } from '../dialling/dialling.js';
import { nextAllowedByAllMs } from '../number-rules/quiet-hours.js';
import { offerOf, screenOf } from './order-offer.js';
import {
  deferred,
  failedOrder,
  type OrderOutcome,
  type OrderProgress,
  outcomeOf,
  SERVER_RETRY_MS,
} from './order-outcome.js';
import { OutboundRules } from './rules/outbound-rules.service.js';

/** Retry interval while a trunk has no free slot. */
const PLACE_RETRY_MS = 500;

interface Errand extends OutboundLeg {
  readonly order: OutboundCall;
  readonly isAllowed: (number: string) => boolean;
  readonly progress: OrderProgress;
  hasDialled: boolean;
  /** Of the last server that responded. */
  sipStatus: number | undefined;
}

/** A prepared call that waits for an answer. */
interface ReadyCall {
  readonly kind: 'ready';
  readonly reserved: ReservedCall;
  readonly media: PhoneSession;
  readonly control: PhoneControl;
  /** Of received audio. */
  readonly sampleRateHz: number;
}

/** Executes outbound calls: trunk, limits, agent, INVITE, and the call itself. */
@Injectable()
export class Dialler {
  private endpoint: SipEndpoint<TrunkCandidates> | undefined;

  constructor(
    private readonly directory: TrunkDirectory,
    private readonly usage: TrunkUsage,
    private readonly calls: CallsService,
    private readonly media: MediaService,
    private readonly called: CalledAddresses,
    private readonly servers: ServerLookup,
    private readonly transferLegs: TransferLegs,
    private readonly rules: OutboundRules,
    private readonly metrics: TelephonyMetrics,
    private readonly config: AppConfig,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(Dialler.name);
  }

  begin(endpoint: SipEndpoint<TrunkCandidates> | undefined): void {
    this.endpoint = endpoint;
  }

  /** True if this instance can place calls. */
  get isReady(): boolean {
    return this.endpoint !== undefined && !this.calls.isDraining;
  }

  /** Cancels the INVITE of a dead instance; a late answer to it is hung up. */
  takeBack(invite: KeptInvite): void {
    this.called.addCall(invite.way.address)();
    this.endpoint?.abandoned.takeBack(invite);
  }

  /** Resolves when this instance has finished the outbound call, possibly after a long conversation. */
  async carryOut(order: OutboundCall, progress: OrderProgress): Promise<OrderOutcome> {
    const trunk = await this.directory.find(order.trunkId);
    const server = trunk?.server;
    if (!trunk || !server) return failedOrder('not_allowed');
    const rules = await this.rules.of(order.accountId, order.agentId);
    const isAllowed = (number: string) =>
      mayCall(number, trunk) > 0 && rules.every((rule) => permits(number, rule));
    if (!isAllowed(order.toNumber)) return failedOrder('not_allowed');
    const quiets = [trunk.outbound.quietHours, ...rules.map(({ quietHours }) => quietHours ?? undefined)];
    const nowMs = Date.now();
    const allowedMs = nextAllowedByAllMs(quiets, nowMs);
    if (allowedMs > nowMs) return deferred(allowedMs, 'quiet_hours');
    const slot = this.usage.take(trunk);
    if (slot.kind !== 'slot') return deferred(Date.now() + PLACE_RETRY_MS, 'limit');
    try {
      return await this.tryServers({
        ...{ order, trunk, server, isAllowed, progress },
        ...{ user: order.toNumber, ownNumber: order.fromNumber, displayName: order.fromName ?? undefined },
        ...{ callId: order.id, fromTag: randomBytes(6).toString('hex') },
        hasDialled: false,
        sipStatus: undefined,
      });
    } finally {
      slot.free();
    }
  }

  private async tryServers(errand: Errand): Promise<OrderOutcome> {
    const { order, trunk, server, isAllowed } = errand;
    const addresses = await this.servers.find(server).catch(() => []);
    const called = { trunk, server, addresses, isAllowed };
    const outcome = await alongRedirections(order.toNumber, called, (place) => this.tryServer(errand, place));
    if (outcome?.kind === 'moved') return failedOrder('trunk_refused', outcome);
    return outcome ?? failedOrder('unreachable', errand);
  }

  /** Undefined: try the next server. */
  private async tryServer(errand: Errand, place: Place): Promise<OrderOutcome | Moved | undefined> {
    const { endpoint } = this;
    if (!endpoint) return deferred(Date.now() + SERVER_RETRY_MS, 'limit');
    const { server, progress } = errand;
    const forget = this.called.addCall(place.address.address);
    try {
      const flow = flowTo(endpoint, server, place.address);
      const prepared = await this.reserve(errand, flow);
      if (prepared.kind === 'refused') return errand.hasDialled ? failedOrder('failed') : outcomeOf(prepared);
      if (!errand.hasDialled && !(await progress.mayDial())) {
        prepared.reserved.cancel();
        return { kind: 'lost' };
      }
      errand.hasDialled = true;
      return await this.dial(errand, place, flow, prepared);
    } finally {
      forget();
    }
  }

  private async reserve({ order, trunk, callId }: Errand, flow: SipFlow): Promise<CallRefusal | ReadyCall> {
    let session: PhoneSession | undefined;
    let sampleRateHz = 0;
    const openMedia: NonNullable<CallOffer['line']>['openMedia'] = async (rates) => {
      const security = order.encrypted ? 'required' : trunk.security;
      const onKey = () => this.metrics.digits.inc();
      const opened = await this.media.openPhoneSession(
        mediaRequest({ ...trunk, security }, flow, rates, onKey),
      );
      if (opened.kind === 'answered') session = opened.session;
      sampleRateHz = rates.inputSampleRateHz;
      return opened;
    };
    const control = new PhoneControl(this.config.telephony);
    const dialTransferTarget = this.transferLegs.forCall({ trunk, ownNumber: order.fromNumber });
    const kept = () =>
      control.keptWith({
        trunkId: trunk.id,
        ownNumber: order.fromNumber,
        disableHandoff: false,
        orderId: order.id,
      });
    const reserved = await this.calls.reserve(
      offerOf(order, { openMedia, control, dialTransferTarget, kept }),
    );
    if (reserved.kind === 'refused') return reserved;
    if (!session) throw new Error(`a phone call was prepared without its media (${callId})`);
    return { kind: 'ready', reserved, media: session, control, sampleRateHz };
  }

  private async dial(
    errand: Errand,
    place: Place,
    flow: SipFlow,
    { reserved, media, control, sampleRateHz }: ReadyCall,
  ): Promise<OrderOutcome | Moved | undefined> {
    const { order, progress } = errand;
    const { endpoint } = this;
    if (!endpoint) throw new Error('SIP is switched off');
    const { silenceMs } = this.config.outboundCalls;
    const result = await new Dialling({
      reserved,
      media,
      screen: screenOf(order.machine, sampleRateHz),
      ringMs: order.ringSeconds * 1_000,
      signal: progress.signal,
      events: {
        callerLeft: (call, cause) => {
          this.metrics.left.inc({ cause });
          this.hangUp(call);
        },
        changed: ({ sessionId }) => {
          if (sessionId !== undefined) this.calls.lineChanged(sessionId);
        },
      },
      invite: (listener) =>
        sendInvite(endpoint, errand, { place, flow, offer: media.answerSdp, silenceMs }, listener),
      onInvited: (invite) => progress.invited(invite),
      onRinging: () => progress.ringing(),
    }).result;
    if (result.kind === 'moved') return result;
    if (result.kind === 'next') {
      errand.sipStatus = result.sipStatus ?? errand.sipStatus;
      return undefined;
    }
    if (result.kind === 'failed') return failedOrder(result.reason, result);
    return this.talk(progress, { ...result, control, media });
  }

  /** Resolves when the call ends. */
  private async talk(
    progress: OrderProgress,
    {
      control,
      media,
      ...result
    }: Extract<DialResult, { kind: 'answered' }> & Pick<ReadyCall, 'control' | 'media'>,
  ): Promise<OrderOutcome> {
    const { answeredBy } = result;
    const isMessage = answeredBy === 'voicemail';
    // A message started on a mailbox must not start again elsewhere.
    control.attach(result.call, !isMessage);
    this.calls.lineChanged(result.sessionId);
    progress.answered(result.sessionId, answeredBy);
    const cutOff = () => {
      this.hangUp(result.call);
      result.call.cut();
    };
    if (progress.signal.aborted) cutOff();
    else progress.signal.addEventListener('abort', cutOff, { once: true });
    if (isMessage) void lastWordsOf(media.speech, progress.signal).then(cutOff);
    await result.over;
    if (result.call.hasMoved) return { kind: 'lost' };
    return {
      kind: 'ended',
      status: 'SUCCESS',
      reason: isMessage ? 'message_left' : null,
      sipStatus: 200,
      answeredBy,
    };
  }

  private hangUp(call: PhoneCall): void {
    if (call.sessionId !== undefined) void this.calls.hangUp(call.sessionId, call);
  }
}
