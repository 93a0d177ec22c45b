import { Agent, type Dispatcher } from 'undici';
import { Deadline } from './deadline.js';
import { createGuardedConnector } from './guarded-connector.js';
import { createDnsLookup, type HostLookup, systemLookup } from './host-lookup.js';
import { readCapped } from './read-capped.js';
import { hostOf, type NetworkPolicy, parseTargetUrl } from './target-url.js';
import { isPublicAddress } from './public-address.js';

export interface SafeHttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Deadline of the whole exchange: lookup, connection, request and answer. */
  readonly timeoutMs: number;
  /** Reading stops after so many bytes of the answer's body. */
  readonly maxResponseBytes: number;
  /** Gives the exchange up early. */
  readonly signal?: AbortSignal;
}

/** What came of a request. Failing is an expected outcome, so nothing is thrown. */
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
      /** `TIMEOUT`, `ABORTED`, `ADDRESS_REFUSED`, `HOST_NOT_FOUND`, `INVALID_RESPONSE`, or the code of the network fault. */
      readonly code: string;
      readonly durationMs: number;
    };

export interface SafeHttpOptions extends NetworkPolicy {
  /** Stands in for DNS. */
  readonly lookup?: HostLookup;
}

/**
 * HTTP requests to addresses that strangers chose: public addresses only (see `createGuardedConnector`), no redirects, no
 * decompression, one deadline for everything, and a cap on what is read.
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
    const deadline = new Deadline(request.timeoutMs, request.signal);
    try {
      const response = await deadline.bound(
        this.dispatch(target.url, request, deadline.signal),
        (late) => void late.body.on('error', () => undefined).destroy(),
      );
      const { body, truncated } = await readCapped(response.body, request.maxResponseBytes);
      const { statusCode: status, headers } = response;
      return { kind: 'response', status, headers, body, truncated, durationMs: durationMs() };
    } catch (error) {
      return { kind: 'failure', code: failureCode(error, deadline), durationMs: durationMs() };
    } finally {
      deadline.clear();
    }
  }

  /**
   * Whether the URL is fit to be a target as far as can be told now, in words that complete "url …"; undefined means that it is. A
   * name that can't be looked up passes: it is checked again, with every connection.
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

  private dispatch(
    url: URL,
    request: SafeHttpRequest,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    return this.agent.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: request.method,
      headers: request.headers,
      body: request.body,
      signal,
    });
  }
}

function failureCode(error: unknown, deadline: Deadline): string {
  if (deadline.signal.aborted) return deadline.isOver ? 'TIMEOUT' : 'ABORTED';
  if (typeof error !== 'object' || error === null) return 'NETWORK_ERROR';
  if ('code' in error && typeof error.code === 'string') return error.code;
  // The parser's errors have a code only sometimes.
  return 'name' in error && error.name === 'HTTPParserError' ? 'INVALID_RESPONSE' : 'NETWORK_ERROR';
}
