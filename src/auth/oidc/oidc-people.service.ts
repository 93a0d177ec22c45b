import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock/index.js';
import { newId } from '../../common/ids/index.js';
import { AccountQuotas } from '../../quotas/index.js';
import type { Prisma } from '../../common/prisma/index.js';
import type { Person } from '../../generated/prisma/client.js';
import type { OidcProviderEntry } from './oidc-provider-entry.js';

/** The identity that a provider asserts. */
export interface OidcIdentity {
  readonly subject: string;
  /** In lower case; undefined unless the provider has verified it. */
  readonly email: string | undefined;
  readonly name: string | undefined;
}

/** Why an authenticated identity may not sign in. */
export type OidcRefusal = 'not-invited' | 'email-not-verified' | 'other-identity' | 'account-full';

/** Maps an identity to a person of the provider's account. */
@Injectable()
export class OidcPeople {
  constructor(
    private readonly clock: Clock,
    private readonly quotas: AccountQuotas,
  ) {}

  /**
   * The person linked to the identity; or the one with the verified address, who is linked to it from now on; or a new
   * person, who was invited or has an address of an allowed domain.
   */
  async resolve(
    transaction: Prisma.TransactionClient,
    entry: OidcProviderEntry,
    identity: OidcIdentity,
  ): Promise<Person | OidcRefusal> {
    const { accountId, id: oidcProvider } = entry;
    const known = await transaction.person.findUnique({
      where: { oidcProvider_oidcSubject: { oidcProvider, oidcSubject: identity.subject }, accountId },
    });
    if (known) return known;
    const { email } = identity;
    if (email === undefined) return 'email-not-verified';
    const link = { oidcProvider, oidcSubject: identity.subject };
    const person = await transaction.person.findUnique({ where: { accountId_email: { accountId, email } } });
    if (!person) return this.join(transaction, entry, { ...identity, email });
    if (person.oidcSubject !== null) return 'other-identity';
    return transaction.person.update({ where: { id: person.id }, data: link });
  }

  private async join(
    transaction: Prisma.TransactionClient,
    { accountId, id: oidcProvider, allowedDomains = [], role = 'viewer' }: OidcProviderEntry,
    { email, name, subject: oidcSubject }: OidcIdentity & { readonly email: string },
  ): Promise<Person | OidcRefusal> {
    const invitation = await transaction.invitation.findUnique({
      where: { accountId_email: { accountId, email }, expiresAt: { gt: this.clock.now() } },
    });
    if (!invitation && !allowedDomains.includes(email.split('@').at(-1) ?? '')) return 'not-invited';
    const people = await transaction.person.count({ where: { accountId } });
    if (people >= this.quotas.of(accountId, 'people')) return 'account-full';
    await transaction.invitation.deleteMany({ where: { accountId, email } });
    return transaction.person.create({
      data: {
        id: newId('per'),
        accountId,
        email,
        name: (name ?? email).slice(0, 100),
        role: invitation?.role ?? role,
        oidcProvider,
        oidcSubject,
      },
    });
  }
}
