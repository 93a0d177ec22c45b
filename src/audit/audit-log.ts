import type { Actor, Principal } from '../common/access/index.js';
import { newId } from '../common/ids/index.js';
import { Prisma } from '../common/prisma/index.js';

/** A recorded change. `action` is `<thing>.<verb>`; `details` never contain a secret. */
export interface AuditedChange {
  readonly action: string;
  readonly resourceId: string;
  readonly agentId?: string;
  readonly details?: Prisma.InputJsonObject;
}

/** Includes actors without an API key: the operator at the command line, the demo seed. */
export type AuditActor = Pick<Actor, 'accountId' | 'email'> &
  Partial<Pick<Actor, 'keyId' | 'person' | 'correlationId'>>;

/** The recorded key or person of an actor; neither for the operator. */
export const actorIds = ({ keyId, person }: Pick<AuditActor, 'keyId' | 'person'>) => ({
  actorKeyId: person ? null : (keyId ?? null),
  actorPersonId: person ? (keyId ?? null) : null,
});

/** Records a change in its own transaction, so that there is never one without the other. */
export async function recordChange(
  transaction: Prisma.TransactionClient,
  actor: AuditActor,
  change: AuditedChange,
): Promise<void> {
  await transaction.auditEntry.create({
    data: {
      id: newId('aud'),
      accountId: actor.accountId,
      actorEmail: actor.email,
      ...actorIds(actor),
      correlationId: actor.correlationId ?? null,
      action: change.action,
      resourceId: change.resourceId,
      agentId: change.agentId ?? null,
      details: change.details ?? Prisma.DbNull,
    },
  });
}

/** A page of an account's audit log; a key that is limited to agents sees theirs. */
export const auditEntries = (
  client: Prisma.TransactionClient,
  { accountId, agentIds }: Pick<Principal, 'accountId' | 'agentIds'>,
  { where, ...page }: Pick<Prisma.AuditEntryFindManyArgs, 'where' | 'orderBy' | 'take'>,
) =>
  client.auditEntry.findMany({
    where: { accountId, ...(agentIds && { agentId: { in: [...agentIds] } }), AND: where },
    omit: { accountId: true },
    ...page,
  });
