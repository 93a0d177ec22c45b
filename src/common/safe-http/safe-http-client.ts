import { Agent } from 'undici';
import { exchange, ExchangeError } from './exchange.js';
import { createGuardedConnector } from './guarded-connector.js';
import { createDnsLookup, type HostLookup, systemLookup } from './host-lookup.js';
import { hostOf, type NetworkPolicy, parseTargetUrl } from './target-url.js';
import { isPublicAddress } from './public-address.js';

export interface SafeHttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Deadline of the whole exchange: lookup, connection, request and answer. */
  readonly timeoutMs: number;
  /** Reading stops after this many bytes of the answer's body. */
  readonly maxResponseBytes: number;
  /** Gives the exchange up early. */
  readonly signal?: AbortSignal;
}

/** The outcome of a request. Failing is expected, so nothing is thrown. */
export type SafeHttpResult =
  | {
      readonly kind: 'response';
      readonly status: number;
      readonly headers: Readonly<Record<string, string | string[] | undefined>>;
      /** As sent: a compressed body stays compressed. */
      readonly body: Buffer;
      /** There was more than `maxResponseBytes`. */
      readonly truncated: boolean;
      readonly durationMs: number;
    }
  | {
      readonly kind: 'failure';
      /**
       * `TIMEOUT`, `ABORTED`, `ADDRESS_REFUSED`, `HOST_NOT_FOUND`, `INVALID_RESPONSE`, or the code of the network
       * fault.
       */
      readonly code: string;
      readonly durationMs: number;
    };

export interface SafeHttpOptions extends NetworkPolicy {
  /** Stands in for DNS. */
  readonly lookup?: HostLookup;
}

/**
 * HTTP requests to addresses that strangers chose: public addresses only (see `createGuardedConnector`), no redirects,
 * no decompression, one deadline for everything, and a cap on what is read.
 */
export class SafeHttpClient {
  private readonly lookup: HostLookup;
  private readonly agent: Agent;

  constructor(private readonly options: SafeHttpOptions) {
    this.lookup = options.lookup ?? (options.allowPrivateNetworks ? systemLookup : createDnsLookup());
    this.agent = new Agent({
      connect: createGuardedConnector(options, this.lookup),
      pipelining: 1,
      // The deadline of the exchange replaces undici's timeouts, which restart with every chunk.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  async send(request: SafeHttpRequest): Promise<SafeHttpResult> {
    const startedMs = performance.now();
    const durationMs = () => Math.round(performance.now() - startedMs);
    const target = parseTargetUrl(request.url, this.options);
    if (!target.ok) return { kind: 'failure', code: 'ADDRESS_REFUSED', durationMs: durationMs() };
    const { method, headers, body } = request;
    const { origin, pathname, search } = target.url;
    try {
      const answer = await exchange(
        this.agent,
        { origin, path: `${pathname}${search}`, method, headers, body },
        request,
      );
      return { kind: 'response', ...answer, durationMs: durationMs() };
    } catch (error) {
      return { kind: 'failure', code: failureCode(error), durationMs: durationMs() };
    }
  }

  /**
   * Whether the URL is fit to be a target as far as can be told now, in words that complete "url …"; undefined means
   * that it is. A name that can't be looked up passes: it is checked again, with every connection.
   */
  async problemWith(text: string): Promise<string | undefined> {
    const target = parseTargetUrl(text, this.options);
    if (!target.ok) return target.problem;
    if (this.options.allowPrivateNetworks) return undefined;
    const addresses = await this.lookup(hostOf(target.url)).catch(() => []);
    const isPublic = addresses.every(({ address }) => isPublicAddress(address));
    return isPublic ? undefined : 'must lead to a public address';
  }

  /** Ends all connections; requests under way fail. */
  async close(): Promise<void> {
    await this.agent.destroy();
  }
}

function failureCode(error: unknown): string {
  if (!(error instanceof ExchangeError)) throw error;
  if (error.reason === 'timeout') return 'TIMEOUT';
  if (error.reason === 'given-up') return 'ABORTED';
  const { cause } = error;
  if (typeof cause !== 'object' || cause === null) return 'NETWORK_ERROR';
  if ('code' in cause && typeof cause.code === 'string') return cause.code;
  // The parser's errors have a code only sometimes.
  return 'name' in cause && cause.name === 'HTTPParserError' ? 'INVALID_RESPONSE' : 'NETWORK_ERROR';
}
