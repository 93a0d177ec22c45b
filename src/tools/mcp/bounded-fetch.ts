import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import { type ListReading, shortenedList } from './list-response.js';
import { memberOf } from './member-of.js';

/** The request that begins a session. */
export const GREETING = 'initialize';
/** In `_meta` of a call of a tool, for servers that read no headers. */
export const IDEMPOTENCY_KEY = 'earshot.dev/idempotency-key';

/** A server sent more than it may, or led elsewhere. */
class McpRefused extends Error {
  constructor(reason: 'too-large' | 'redirect') {
    super(`The MCP server was refused: ${reason}`);
    this.name = 'McpRefused';
  }
}

/** Bytes that may still come. */
export interface ByteBudget {
  left: number;
}

export interface BoundedFetchOptions {
  /** Guarded. */
  readonly fetch: typeof globalThis.fetch;
  /** Of the document, with secrets in them. */
  readonly headers: Readonly<Record<string, string>>;
  /** For what one request brings. */
  readonly budget: () => ByteBudget;
  /** Reads lists of tools, of which only what it wants is passed on. */
  readonly list?: ListReading | undefined;
  /**
   * Nothing more comes of a request, with or without its answer.
   * @param key Of the call of a tool that it was, or `GREETING`.
   */
  readonly ended: (key: string | undefined) => void;
}

/**
 * The `fetch` of an MCP connection: nothing is followed, no answer is larger than it may be, and nothing waits for what
 * the server might want to tell unasked: to a GET a server may answer 405, and that is said in its place.
 */
export function boundedFetch({ fetch, headers, budget, list, ended }: BoundedFetchOptions): FetchLike {
  return async (url, init = {}) => {
    if (init.method === 'GET') return new Response(null, { status: 405 });
    const message = messageIn(init.body);
    const key = keyIn(message);
    const sent = new Headers(init.headers);
    if (key !== undefined) sent.set('idempotency-key', key);
    // A document may have its own.
    for (const [name, value] of Object.entries(headers)) sent.set(name, value);
    const response = await fetch(url, { ...init, headers: sent, redirect: 'manual' });
    const { status, statusText, headers: received } = response;
    if (status >= 300 && status <= 399) {
      await response.body?.cancel();
      throw new McpRefused('redirect');
    }
    if (list && memberOf(message, 'method') === 'tools/list') {
      return await shortenedList(response, memberOf(message, 'id'), list, budget());
    }
    const body =
      response.body?.pipeThrough(
        bounded(budget(), () => ended(memberOf(message, 'method') === GREETING ? GREETING : key)),
      ) ?? null;
    return new Response(body, { status, statusText, headers: received });
  };
}

function bounded(budget: ByteBudget, ended: () => void): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      budget.left -= chunk.byteLength;
      if (budget.left >= 0) return controller.enqueue(chunk);
      controller.error(new McpRefused('too-large'));
      ended();
    },
    flush: ended,
  });
}

/** What was made here to be sent. */
const messageIn = (body: unknown): unknown => (typeof body === 'string' ? JSON.parse(body) : undefined);

/** The key of a call of a tool. */
function keyIn(message: unknown): string | undefined {
  const key = memberOf(memberOf(memberOf(message, 'params'), '_meta'), IDEMPOTENCY_KEY);
  return typeof key === 'string' ? key : undefined;
}
