import { type CallOptions, toHttpBase } from './call-options.js';
import type { TokenSource } from './token-source.js';

const GIVE_UP_AFTER_MS = 3_000;

/**
 * The STUN and TURN servers that the server names; none where it names none or can't be asked, which most calls do
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

/** Those of the options, or else those that the server names. @throws CallError where no token can be had. */
export async function iceServersOf(
  { iceServers, signalingUrl }: CallOptions,
  tokens: TokenSource,
): Promise<readonly RTCIceServer[]> {
  return iceServers ?? fetchIceServers(toHttpBase(signalingUrl), await tokens.get());
}

/** For a call that runs, which goes on with those that it has where there are no others to be had. */
export const renewedServers = (options: CallOptions, tokens: TokenSource): Promise<readonly RTCIceServer[]> =>
  iceServersOf(options, tokens).catch(() => []);
