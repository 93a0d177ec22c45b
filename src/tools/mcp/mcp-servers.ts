import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { AgentMcpServer } from '../../agent-document/index.js';
import { AppConfig } from '../../common/config/index.js';
import { GuardedOutbound, parseTargetUrl } from '../../safe-http/index.js';
import { AccountSecrets } from '../secrets/account-secrets.service.js';
import { targetOf, type ToolCaller, type ToolSecrets, type ToolTarget } from '../tool-target.js';
import type { McpAddress } from '../mcp-request.js';
import type { ListReading } from './list-response.js';
import { McpConnection, type McpDeadline } from './mcp-connection.js';
import { mcpFailure } from './mcp-failure.js';
import { McpLine } from './mcp-line.js';
import { type ToolList, ToolListReader } from './tool-list.js';
import { type FetchedList, type LookedUp, type ToolListKey, ToolLists } from './tool-lists.js';

const MAX_ANSWER_BYTES = 262_144;

/** A server's address in one conversation, or why it may not be called. */
export type McpTarget =
  | { readonly kind: 'target'; readonly key: ToolListKey; readonly secrets: readonly string[] }
  | Extract<ToolTarget, { kind: 'refused' }>;

/** Connects agents to their MCP servers and caches the servers' lists of tools. */
@Injectable()
export class McpServers implements OnApplicationShutdown {
  private readonly logger = new Logger(McpServers.name);
  private readonly outbound: GuardedOutbound;
  private readonly lists: ToolLists;

  constructor(
    private readonly config: AppConfig,
    @Inject(AccountSecrets) private readonly secrets: ToolSecrets,
  ) {
    this.outbound = new GuardedOutbound({ allowPrivateNetworks: config.instance.privateNetworks.tools });
    this.lists = new ToolLists({
      freshMs: config.providers.mcpListFreshMs,
      nowMs: () => performance.now(),
    });
  }

  /** How long the first answer of a call waits for unknown lists, in milliseconds. */
  get patienceMs(): number {
    return this.config.providers.mcpListPatienceMs;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.outbound.close();
  }

  /** Creates the sessions of one conversation. */
  line(): McpLine {
    return new McpLine((address, deadline) =>
      this.open(address, deadline, () => ({ left: MAX_ANSWER_BYTES })),
    );
  }

  /** A server's address with variables and secrets of the conversation inserted. */
  async target(server: AgentMcpServer, caller: ToolCaller): Promise<McpTarget> {
    const target = await targetOf(server, caller, this.secrets);
    if (target.kind === 'refused') return target;
    const { url, headers, secrets } = target;
    const { accountId } = caller;
    return { kind: 'target', key: { accountId, url: url.href, headers, tools: server.tools }, secrets };
  }

  lookUp(server: AgentMcpServer, key: ToolListKey): LookedUp {
    return this.lists.lookUp(key, () => this.fetch(server, key));
  }

  /** Requests the list, even if the server was unavailable a moment ago. Never rejects. */
  renew(server: AgentMcpServer, key: ToolListKey): Promise<FetchedList> {
    return this.lists.renew(key, () => this.fetch(server, key));
  }

  private async fetch({ name, tools }: AgentMcpServer, key: ToolListKey): Promise<FetchedList> {
    const { mcpListTimeoutMs: timeoutMs, mcpListMaxBytes } = this.config.providers;
    const signal = AbortSignal.timeout(timeoutMs);
    const budget = { left: mcpListMaxBytes };
    let connection: McpConnection | undefined;
    try {
      const reader = new ToolListReader(name, tools);
      connection = await this.open(key, { timeoutMs, signal }, () => budget, reader);
      await connection.list(reader.read, { timeoutMs, signal });
      this.tellLosses(name, key.accountId, reader.found);
      return { ok: true, list: reader.found };
    } catch (error) {
      const { reason } = mcpFailure(error);
      // Addresses may contain personal data, so they are not logged.
      this.logger.warn(
        { server: name, accountId: key.accountId, reason },
        'tools of an MCP server could not be listed',
      );
      return { ok: false };
    } finally {
      void connection?.close();
    }
  }

  /** Logs tools that the server has but that could not be read. */
  private tellLosses(server: string, accountId: string, list: ToolList): void {
    const unusable = [...list].flatMap(([tool, { schema }]) => (schema.ok ? [] : [tool]));
    if (unusable.length === 0 && !list.isTruncated) return;
    const { isTruncated } = list;
    this.logger.warn(
      { server, accountId, unusable, isTruncated },
      'some tools of an MCP server are unusable',
    );
  }

  /** @throws the SDK's errors, and TypeError for a forbidden address. */
  private open(
    { url, headers }: McpAddress,
    deadline: McpDeadline,
    budget: () => { left: number },
    list?: ListReading,
  ): Promise<McpConnection> {
    const { tools: allowPrivateNetworks } = this.config.instance.privateNetworks;
    const target = parseTargetUrl(url, { allowPrivateNetworks });
    if (!target.ok) return Promise.reject(new TypeError('The address may not be called'));
    return McpConnection.open({ url, headers, fetch: this.outbound.fetch, budget, list }, deadline);
  }
}
