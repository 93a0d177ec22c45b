import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import { isObject, memberOf } from '../../common/json/json-objects.js';
import { answerResponse, McpRefused } from './answer-response.js';
import { type ListReading, shortenedList } from './list-response.js';

/** `_meta` field of a tool call, for servers that do not read headers. */
export const IDEMPOTENCY_META_KEY = 'earshot.dev/idempotency-key';

export interface ByteBudget {
  left: number;
}

export interface BoundedFetchOptions {
  /** Guarded against private addresses. */
  readonly fetch: typeof globalThis.fetch;
  /** From the document, with secrets inserted. */
  readonly headers: Readonly<Record<string, string>>;
  /** The byte budget of one request. */
  readonly budget: () => ByteBudget;
  /** Set to read lists of tools and keep only the wanted ones. */
  readonly list?: ListReading | undefined;
}

/**
 * The `fetch` of an MCP connection. It follows no redirects and limits response sizes. It answers the SDK's GET with
 * 405 itself, which servers may do, because unsolicited server messages are not used.
 */
export function boundedFetch({ fetch, headers, budget, list }: BoundedFetchOptions): FetchLike {
  return async (url, init = {}) => {
    if (init.method === 'GET') return new Response(null, { status: 405 });
    const message = messageIn(init.body);
    const key = keyIn(message);
    const sent = new Headers(init.headers);
    if (key !== undefined) sent.set('idempotency-key', key);
    // The document may set its own header.
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

/** Adds fields that hand-written servers omit. The version is the first one with this transport. */
function completeGreeting(result: object): object {
  const { protocolVersion, capabilities, serverInfo }: Record<string, unknown> = { ...result };
  const { name, version } = isObject(serverInfo) ? serverInfo : {};
  return {
    protocolVersion: typeof protocolVersion === 'string' ? protocolVersion : '2025-03-26',
    // Capabilities are used only by their presence.
    capabilities: { ...(isObject(capabilities) && isObject(capabilities['tools']) && { tools: {} }) },
    serverInfo: {
      name: typeof name === 'string' ? name : '',
      version: typeof version === 'string' ? version : '',
    },
  };
}

/** The body was serialized here. */
const messageIn = (body: unknown): unknown => (typeof body === 'string' ? JSON.parse(body) : undefined);

/** The idempotency key of a tool call. */
function keyIn(message: unknown): string | undefined {
  const key = memberOf(memberOf(memberOf(message, 'params'), '_meta'), IDEMPOTENCY_META_KEY);
  return typeof key === 'string' ? key : undefined;
}
