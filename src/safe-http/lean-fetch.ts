import { text as textOf } from 'node:stream/consumers';
import { Agent, type Dispatcher, EnvHttpProxyAgent, interceptors, request } from 'undici';

/** The limit of `fetch`. */
const MAX_REDIRECTIONS = 20;

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
 * As `fetch`, for request bodies in memory and without its web streams, which cost more than the rest of a request.
 * @param following A dispatcher that follows redirects. Absent: redirects are returned.
 */
export function leanFetchOver(dispatcher: Dispatcher, following = dispatcher): LeanFetch {
  return async (
    url,
    wanted,
    maxBytes = Number.POSITIVE_INFINITY,
    tooLarge = () => new Error('Too large'),
  ) => {
    const { method = 'GET', headers, body, signal, redirect = 'follow' } = wanted;
    const answer = await request(url, {
      dispatcher: redirect === 'follow' ? following : dispatcher,
      method,
      headers: Object.fromEntries(new Headers(headers)),
      body: bodyOf(body),
      signal: signal ?? null,
    });
    // Without a listener a broken connection would end the process while the body is unread.
    answer.body.on('error', () => undefined);
    const chunks = () => bounded(answer.body, maxBytes, tooLarge);
    const text = () => textOf(chunks());
    return {
      url: String(new URL(url)),
      status: answer.statusCode,
      statusText: answer.statusText,
      ok: answer.statusCode <= 299,
      headers: headersOf(answer.headers),
      body: {
        [Symbol.asyncIterator]: chunks,
        cancel: async () => void answer.body.destroy(),
      },
      text,
      json: async () => JSON.parse(await text()) as unknown,
    };
  };
}

/** Ending early closes the connection. */
async function* bounded(
  body: Dispatcher.ResponseData['body'],
  maxBytes: number,
  tooLarge: () => Error,
): AsyncGenerator<Uint8Array, undefined> {
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge();
    yield chunk;
  }
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

function headersOf(headers: Dispatcher.ResponseData['headers']): Headers {
  const made = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    for (const one of [value].flat()) if (one !== undefined) made.append(name, one);
  }
  return made;
}
