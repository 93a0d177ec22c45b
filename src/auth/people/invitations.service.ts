import { Injectable } from '@nestjs/common';
import type { Role } from '../../common/access/index.js';
import { type AuditActor, recordChange } from '../../audit/index.js';
import { Clock } from '../../common/clock/index.js';
import { AppConfig } from '../../common/config/index.js';
import { ApiError, conflict, notFound } from '../../common/errors/index.js';
import { newId } from '../../common/ids/index.js';
import { AccountQuotas } from '../../quotas/index.js';
import { after, NEWEST_FIRST, pageOf } from '../../http/pagination/index.js';
import { type Prisma, PrismaService } from '../../common/prisma/index.js';
import type { Invitation } from '../../generated/prisma/client.js';
import { CredentialLookUp } from '../credentials/credential-look-up.js';
import { hashToken, newSecretToken } from '../credentials/secret-token.js';
import { studioLink } from '../sessions/sign-in-links.js';
import { type SignedIn, type SignInFrom, SignInService } from '../sessions/sign-in.service.js';
import { Passwords } from '../sessions/passwords.js';
import { MailedLinks } from './mailed-links.js';

const MS_PER_HOUR = 3_600_000;

/** Invitations to join an account by a link, which is e-mailed, or passed on by the inviter. */
@Injectable()
export class InvitationsService {
  private readonly lifetimeMs: number;

  constructor(
    private readonly prisma: PrismaService,
    private readonly clock: Clock,
    private readonly lookUp: CredentialLookUp,
    private readonly passwords: Passwords,
    private readonly signIn: SignInService,
    private readonly quotas: AccountQuotas,
    private readonly mailed: MailedLinks,
    { people }: AppConfig,
  ) {
    this.lifetimeMs = people.invitationHours * MS_PER_HOUR;
  }

  /**
   * Invites a person. Replaces an earlier invitation of the same e-mail address.
   * @param baseUrl Where the browser of the invited person reaches this instance.
   * @throws ApiError 409 `PERSON_EXISTS`, `PERSON_LIMIT_REACHED`.
   */
  async create(
    transaction: Prisma.TransactionClient,
    actor: AuditActor,
    wanted: { readonly email: string; readonly role: Role },
    baseUrl: string,
  ): Promise<{ row: Invitation; invitationUrl: string; emailed: boolean }> {
    const { accountId } = actor;
    const email = wanted.email.toLowerCase();
    await this.refuseOneTooMany(transaction, accountId);
    if (await transaction.person.findUnique({ where: { accountId_email: { accountId, email } } })) {
      throw conflict('PERSON_EXISTS', 'The account already has a person with this e-mail address.');
    }
    await transaction.invitation.deleteMany({ where: { accountId, email } });
    const token = newSecretToken('esi');
    const now = this.clock.now();
    const row = await transaction.invitation.create({
      data: {
        id: newId('inv'),
        accountId,
        email,
        role: wanted.role,
        tokenHash: hashToken(token),
        createdBy: actor.email,
        createdAt: now,
        expiresAt: new Date(now.getTime() + this.lifetimeMs),
      },
    });
    const details = { email, role: wanted.role };
    await recordChange(transaction, actor, { action: 'invitation.create', resourceId: row.id, details });
    const invitationUrl = studioLink(baseUrl, 'invitation', token);
    return { row, invitationUrl, emailed: await this.mailed.invitation(transaction, row, invitationUrl) };
  }

  /** Open invitations, newest first. */
  async list(accountId: string, { limit, cursor }: { limit: number; cursor?: string }) {
    const rows = await this.prisma.invitation.findMany({
      where: { accountId, expiresAt: { gt: this.clock.now() }, AND: after(cursor) },
      orderBy: NEWEST_FIRST,
      take: limit + 1,
    });
    const { rows: invitations, ...page } = pageOf(rows, limit);
    const refused = await this.mailed.refused(invitations);
    return { ...page, rows: invitations.map((row) => ({ ...row, emailRefused: refused.has(row.id) })) };
  }

  /** @throws ApiError 404 `INVITATION_NOT_FOUND`. */
  async withdraw(actor: AuditActor, invitationId: string): Promise<void> {
    await this.prisma.$transaction(async (transaction) => {
      const { count } = await transaction.invitation.deleteMany({
        where: { id: invitationId, accountId: actor.accountId },
      });
      if (count === 0) throw notFound('INVITATION_NOT_FOUND', 'No such invitation.');
      await recordChange(transaction, actor, { action: 'invitation.withdraw', resourceId: invitationId });
    });
  }

  /**
   * Creates the invited person and signs them in. A refused password leaves the invitation valid.
   * @throws ApiError 400 for a weak password, 401 `INVITATION_INVALID`, 429.
   */
  async accept(
    { token, name, password }: { token: string; name: string; password: string },
    from: SignInFrom,
  ): Promise<SignedIn> {
    const tokenHash = hashToken(token);
    const invitation = await this.lookUp.find({
      kind: 'invitation',
      prefix: 'esi',
      secret: token,
      from,
      find: async () => {
        const where = { tokenHash, expiresAt: { gt: this.clock.now() } };
        return (await this.prisma.invitation.findUnique({ where })) ?? undefined;
      },
      refusal: invitationInvalid,
    });
    const passwordHash = await this.passwords.hash(password, invitation.email);
    return this.prisma.$transaction(async (transaction) => {
      const { accountId, email, role } = invitation;
      const { count } = await transaction.invitation.deleteMany({ where: { tokenHash } });
      if (count === 0) throw invitationInvalid();
      const person = await transaction.person.create({
        data: { id: newId('per'), accountId, email, name, role, passwordHash },
      });
      return this.signIn.start(transaction, person, 'invitation', from);
    });
  }

  async removeExpired(): Promise<void> {
    await this.prisma.invitation.deleteMany({ where: { expiresAt: { lte: this.clock.now() } } });
  }

  private async refuseOneTooMany(transaction: Prisma.TransactionClient, accountId: string): Promise<void> {
    await this.quotas.refuseOneTooMany(transaction, {
      accountId,
      quota: 'people',
      count: async () =>
        Math.max(
          await transaction.person.count({ where: { accountId } }),
          await transaction.invitation.count({ where: { accountId } }),
        ),
      code: 'PERSON_LIMIT_REACHED',
      remedy: 'Remove people or invitations that nobody needs',
    });
  }
}

const invitationInvalid = () =>
  new ApiError(
    401,
    'INVITATION_INVALID',
    'The invitation has been accepted or withdrawn, has expired or does not exist. Ask for another one.',
  );
