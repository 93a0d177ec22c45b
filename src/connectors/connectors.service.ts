import { Injectable } from '@nestjs/common';
import { agentNotFound, AgentsService } from '../agents/index.js';
import { addConnectorToken, CallTokensService, retireConnectorTokens } from '../auth/index.js';
import {
  type Actor,
  fromDbEnvironment,
  mayTouchAgent,
  refuseForeignEnvironment,
  toDbEnvironment,
} from '../common/access/index.js';
import { recordChange } from '../audit/index.js';
import { Clock } from '../common/clock/index.js';
import { ApiError, notFound } from '../common/errors/index.js';
import { newId } from '../common/ids/index.js';
import { AccountQuotas } from '../quotas/index.js';
import { after, NEWEST_FIRST, pageOf } from '../http/pagination/index.js';
import { type Prisma, PrismaService } from '../common/prisma/index.js';
import type { Connector } from '../generated/prisma/client.js';
import { publicAccessColumns } from './connector.schema.js';
import type {
  ConnectorUpdateDto,
  CreateConnectorDto,
  PublicAccessDto,
  UpdateConnectorDto,
} from './connector.dto.js';

const MS_PER_HOUR = 3_600_000;
/** Of a list. */
const READ_AT_ONCE = 50;

type Transaction = Prisma.TransactionClient;

export type ConnectorUpdateResult = { readonly connectorId: string } & (
  { readonly connector: Connector } | { readonly refusal: ApiError }
);

const connectorNotFound = () => notFound('CONNECTORS_NOT_FOUND', 'No such connector.');

/** Manages connectors. A connector's token always reaches the active deployment of its environment. */
@Injectable()
export class ConnectorsService {
  constructor(
    private readonly prisma: PrismaService,
    private readonly agents: AgentsService,
    private readonly callTokens: CallTokensService,
    private readonly clock: Clock,
    private readonly quotas: AccountQuotas,
  ) {}

  /** All of them, newest first. @throws ApiError 404 `PROJECT_NOT_FOUND`. */
  async list(accountId: string, agentId: string): Promise<AsyncGenerator<Connector>> {
    await this.agents.get(accountId, agentId);
    return this.inTurn(agentId);
  }

  /**
   * The agent's connectors among these ids, in the order of the request.
   * @throws ApiError 404 `PROJECT_NOT_FOUND`.
   */
  async find(accountId: string, agentId: string, ids: readonly string[]): Promise<Connector[]> {
    await this.agents.get(accountId, agentId);
    const rows = await this.prisma.connector.findMany({ where: { agentId, id: { in: [...ids] } } });
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  /** @throws ApiError 404 `CONNECTORS_NOT_FOUND`. */
  async get(
    accountId: string,
    agentId: string,
    id: string,
    client: Transaction = this.prisma,
  ): Promise<Connector> {
    const connector = await client.connector.findFirst({ where: { id, agentId, accountId } });
    if (!connector) throw connectorNotFound();
    return connector;
  }

  /**
   * Creates a connector; only the response has its token.
   * @throws ApiError 403, 404 `PROJECT_NOT_FOUND`, 409.
   */
  async create(
    transaction: Transaction,
    actor: Actor,
    agentId: string,
    { clientEnv, publicAccess, ...wanted }: CreateConnectorDto,
  ) {
    refuseForeignEnvironment(actor, clientEnv);
    await this.agents.get(actor.accountId, agentId);
    await this.refuseOneTooMany(transaction, actor.accountId);
    const connector = await transaction.connector.create({
      data: {
        ...wanted,
        ...publicAccessColumns(publicAccess),
        id: newId('con'),
        accountId: actor.accountId,
        agentId,
        environment: toDbEnvironment(clientEnv),
      },
    });
    const token = await addConnectorToken(transaction, connector.id);
    await recordChange(transaction, actor, {
      action: 'connector.create',
      resourceId: connector.id,
      agentId,
      details: policyIn(publicAccess, wanted.mintsCallTokens),
    });
    return { connector, token };
  }

  /** @throws ApiError 403, 404 `CONNECTORS_NOT_FOUND`, and `PROJECT_NOT_FOUND` for the new agent. */
  async update(
    actor: Actor,
    agentId: string,
    id: string,
    { clientEnv, projectId, publicAccess, ...wanted }: UpdateConnectorDto,
  ): Promise<Connector> {
    const updated = await this.prisma.$transaction(async (transaction) => {
      await this.getToChange(transaction, actor, agentId, id);
      if (clientEnv !== undefined) refuseForeignEnvironment(actor, clientEnv);
      if (projectId !== undefined) await this.refuseForeignAgent(actor, projectId);
      const connector = await transaction.connector.update({
        where: { id },
        data: {
          ...wanted,
          ...publicAccessColumns(publicAccess),
          ...(clientEnv !== undefined && { environment: toDbEnvironment(clientEnv) }),
          ...(projectId !== undefined && { agentId: projectId }),
        },
      });
      await recordChange(transaction, actor, {
        action: 'connector.update',
        resourceId: id,
        agentId,
        details: policyIn(publicAccess, wanted.mintsCallTokens),
      });
      return connector;
    });
    this.callTokens.changed();
    return updated;
  }

  /**
   * Deletes the connector and returns its phone numbers; its token becomes invalid.
   * @throws ApiError 403, 404 `CONNECTORS_NOT_FOUND`.
   */
  async delete(actor: Actor, agentId: string, id: string): Promise<string[]> {
    const numbers = await this.prisma.$transaction(async (transaction) => {
      await this.getToChange(transaction, actor, agentId, id);
      const led = await transaction.phoneNumber.findMany({
        where: { connectorId: id },
        orderBy: { number: 'asc' },
      });
      await transaction.connector.deleteMany({ where: { id } });
      await recordChange(transaction, actor, { action: 'connector.delete', resourceId: id, agentId });
      return led.map(({ number }) => number);
    });
    this.callTokens.changed();
    return numbers;
  }

  /**
   * Rotates the connector's token. The old one becomes invalid immediately, or after an overlap.
   * @throws ApiError 403, 404 `CONNECTORS_NOT_FOUND`.
   */
  async rotateToken(
    transaction: Transaction,
    actor: Actor,
    agentId: string,
    id: string,
    overlapHours: number,
  ) {
    await this.getToChange(transaction, actor, agentId, id);
    const now = this.clock.now();
    const expiresAt = new Date(now.getTime() + overlapHours * MS_PER_HOUR);
    await retireConnectorTokens(transaction, id, overlapHours === 0 ? { revokedAt: now } : { expiresAt });
    const token = await addConnectorToken(transaction, id);
    const details = { overlapHours };
    await recordChange(transaction, actor, {
      action: 'connector.rotate-token',
      resourceId: id,
      agentId,
      details,
    });
    return { token, previousTokenExpiresAt: overlapHours === 0 ? null : expiresAt.toISOString() };
  }

  /** Updates one after another; a failure does not stop the others. */
  async updateAll(
    actor: Actor,
    agentId: string,
    updates: readonly ConnectorUpdateDto[],
  ): Promise<ConnectorUpdateResult[]> {
    await this.agents.get(actor.accountId, agentId);
    const results: ConnectorUpdateResult[] = [];
    for (const { connectorId, ...wanted } of updates) {
      try {
        results.push({ connectorId, connector: await this.update(actor, agentId, connectorId, wanted) });
      } catch (error) {
        if (!(error instanceof ApiError) || error.status >= 500) throw error;
        results.push({ connectorId, refusal: error });
      }
    }
    return results;
  }

  private async *inTurn(agentId: string): AsyncGenerator<Connector> {
    let cursor: string | undefined;
    do {
      const where = { agentId, AND: after(cursor) };
      const take = READ_AT_ONCE + 1;
      const rows = await this.prisma.connector.findMany({ where, orderBy: NEWEST_FIRST, take });
      const page = pageOf(rows, READ_AT_ONCE);
      yield* page.rows;
      cursor = page.nextCursor;
    } while (cursor !== undefined);
  }

  private async refuseForeignAgent(actor: Actor, agentId: string): Promise<void> {
    if (!mayTouchAgent(actor, agentId)) throw agentNotFound();
    await this.agents.get(actor.accountId, agentId);
  }

  private async refuseOneTooMany(transaction: Transaction, accountId: string): Promise<void> {
    await this.quotas.refuseOneTooMany(transaction, {
      accountId,
      quota: 'connectors',
      count: () => transaction.connector.count({ where: { accountId } }),
      code: 'CONNECTOR_LIMIT_REACHED',
      remedy: 'Delete those that are not needed',
    });
  }

  private async getToChange(
    transaction: Transaction,
    actor: Actor,
    agentId: string,
    id: string,
  ): Promise<void> {
    // Locked until the end, so that concurrent rotations are serialized.
    await transaction.$executeRaw`SELECT 1 FROM connectors WHERE id = ${id} FOR UPDATE`;
    const connector = await this.get(actor.accountId, agentId, id, transaction);
    refuseForeignEnvironment(actor, fromDbEnvironment(connector.environment));
  }
}

export async function belongsToAccount(
  transaction: Transaction,
  accountId: string,
  connectorId: string,
): Promise<boolean> {
  const where = { id: connectorId, accountId };
  return (await transaction.connector.findFirst({ where, select: { id: true } })) !== null;
}

/** The change of who may call, for the audit log; undefined if unchanged. */
function policyIn(
  publicAccess: Readonly<PublicAccessDto> | null | undefined,
  mintsCallTokens: boolean | undefined,
): Prisma.InputJsonObject | undefined {
  const policy = {
    ...(publicAccess !== undefined && { publicAccess: publicAccess && { ...publicAccess } }),
    ...(mintsCallTokens !== undefined && { mintsCallTokens }),
  };
  return Object.keys(policy).length === 0 ? undefined : policy;
}
