import { Injectable } from '@nestjs/common';
import { refersToConfig, resolveVariant } from '../../agent-document/index.js';
import { parseAgentDocument, RealTimeConfigs } from '../../agents/index.js';
import { ENVIRONMENTS } from '../../common/access/index.js';
import type { TestRun } from '../../generated/prisma/client.js';
import { ANSWERED_MODES } from '../../answering/index.js';
import { DeploymentsService } from '../../deployments/index.js';
import { KnowledgeService } from '../../knowledge/index.js';
import type { AgentMode } from '../../voice/index.js';
import type { RehearsedAgent } from './rehearsed-agent.js';

/** Loads versions of agents with their knowledge. */
@Injectable()
export class VersionedAgents {
  constructor(
    private readonly configs: RealTimeConfigs,
    private readonly knowledge: KnowledgeService,
    private readonly deployments: DeploymentsService,
  ) {}

  /** The agent that a run tests; undefined if that version was deleted. */
  async ofRun(run: TestRun): Promise<RehearsedAgent | undefined> {
    const { accountId, agentId, target } = run;
    const variantId = run.variantId ?? undefined;
    const document =
      run.document === null
        ? await this.deployments.document(agentId, run.version)
        : parseAgentDocument(run.document);
    if (!document) return undefined;
    const environment = ENVIRONMENTS.find((name) => name === target) ?? 'sandbox';
    const config = refersToConfig(document) ? await this.configs.values(agentId, environment) : {};
    // A draft's run uses the draft's knowledge at run time.
    const version = run.document === null ? run.version : undefined;
    const providers =
      version === undefined
        ? undefined
        : await this.deployments.providersOfVersion(agentId, environment, version);
    const common = { accountId, agentId, document, mode: modeOf(run.mode), variantId, config, providers };
    return { ...common, ...(await this.knownTo(common, version)) };
  }

  /** The same agent in an earlier deployed version; undefined if that was deleted. */
  async of(agent: RehearsedAgent, version: string): Promise<RehearsedAgent | undefined> {
    const document = await this.deployments.document(agent.agentId, version);
    if (!document) return undefined;
    const providers = await this.deployments.providersOfVersion(agent.agentId, undefined, version);
    const { knowledge: _ofAnother, ...common } = { ...agent, document, providers };
    return { ...common, ...(await this.knownTo(common, version)) };
  }

  private async knownTo(
    { accountId, agentId, document, variantId }: RehearsedAgent,
    version: string | undefined,
  ): Promise<Pick<RehearsedAgent, 'knowledge'>> {
    const agent = resolveVariant(document, variantId) ?? document;
    const knowledge = await this.knowledge.of({ accountId, agentId, version, agent });
    return knowledge ? { knowledge } : {};
  }
}

const modeOf = (mode: string): AgentMode | undefined => ANSWERED_MODES.find((name) => name === mode);
