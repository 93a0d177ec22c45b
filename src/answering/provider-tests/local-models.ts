import { Injectable } from '@nestjs/common';
import { AccountProviders, LocalServers } from '../../providers/index.js';

/** A responding model server on this machine, and its chat models. */
export interface LocalModelServer {
  readonly preset: string;
  readonly title: string;
  readonly url: string;
  readonly models: readonly string[];
}

/** A local server answers immediately or is busy; then the page does without it. */
const LOOK_MS = 1_000;
const MAX_MODELS = 50;

/** Another program may use such a port: its response is not counted as a provider fault. */
const UNCOUNTED = { ignored: () => undefined, malformed: () => undefined };

/** Finds model servers at their well-known ports on this machine. */
@Injectable()
export class LocalModels {
  constructor(
    private readonly local: LocalServers,
    private readonly accounts: AccountProviders,
  ) {}

  /** In the order of `LocalServers`; undefined if accounts may not use them. */
  async find(): Promise<LocalModelServer[] | undefined> {
    if (!(await this.local.areAllowed())) return undefined;
    const { isForChats, listModels } = await import('../../providers/model-lists/model-lists.js');
    const signal = AbortSignal.timeout(LOOK_MS);
    const outbound = this.accounts.outboundFor({ allowPrivateNetworks: true });
    const reached = { apiKey: undefined, outbound, messages: UNCOUNTED };
    const found = this.local.servers.map(async (server) => {
      const list = { service: 'llm', kind: 'openai', url: server.url } as const;
      const listed = await listModels(list, reached, LOOK_MS, signal).catch(() => []);
      return { ...server, models: listed.filter(isForChats).slice(0, MAX_MODELS) };
    });
    return (await Promise.all(found)).filter(({ models }) => models.length > 0);
  }
}
