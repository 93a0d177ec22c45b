import type { Actor } from '../access/index.js';
import { newId } from '../ids/index.js';
import { Prisma } from '../prisma/index.js';

/** What was changed. `action` is `<thing>.<verb>`; `details` never hold a secret. */
export interface AuditedChange {
  readonly action: string;
  readonly resourceId: string;
  readonly agentId?: string;
  readonly details?: Prisma.InputJsonObject;
}

/** Those who change things without an API key: the operator at the command line, the demo seed. */
export type AuditActor = Pick<Actor, 'accountId' | 'email'> & Partial<Pick<Actor, 'keyId' | 'correlationId'>>;

/** Records a change in the same transaction, so that there is never one without the other. */
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
      actorKeyId: actor.keyId ?? null,
      correlationId: actor.correlationId ?? null,
      action: change.action,
      resourceId: change.resourceId,
      agentId: change.agentId ?? null,
      details: change.details ?? Prisma.DbNull,
    },
  });
}
