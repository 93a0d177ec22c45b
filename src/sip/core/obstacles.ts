import { AllowedMethods } from 'sip.js/lib/core/user-agent-core/allowed-methods.js';
import type { SipHead } from '../messages/sip-head.js';
import { SUPPORTED_EXTENSIONS } from './core-configuration.js';
import { maySayTerms } from './session-body.js';
import { MIN_SESSION_SECONDS, readSessionTerms } from './session-timer.js';

/** A refusal that needs nothing but the head. */
export interface Obstacle {
  readonly status: number;
  readonly headers: readonly string[];
}

/** The other methods of the registry: known, but not taken (405, RFC 3261, 8.2.1). */
const REGISTERED = ['MESSAGE', 'PUBLISH', 'REFER', 'REGISTER', 'SUBSCRIBE'];
const SPOKEN_SCHEME = /^(sips?|tel):/i;
const ACCEPTED = 'Accept: application/sdp, multipart/mixed';
const ANY_SCHEME = /^[a-z][a-z\d+.-]*:/i;

/** What keeps a request from being read any further: itself, its method, where it wants to go. */
export function faultIn({ method, requestUri, fault }: SipHead): Obstacle | undefined {
  if (fault !== undefined) return { status: fault, headers: [] };
  if (!AllowedMethods.includes(method) && !REGISTERED.includes(method)) {
    return { status: 501, headers: [`Allow: ${AllowedMethods.join(', ')}`] };
  }
  if (SPOKEN_SCHEME.test(requestUri)) return undefined;
  return { status: ANY_SCHEME.test(requestUri) ? 416 : 400, headers: [] };
}

/**
 * What can't be done with a request, whoever sends it.
 * @param unreadPart Type of a part of its body that has to be understood, and is not
 */
export function obstacleIn(head: SipHead, unreadPart: string | undefined): Obstacle | undefined {
  if (head.method === 'PRACK' && head.toTag === '') return { status: 481, headers: [] };
  const unsupported = unsupportedIn(head);
  if (unsupported.length > 0) return { status: 420, headers: [`Unsupported: ${unsupported.join(', ')}`] };
  if (head.method !== 'INVITE' && head.method !== 'UPDATE') return undefined;
  const terms = readSessionTerms(head.header('session-expires'));
  if (terms && terms.seconds < MIN_SESSION_SECONDS) {
    return { status: 422, headers: [`Min-SE: ${MIN_SESSION_SECONDS}`] };
  }
  const type = head.header('content-type');
  const isRead = type === undefined || maySayTerms(type);
  return isRead && unreadPart === undefined ? undefined : { status: 415, headers: [ACCEPTED] };
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
