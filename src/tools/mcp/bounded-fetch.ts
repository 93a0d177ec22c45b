import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';

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
  /** Nothing more comes of a request, with or without its answer. @param key Of the call of a tool that it was. */
  readonly ended: (key: string | undefined) => void;
}

/**
 * The `fetch` of an MCP connection: nothing is followed, no answer is larger than it may be, and nothing waits for what
 * the server might want to tell unasked: to a GET a server may answer 405, and that is said in its place.
 */
export function boundedFetch({ fetch, headers, budget, ended }: BoundedFetchOptions): FetchLike {
  return async (url, init = {}) => {
    if (init.method === 'GET') return new Response(null, { status: 405 });
    const key = keyIn(init.body);
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
    const body = response.body?.pipeThrough(bounded(budget(), () => ended(key))) ?? null;
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

/** The key of a call of a tool. The message was made here. */
function keyIn(body: unknown): string | undefined {
  if (typeof body !== 'string' || !body.includes(IDEMPOTENCY_KEY)) return undefined;
  const message: unknown = JSON.parse(body);
  const key = memberOf(memberOf(memberOf(message, 'params'), '_meta'), IDEMPOTENCY_KEY);
  return typeof key === 'string' ? key : undefined;
}

/** A member of what may be an object. */
export const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
