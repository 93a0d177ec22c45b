import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { atMost } from '../common/caches/index.js';
import { agentNotFound, DraftsService, parseAgentDocument, publishedDocument } from '../agents/index.js';
import { AccountAnswerers, parsePublishedProviders, type PublishedProviders } from '../answering/index.js';
import { type EnvironmentName, toDbEnvironment } from '../common/access/index.js';
import type { AgentDocument } from '../agent-document/index.js';
import { type Prisma, PrismaService } from '../common/prisma/index.js';
import type { DeploymentRecord } from './deployment.js';
import { activeStatement, type DeploymentOrder, DeploymentStatements } from './deployment.statements.js';
import { chooseInExperiment, type ExperimentRow } from './experiments/choose-in-experiment.js';
import { type ActiveRow, type CallLane, type CallRollout, chooseBuild } from './rollouts/choose-build.js';

const MAX_KNOWN_DEPLOYMENTS = 1_000;

export interface DeployedAgent {
  readonly version: string;
  readonly artifactVersion: string;
  readonly lambdaDeploymentVersion: string;
  readonly document: AgentDocument;
  /** Defaults where the document names no provider, model or voice; undefined: the current ones. */
  readonly providers: PublishedProviders | undefined;
}

export interface ActiveAgent extends DeployedAgent {
  readonly deploymentId: string;
  /** The rollout that chose the version. */
  readonly rollout?: CallRollout;
  /** The experiment that chose the version. */
  readonly experiment?: { readonly id: string; readonly arm: string };
  /** The variant the experiment chose. */
  readonly variantId?: string;
}

type Deployed = Pick<DeploymentRecord, 'id' | 'version' | 'artifactVersion' | 'functionsHash'>;

@Injectable()
export class DeploymentsService {
  /** Published content is immutable. */
  private readonly contents: LRUCache<string, AgentDocument>;
  /** By deployment id; immutable once known. */
  private readonly providers: LRUCache<string, PublishedProviders>;

  constructor(
    private readonly prisma: PrismaService,
    private readonly drafts: DraftsService,
    private readonly statements: DeploymentStatements,
    private readonly answerers: AccountAnswerers,
  ) {
    this.contents = new LRUCache(atMost(MAX_KNOWN_DEPLOYMENTS));
    this.providers = new LRUCache(atMost(MAX_KNOWN_DEPLOYMENTS));
  }

  /** Publishes the draft without notifying listeners. @throws ApiError 404. */
  async publish(transaction: Prisma.TransactionClient, order: DeploymentOrder): Promise<DeploymentRecord> {
    const providers = await this.answerers.published(order.actor.accountId);
    const { text, values } = this.statements.publish(order, providers);
    const [deployment] = await transaction.$queryRawUnsafe<DeploymentRecord[]>(text, ...values);
    if (!deployment) throw agentNotFound();
    return deployment;
  }

  /**
   * The active deployment of an environment; undefined if nothing was ever deployed there.
   * @param lane Which version the call gets during a rollout; by default the new one.
   */
  async active(
    agentId: string,
    environment: EnvironmentName,
    lane: CallLane = 'newest',
  ): Promise<ActiveAgent | undefined> {
    const [found] = await this.prisma.$queryRaw<(ActiveRow & ExperimentRow)[]>(
      activeStatement(agentId, environment),
    );
    if (!found) return undefined;
    const { id, rollout, experiment, variantId, ...deployed } =
      chooseInExperiment(found, lane) ?? chooseBuild(found, lane);
    const agent = await this.withDocument(agentId, { id, ...deployed });
    return (
      agent && {
        ...{ deploymentId: id, ...agent },
        ...(rollout && { rollout }),
        ...(experiment && { experiment }),
        ...(variantId !== undefined && { variantId }),
      }
    );
  }

  /** The build of agentVersionOverride; undefined unless both names match an artifact of this agent. */
  async artifact(
    agentId: string,
    artifactVersion: string,
    lambdaDeploymentVersion: string,
  ): Promise<DeployedAgent | undefined> {
    const deployed = await this.prisma.deployment.findFirst({
      where: { agentId, artifactVersion, functionsHash: lambdaDeploymentVersion },
      select: DEPLOYED,
    });
    return deployed ? this.withDocument(agentId, deployed) : undefined;
  }

  /** The agent's current draft; undefined if there is no such agent. */
  draftDocument(agentId: string): Promise<AgentDocument | undefined> {
    return this.drafts.document(agentId);
  }

  private async withDocument(agentId: string, deployed: Deployed): Promise<DeployedAgent | undefined> {
    const { id, version, artifactVersion, functionsHash } = deployed;
    const document = await this.document(agentId, version);
    if (!document) return undefined;
    const providers = await this.providersOf(id);
    return { version, artifactVersion, lambdaDeploymentVersion: functionsHash, document, providers };
  }

  /** Provider defaults of a deployed version; undefined: the current ones. */
  async providersOf(deploymentId: string): Promise<PublishedProviders | undefined> {
    const kept = this.providers.get(deploymentId);
    if (kept) return kept;
    const row = await this.prisma.deployment.findUnique({
      where: { id: deploymentId },
      select: { providers: true },
    });
    const providers = parsePublishedProviders(row?.providers);
    if (providers) this.providers.set(deploymentId, providers);
    return providers;
  }

  /** Provider defaults of a version, as of its last deployment to an environment, or to any. */
  async providersOfVersion(
    agentId: string,
    environment: EnvironmentName | undefined,
    version: string,
  ): Promise<PublishedProviders | undefined> {
    const row = await this.prisma.deployment.findFirst({
      where: { agentId, version, ...(environment && { environment: toDbEnvironment(environment) }) },
      orderBy: environment ? { number: 'desc' } : { createdAt: 'desc' },
      select: { providers: true },
    });
    return parsePublishedProviders(row?.providers);
  }

  /** The content of a version; undefined if its agent was deleted. */
  async document(agentId: string, version: string): Promise<AgentDocument | undefined> {
    const key = `${agentId}/${version}`;
    const cached = this.contents.get(key);
    if (cached) return cached;
    const published = await publishedDocument(this.prisma, agentId, version);
    // Missing only if the agent was deleted concurrently.
    if (!published) return undefined;
    const document = parseAgentDocument(published);
    this.contents.set(key, document);
    return document;
  }
}

const DEPLOYED = { id: true, version: true, artifactVersion: true, functionsHash: true } as const;
