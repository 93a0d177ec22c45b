import { Injectable } from '@nestjs/common';
import {
  type AgentDocument,
  type CallVariables,
  fillDocument,
  refersToConfig,
} from '../agent-document/index.js';
import { AgentsService, RealTimeConfigs } from '../agents/index.js';
import { AdapterRegistry } from '../answering/index.js';
import { ApiError } from '../common/errors/index.js';
import { loadResampler } from '../audio/index.js';
import { DeploymentsService } from '../deployments/index.js';
import { KnowledgeService } from '../knowledge/index.js';
import type { AgentAdapter } from '../voice/agent-adapter.js';
import type { Admission } from './admission.js';
import { HandoffSummarizer, type PriorUtterance, type Summary } from './handoff-summarizer.js';

/** An agent that can take over a call. */
export interface HandoffTarget {
  readonly agentId: string;
  readonly agent: AgentDocument;
  readonly variables: CallVariables;
  readonly adapter: AgentAdapter;
  readonly knowledge?: Admission['knowledge'];
}

/** Finds agents for handoffs: of the same account, as live in the call's environment. */
@Injectable()
export class HandoffTargets {
  constructor(
    private readonly agents: AgentsService,
    private readonly deployments: DeploymentsService,
    private readonly adapters: AdapterRegistry,
    private readonly configs: RealTimeConfigs,
    private readonly knowledge: KnowledgeService,
    private readonly briefings: HandoffSummarizer,
  ) {}

  /** Summarises the conversation. Never throws. */
  summarize(
    { accountId, agent }: Admission,
    said: readonly PriorUtterance[],
    signal: AbortSignal,
  ): Promise<Summary> {
    return this.briefings.summarize(accountId, agent, said, signal);
  }

  /** The agent with the id, or the originally called one if that is no longer available. */
  async present(admission: Admission, agentId = admission.agentId): Promise<HandoffTarget> {
    const { adapter, agent, variables, knowledge } = admission;
    const called = { adapter, agent, agentId: admission.agentId, variables, knowledge };
    return agentId === called.agentId ? called : ((await this.find(admission, agentId)) ?? called);
  }

  /** Undefined if the agent does not exist, is not live in the environment, or cannot take this call. Never throws. */
  async find(admission: Admission, agentId: string): Promise<HandoffTarget | undefined> {
    try {
      return await this.look(admission, agentId);
    } catch (error) {
      if (error instanceof ApiError) return undefined;
      throw error;
    }
  }

  /** The same agent on its fallback provider; undefined without one. Never throws. */
  async findNext(
    { accountId, mode }: Admission,
    failed: HandoffTarget | undefined,
  ): Promise<HandoffTarget | undefined> {
    if (!failed?.agent.models?.endToEnd?.fallbacks?.length) return undefined;
    try {
      const next = await this.adapters.findNext(accountId, mode, failed.agent);
      if (next) await loadResampler();
      return next && { ...failed, ...next };
    } catch {
      return undefined;
    }
  }

  private async look(admission: Admission, agentId: string): Promise<HandoffTarget | undefined> {
    const { accountId, target, mode } = admission;
    await this.agents.get(accountId, agentId);
    const { document, version, providers } =
      target === 'draft'
        ? {
            document: await this.deployments.draftDocument(agentId),
            version: undefined,
            providers: undefined,
          }
        : ((await this.deployments.active(agentId, target)) ?? {});
    if (!document || storesLess(document, admission.agent)) return undefined;
    const environment = target === 'draft' ? 'sandbox' : target;
    const config = refersToConfig(document) ? await this.configs.values(agentId, environment) : {};
    const variables = { ...admission.variables, variant: {}, config };
    const { adapter, ...resolved } = await this.adapters.resolve(accountId, mode, document, providers);
    if (adapter.name === 'nobody' || adapter.capabilities.loopsInMedia) return undefined;
    const knowledge = await this.knowledge.of({ accountId, agentId, version, agent: document });
    await loadResampler();
    const agent = fillDocument(resolved.agent, variables);
    return { agentId, agent, variables, adapter, ...(knowledge && { knowledge }) };
  }
}

/** A record and recording in progress would keep more than this agent allows. */
function storesLess({ privacy: of = {} }: AgentDocument, { privacy: than = {} }: AgentDocument): boolean {
  const texts = of.storeText === false && than.storeText !== false;
  const keys = of.storeKeys === false && than.storeKeys !== false;
  return texts || keys || (of.recordAudio === false && than.recordAudio !== false);
}
