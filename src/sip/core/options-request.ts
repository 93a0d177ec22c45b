import { randomBytes } from 'node:crypto';
import { type IncomingResponseMessage, URI, type UserAgentCore } from 'sip.js/lib/core/index.js';
import { hostOf } from '../transport/local-addresses.js';
import type { SipFlow } from '../transport/sip-flow.js';
import type { Login } from '../sip-call.js';

export interface OptionsTarget {
  /** Domain that is asked. */
  readonly domain: string;
  /** For a server that asks for it. */
  readonly login: Login | undefined;
  /** Whose question it is, for whoever watches messages. */
  readonly owner?: string;
  /** Without an answer for this long the server counts as silent. */
  readonly timeoutMs: number;
}

export type OptionsOutcome =
  /** Any answer shows that the server is there; `status` says whether it likes us. */
  | { readonly kind: 'answered'; readonly status: number; readonly roundTripMs: number }
  | { readonly kind: 'silent' };

export interface OptionsHome {
  within<T>(flow: SipFlow, task: () => T): T;
  /** What requests log in with, by Call-ID, while they wait for their answers. */
  readonly logins: Map<string, Login>;
  /** Sends a request no more, though nobody has answered it. */
  settle(method: string, branch: string): void;
  owns(callId: string, owner: string): void;
}

/** Asks a server whether it is there (RFC 3261, 11). Never rejects. */
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
  const server = new URI('sip', '', hostOf(domain));
  const own = new URI('sip', login?.username ?? 'earshot', hostOf(login ? domain : flow.local.host));
  let branch: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<OptionsOutcome>((resolve) => {
      timer = setTimeout(() => resolve({ kind: 'silent' }), timeoutMs);
      const answered = ({ message }: { readonly message: IncomingResponseMessage }) => {
        const { statusCode: status = 500 } = message;
        // What the core makes up itself for a timeout or a broken connection has no headers.
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
