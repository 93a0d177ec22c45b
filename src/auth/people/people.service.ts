import { Injectable } from '@nestjs/common';
import type { Role } from '../../common/access/index.js';
import { type AuditActor, recordChange } from '../../audit/index.js';
import { conflict, notFound } from '../../common/errors/index.js';
import { after, NEWEST_FIRST, pageOf } from '../../http/pagination/index.js';
import { type Prisma, PrismaService } from '../../common/prisma/index.js';
import type { Person } from '../../generated/prisma/client.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { type NewSignInLink, SignInLinks } from '../sessions/sign-in-links.js';
import { MailedLinks } from './mailed-links.js';

export interface PersonChange {
  readonly name?: string | undefined;
  readonly role?: Role | undefined;
}

/** The people of an account. At least one of them is an owner. */
@Injectable()
export class PeopleService {
  constructor(
    private readonly prisma: PrismaService,
    private readonly sessions: SessionsService,
    private readonly links: SignInLinks,
    private readonly mailed: MailedLinks,
  ) {}

  /** Newest first. */
  async list(accountId: string, { limit, cursor }: { limit: number; cursor?: string }) {
    const rows = await this.prisma.person.findMany({
      where: { accountId, AND: after(cursor) },
      orderBy: NEWEST_FIRST,
      take: limit + 1,
    });
    return pageOf(rows, limit);
  }

  /** @throws ApiError 404 `PERSON_NOT_FOUND`. */
  async get(
    accountId: string,
    personId: string,
    client: Prisma.TransactionClient = this.prisma,
  ): Promise<Person> {
    const person = await client.person.findFirst({ where: { id: personId, accountId } });
    if (!person) throw notFound('PERSON_NOT_FOUND', 'No such person.');
    return person;
  }

  /** Two at most: the address is ambiguous then. @param accountId Undefined: any account. */
  withEmail(email: string, accountId: string | undefined): Promise<Person[]> {
    return this.prisma.person.findMany({ where: { email: email.toLowerCase(), accountId }, take: 2 });
  }

  /**
   * Changes a person's name or role. Another role ends their sessions.
   * @throws ApiError 404 `PERSON_NOT_FOUND`, 409 `LAST_OWNER`.
   */
  async change(actor: AuditActor, personId: string, { name, role }: PersonChange): Promise<Person> {
    return this.prisma.$transaction(async (transaction) => {
      await this.lockOwners(transaction, actor.accountId);
      const person = await this.get(actor.accountId, personId, transaction);
      const newRole = role === undefined || role === person.role ? undefined : role;
      if (newRole !== undefined) {
        await this.refuseLastOwner(transaction, person);
        await this.sessions.endAll(transaction, personId);
      }
      const changed = await transaction.person.update({
        where: { id: personId },
        data: { ...(name !== undefined && { name }), ...(newRole !== undefined && { role: newRole }) },
      });
      const details = newRole === undefined ? {} : { role: newRole, before: person.role };
      await recordChange(transaction, actor, { action: 'person.change', resourceId: personId, details });
      return changed;
    });
  }

  /**
   * Removes a person from the account and ends their sessions. Audit entries keep their e-mail address.
   * @throws ApiError 404 `PERSON_NOT_FOUND`, 409 `LAST_OWNER`.
   */
  async remove(actor: AuditActor, personId: string): Promise<void> {
    await this.prisma.$transaction(async (transaction) => {
      await this.lockOwners(transaction, actor.accountId);
      const person = await this.get(actor.accountId, personId, transaction);
      await this.refuseLastOwner(transaction, person);
      await transaction.person.delete({ where: { id: personId } });
      const details = { email: person.email, role: person.role };
      await recordChange(transaction, actor, { action: 'person.remove', resourceId: personId, details });
    });
  }

  /**
   * A single-use sign-in link, for a forgotten password.
   * @throws ApiError 404 `PERSON_NOT_FOUND`.
   */
  async signInLink(
    transaction: Prisma.TransactionClient,
    actor: AuditActor,
    personId: string,
    baseUrl: string,
  ): Promise<NewSignInLink & { emailed: boolean }> {
    const person = await this.get(actor.accountId, personId, transaction);
    await recordChange(transaction, actor, { action: 'person.sign-in-link', resourceId: personId });
    const link = await this.links.create(transaction, personId, baseUrl);
    return { ...link, emailed: await this.mailed.signInLink(transaction, person, link) };
  }

  /** Two owners who remove each other concurrently must not both succeed. */
  private async lockOwners(transaction: Prisma.TransactionClient, accountId: string): Promise<void> {
    await transaction.$queryRaw`
      SELECT pg_advisory_xact_lock(hashtextextended(${`owners:${accountId}`}, 0))::text`;
  }

  private async refuseLastOwner(
    transaction: Prisma.TransactionClient,
    { id, accountId, role }: Person,
  ): Promise<void> {
    if (role !== 'owner') return;
    const others = await transaction.person.count({ where: { accountId, role: 'owner', id: { not: id } } });
    if (others === 0) {
      throw conflict(
        'LAST_OWNER',
        'This is the last owner of the account. Make another person an owner first.',
      );
    }
  }
}
