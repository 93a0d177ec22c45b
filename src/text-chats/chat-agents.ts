import { Injectable } from '@nestjs/common';
import {
  type AgentDocument,
  attributesOf,
  type CallVariables,
  fillDocument,
  refersToConfig,
  resolveVariant,
  type UsedValue,
  valuesInUse,
} from '../agent-document/index.js';
import { agentNotFound, AgentsService, RealTimeConfigs } from '../agents/index.js';
import { AdapterRegistry, holdsText, type PublishedProviders } from '../answering/index.js';
import type { EnvironmentName } from '../common/access/index.js';
import { Clock } from '../common/clock/index.js';
import { ApiError, conflict } from '../common/errors/index.js';
import { KnowledgeService } from '../knowledge/index.js';
import { DeploymentsService } from '../deployments/index.js';
import type { AgentAdapter, CallKnowledge, TextHistory, TextTools } from '../voice/index.js';

/** The draft, or the active deployment of an environment. */
export type ChatTarget = 'draft' | EnvironmentName;

/** Variables given for a chat, like those of a call's token or call request. */
export interface ChatGiven {
  readonly caller?: string;
  readonly callee?: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

export interface ChatAddress {
  readonly accountId: string;
  readonly agentId: string;
  readonly target: ChatTarget;
  readonly variantId: string | undefined;
  /** Deployed version of the chat; undefined for the draft. */
  readonly version: string | undefined;
  readonly given: ChatGiven;
}

/** A difference from a call. */
export interface ChatWarning {
  readonly code: string;
  readonly message: string;
}

export interface ChatBuild {
  readonly version: string | undefined;
  readonly deploymentId?: string;
  readonly artifactVersion?: string;
}

/** An agent ready to talk. */
export interface ChatAgent {
  readonly adapterName: string;
  readonly agent: AgentDocument;
  readonly values: readonly UsedValue[];
  readonly warnings: readonly ChatWarning[];
  /** @throws AgentFault when it can't be reached. */
  open(
    tools: Omit<Extract<TextTools, { kind: 'real' }>, 'kind' | 'accountId' | 'variables'>,
    history: TextHistory | undefined,
    signal: AbortSignal,
  ): ReturnType<NonNullable<AgentAdapter['openText']>>;
}

/** Resolves the agent of a chat with the same documents, variables and adapters as for calls. */
@Injectable()
export class ChatAgents {
  constructor(
    private readonly agents: AgentsService,
    private readonly deployments: DeploymentsService,
    private readonly configs: RealTimeConfigs,
    private readonly knowledge: KnowledgeService,
    private readonly adapters: AdapterRegistry,
    private readonly clock: Clock,
  ) {}

  /** @throws ApiError 404 `PROJECT_NOT_FOUND`, 409 `NOTHING_DEPLOYED`. */
  async build(accountId: string, agentId: string, target: ChatTarget): Promise<ChatBuild> {
    await this.agents.get(accountId, agentId);
    if (target === 'draft') return { version: undefined };
    const active = await this.deployments.active(agentId, target);
    if (!active)
      throw conflict('NOTHING_DEPLOYED', `Nothing is deployed to ${target}. Publish the agent first.`);
    return active;
  }

  /** @throws ApiError 400 `UNKNOWN_VARIANT`, 404 `PROJECT_NOT_FOUND`, 409 `TEXT_NOT_SUPPORTED`. */
  async find(address: ChatAddress): Promise<ChatAgent> {
    const { accountId, agentId, target, variantId, version } = address;
    const document =
      version === undefined
        ? await this.deployments.draftDocument(agentId)
        : await this.deployments.document(agentId, version);
    if (!document) throw agentNotFound();
    const chosen = resolveVariant(document, variantId);
    if (!chosen) throw new ApiError(400, 'UNKNOWN_VARIANT', 'variantId names no variant of this agent.');
    const environment = target === 'draft' ? 'sandbox' : target;
    const config = refersToConfig(document) ? await this.configs.values(agentId, environment) : {};
    const { caller, callee, variables: call = {} } = address.given;
    const nowMs = () => this.clock.now().getTime();
    const variant = attributesOf(document, variantId);
    const variables: CallVariables = { caller, callee, nowMs, variant, config, call };
    const agent = fillDocument(chosen, variables);
    const knowledge = await this.knowledge.of({ accountId, agentId, version, agent });
    const providers =
      version === undefined
        ? undefined
        : await this.deployments.providersOfVersion(agentId, environment, version);
    const ready = await this.ready(accountId, { agent, providers }, variables, knowledge);
    return { ...ready, values: valuesInUse(chosen, variables) };
  }

  private async ready(
    accountId: string,
    { agent, providers }: { agent: AgentDocument; providers: PublishedProviders | undefined },
    variables: CallVariables,
    knowledge: CallKnowledge | undefined,
  ): Promise<Omit<ChatAgent, 'values'>> {
    const [{ adapter, agent: meant }, called] = await Promise.all([
      this.adapters.resolveText(accountId, undefined, agent, providers),
      this.adapters.resolve(accountId, undefined, agent, providers),
    ]);
    if (!holdsText(adapter))
      throw conflict('TEXT_NOT_SUPPORTED', 'No configured provider can answer in text.');
    return {
      adapterName: adapter.name,
      agent: meant,
      warnings: holdsText(called.adapter) ? [] : [BY_LANGUAGE_MODEL],
      open: (tools, history, signal) =>
        adapter.openText({
          agent: meant,
          tools: { kind: 'real', accountId, variables, ...tools },
          ...(history && { history }),
          ...(knowledge && { knowledge }),
          signal,
        }),
    };
  }
}

const BY_LANGUAGE_MODEL: ChatWarning = {
  code: 'ANSWERED_BY_LANGUAGE_MODEL',
  message:
    'Calls are answered by a speech-to-speech model, which takes no text here: the language model of the ' +
    'traditional mode answered, with the same prompt and tools.',
};
