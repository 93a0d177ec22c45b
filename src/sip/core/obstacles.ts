import type { SipHead } from '../messages/sip-head.js';
import { SUPPORTED_EXTENSIONS } from './core-configuration.js';
import { MIN_SESSION_SECONDS, readSessionTerms } from './session-timer.js';

/** What can't be done with a request, whoever sends it. */
export function obstacleIn(head: SipHead): { status: number; headers: string[] } | undefined {
  if (head.method === 'PRACK' && head.toTag === '') return { status: 481, headers: [] };
  if (head.method !== 'INVITE') return undefined;
  const unsupported = head
    .headers('require')
    .flatMap((value) => value.split(','))
    .map((tag) => tag.trim().toLowerCase())
    .filter((tag) => tag !== '' && !SUPPORTED_EXTENSIONS.has(tag));
  if (unsupported.length > 0) return { status: 420, headers: [`Unsupported: ${unsupported.join(', ')}`] };
  const terms = readSessionTerms(head.header('session-expires'));
  if (terms && terms.seconds < MIN_SESSION_SECONDS) {
    return { status: 422, headers: [`Min-SE: ${MIN_SESSION_SECONDS}`] };
  }
  const type = head.header('content-type');
  if (type !== undefined && !/^application\/sdp\b/i.test(type)) {
    return { status: 415, headers: ['Accept: application/sdp'] };
  }
  return undefined;
}
