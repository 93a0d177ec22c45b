import { newId } from '../common/ids/index.js';
import type { Prisma } from '../common/prisma/index.js';
import { hashToken, newSecretToken, tokenHint } from './credentials/secret-token.js';

/** Adds a token to a connector. The database stores only its hash. @returns the token */
export async function addConnectorToken(
  transaction: Prisma.TransactionClient,
  connectorId: string,
): Promise<string> {
  const token = newSecretToken('ect');
  await transaction.connectorToken.create({
    data: { id: newId('ctk'), connectorId, tokenHash: hashToken(token), hint: tokenHint(token) },
  });
  return token;
}

/** Revokes the tokens of a connector, or lets them expire at a time unless they expire before. */
export async function retireConnectorTokens(
  transaction: Prisma.TransactionClient,
  connectorId: string,
  end: { readonly revokedAt: Date } | { readonly expiresAt: Date },
): Promise<void> {
  const at = 'expiresAt' in end ? end.expiresAt : end.revokedAt;
  await transaction.connectorToken.updateMany({
    where: { connectorId, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: at } }] },
    data: end,
  });
}
