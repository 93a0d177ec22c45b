import { Injectable } from '@nestjs/common';
import { fromDbEnvironment } from '../common/access/index.js';
import { Clock } from '../common/clock/index.js';
import { PrismaService } from '../common/prisma/index.js';
import type { CallToken, Connector } from '../generated/prisma/client.js';
import type { CallTokenTerms, ConnectorGrant } from './call-grant.js';
import type { CallJwtClaims } from './call-jwt.js';
import { CallTokenVariables } from './call-token-variables.js';

/** Stores the terms of call tokens and counts their uses. */
@Injectable()
export class CallTokenStore {
  constructor(
    private readonly prisma: PrismaService,
    private readonly variables: CallTokenVariables,
    private readonly clock: Clock,
  ) {}

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
