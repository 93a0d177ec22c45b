import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import { answerResponse, McpRefused } from './answer-response.js';
import { type ListReading, shortenedList } from './list-response.js';
import { memberOf } from './member-of.js';

/** In `_meta` of a call of a tool, for servers that read no headers. */
export const IDEMPOTENCY_KEY = 'earshot.dev/idempotency-key';

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
}

/**
 * The `fetch` of an MCP connection: nothing is followed, no answer is larger than it may be, and nothing waits for what
 * the server might want to tell unasked: to a GET a server may answer 405, and that is said in its place.
 */
export function boundedFetch({ fetch, headers, budget, list }: BoundedFetchOptions): FetchLike {
  return async (url, init = {}) => {
    if (init.method === 'GET') return new Response(null, { status: 405 });
    const message = messageIn(init.body);
    const key = keyIn(message);
    const sent = new Headers(init.headers);
    if (key !== undefined) sent.set('idempotency-key', key);
    // A document may have its own.
    for (const [name, value] of Object.entries(headers)) sent.set(name, value);
    const response = await fetch(url, { ...init, headers: sent, redirect: 'manual' });
    const { status } = response;
    if (status >= 300 && status <= 399) {
      await response.body?.cancel();
      throw new McpRefused('redirect');
    }
    if (list && memberOf(message, 'method') === 'tools/list') {
      return await shortenedList(response, memberOf(message, 'id'), list, budget());
    }
    const id = memberOf(message, 'id');
    if (id === undefined) return response;
    const isGreeting = memberOf(message, 'method') === 'initialize';
    return await answerResponse(response, id, budget(), isGreeting ? completeGreeting : asItIs);
  };
}

const asItIs = (result: object): object => result;

/** What servers leave out that were written without a library; the version is the first that had this transport. */
function completeGreeting(result: object): object {
  const { protocolVersion, capabilities, serverInfo }: Record<string, unknown> = { ...result };
  const { name, version } = isObject(serverInfo) ? serverInfo : {};
  return {
    protocolVersion: typeof protocolVersion === 'string' ? protocolVersion : '2025-03-26',
    // What of them is used here does not depend on what they are.
    capabilities: { ...(isObject(capabilities) && isObject(capabilities['tools']) && { tools: {} }) },
    serverInfo: {
      name: typeof name === 'string' ? name : '',
      version: typeof version === 'string' ? version : '',
    },
  };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What was made here to be sent. */
const messageIn = (body: unknown): unknown => (typeof body === 'string' ? JSON.parse(body) : undefined);

/** The key of a call of a tool. */
function keyIn(message: unknown): string | undefined {
  const key = memberOf(memberOf(memberOf(message, 'params'), '_meta'), IDEMPOTENCY_KEY);
  return typeof key === 'string' ? key : undefined;
}
