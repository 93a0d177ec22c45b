/** How long the first attempt may take, and the one that follows it, in milliseconds. */
const WITHIN_MS = [4_000, 8_000] as const;

/**
 * Fetches, and once more when no answer comes soon: after a change of the network, browsers go on for a while to use
 * connections that lead nowhere.
 */
export async function fetchSoon(url: string, init: RequestInit): Promise<Response> {
  const [first, second] = WITHIN_MS;
  try {
    return await fetch(url, { ...init, signal: AbortSignal.timeout(first) });
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'TimeoutError') throw error;
    return fetch(url, { ...init, signal: AbortSignal.timeout(second) });
  }
}
