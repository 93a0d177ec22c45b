import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { AppConfig } from '../../common/config/index.js';
import { type AudioRates, MediaService, type PhoneSession } from '../../media/index.js';
import type { SipEndpoint, SipFlow } from '../../sip/index.js';
import type { Line } from '../trunks/line.js';
import type { PhoneCall } from '../phone-call/phone-call.js';
import { CalledAddresses } from '../servers/called-addresses.js';
import { Dialling, type DialResult } from './dialling.js';
import type { OutboundReason } from './reasons.js';
import { ServerLookup } from '../servers/server-lookup.js';
import { mayCall } from '../number-rules/allowed-numbers.js';
import { alongRedirections, type Moved, type Place } from './redirection.js';
import { TelephonyMetrics } from '../metrics/telephony-metrics.js';
import { SIP_PROTOCOLS, type Trunk, type TrunkServer } from '../trunks/trunk.js';
import { TrunkUsage } from '../trunks/trunk-usage.js';

export interface LineRequest extends AudioRates {
  readonly user: string;
  readonly server: TrunkServer;
  /** Supplies limits, codecs and encryption. */
  readonly trunk: Trunk;
  /** The caller ID that is shown. */
  readonly ownNumber: string;
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

interface Errand {
  readonly request: LineRequest;
  readonly callId: string;
  readonly fromTag: string;
}

/** How long late responses may arrive (RFC 3261, 17: 64 * T1). */
const AFTERMATH_MS = 33_000;

/** Makes phone calls without an agent: transfer legs and trunk tests. */
@Injectable()
export class LineDialler {
  private endpoint: SipEndpoint<Line> | undefined;
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

  begin(endpoint: SipEndpoint<Line>): void {
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
    const outcome = await this.tryServers({ request, ...names }).catch((error: unknown) => {
      this.logger.error({ err: error }, 'a phone could not be called');
      return failed('failed');
    });
    if (outcome.kind === 'failed') slot.free();
    else void outcome.over.then(() => slot.free());
    return outcome;
  }

  private async tryServers(errand: Errand): Promise<LineOutcome> {
    const { server, trunk } = errand.request;
    const addresses = await this.servers.find(server).catch((error: unknown) => {
      this.logger.warn({ trunkId: trunk.id, err: error }, 'the server to call by was not found');
      return [];
    });
    const { user } = errand.request;
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
    const { server } = errand.request;
    const { address: at } = place;
    const forget = this.called.add(at.address);
    // Late responses to an abandoned INVITE still need handling.
    const forgetLater = () => void setTimeout(forget, AFTERMATH_MS).unref();
    const flow = endpoint.transport.flowTo(SIP_PROTOCOLS[server.transport], at.address, at.port, server.host);
    const media = await this.openMedia(errand.request, flow);
    if (!media) return failed('failed');
    const result = await this.invite(errand, place, flow, media, endpoint);
    if (result.kind !== 'answered') {
      forgetLater();
      if (result.kind === 'moved') return result;
      return result.kind === 'next' ? undefined : failed(result.reason);
    }
    this.live += 1;
    const over = result.over.then(() => {
      this.live -= 1;
      media.close();
      forgetLater();
    });
    return { kind: 'answered', media, call: result.call, over };
  }

  private async openMedia(request: LineRequest, flow: SipFlow): Promise<PhoneSession | undefined> {
    const { inputSampleRateHz, outputSampleRateHz, trunk } = request;
    const opened = await this.media.openPhoneSession({
      inputSampleRateHz,
      outputSampleRateHz,
      offerSdp: undefined,
      localAddress: flow.local.host,
      signalingAddress: flow.address,
      security: trunk.security,
      codecs: trunk.codecs,
      onKey: () => this.metrics.digits.inc(),
    });
    return opened.kind === 'answered' ? opened.session : undefined;
  }

  private invite(
    { request, callId, fromTag }: Errand,
    { user: target, host, port, sequence }: Place,
    flow: SipFlow,
    media: PhoneSession,
    endpoint: SipEndpoint<Line>,
  ): Promise<DialResult> {
    const { user, server, trunk, ownNumber, ringMs, signal, onRinging } = request;
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
        endpoint.call(
          {
            to: { user, host: server.host, port: server.port },
            target: { user: target, host, port },
            sequence,
            ...identityOf(trunk, server, ownNumber, flow),
            login: server.login,
            offer: media.answerSdp,
            owner: trunk.id,
            callId,
            fromTag,
            silenceMs,
          },
          flow,
          listener,
        ),
    }).result;
  }
}

/** The headers that carry our number, as the trunk expects them. */
export function identityOf(
  trunk: Trunk,
  server: TrunkServer,
  ownNumber: string,
  flow: SipFlow,
  displayName = '',
) {
  const { callerIdentity } = trunk.outbound;
  const { login } = server;
  const user = callerIdentity === 'asserted' && login ? login.username : ownNumber;
  return {
    from: { user, host: login ? server.host : flow.local.host, displayName },
    asserted: callerIdentity === 'from' ? undefined : ownNumber,
  };
}

const failed = (reason: OutboundReason): Extract<LineOutcome, { kind: 'failed' }> => ({
  kind: 'failed',
  reason,
});
