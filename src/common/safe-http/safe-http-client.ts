import { exchange, ExchangeError } from './exchange.js';
import { GuardedAgents } from './guarded-agents.js';
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
 * HTTP requests to addresses that strangers chose: public addresses only (see `GuardedAgents`), no redirects,
 * no decompression, one deadline for everything, and a cap on what is read.
 */
export class SafeHttpClient {
  private readonly lookup: HostLookup;
  private readonly agents: GuardedAgents;

  constructor(private readonly options: SafeHttpOptions) {
    this.lookup = options.lookup ?? (options.allowPrivateNetworks ? systemLookup : createDnsLookup());
    this.agents = new GuardedAgents(options, this.lookup);
  }

  async send(request: SafeHttpRequest): Promise<SafeHttpResult> {
    const startedMs = performance.now();
    const durationMs = () => Math.round(performance.now() - startedMs);
    const target = parseTargetUrl(request.url, this.options);
    if (!target.ok) return { kind: 'failure', code: 'ADDRESS_REFUSED', durationMs: durationMs() };
    const { method, headers, body } = request;
    try {
      const open = () => this.agents.request(target.url, { method, headers });
      const answer = await exchange(open, body, request);
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
  close(): void {
    this.agents.close();
  }
}

function failureCode(error: unknown): string {
  if (!(error instanceof ExchangeError)) throw error;
  if (error.reason === 'timeout') return 'TIMEOUT';
  if (error.reason === 'given-up') return 'ABORTED';
  const { cause } = error;
  if (typeof cause !== 'object' || cause === null) return 'INVALID_RESPONSE';
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : 'NETWORK_ERROR';
  // What the parser of HTTP does not understand.
  return code.startsWith('HPE_') ? 'INVALID_RESPONSE' : code;
}
