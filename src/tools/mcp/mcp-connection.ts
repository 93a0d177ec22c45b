import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { boundedFetch, type ByteBudget, IDEMPOTENCY_META_KEY } from './bounded-fetch.js';
import type { ListReading } from './list-response.js';
import { memberOf } from '../../common/json/json-objects.js';
import type { McpAddress } from '../mcp-request.js';
import type { ToolArguments } from '../parse-arguments.js';

export interface McpConnectionOptions extends McpAddress {
  /** Guarded against private addresses. */
  readonly fetch: typeof globalThis.fetch;
  /** The byte budget of one request. */
  readonly budget: () => ByteBudget;
  readonly list?: ListReading | undefined;
}

/** Deadline and abort signal of one exchange. */
export interface McpDeadline {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Maximum pages of one list. */
const MAX_PAGES = 20;

/** One session with an MCP server over streamable HTTP. Methods reject with the SDK's errors. */
export class McpConnection {
  private constructor(
    private readonly client: Client,
    private readonly end: () => Promise<void>,
  ) {}

  /** Sends `initialize`. The SDK is loaded on first use. */
  static async open(
    options: McpConnectionOptions,
    { timeoutMs, signal }: McpDeadline,
  ): Promise<McpConnection> {
    const [{ Client }, { StreamableHTTPClientTransport }] = await Promise.all([
      import('@modelcontextprotocol/sdk/client/index.js'),
      import('@modelcontextprotocol/sdk/client/streamableHttp.js'),
    ]);
    const transport = new StreamableHTTPClientTransport(new URL(options.url), {
      fetch: boundedFetch(options),
      reconnectionOptions: { maxRetries: 0, ...NO_RECONNECTING },
    });
    const client = new Client(
      { name: 'earshot', version: '1' },
      { capabilities: {}, jsonSchemaValidator: NO_VALIDATOR },
    );
    try {
      await client.connect(transport, { timeout: timeoutMs, ...(signal && { signal }) });
    } catch (error) {
      await client.close();
      throw error;
    }
    const end = async () => {
      await transport.terminateSession().catch(() => undefined);
      await client.close();
    };
    return new McpConnection(client, end);
  }

  /** Lists the server's tools, page by page, until the reader has enough. */
  async list(
    read: (tools: readonly unknown[]) => Promise<'more' | 'enough'>,
    deadline: McpDeadline,
  ): Promise<void> {
    let cursor: string | undefined;
    for (let page = 0; page < MAX_PAGES; page++) {
      const params = cursor === undefined ? {} : { cursor };
      const result = await this.request({ method: 'tools/list', params }, deadline);
      const tools = memberOf(result, 'tools');
      if ((await read(Array.isArray(tools) ? tools : [])) === 'enough') return;
      const next = memberOf(result, 'nextCursor');
      if (typeof next !== 'string' || next === '' || next === cursor) return;
      cursor = next;
    }
  }

  /** Calls a tool. A retry with the same key is the same call. @returns The server's answer, not parsed. */
  async call(
    { tool, values, key }: { readonly tool: string; readonly values: ToolArguments; readonly key: string },
    deadline: McpDeadline,
  ): Promise<unknown> {
    const params = { name: tool, arguments: values, _meta: { [IDEMPOTENCY_META_KEY]: key } };
    return await this.request({ method: 'tools/call', params }, deadline);
  }

  /** Ends the session on the server if it supports that. Idempotent; never throws. */
  async close(): Promise<void> {
    await this.end().catch(() => undefined);
  }

  /** The SDK's own methods would compile the untrusted output schemas of servers. */
  private async request(
    request: Parameters<Client['request']>[0],
    { timeoutMs, signal }: McpDeadline,
  ): Promise<unknown> {
    const { ResultSchema } = await import('@modelcontextprotocol/sdk/types.js');
    return await this.client.request(request, ResultSchema, {
      timeout: Math.max(1, Math.round(timeoutMs)),
      ...(signal && { signal }),
    });
  }
}

const NO_RECONNECTING = {
  initialReconnectionDelay: 1_000,
  maxReconnectionDelay: 1_000,
  reconnectionDelayGrowFactor: 1,
};

const NO_VALIDATOR = {
  getValidator: () => () => ({ valid: false, data: undefined, errorMessage: 'not validated' }) as const,
};
