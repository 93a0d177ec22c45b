import { randomBytes } from 'node:crypto';
import type { IncomingResponseMessage, UserAgentCore } from 'sip.js/lib/core/index.js';
import type { KeptInvite } from '../kept-invite.js';
import type { SipFlow } from '../transport/sip-flow.js';
import type { SipTransport } from '../transport/sip-transport.js';

/** Retransmission times of a CANCEL until a final response arrives (RFC 3261, 17.1.2.1: T1, doubled). */
const REPEATS_MS = [0, 500, 1_500, 3_500, 7_500];
/** How long responses may arrive (64 * T1). */
const AFTERMATH_MS = 32_000;

export interface AbandonedInviteEvents {
  /** Whether the call with this Call-ID has ended, so that a late answer must be hung up. */
  readonly isOver?: (callId: string) => Promise<boolean>;
  /** Reports an unexpected error that ended only the task that threw it. */
  readonly problem: (error: unknown) => void;
}

interface Abandoned {
  readonly kept: KeptInvite;
  readonly timers: NodeJS.Timeout[];
}

/**
 * INVITEs of dead processes: cancels them and handles late responses. A response contains all data for its ACK and BYE.
 */
export class AbandonedInvites {
  private readonly known = new Map<string, Abandoned>();

  constructor(
    private readonly core: Pick<UserAgentCore, 'userAgentClients' | 'dialogs'>,
    private readonly options: AbandonedInviteEvents,
    private readonly transport: Pick<SipTransport, 'flowTo'>,
  ) {}

  /** Sends CANCEL, with retransmissions. */
  takeBack(kept: KeptInvite): void {
    if (this.known.has(kept.callId)) return;
    const { protocol, address, port } = kept.way;
    const flow = this.transport.flowTo(protocol, address, port);
    const timers = REPEATS_MS.map((ms) => setTimeout(() => send(flow, request('CANCEL', kept)), ms).unref());
    timers.push(setTimeout(() => this.known.delete(kept.callId), AFTERMATH_MS).unref());
    this.known.set(kept.callId, { kept, timers });
  }

  /** @returns Whether it was a final response to an INVITE that no transaction here waits for. */
  takes(message: IncomingResponseMessage, flow: SipFlow): boolean {
    const { method, statusCode = 0, viaBranch, callId, fromTag, toTag } = message;
    const isAwaited = this.core.userAgentClients.has(viaBranch + method);
    if (method !== 'INVITE' || statusCode < 200 || isAwaited) return false;
    if (this.core.dialogs.has(callId + fromTag + toTag)) return false;
    const abandoned = this.known.get(callId);
    for (const timer of abandoned?.timers.slice(0, -1) ?? []) clearTimeout(timer);
    if (statusCode < 300) void this.answered(message, flow, abandoned !== undefined);
    else if (abandoned) {
      send(flow, request('ACK', { ...abandoned.kept, to: message.getHeader('to') ?? abandoned.kept.to }));
    }
    return true;
  }

  private async answered(
    message: IncomingResponseMessage,
    flow: SipFlow,
    isTakenBack: boolean,
  ): Promise<void> {
    try {
      if (isTakenBack || (await this.options.isOver?.(message.callId))) hangUpOn(message, flow);
    } catch (error) {
      this.options.problem(error);
    }
  }

  dispose(): void {
    for (const { timers } of this.known.values()) for (const timer of timers) clearTimeout(timer);
    this.known.clear();
  }
}

/** Sends ACK and BYE for an unwanted answer (RFC 3261, 13.2.2.4 and 15). */
function hangUpOn(message: IncomingResponseMessage, flow: SipFlow): void {
  const target =
    /<([^<>\s]+)>/.exec(message.getHeader('contact') ?? '')?.[1] ?? message.getHeader('contact')?.trim();
  const [from, to] = [message.getHeader('from'), message.getHeader('to')];
  const sequence = Number.parseInt(message.getHeader('cseq') ?? '', 10);
  if (!target || !/^sips?:[^\s]+$/i.test(target) || !from || !to || !Number.isSafeInteger(sequence)) return;
  const { protocol, local } = flow;
  const sentBy = `${local.host.includes(':') ? `[${local.host}]` : local.host}:${local.port}`;
  const within = (number: number) => ({
    ...{ callId: message.callId, requestUri: target, from, to, sequence: number },
    via: `SIP/2.0/${protocol} ${sentBy};branch=z9hG4bK${randomBytes(8).toString('hex')};rport`,
    routes: message.getHeaders('record-route').toReversed(),
  });
  send(flow, request('ACK', within(sequence)));
  send(flow, request('BYE', within(sequence + 1)));
}

function request(method: string, parts: Omit<KeptInvite, 'way'>): string {
  const { requestUri, via, routes, from, to, callId, sequence } = parts;
  return [
    `${method} ${requestUri} SIP/2.0`,
    `Via: ${via}`,
    ...routes.map((route) => `Route: ${route}`),
    'Max-Forwards: 70',
    `From: ${from}`,
    `To: ${to}`,
    `Call-ID: ${callId}`,
    `CSeq: ${sequence} ${method}`,
    'Content-Length: 0',
    '\r\n',
  ].join('\r\n');
}

const send = (flow: SipFlow, text: string): void => void flow.send(text).catch(() => undefined);
