import { lookup, Resolver } from 'node:dns/promises';
import { atMost } from '../common/caches/index.js';
import { LRUCache } from 'lru-cache';

export type HostLookup = (hostname: string) => Promise<readonly HostAddress[]>;

interface HostAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** The name has no address, or no name server answered. */
class HostNotFoundError extends Error {
  readonly code = 'HOST_NOT_FOUND';
  constructor(hostname: string, cause?: unknown) {
    super(`The name ${hostname} has no address.`, { cause });
    this.name = 'HostNotFoundError';
  }
}

const CACHE_TTL_MS = 5_000;
const CACHE_SIZE = 10_000;

/**
 * Resolves names by DNS only, without the four threads behind `dns.lookup`, which a few dead name servers would block
 * for all requests. Results and failures are cached for five seconds, and concurrent lookups of a name are shared.
 */
export function createDnsLookup(): HostLookup {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const known = new LRUCache<string, Promise<readonly HostAddress[]>>({
    ...atMost(CACHE_SIZE),
    ttl: CACHE_TTL_MS,
  });
  return (hostname) => {
    const cached = known.get(hostname);
    if (cached) return cached;
    const answer = resolveBoth(resolver, hostname);
    // The caller handles the failure; this keeps a cached one from counting as unhandled.
    answer.catch(() => undefined);
    known.set(hostname, answer);
    return answer;
  };
}

/** Resolves names through the system (hosts file, local names): for development. */
export const systemLookup: HostLookup = async (hostname) => {
  try {
    const found = await lookup(hostname, { all: true });
    return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
  } catch (cause) {
    throw new HostNotFoundError(hostname, cause);
  }
};

async function resolveBoth(resolver: Resolver, hostname: string): Promise<readonly HostAddress[]> {
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = [...fulfilled(four, 4), ...fulfilled(six, 6)];
  if (addresses.length === 0) {
    throw new HostNotFoundError(hostname, four.status === 'rejected' ? four.reason : undefined);
  }
  return addresses;
}

function fulfilled(result: PromiseSettledResult<string[]>, family: 4 | 6): HostAddress[] {
  return result.status === 'fulfilled' ? result.value.map((address) => ({ address, family })) : [];
}
