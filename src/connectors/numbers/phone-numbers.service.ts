import { Injectable } from '@nestjs/common';
import { agentNotFound, AgentsService } from '../../agents/index.js';
import type { LineGrant } from '../../auth/index.js';
import {
  type Actor,
  type EnvironmentName,
  fromDbEnvironment,
  mayTouchAgent,
  refuseForeignEnvironment,
  toDbEnvironment,
} from '../../common/access/index.js';
import { recordChange } from '../../audit/index.js';
import { conflict, notFound } from '../../common/errors/index.js';
import { AccountQuotas } from '../../quotas/index.js';
import { entriesFor } from './number-range.js';
import { type Prisma, PrismaService } from '../../common/prisma/index.js';
import type { Connector, PhoneNumber } from '../../generated/prisma/client.js';
import { refuseUnplanned } from './number-entry.js';

/** Of a list. */
const READ_AT_ONCE = 500;

type Transaction = Prisma.TransactionClient;

export const phoneNumberNotFound = () => notFound('PHONE_NUMBERS_NOT_FOUND', 'No such phone number.');
const connectorNotFound = () => notFound('CONNECTORS_NOT_FOUND', 'No such connector.');

/** Phone numbers and their routing. A number belongs to one agent of an account. */
@Injectable()
export class PhoneNumbersService {
  constructor(
    private readonly prisma: PrismaService,
    private readonly agents: AgentsService,
    private readonly quotas: AccountQuotas,
  ) {}

  /**
   * Sorted.
   * @param connectorId Only the numbers of this connector.
   * @throws ApiError 404 `PROJECT_NOT_FOUND`.
   */
  async list(accountId: string, agentId: string, connectorId?: string): Promise<AsyncGenerator<PhoneNumber>> {
    await this.agents.get(accountId, agentId);
    return this.inTurn({ accountId, agentId, connectorId });
  }

  /** @throws ApiError 404 `PROJECT_NOT_FOUND`. */
  async find(accountId: string, agentId: string, numbers: readonly string[]): Promise<PhoneNumber[]> {
    await this.agents.get(accountId, agentId);
    return this.prisma.phoneNumber.findMany({
      where: { accountId, agentId, number: { in: [...numbers] } },
      orderBy: { number: 'asc' },
    });
  }

  /** @throws ApiError 404 `PHONE_NUMBERS_NOT_FOUND`. */
  async get(accountId: string, agentId: string, number: string): Promise<PhoneNumber> {
    const [found] = await this.find(accountId, agentId, [number]);
    if (!found) throw phoneNumberNotFound();
    return found;
  }

  /**
   * Adds numbers to the agent; those that it has already keep their connector. All or none.
   * @throws ApiError 400 for an invalid number, 403, 404 `PROJECT_NOT_FOUND`, 409 `PHONE_NUMBERS_ALREADY_EXISTS`,
   * `PHONE_NUMBER_LIMIT_REACHED`.
   */
  async import(
    transaction: Transaction,
    actor: Actor,
    agentId: string,
    numbers: readonly string[],
    clientEnv: EnvironmentName,
  ): Promise<PhoneNumber[]> {
    const { accountId } = actor;
    refuseUnplanned(numbers);
    refuseForeignEnvironment(actor, clientEnv);
    await this.agents.get(accountId, agentId);
    await this.refuseTooMany(transaction, accountId, numbers);
    const where = { accountId, number: { in: [...numbers] } };
    const taken = await transaction.phoneNumber.findFirst({ where: { ...where, NOT: { agentId } } });
    if (taken) {
      throw conflict(
        'PHONE_NUMBERS_ALREADY_EXISTS',
        `${taken.number} belongs to another agent of the account.`,
      );
    }
    const environment = toDbEnvironment(clientEnv);
    await transaction.phoneNumber.createMany({
      data: numbers.map((number) => ({ accountId, number, agentId, environment })),
      skipDuplicates: true,
    });
    await transaction.phoneNumber.updateMany({
      where: { ...where, connectorId: null },
      data: { environment },
    });
    for (const number of numbers) {
      await recordChange(transaction, actor, { action: 'phone-number.import', resourceId: number, agentId });
    }
    return transaction.phoneNumber.findMany({ where, orderBy: { number: 'asc' } });
  }

  /** Returns those that existed. @throws ApiError 403, 404 `PROJECT_NOT_FOUND`. */
  async delete(actor: Actor, agentId: string, numbers: readonly string[]): Promise<string[]> {
    const found = await this.find(actor.accountId, agentId, numbers);
    for (const { environment } of found) refuseForeignEnvironment(actor, fromDbEnvironment(environment));
    return this.prisma.$transaction(async (transaction) => {
      const deleted = found.map(({ number }) => number);
      await transaction.phoneNumber.deleteMany({
        where: { accountId: actor.accountId, agentId, number: { in: deleted } },
      });
      for (const number of deleted) {
        await recordChange(transaction, actor, {
          action: 'phone-number.delete',
          resourceId: number,
          agentId,
        });
      }
      return deleted;
    });
  }

  /**
   * Routes the number through a connector and moves it to that connector's agent; an empty id removes the routing.
   * `callerName`: display name on phones; empty removes it.
   * @throws ApiError 403, 404 `PHONE_NUMBERS_NOT_FOUND`, `CONNECTORS_NOT_FOUND`.
   */
  async reassign(
    actor: Actor,
    agentId: string,
    number: string,
    { connectorId, callerName }: { readonly connectorId?: string; readonly callerName?: string },
  ): Promise<PhoneNumber> {
    const { accountId } = actor;
    const current = await this.get(accountId, agentId, number);
    refuseForeignEnvironment(actor, fromDbEnvironment(current.environment));
    if (connectorId === undefined && callerName === undefined) return current;
    const connector = connectorId ? await this.connectorOf(actor, connectorId) : undefined;
    return this.prisma.$transaction(async (transaction) => {
      const row = await transaction.phoneNumber.update({
        where: { accountId_number: { accountId, number } },
        data: {
          ...(connectorId !== undefined && { connectorId: connector?.id ?? null }),
          ...(connector && { agentId: connector.agentId, environment: connector.environment }),
          ...(callerName !== undefined && { callerName: callerName === '' ? null : callerName }),
        },
      });
      const details = { connectorId: row.connectorId, callerName: row.callerName };
      await recordChange(transaction, actor, {
        action: 'phone-number.reassign',
        resourceId: number,
        agentId,
        details,
      });
      return row;
    });
  }

  /** The connector of a number. @throws ApiError 404 `CONNECTORS_NOT_FOUND`. */
  async connectorOfNumber(accountId: string, agentId: string, number: string): Promise<Connector> {
    await this.agents.get(accountId, agentId);
    const entry = await this.entryFor(accountId, number);
    if (entry?.connector?.agentId !== agentId) throw connectorNotFound();
    return entry.connector;
  }

  /** The grant for a call to the number, in E.164; undefined for an unassigned number. */
  async route(accountId: string, number: string): Promise<LineGrant | undefined> {
    const entry = await this.entryFor(accountId, number);
    if (!entry) return undefined;
    if (entry.connector) return grantOf(entry.connector);
    const { agentId, environment } = entry;
    return {
      kind: 'line',
      accountId,
      agentId,
      target: fromDbEnvironment(environment),
      connectorId: undefined,
      disableHandoff: false,
    };
  }

  /** The grant for a call through the connector; undefined if it does not exist, or belongs to another account. */
  async routeThrough(accountId: string, connectorId: string): Promise<LineGrant | undefined> {
    const connector = await this.prisma.connector.findFirst({ where: { id: connectorId, accountId } });
    return connector ? grantOf(connector) : undefined;
  }

  private async entryFor(accountId: string, number: string) {
    const rows = await this.prisma.phoneNumber.findMany({
      where: { accountId, number: { in: [...entriesFor(number)] } },
      include: { connector: true },
    });
    // The exact number is the longest without its `*`, and of two ranges the longer one is more specific.
    return rows.sort((one, other) => nearness(other.number) - nearness(one.number))[0];
  }

  private async connectorOf(actor: Actor, connectorId: string): Promise<Connector> {
    const connector = await this.prisma.connector.findFirst({
      where: { id: connectorId, accountId: actor.accountId },
    });
    if (!connector) throw connectorNotFound();
    if (!mayTouchAgent(actor, connector.agentId)) throw agentNotFound();
    refuseForeignEnvironment(actor, fromDbEnvironment(connector.environment));
    return connector;
  }

  private async refuseTooMany(
    transaction: Transaction,
    accountId: string,
    numbers: readonly string[],
  ): Promise<void> {
    await this.quotas.refuseOneTooMany(transaction, {
      accountId,
      quota: 'phoneNumbers',
      adding: numbers.length,
      count: () =>
        transaction.phoneNumber.count({ where: { accountId, NOT: { number: { in: [...numbers] } } } }),
      code: 'PHONE_NUMBER_LIMIT_REACHED',
      remedy: 'Delete those that are not needed',
    });
  }

  private async *inTurn(where: Prisma.PhoneNumberWhereInput): AsyncGenerator<PhoneNumber> {
    let last: PhoneNumber | undefined;
    do {
      const rows = await this.prisma.phoneNumber.findMany({
        where: { ...where, number: { gt: last?.number ?? '' } },
        orderBy: { number: 'asc' },
        take: READ_AT_ONCE,
      });
      yield* rows;
      last = rows.length < READ_AT_ONCE ? undefined : rows.at(-1);
    } while (last);
  }
}

const nearness = (entry: string): number => (entry.endsWith('*') ? entry.length - 1.5 : entry.length);

const grantOf = ({
  id,
  accountId,
  agentId,
  environment,
  variantId,
  disableHandoff,
}: Connector): LineGrant => ({
  kind: 'line',
  accountId,
  agentId,
  target: fromDbEnvironment(environment),
  connectorId: id,
  disableHandoff,
  ...(variantId !== null && { variantId }),
});

/** Numbers and ranges that an account, or one of its agents, may call from; oldest first. */
export function callerNumbers(
  client: Prisma.TransactionClient,
  of: { readonly accountId: string; readonly agentId?: string; readonly environment?: EnvironmentName },
): Promise<{ number: string; callerName: string | null }[]> {
  const { environment, ...owner } = of;
  return client.phoneNumber.findMany({
    where: { ...owner, ...(environment && { environment: toDbEnvironment(environment) }) },
    orderBy: [{ createdAt: 'asc' }, { number: 'asc' }],
    select: { number: true, callerName: true },
  });
}
