import { Injectable } from '@nestjs/common';
import { AgentsService, DraftsService, publishedDocument } from '../agents/index.js';
import { AccountAnswerers, parsePublishedProviders, type PublishedProviders } from '../answering/index.js';
import {
  ENVIRONMENTS,
  type EnvironmentName,
  fromDbEnvironment,
  type Principal,
  toDbEnvironment,
} from '../common/access/index.js';
import { notFound } from '../common/errors/index.js';
import { decodeNumber, encodeNumber } from '../http/pagination/index.js';
import { Prisma, PrismaService } from '../common/prisma/index.js';
import type { Deployment } from '../generated/prisma/client.js';
import type { DeploymentRecord } from './deployment.js';
import type { ActiveHere } from './deployment.schema.js';
import type { RollbackEvidence } from './rollouts/rollback-evidence.js';

export const deploymentNotFound = () => notFound('DEPLOYMENT_NOT_FOUND', 'No such deployment.');

export interface HistoryPage {
  readonly deployments: readonly DeploymentRecord[];
  readonly nextCursor?: string;
}

type ActiveRow = Omit<ActiveHere, 'createdAt'> & { readonly createdAt: Date };

@Injectable()
export class DeploymentHistory {
  constructor(
    private readonly prisma: PrismaService,
    private readonly agents: AgentsService,
    private readonly drafts: DraftsService,
    private readonly answerers: AccountAnswerers,
  ) {}

  /** Newest first. @throws ApiError 404 `PROJECT_NOT_FOUND`, 400 for a bad cursor. */
  async list(
    accountId: string,
    agentId: string,
    environment: EnvironmentName,
    { limit, cursor }: { limit: number; cursor?: string },
  ): Promise<HistoryPage> {
    await this.agents.get(accountId, agentId);
    const rows = await this.prisma.deployment.findMany({
      where: {
        agentId,
        environment: toDbEnvironment(environment),
        ...(cursor !== undefined && { number: { lt: decodeNumber(cursor) } }),
      },
      orderBy: { number: 'desc' },
      take: limit + 1,
    });
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    return {
      deployments: page.map(toRecord),
      ...(rows.length > limit && last && { nextCursor: encodeNumber(last.number) }),
    };
  }

  /** The active deployment of each environment. @throws ApiError 404 `PROJECT_NOT_FOUND`. */
  async active(
    accountId: string,
    agentId: string,
  ): Promise<Record<EnvironmentName, DeploymentRecord | null>> {
    await this.agents.get(accountId, agentId);
    const pointers = await this.prisma.activeDeployment.findMany({ where: { agentId } });
    const ids = pointers.map((pointer) => pointer.deploymentId);
    const rows = await this.prisma.deployment.findMany({ where: { id: { in: ids } } });
    const byEnvironment = new Map(rows.map((row) => [fromDbEnvironment(row.environment), toRecord(row)]));
    const entries = ENVIRONMENTS.map((name) => [name, byEnvironment.get(name) ?? null] as const);
    return Object.fromEntries(entries) as Record<EnvironmentName, DeploymentRecord | null>;
  }

  /** The active deployments of all agents that the principal may see, in one statement. */
  async allActive({ accountId, agentIds }: Principal): Promise<readonly ActiveHere[]> {
    const allowed = agentIds ? Prisma.sql`AND agents.id = ANY (${[...agentIds]}::text[])` : Prisma.empty;
    const rows = await this.prisma.$queryRaw<ActiveRow[]>`
      SELECT active.agent_id AS "agentId", active.environment::text, deployments.id AS "deploymentId",
        deployments.version, deployments.created_at AS "createdAt",
        drafts.version <> deployments.version AS "draftDiffers"
      FROM agents
      JOIN drafts ON drafts.agent_id = agents.id
      JOIN active_deployments AS active ON active.agent_id = agents.id
      JOIN deployments ON deployments.id = active.deployment_id
      WHERE agents.account_id = ${accountId} ${allowed}
      ORDER BY active.agent_id, active.environment`;
    return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
  }

  /** @throws ApiError 404 `DEPLOYMENT_NOT_FOUND`, also for another account's or agent's. */
  async get(accountId: string, agentId: string, deploymentId: string): Promise<DeploymentRecord> {
    const row = await this.prisma.deployment.findFirst({ where: { id: deploymentId, agentId, accountId } });
    if (!row) throw deploymentNotFound();
    return toRecord(row);
  }

  /** The content behind a deployment's id, a version hash or `draft`. @throws ApiError 404. */
  async content(
    accountId: string,
    agentId: string,
    name: string,
  ): Promise<{ version: string; document: object; providers: PublishedProviders | undefined }> {
    const draft = await this.drafts.get(accountId, agentId);
    if (name === 'draft') {
      const { version, document } = draft;
      const providers = await this.answerers.published(accountId);
      return { version, document: document as object, providers };
    }
    const deployment = name.startsWith('dep_') ? await this.get(accountId, agentId, name) : undefined;
    const version = deployment?.version ?? name;
    const document = await publishedDocument(this.prisma, agentId, version);
    if (!document) throw notFound('VERSION_NOT_FOUND', 'No such version.');
    const providers = parsePublishedProviders(deployment?.providers);
    return { version, document, providers };
  }
}

const toRecord = (row: Deployment): DeploymentRecord => ({
  ...row,
  environment: fromDbEnvironment(row.environment),
  // Only this service writes the column.
  evidence: row.evidence as unknown as RollbackEvidence | null,
});
