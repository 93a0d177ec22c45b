import { exchange, ExchangeError } from './exchange.js';
import { GuardedAgents } from './guarded-agents.js';
import { createDnsLookup, type HostLookup, systemLookup } from './host-lookup.js';
import { mayReach, type NetworkPolicy } from './network-policy.js';
import { hostOf, parseTargetUrl } from './target-url.js';

export interface SafeHttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'REPORT';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Deadline of the whole exchange: lookup, connection, request and response. */
  readonly timeoutMs: number;
  /** Limit of the response body; the rest is not read. */
  readonly maxResponseBytes: number;
  readonly signal?: AbortSignal;
}

/** The outcome of a request. Failures are expected, so nothing is thrown. */
export type SafeHttpResult =
  | {
      readonly kind: 'response';
      readonly status: number;
      readonly headers: Readonly<Record<string, string | string[] | undefined>>;
      /** As sent: a compressed body stays compressed. */
      readonly body: Buffer;
      /** The body was longer than `maxResponseBytes`. */
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
  /** Replaces DNS. */
  readonly lookup?: HostLookup;
}

/**
 * HTTP requests to untrusted addresses: allowed ones only (see `GuardedAgents`), no redirects, no decompression,
 * one deadline for everything, and a size limit.
 */
export class SafeHttpClient {
  private readonly lookup: HostLookup;
  private readonly agents: GuardedAgents;

  constructor(private readonly options: SafeHttpOptions) {
    this.lookup =
      options.lookup ?? (options.allowPrivateNetworks === true ? systemLookup : createDnsLookup());
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
   * The problem of a target URL, as a phrase that completes "url …"; undefined if there is none. A name that can't be
   * resolved passes: it is checked again with every connection.
   */
  async problemWith(text: string): Promise<string | undefined> {
    const target = parseTargetUrl(text, this.options);
    if (!target.ok) return target.problem;
    if (this.options.allowPrivateNetworks === true) return undefined;
    const addresses = await this.lookup(hostOf(target.url)).catch(() => []);
    const isPlain = target.url.protocol === 'http:';
    if (addresses.every(({ address }) => mayReach(address, this.options, isPlain))) return undefined;
    return isPlain ? 'must start with https://' : 'must lead to a public address';
  }

  /** Closes all connections; running requests fail. */
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
  // Errors of the HTTP parser.
  return code.startsWith('HPE_') ? 'INVALID_RESPONSE' : code;
}
