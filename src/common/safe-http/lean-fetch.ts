import { Agent, type Dispatcher, EnvHttpProxyAgent, interceptors } from 'undici';

type IncomingHeaders = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2];

/** The limit of `fetch`. */
const MAX_REDIRECTIONS = 20;
/** Buffered bytes of an unread response; beyond them the connection is not read. */
const MAX_WAITING_BYTES = 262_144;

interface LeanRequest {
  readonly method?: string | undefined;
  readonly headers?: ConstructorParameters<typeof Headers>[0];
  readonly body?: unknown;
  readonly signal?: AbortSignal | null | undefined;
  /** Default: `follow`, if redirects are followed at all. */
  readonly redirect?: 'follow' | 'manual' | 'error' | undefined;
}

/** The body of a response: read once, or cancelled. */
interface LeanBody extends AsyncIterable<Uint8Array> {
  cancel(): Promise<void>;
}

/** The used subset of `Response`. */
export interface LeanResponse {
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  readonly ok: boolean;
  readonly headers: Headers;
  readonly body: LeanBody;
  text(): Promise<string>;
  json(): Promise<unknown>;
}

/** @param maxBytes A larger body fails with `tooLarge`. */
export type LeanFetch = (
  url: string | URL,
  request: LeanRequest,
  maxBytes?: number,
  tooLarge?: () => Error,
) => Promise<LeanResponse>;

/**
 * As `fetch`, for request bodies in memory: it uses the parser's events directly, because the web streams of `fetch`
 * cost more than the rest of a request.
 * @param following A dispatcher that follows redirects. Absent: redirects are returned.
 */
export function leanFetchOver(dispatcher: Dispatcher, following = dispatcher): LeanFetch {
  return (url, request, maxBytes = Number.POSITIVE_INFINITY, tooLarge = () => new Error('Too large')) =>
    new Promise((resolve, reject) => {
      const { origin, pathname, search, href } = new URL(url);
      const { method = 'GET', headers, body, signal, redirect = 'follow' } = request;
      const answer = new LeanAnswer(href, { maxBytes, tooLarge, signal }, resolve, reject);
      if (answer.isOver) return;
      (redirect === 'follow' ? following : dispatcher).dispatch(
        {
          origin,
          path: `${pathname}${search}`,
          method: method,
          headers: Object.fromEntries(new Headers(headers)),
          body: bodyOf(body),
        },
        answer,
      );
    });
}

/** Uses its own connections, follows redirects, and optionally uses the proxies of the environment. */
export function usualLeanFetch(throughProxies: boolean): LeanFetch {
  const options = { allowH2: false };
  const agent = throughProxies ? new EnvHttpProxyAgent(options) : new Agent(options);
  return leanFetchOver(agent, agent.compose(interceptors.redirect({ maxRedirections: MAX_REDIRECTIONS })));
}

function bodyOf(body: unknown): string | Uint8Array | null {
  if (body === undefined || body === null) return null;
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  throw new TypeError('A body must be there as a whole');
}

interface Limits {
  readonly maxBytes: number;
  readonly tooLarge: () => Error;
  readonly signal: AbortSignal | null | undefined;
}

interface Taker {
  readonly resolve: (result: IteratorResult<Uint8Array, undefined>) => void;
  readonly reject: (error: unknown) => void;
}

const ENDED = { done: true, value: undefined } as const;

/** One request and its response, whose body is delivered piece by piece. */
class LeanAnswer implements Dispatcher.DispatchHandler, AsyncIterator<Uint8Array, undefined> {
  /** The response has ended. */
  isOver = false;
  private controller: Dispatcher.DispatchController | undefined;
  private readonly waiting: Uint8Array[] = [];
  private waitingBytes = 0;
  private bytes = 0;
  private isPaused = false;
  private taker: Taker | undefined;
  private fault: { readonly error: unknown } | undefined;

  constructor(
    private readonly url: string,
    private readonly limits: Limits,
    private readonly resolve: (response: LeanResponse) => void,
    private readonly reject: (error: unknown) => void,
  ) {
    const { signal } = limits;
    if (signal?.aborted) this.fail(signal.reason);
    else signal?.addEventListener('abort', this.giveUp);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.isOver) controller.abort(this.reason());
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHeaders,
    statusText = '',
  ): void {
    if (status < 200 || this.isOver) return;
    const body: LeanBody = {
      [Symbol.asyncIterator]: () => this,
      cancel: async () => void (await this.return()),
    };
    const text = async () => decodeText(await collect(body));
    this.resolve({
      url: this.url,
      status,
      statusText,
      ok: status <= 299,
      headers: headersOf(headers),
      body,
      text,
      json: async () => JSON.parse(await text()) as unknown,
    });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.isOver) return;
    this.bytes += chunk.length;
    if (this.bytes > this.limits.maxBytes) return this.cut(this.limits.tooLarge());
    const { taker } = this;
    if (taker) {
      this.taker = undefined;
      return taker.resolve({ done: false, value: chunk });
    }
    this.waiting.push(chunk);
    this.waitingBytes += chunk.length;
    if (this.waitingBytes < MAX_WAITING_BYTES) return;
    this.isPaused = true;
    controller.pause();
  }

  onResponseEnd(): void {
    if (!this.end()) return;
    this.taker?.resolve(ENDED);
    this.taker = undefined;
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    this.fail(error);
  }

  next(): Promise<IteratorResult<Uint8Array, undefined>> {
    const chunk = this.waiting.shift();
    if (chunk) {
      this.waitingBytes -= chunk.length;
      if (this.waiting.length === 0 && this.isPaused) {
        this.isPaused = false;
        this.controller?.resume();
      }
      return Promise.resolve({ done: false, value: chunk });
    }
    const { fault } = this;
    // Reported once: later reads are at the end.
    this.fault = undefined;
    if (fault) return Promise.reject(fault.error);
    if (this.isOver) return Promise.resolve(ENDED);
    return new Promise((resolve, reject) => (this.taker = { resolve, reject }));
  }

  /** Does not wait for the rest, so the connection can't be reused. */
  return(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.waiting.length = 0;
    if (this.end()) this.controller?.abort(this.reason());
    this.fault = undefined;
    this.taker?.resolve(ENDED);
    this.taker = undefined;
    return Promise.resolve(ENDED);
  }

  private readonly giveUp = () => this.cut(this.limits.signal?.reason);

  private cut(error: unknown): void {
    this.fail(error);
    this.controller?.abort(this.reason());
  }

  /** Drops buffered data, as `fetch` does. */
  private fail(error: unknown): void {
    if (!this.end()) return;
    this.waiting.length = 0;
    this.fault = { error };
    this.reject(error);
    const { taker } = this;
    this.taker = undefined;
    if (!taker) return;
    this.fault = undefined;
    taker.reject(error);
  }

  private reason(): Error {
    const error: unknown = this.fault?.error ?? this.limits.signal?.reason;
    return error instanceof Error ? error : new Error('Nobody wants the answer any more');
  }

  /** Ends the response; false if it was over already. */
  private end(): boolean {
    if (this.isOver) return false;
    this.isOver = true;
    this.limits.signal?.removeEventListener('abort', this.giveUp);
    return true;
  }
}

function headersOf(headers: IncomingHeaders): Headers {
  const made = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    for (const one of [value].flat()) if (one !== undefined) made.append(name, one);
  }
  return made;
}

async function collect(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const decoder = new TextDecoder();
const decodeText = (bytes: Buffer): string => decoder.decode(bytes);
