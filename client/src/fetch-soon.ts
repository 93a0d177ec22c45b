/** Timeouts of the first and the second attempt, in milliseconds. */
const WITHIN_MS = [4_000, 8_000] as const;

/**
 * Fetches, with one retry if no response comes soon: after a network change, browsers keep using dead connections for a
 * while.
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
