import { AllowedMethods } from 'sip.js/lib/core/user-agent-core/allowed-methods.js';
import type { SipHead } from '../messages/sip-head.js';
import { warning } from '../messages/warning.js';
import { SUPPORTED_EXTENSIONS } from './core-configuration.js';
import { maySayTerms } from './session-body.js';
import { MIN_SESSION_SECONDS, readSessionTerms } from './session-timer.js';

/** A refusal that needs nothing but the head. */
export interface Obstacle {
  readonly status: number;
  readonly headers: readonly string[];
  /** One word of a fixed list. */
  readonly cause: string;
  /** In words. */
  readonly why: string;
}

/** The other methods of the registry: known, but not taken (405, RFC 3261, 8.2.1). */
const REGISTERED = ['MESSAGE', 'PUBLISH', 'REFER', 'REGISTER', 'SUBSCRIBE'];
const SPOKEN_SCHEME = /^(sips?|tel):/i;
const ACCEPTED = 'Accept: application/sdp, multipart/mixed';
const ANY_SCHEME = /^[a-z][a-z\d+.-]*:/i;

/** What keeps a request from being read any further: itself, its method, where it wants to go. */
export function faultIn({ method, requestUri, fault }: SipHead): Obstacle | undefined {
  if (fault === 505) return obstacle(505, 'sip-version', 'Version 2.0 of SIP is spoken here.');
  if (fault !== undefined) return UNREADABLE;
  if (!AllowedMethods.includes(method) && !REGISTERED.includes(method)) {
    return obstacle(501, 'method', 'The method is not known here.', `Allow: ${AllowedMethods.join(', ')}`);
  }
  if (SPOKEN_SCHEME.test(requestUri)) return undefined;
  const [scheme] = ANY_SCHEME.exec(requestUri) ?? [];
  if (scheme === undefined) return UNREADABLE;
  return obstacle(
    416,
    'uri-scheme',
    `Addresses of the scheme ${scheme} are not called here: use sip, sips or tel.`,
  );
}

/** What contradicts itself, has a mandatory field that can't be read, or less of it than it says. */
export const UNREADABLE = obstacle(
  400,
  'unreadable',
  'The request contradicts itself, holds less than it says, or has a field that can not be read.',
);

/**
 * What can't be done with a request, whoever sends it.
 * @param unreadPart Type of a part of its body that has to be understood, and is not
 */
export function obstacleIn(head: SipHead, unreadPart: string | undefined): Obstacle | undefined {
  if (head.method === 'PRACK' && head.toTag === '') {
    return obstacle(481, 'no-dialog', 'The request belongs to no call.');
  }
  const unsupported = unsupportedIn(head).join(', ');
  if (unsupported !== '') {
    const why = `Extensions are required that are not spoken here: ${unsupported}.`;
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
  return obstacle(415, 'body', `A body of the type ${unread.trim()} can not be read here.`, ACCEPTED);
}

function obstacle(status: number, cause: string, why: string, ...headers: readonly string[]): Obstacle {
  return { status, headers: [...headers, warning(why)], cause, why };
}

/** RFC 3261, 8.2.2.3: extensions that are required, but of ACK and CANCEL, which nobody could send again without. */
function unsupportedIn(head: SipHead): string[] {
  if (head.method === 'ACK' || head.method === 'CANCEL') return [];
  return head
    .headers('require')
    .flatMap((value) => value.split(','))
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '' && !SUPPORTED_EXTENSIONS.has(tag.toLowerCase()));
}
