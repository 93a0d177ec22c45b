import { Injectable } from '@nestjs/common';
import { fromDbEnvironment } from '../common/access/index.js';
import { Clock } from '../common/clock/index.js';
import { newId } from '../common/ids/index.js';
import { after, NEWEST_FIRST, type PageQuery } from '../http/pagination/index.js';
import { type Prisma, PrismaService } from '../common/prisma/index.js';
import type { CallToken, Connector } from '../generated/prisma/client.js';
import type { CallTokenTerms, ConnectorGrant } from './call-grant.js';
import type { CallJwtClaims } from './call-jwt.js';
import { CallTokenVariables } from './call-token-variables.js';

export type NewCallToken = Omit<
  Prisma.CallTokenUncheckedCreateInput,
  'id' | 'variables' | 'variablesSealed'
> & { readonly variables: Readonly<Record<string, unknown>> };

export type ListedCallToken = Omit<CallToken, 'variables' | 'variablesSealed'>;

/** Stores the terms of call tokens and counts their uses. */
@Injectable()
export class CallTokenStore {
  constructor(
    private readonly prisma: PrismaService,
    private readonly variables: CallTokenVariables,
    private readonly clock: Clock,
  ) {}

  create(client: Prisma.TransactionClient, { variables, ...token }: NewCallToken): Promise<CallToken> {
    const id = newId('clt');
    const variablesSealed = this.variables.seal(id, variables);
    return client.callToken.create({ data: { ...token, id, variables: {}, variablesSealed } });
  }

  countValid(client: Prisma.TransactionClient, connectorId: string): Promise<number> {
    return client.callToken.count({ where: { connectorId, expiresAt: { gt: this.clock.now() } } });
  }

  /** Newest first, one more than the limit. */
  list(connectorId: string, { limit, cursor }: PageQuery): Promise<ListedCallToken[]> {
    return this.prisma.callToken.findMany({
      where: { connectorId, AND: after(cursor) },
      orderBy: NEWEST_FIRST,
      take: limit + 1,
      omit: { variables: true, variablesSealed: true },
    });
  }

  /** @returns Undefined if the connector has no such token; false if it was revoked before. */
  async revoke(
    transaction: Prisma.TransactionClient,
    connectorId: string,
    id: string,
  ): Promise<boolean | undefined> {
    const row = await transaction.callToken.findFirst({ where: { id, connectorId } });
    if (!row) return undefined;
    if (row.revokedAt !== null) return false;
    await transaction.callToken.updateMany({
      where: { id, connectorId },
      data: { revokedAt: this.clock.now() },
    });
    return true;
  }

  /** Deletes tokens that expired before a time. @returns how many, at most `limit` */
  deleteExpired(before: Date, limit: number): Promise<number> {
    return this.prisma.$executeRaw`
      DELETE FROM call_tokens WHERE id IN
        (SELECT id FROM call_tokens WHERE expires_at < ${before} LIMIT ${limit})`;
  }

  /**
   * The terms of the token; undefined if it is revoked or deleted.
   * @param isInUse A token that began a call stays valid for that call, even when it may begin no other.
   */
  async grantOf(
    { tokenId, connectorId }: CallJwtClaims,
    isInUse: boolean,
  ): Promise<ConnectorGrant | undefined> {
    const row = await this.prisma.callToken.findUnique({
      where: { id: tokenId, connectorId, revokedAt: null },
      include: { connector: true },
    });
    if (!row || (!isInUse && row.used >= row.uses)) return undefined;
    return toGrant(row, this.variables.open(row));
  }

  /** Counts one call unless none is left. Atomic across instances. */
  async use(tokenId: string): Promise<boolean> {
    const now = this.clock.now();
    const counted = await this.prisma.$executeRaw`
      UPDATE call_tokens SET used = used + 1, last_used_at = ${now}
      WHERE id = ${tokenId} AND used < uses AND revoked_at IS NULL AND expires_at > ${now}`;
    return counted === 1;
  }

  /** Refunds a use whose call was not established. */
  async giveBack(tokenId: string): Promise<void> {
    await this.prisma.$executeRaw`
      UPDATE call_tokens SET used = used - 1 WHERE id = ${tokenId} AND used > 0`;
  }
}

function toGrant(
  { connector, ...token }: CallToken & { connector: Connector },
  variables: ConnectorGrant['variables'],
): ConnectorGrant {
  const { id, accountId, agentId, environment, disableHandoff } = connector;
  const variantId = token.variantId ?? connector.variantId;
  return {
    kind: 'connector',
    connectorId: id,
    disableHandoff,
    accountId,
    agentId,
    target: fromDbEnvironment(environment),
    ...(variantId !== null && { variantId }),
    variables,
    terms: termsOf(token, connector),
  };
}

function termsOf(token: CallToken, connector: Connector): CallTokenTerms {
  return {
    tokenId: token.id,
    origins: token.origins,
    caller: token.caller ?? undefined,
    isVariantFixed: token.variantId !== null,
    maxCallSeconds: token.maxCallSeconds ?? undefined,
    maxConcurrentCalls: token.maxConcurrentCalls ?? undefined,
    ...(token.mintedBy === 'public' && { maxPublicCalls: connector.publicMaxConcurrentCalls }),
  };
}
