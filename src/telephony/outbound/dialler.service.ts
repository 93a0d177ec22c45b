import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { type CallOffer, type CallRefusal, CallsService, type ReservedCall } from '../../calls/index.js';
import { AppConfig } from '../../common/config/index.js';
import type { OutboundCall } from '../../generated/prisma/client.js';
import { MediaService, type PhoneSession } from '../../media/index.js';
import type { SipEndpoint, SipFlow } from '../../sip/index.js';
import type { Line } from '../trunks/line.js';
import type { PhoneCall } from '../phone-call/phone-call.js';
import { PhoneControl } from '../phone-call/phone-control.js';
import { identityOf } from '../dialling/line-dialler.service.js';
import { PersonCalls } from '../transfers/person-calls.service.js';
import { type ServerAddress, ServerLookup } from '../servers/server-lookup.js';
import { TelephonyMetrics } from '../metrics/telephony-metrics.js';
import { SIP_PROTOCOLS, type Trunk, type TrunkServer } from '../trunks/trunk.js';
import { TrunkDirectory } from '../trunks/trunk-directory.js';
import { TrunkUsage } from '../trunks/trunk-usage.js';
import { mayCall, permits } from '../number-rules/allowed-numbers.js';
import { lastWordsOf } from '../dialling/answering-machine/last-words.js';
import { CalledAddresses } from '../servers/called-addresses.js';
import { Dialling } from '../dialling/dialling.js';
import { nextAllowedByAllMs } from '../number-rules/quiet-hours.js';
import type { OutboundReason } from '../dialling/reasons.js';
import { offerOf, screenOf } from './order-offer.js';
import { OutboundRules } from './rules/outbound-rules.service.js';

export type OrderOutcome =
  | { readonly kind: 'ended'; readonly status: 'SUCCESS' | 'FAILURE'; readonly reason: OutboundReason | null }
  /** It was not dialled, and may be later. */
  | { readonly kind: 'deferred'; readonly untilMs: number; readonly reason: OutboundReason }
  /** It is not ours any more. */
  | { readonly kind: 'lost' };

/** What is told while an order is carried out. */
export interface OrderProgress {
  /** Aborted when the order is cancelled. */
  readonly signal: AbortSignal;
  /** Asked once, before the first INVITE leaves; after anything but true none does. */
  mayDial(): Promise<boolean>;
  ringing(): void;
  answered(sessionId: string): void;
}

/** How soon to look for a place again, where a trunk or this server has none. */
const PLACE_RETRY_MS = 500;
const SERVER_RETRY_MS = 3_000;
/** How long late responses may come (RFC 3261, 17: 64 * T1). */
const AFTERMATH_MS = 33_000;

interface Errand {
  readonly order: OutboundCall;
  readonly trunk: Trunk;
  readonly server: TrunkServer;
  readonly callId: string;
  readonly fromTag: string;
  readonly progress: OrderProgress;
  hasDialled: boolean;
}

/** A call that is ready but for somebody to answer it. */
interface ReadyCall {
  readonly kind: 'ready';
  readonly reserved: ReservedCall;
  readonly media: PhoneSession;
  readonly control: PhoneControl;
  /** Of what is heard. */
  readonly sampleRateHz: number;
}

/** Carries orders out: trunk, limits, agent, INVITE, and the call that comes of it. */
@Injectable()
export class Dialler {
  private endpoint: SipEndpoint<Line> | undefined;

  constructor(
    private readonly directory: TrunkDirectory,
    private readonly usage: TrunkUsage,
    private readonly calls: CallsService,
    private readonly media: MediaService,
    private readonly called: CalledAddresses,
    private readonly servers: ServerLookup,
    private readonly persons: PersonCalls,
    private readonly rules: OutboundRules,
    private readonly metrics: TelephonyMetrics,
    private readonly config: AppConfig,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(Dialler.name);
  }

  begin(endpoint: SipEndpoint<Line> | undefined): void {
    this.endpoint = endpoint;
  }

  /** Whether this instance can call at all. */
  get isReady(): boolean {
    return this.endpoint !== undefined && !this.calls.isDraining;
  }

  /** Resolves when nothing is left of the order here, which may be at the end of a long call. */
  async carryOut(order: OutboundCall, progress: OrderProgress): Promise<OrderOutcome> {
    const trunk = await this.directory.find(order.trunkId);
    const server = trunk?.server;
    if (!trunk || !server || mayCall(order.toNumber, trunk) === 0) {
      return failure('not_allowed');
    }
    const rules = await this.rules.of(order.accountId, order.agentId);
    if (!rules.every((rule) => permits(order.toNumber, rule))) return failure('not_allowed');
    const quiets = [trunk.outbound.quietHours, ...rules.map(({ quietHours }) => quietHours ?? undefined)];
    const nowMs = Date.now();
    const allowedMs = nextAllowedByAllMs(quiets, nowMs);
    if (allowedMs > nowMs) return deferred(allowedMs, 'quiet_hours');
    const place = this.usage.take(trunk);
    if (place.kind !== 'place') return deferred(Date.now() + PLACE_RETRY_MS, 'limit');
    const names = { callId: randomBytes(12).toString('hex'), fromTag: randomBytes(6).toString('hex') };
    try {
      return await this.tryServers({ order, trunk, server, progress, ...names, hasDialled: false });
    } finally {
      place.free();
    }
  }

  private async tryServers(errand: Errand): Promise<OrderOutcome> {
    const addresses = await this.servers.find(errand.server).catch(() => []);
    for (const address of addresses) {
      const outcome = await this.tryServer(errand, address);
      if (outcome) return outcome;
    }
    return failure('unreachable');
  }

  /** Undefined: the next one may do better. */
  private async tryServer(errand: Errand, address: ServerAddress): Promise<OrderOutcome | undefined> {
    const { endpoint } = this;
    if (!endpoint) return deferred(Date.now() + SERVER_RETRY_MS, 'limit');
    const { server, progress } = errand;
    const forget = this.called.add(address.address);
    try {
      const protocol = SIP_PROTOCOLS[server.transport];
      const flow = endpoint.transport.flowTo(protocol, address.address, address.port, server.host);
      const prepared = await this.reserve(errand, flow);
      if (prepared.kind === 'refused') return errand.hasDialled ? failure('failed') : outcomeOf(prepared);
      if (!errand.hasDialled && !(await progress.mayDial())) {
        prepared.reserved.cancel();
        return { kind: 'lost' };
      }
      errand.hasDialled = true;
      return await this.dial(errand, flow, prepared);
    } finally {
      // What was given up is still answered.
      setTimeout(forget, AFTERMATH_MS).unref();
    }
  }

  private async reserve({ order, trunk, callId }: Errand, flow: SipFlow): Promise<CallRefusal | ReadyCall> {
    let session: PhoneSession | undefined;
    let sampleRateHz = 0;
    const openMedia: NonNullable<CallOffer['line']>['openMedia'] = async (rates) => {
      const opened = await this.media.openPhoneSession({
        inputSampleRateHz: rates.inputSampleRateHz,
        outputSampleRateHz: rates.outputSampleRateHz,
        offerSdp: undefined,
        localAddress: flow.local.host,
        signalingAddress: flow.address,
        security: order.encrypted ? 'required' : trunk.security,
        codecs: trunk.codecs,
        onKey: () => this.metrics.digits.inc(),
      });
      if (opened.kind === 'answered') session = opened.session;
      sampleRateHz = rates.inputSampleRateHz;
      return opened;
    };
    const control = new PhoneControl(this.config.telephony);
    const callPerson = this.persons.forCall({ trunk, ownNumber: order.fromNumber });
    const kept = () =>
      control.keptWith({
        trunkId: trunk.id,
        ownNumber: order.fromNumber,
        disableHandoff: false,
        orderId: order.id,
      });
    const reserved = await this.calls.reserve(offerOf(order, { openMedia, control, callPerson, kept }));
    if (reserved.kind === 'refused') return reserved;
    if (!session) throw new Error(`a phone call was prepared without its media (${callId})`);
    return { kind: 'ready', reserved, media: session, control, sampleRateHz };
  }

  private async dial(
    errand: Errand,
    flow: SipFlow,
    { reserved, media, control, sampleRateHz }: ReadyCall,
  ): Promise<OrderOutcome | undefined> {
    const { order, progress } = errand;
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
      invite: (listener) => this.invite(errand, flow, media.answerSdp, listener),
      onRinging: () => progress.ringing(),
    }).result;
    if (result.kind === 'next') return undefined;
    if (result.kind === 'failed') return failure(result.reason);
    // A message that was begun for a machine is not begun again elsewhere.
    control.attach(result.call, !result.isMessage);
    this.calls.lineChanged(result.sessionId);
    progress.answered(result.sessionId);
    const cutOff = () => {
      this.hangUp(result.call);
      result.call.cut();
    };
    if (progress.signal.aborted) cutOff();
    else progress.signal.addEventListener('abort', cutOff, { once: true });
    if (result.isMessage) void lastWordsOf(media.speech, progress.signal).then(cutOff);
    await result.over;
    if (result.call.hasMoved) return { kind: 'lost' };
    return { kind: 'ended', status: 'SUCCESS', reason: result.isMessage ? 'message_left' : null };
  }

  private hangUp(call: PhoneCall): void {
    if (call.sessionId !== undefined) void this.calls.hangUp(call.sessionId, call);
  }

  private invite(
    { order, trunk, server, callId, fromTag }: Errand,
    flow: SipFlow,
    offer: string,
    listener: Parameters<SipEndpoint<Line>['call']>[2],
  ) {
    const { endpoint } = this;
    if (!endpoint) throw new Error('SIP is switched off');
    return endpoint.call(
      {
        owner: trunk.id,
        to: { user: order.toNumber, host: server.host, port: server.port },
        ...identityOf(trunk, server, order.fromNumber, flow, order.fromName ?? ''),
        login: server.login,
        offer,
        callId,
        fromTag,
        silenceMs: this.config.outboundCalls.silenceMs,
      },
      flow,
      listener,
    );
  }
}

const failure = (reason: OutboundReason): OrderOutcome => ({ kind: 'ended', status: 'FAILURE', reason });
const deferred = (untilMs: number, reason: OutboundReason): OrderOutcome => ({
  kind: 'deferred',
  untilMs,
  reason,
});

/** What it means for an order that no call can begin; nobody was phoned. */
function outcomeOf({ reason }: CallRefusal): OrderOutcome {
  if (reason === 'media-failure') return deferred(Date.now() + SERVER_RETRY_MS, 'limit');
  if (reason === 'forbidden') return deferred(Date.now() + SERVER_RETRY_MS, 'account_suspended');
  return failure(reason === 'agent-failure' ? 'agent_unavailable' : 'failed');
}
