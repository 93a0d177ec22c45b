/**
 * How a stand-in misbehaves. One is chosen for a server, for one connection or request of it (`?behaviour=` in the
 * URL, or the header `x-stand-in-behaviour`), or by a function of the connection's number, so that a test can break
 * the first and serve the second.
 */
export const BEHAVIOURS = [
  /** As the real service does. */
  'normal',
  /** Everything comes late, but comes. */
  'slow',
  /** Answers that the key is wrong. */
  'refuse',
  /** Answers that nothing is left of what was paid for. */
  'quota',
  /** Accepts the connection and never says a word. */
  'hang-at-connect',
  /** Serves the connection, and never answers a turn. */
  'hang',
  /** Breaks the connection in the middle of an answer. */
  'drop',
  /** Sends an answer a crumb at a time, far slower than speech. */
  'drip',
  /** Sends without end, as fast as the socket takes it. */
  'flood',
  /** Sends what is no message of the protocol. */
  'nonsense',
  /** Serves well, between many messages that nobody asked for. */
  'chatty',
  /** Says that it failed, in the way that the protocol has for it. */
  'error',
] as const;

export type Behaviour = (typeof BEHAVIOURS)[number];

/** How a socket is refused where the quota is used up. */
export const QUOTA_USED_UP =
  'HTTP/1.1 429 Too Many Requests\r\ncontent-length: 0\r\nconnection: close\r\n\r\n';

/** A behaviour for everything, or one by the number (from 0) of the connection or request. */
export type BehaviourChoice = Behaviour | ((index: number) => Behaviour);

/** The behaviour of one connection or request; what it asks for itself wins. */
export function chooseBehaviour(
  choice: BehaviourChoice,
  index: number,
  asked: string | undefined,
): Behaviour {
  const found = BEHAVIOURS.find((behaviour) => behaviour === asked);
  if (found) return found;
  return typeof choice === 'function' ? choice(index) : choice;
}

/** What a request asks for in its URL or headers. */
export function askedBehaviour(
  url: string | undefined,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): string | undefined {
  const header = headers['x-stand-in-behaviour'];
  if (typeof header === 'string') return header;
  return new URL(url ?? '/', 'http://stand-in').searchParams.get('behaviour') ?? undefined;
}
