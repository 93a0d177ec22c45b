import { randomBytes } from 'node:crypto';
import { type IncomingResponseMessage, URI, type UserAgentCore } from 'sip.js/lib/core/index.js';
import { bracketed } from '../transport/local-addresses.js';
import type { SipFlow } from '../transport/sip-flow.js';
import type { Login } from '../sip-call.js';

export interface OptionsTarget {
  readonly domain: string;
  /** Credentials if the server challenges. */
  readonly login: Login | undefined;
  /** The trunk that the request belongs to, for message tracing. */
  readonly owner?: string;
  /** Without a response for this long the server counts as silent. */
  readonly timeoutMs: number;
}

export type OptionsOutcome =
  /** Any response proves that the server is up; `status` shows whether it accepts us. */
  | { readonly kind: 'answered'; readonly status: number; readonly roundTripMs: number }
  | { readonly kind: 'silent' };

export interface OptionsHome {
  within<T>(flow: SipFlow, task: () => T): T;
  /** Credentials of pending requests by Call-ID. */
  readonly logins: Map<string, Login>;
  /** Stops retransmissions of an unanswered request. */
  settle(method: string, branch: string): void;
  owns(callId: string, owner: string): void;
}

/** Checks with OPTIONS whether a server is up (RFC 3261, 11). Never rejects. */
export async function askOptions(
  core: UserAgentCore,
  home: OptionsHome,
  { domain, login, timeoutMs, owner }: OptionsTarget,
  flow: SipFlow,
): Promise<OptionsOutcome> {
  const callId = randomBytes(12).toString('hex');
  if (login) home.logins.set(callId, login);
  if (owner !== undefined) home.owns(callId, owner);
  const beganMs = performance.now();
  const server = new URI('sip', '', bracketed(domain));
  const own = new URI('sip', login?.username ?? 'earshot', bracketed(login ? domain : flow.local.host));
  let branch: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<OptionsOutcome>((resolve) => {
      timer = setTimeout(() => resolve({ kind: 'silent' }), timeoutMs);
      const answered = ({ message }: { readonly message: IncomingResponseMessage }) => {
        const { statusCode: status = 500 } = message;
        // Responses that the core generates for timeouts and broken connections have no headers.
        if (!message.hasHeader('call-id')) return resolve({ kind: 'silent' });
        resolve({ kind: 'answered', status, roundTripMs: performance.now() - beganMs });
      };
      home.within(flow, () => {
        const headers = ['Accept: application/sdp'];
        const request = core.makeOutgoingRequestMessage('OPTIONS', server, own, server, { callId }, headers);
        core.request(request, { onAccept: answered, onReject: answered, onRedirect: answered });
        branch = request.branch;
      });
    });
  } catch {
    return { kind: 'silent' };
  } finally {
    clearTimeout(timer);
    home.logins.delete(callId);
    if (branch !== undefined) home.settle('OPTIONS', branch);
  }
}
