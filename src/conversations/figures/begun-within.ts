import type { Principal } from '../../common/access/index.js';
import { Prisma } from '../../common/prisma/index.js';

export interface Span {
  /** Inclusive. */
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
}

export type CallsReader = Pick<Principal, 'accountId'> & Partial<Pick<Principal, 'agentIds'>>;

/** Condition of rows of `conversations` or `turns`: begun in a time, of one agent or all that the reader may see. */
export function begunWithin(
  { accountId, agentIds }: CallsReader,
  agentId: string | undefined,
  { from, to }: Span,
): Prisma.Sql {
  const allowed = agentIds ? Prisma.sql`AND agent_id = ANY (${[...agentIds]}::text[])` : Prisma.empty;
  const wanted = agentId === undefined ? Prisma.empty : Prisma.sql`AND agent_id = ${agentId}`;
  return Prisma.sql`account_id = ${accountId} AND started_at >= ${from} AND started_at < ${to} ${allowed} ${wanted}`;
}
