import { scopesOf } from '../common/access/index.js';
import type { AuditActor } from '../audit/index.js';
import type { Prisma } from '../common/prisma/index.js';

/** Who asked for something that is done later: a key or a person. */
interface Asker {
  readonly accountId: string;
  readonly createdBy: string;
  readonly keyId: string | null;
  readonly personId: string | null;
}

/** The actor to deploy for; undefined if the key was revoked or has expired, or the person lost the role. */
export async function standingActor(
  client: Prisma.TransactionClient,
  { accountId, createdBy: email, keyId, personId }: Asker,
  now: Date,
): Promise<AuditActor | undefined> {
  if (keyId !== null) {
    const key = await client.apiKey.findFirst({
      where: { id: keyId, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
      select: { id: true },
    });
    return key ? { accountId, email, keyId } : undefined;
  }
  const person = await client.person.findFirst({ where: { id: personId ?? '', accountId } });
  if (!person || !scopesOf(person.role).has('deployments:write')) return undefined;
  return { accountId, email, keyId: person.id, person: { role: person.role, sessionId: '' } };
}
