import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { AppConfig } from '../../common/config/index.js';
import { type AudioRates, MediaService, type PhoneSession } from '../../media/index.js';
import type { SipEndpoint, SipFlow } from '../../sip/index.js';
import type { TrunkCandidates } from '../trunks/trunk.js';
import type { PhoneCall } from '../phone-call/phone-call.js';
import { CalledAddresses } from '../servers/called-addresses.js';
import { Dialling, type DialResult } from './dialling.js';
import { flowTo, mediaRequest, type OutboundLeg, sendInvite } from './outbound-leg.js';
import type { OutboundReason } from './reasons.js';
import { ServerLookup } from '../servers/server-lookup.js';
import { mayCall } from '../number-rules/allowed-numbers.js';
import { alongRedirections, type Moved, type Place } from './redirection.js';
import { TelephonyMetrics } from '../metrics/telephony-metrics.js';
import { TrunkUsage } from '../trunks/trunk-usage.js';

export interface LineRequest extends AudioRates, Omit<OutboundLeg, 'displayName' | 'callId' | 'fromTag'> {
  readonly ringMs: number;
  /** Aborted when the call is no longer wanted. */
  readonly signal: AbortSignal;
  readonly onRinging: () => void;
}

export type LineOutcome =
  | {
      readonly kind: 'answered';
      readonly media: PhoneSession;
      readonly call: PhoneCall;
      /** Resolves when the call ends, on either side. */
      readonly over: Promise<void>;
    }
  | { readonly kind: 'failed'; readonly reason: OutboundReason };

type Errand = LineRequest & OutboundLeg;

/** Makes phone calls without an agent: transfer legs and trunk tests. */
@Injectable()
export class LineDialler {
  private endpoint: SipEndpoint<TrunkCandidates> | undefined;
  private live = 0;

  constructor(
    private readonly usage: TrunkUsage,
    private readonly media: MediaService,
    private readonly called: CalledAddresses,
    private readonly servers: ServerLookup,
    private readonly metrics: TelephonyMetrics,
    private readonly config: AppConfig,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(LineDialler.name);
  }

  begin(endpoint: SipEndpoint<TrunkCandidates>): void {
    this.endpoint = endpoint;
  }

  /** Answered calls that are still running. */
  get count(): number {
    return this.live;
  }

  /** Never rejects. */
  async dial(request: LineRequest): Promise<LineOutcome> {
    const slot = this.usage.take(request.trunk);
    if (slot.kind !== 'slot') return failed('limit');
    const names = { callId: randomBytes(12).toString('hex'), fromTag: randomBytes(6).toString('hex') };
    const outcome = await this.tryServers({ ...request, ...names }).catch((error: unknown) => {
      this.logger.error({ err: error }, 'outbound call could not be placed');
      return failed('failed');
    });
    if (outcome.kind === 'failed') slot.free();
    else void outcome.over.then(() => slot.free());
    return outcome;
  }

  private async tryServers(errand: Errand): Promise<LineOutcome> {
    const { server, trunk, user } = errand;
    const addresses = await this.servers.find(server).catch((error: unknown) => {
      this.logger.warn({ trunkId: trunk.id, err: error }, 'the server of a trunk could not be resolved');
      return [];
    });
    const isAllowed = (number: string) => mayCall(number, trunk) > 0;
    const outcome = await alongRedirections(user, { trunk, server, addresses, isAllowed }, (place) =>
      this.tryServer(errand, place),
    );
    return outcome?.kind === 'moved' ? failed('trunk_refused') : (outcome ?? failed('unreachable'));
  }

  /** Undefined: try the next server. */
  private async tryServer(errand: Errand, place: Place): Promise<LineOutcome | Moved | undefined> {
    const { endpoint } = this;
    if (!endpoint) return failed('failed');
    const forget = this.called.addCall(place.address.address);
    const flow = flowTo(endpoint, errand.server, place.address);
    const onKey = () => this.metrics.digits.inc();
    const opened = await this.media.openPhoneSession(mediaRequest(errand.trunk, flow, errand, onKey));
    if (opened.kind !== 'answered') return failed('failed');
    const media = opened.session;
    const result = await this.invite(errand, place, flow, media, endpoint);
    if (result.kind !== 'answered') {
      forget();
      if (result.kind === 'moved') return result;
      return result.kind === 'next' ? undefined : failed(result.reason);
    }
    this.live += 1;
    const over = result.over.then(() => {
      this.live -= 1;
      media.close();
      forget();
    });
    return { kind: 'answered', media, call: result.call, over };
  }

  private invite(
    errand: Errand,
    place: Place,
    flow: SipFlow,
    media: PhoneSession,
    endpoint: SipEndpoint<TrunkCandidates>,
  ): Promise<DialResult> {
    const { callId, ringMs, signal, onRinging } = errand;
    const { silenceMs } = this.config.outboundCalls;
    return new Dialling({
      // No agent to start.
      reserved: { begin: () => ({ sessionId: callId }), cancel: () => media.close() },
      media,
      screen: undefined,
      ringMs,
      signal,
      events: { callerLeft: (_call, cause) => this.metrics.left.inc({ cause }) },
      onRinging,
      invite: (listener) =>
        sendInvite(endpoint, errand, { place, flow, offer: media.answerSdp, silenceMs }, listener),
    }).result;
  }
}

const failed = (reason: OutboundReason): Extract<LineOutcome, { kind: 'failed' }> => ({
  kind: 'failed',
  reason,
});
