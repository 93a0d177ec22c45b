import { Injectable } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { recordChange } from '../../audit/index.js';
import { conflict, rateLimited } from '../../common/errors/index.js';
import { networkOf } from '../../http/index.js';
import { type Prisma, PrismaService } from '../../common/prisma/index.js';
import type { Invitation, Person } from '../../generated/prisma/client.js';
import { Mail } from '../../mail/index.js';
import { tokenFingerprint } from '../credentials/secret-token.js';
import { Accounts } from '../operator/accounts.service.js';
import { type NewSignInLink, SignInLinks } from '../sessions/sign-in-links.js';
import { invitationLetter, signInLetter } from './access-letters.js';

const WINDOW_SECONDS = 3_600;
const MOST_PER_EMAIL = 5;
const MOST_PER_NETWORK = 30;
/** Accounts with the same e-mail address. */
const MOST_ACCOUNTS = 8;

/** E-mails invitations and sign-in links, if the installation sends e-mails. */
@Injectable()
export class MailedLinks {
  private readonly byEmail = new RateLimiterMemory({ points: MOST_PER_EMAIL, duration: WINDOW_SECONDS });
  private readonly byNetwork = new RateLimiterMemory({ points: MOST_PER_NETWORK, duration: WINDOW_SECONDS });

  constructor(
    private readonly prisma: PrismaService,
    private readonly mail: Mail,
    private readonly links: SignInLinks,
    private readonly accounts: Accounts,
  ) {}

  /** @returns Whether the link will be sent. */
  async invitation(transaction: Prisma.TransactionClient, row: Invitation, url: string): Promise<boolean> {
    if (!this.mail.isOn) return false;
    const { id, accountId, email: to, createdBy: inviter, expiresAt } = row;
    const accountName = await this.accounts.nameOf(transaction, accountId);
    const letter = invitationLetter({ inviter, accountName, url, expiresAt });
    return this.mail.queue(transaction, [{ id, accountId, to, letter, expiresAt }]);
  }

  /** Ids of the invitations whose e-mail the recipient's server refused. */
  refused(invitations: readonly Invitation[]): Promise<ReadonlySet<string>> {
    return this.mail.refused(invitations.map(({ id }) => id));
  }

  /** @returns Whether the link will be sent. */
  async signInLink(
    transaction: Prisma.TransactionClient,
    { accountId, email: to, name }: Person,
    { signInUrl: url, expiresAt }: NewSignInLink,
  ): Promise<boolean> {
    if (!this.mail.isOn) return false;
    const accountName = await this.accounts.nameOf(transaction, accountId);
    const letter = signInLetter({ name, accountName, url, expiresAt });
    return this.mail.queue(transaction, [{ accountId, to, letter, expiresAt }]);
  }

  /**
   * Counts a request for a link to one's own address.
   * @throws ApiError 409 `MAIL_NOT_CONFIGURED`, 429.
   */
  async allowRequest(email: string, ip: string): Promise<void> {
    if (!this.mail.isOn) throw conflict('MAIL_NOT_CONFIGURED', NOT_CONFIGURED);
    await take(this.byNetwork, networkOf(ip));
    await take(this.byEmail, tokenFingerprint(email.toLowerCase()));
  }

  /** Sends a link for each account of the address. People who only sign in at an identity provider get none. */
  async sendRequested(email: string, correlationId: string): Promise<void> {
    const people = await this.prisma.person.findMany({
      where: { email: email.toLowerCase(), OR: [{ passwordHash: { not: null } }, { oidcSubject: null }] },
      take: MOST_ACCOUNTS,
    });
    for (const person of people) {
      await this.prisma.$transaction(async (transaction) => {
        const actor = { accountId: person.accountId, email: person.email, correlationId };
        const details = { by: 'themselves' };
        await recordChange(transaction, actor, {
          action: 'person.sign-in-link',
          resourceId: person.id,
          details,
        });
        const link = await this.links.create(transaction, person.id, this.mail.publicUrl);
        await this.signInLink(transaction, person, link);
      });
    }
  }
}

export const NOT_CONFIGURED =
  'This installation sends no e-mail. Ask an owner of your account for a sign-in link.';

async function take(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw rateLimited(refusal.msBeforeNext / 1_000, 'Too many sign-in links were requested.');
  }
}
