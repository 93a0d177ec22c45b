/**
 * How a stand-in misbehaves: set for a server, for one connection or request (`?behaviour=` in the URL, or the header
 * `x-stand-in-behaviour`), or by a function of the connection's number, so that a test can break the first and serve
 * the second.
 */
export const BEHAVIOURS = [
  /** Like the real service. */
  'normal',
  /** Everything is late but arrives. */
  'slow',
  /** Reports a wrong key. */
  'refuse',
  /** Reports an exhausted quota. */
  'quota',
  /** Accepts the connection and stays silent. */
  'hang-at-connect',
  /** Serves the connection but never answers a turn. */
  'hang',
  /** Breaks the connection in the middle of an answer. */
  'drop',
  /** Sends an answer in tiny chunks, far slower than speech. */
  'drip',
  /** Sends endlessly at the socket's full rate. */
  'flood',
  /** Sends invalid messages. */
  'nonsense',
  /** Works, among many unsolicited messages. */
  'chatty',
  /** Reports a failure in the protocol's way. */
  'error',
] as const;

export type Behaviour = (typeof BEHAVIOURS)[number];

/** The refusal of a socket with an exhausted quota. */
export const QUOTA_USED_UP =
  'HTTP/1.1 429 Too Many Requests\r\ncontent-length: 0\r\nconnection: close\r\n\r\n';

/** One behaviour, or one by the number (from 0) of the connection or request. */
export type BehaviourChoice = Behaviour | ((index: number) => Behaviour);

/** The behaviour of a connection or request, which may override the server's. */
export function chooseBehaviour(
  choice: BehaviourChoice,
  index: number,
  asked: string | undefined,
): Behaviour {
  const found = BEHAVIOURS.find((behaviour) => behaviour === asked);
  if (found) return found;
  return typeof choice === 'function' ? choice(index) : choice;
}

/** A behaviour requested in the URL or headers. */
export function askedBehaviour(
  url: string | undefined,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): string | undefined {
  const header = headers['x-stand-in-behaviour'];
  if (typeof header === 'string') return header;
  return new URL(url ?? '/', 'http://stand-in').searchParams.get('behaviour') ?? undefined;
}
