import { type CallOptions, toHttpBase } from './call-options.js';
import type { TokenSource } from './token-source.js';

const GIVE_UP_AFTER_MS = 3_000;

/**
 * STUN and TURN servers provided by the server; empty if it has none or can't be reached, since most calls work
 * without.
 */
async function fetchIceServers(httpBase: string, token: string): Promise<RTCIceServer[]> {
  try {
    const answer = await fetch(`${httpBase}/api/v1/ice-servers`, {
      headers: { Authorization: `Bearer ${token}` },
      credentials: 'omit',
      signal: AbortSignal.timeout(GIVE_UP_AFTER_MS),
    });
    const { iceServers } = (await answer.json()) as { iceServers?: unknown };
    return answer.ok && Array.isArray(iceServers) ? (iceServers as RTCIceServer[]) : [];
  } catch {
    return [];
  }
}

/** ICE servers of the options, or those of the server. @throws CallError when there is no token. */
export async function iceServersOf(
  { iceServers, signalingUrl }: CallOptions,
  tokens: TokenSource,
): Promise<readonly RTCIceServer[]> {
  return iceServers ?? fetchIceServers(toHttpBase(signalingUrl), await tokens.get());
}

/** For a running call, which keeps its current servers if no others are available. */
export const renewedServers = (options: CallOptions, tokens: TokenSource): Promise<readonly RTCIceServer[]> =>
  iceServersOf(options, tokens).catch(() => []);
