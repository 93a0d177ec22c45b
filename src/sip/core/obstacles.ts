import { AllowedMethods } from 'sip.js/lib/core/user-agent-core/allowed-methods.js';
import type { SipHead } from '../messages/sip-head.js';
import { warning } from '../messages/stateless-reply.js';
import { SUPPORTED_EXTENSIONS } from './core-configuration.js';
import { maySayTerms } from './session-body.js';
import { MIN_SESSION_SECONDS, readSessionTerms } from './session-timer.js';

/** A refusal based on the message head alone. */
export interface Obstacle {
  readonly status: number;
  readonly headers: readonly string[];
  /** One word from a fixed list. */
  readonly cause: string;
  /** A description in words. */
  readonly why: string;
}

/** Registered methods that we do not support (405, RFC 3261, 8.2.1). */
const REGISTERED = ['MESSAGE', 'PUBLISH', 'REFER', 'REGISTER', 'SUBSCRIBE'];
const SPOKEN_SCHEME = /^(sips?|tel):/i;
const ACCEPTED = 'Accept: application/sdp, multipart/mixed';
const ANY_SCHEME = /^[a-z][a-z\d+.-]*:/i;

/** Faults of the request itself, its method or its Request-URI. */
export function requestObstacle({ method, requestUri, fault }: SipHead): Obstacle | undefined {
  if (fault === 505) return obstacle(505, 'sip-version', 'Only version 2.0 of SIP is supported.');
  if (fault !== undefined) return UNREADABLE;
  if (!AllowedMethods.includes(method) && !REGISTERED.includes(method)) {
    return obstacle(501, 'method', 'The method is not supported.', `Allow: ${AllowedMethods.join(', ')}`);
  }
  if (SPOKEN_SCHEME.test(requestUri)) return undefined;
  const [scheme] = ANY_SCHEME.exec(requestUri) ?? [];
  if (scheme === undefined) return UNREADABLE;
  return obstacle(
    416,
    'uri-scheme',
    `Addresses of the scheme ${scheme} are not supported: use sip, sips or tel.`,
  );
}

/** Contradictory, truncated, or with an unparsable mandatory field. */
export const UNREADABLE = obstacle(
  400,
  'unreadable',
  'The request contradicts itself, is shorter than it says, or has a malformed field.',
);

/**
 * Why a request cannot be served from any sender.
 * @param unreadPart Type of a body part that is required but not understood.
 */
export function obstacleIn(head: SipHead, unreadPart: string | undefined): Obstacle | undefined {
  if (head.method === 'PRACK' && head.toTag === '') {
    return obstacle(481, 'no-dialog', 'The request belongs to no call.');
  }
  const unsupported = unsupportedIn(head).join(', ');
  if (unsupported !== '') {
    const why = `Required extensions are not supported: ${unsupported}.`;
    return obstacle(420, 'extension', why, `Unsupported: ${unsupported}`);
  }
  if (head.method !== 'INVITE' && head.method !== 'UPDATE') return undefined;
  const terms = readSessionTerms(head.header('session-expires'));
  if (terms && terms.seconds < MIN_SESSION_SECONDS) {
    const why = `The session timer is shorter than ${MIN_SESSION_SECONDS} s.`;
    return obstacle(422, 'session-timer', why, `Min-SE: ${MIN_SESSION_SECONDS}`);
  }
  const type = head.header('content-type');
  const unread = unreadPart ?? (type === undefined || maySayTerms(type) ? undefined : type.split(';', 1)[0]);
  if (unread === undefined) return undefined;
  return obstacle(415, 'body', `A body of the type ${unread.trim()} is not supported.`, ACCEPTED);
}

function obstacle(status: number, cause: string, why: string, ...headers: readonly string[]): Obstacle {
  return { status, headers: [...headers, warning(why)], cause, why };
}

/**
 * Unsupported required extensions (RFC 3261, 8.2.2.3). ACK and CANCEL are exempt: they cannot be resent without them.
 */
function unsupportedIn(head: SipHead): string[] {
  if (head.method === 'ACK' || head.method === 'CANCEL') return [];
  return head
    .headers('require')
    .flatMap((value) => value.split(','))
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '' && !SUPPORTED_EXTENSIONS.has(tag.toLowerCase()));
}
