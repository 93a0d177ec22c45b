import { Injectable } from '@nestjs/common';
import type { Actor } from '../../common/access/index.js';
import { recordChange } from '../../audit/index.js';
import { Clock } from '../../common/clock/index.js';
import { ApiError, validationFailed } from '../../common/errors/index.js';
import { type Prisma, PrismaService } from '../../common/prisma/index.js';
import type { Person } from '../../generated/prisma/client.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { SignInLimit } from '../sessions/sign-in-limit.js';
import { SIGN_IN_LINK_MS } from '../sessions/sign-in-links.js';
import { type SignInFrom, SignInService } from '../sessions/sign-in.service.js';
import { Passwords } from '../sessions/passwords.js';

interface Preferences {
  readonly name?: string | undefined;
  readonly alertMails?: boolean | undefined;
  readonly weeklyMails?: boolean | undefined;
}

interface OwnChange extends Preferences {
  readonly password?: string | undefined;
  readonly currentPassword?: string | undefined;
}

/** Changes people make to their own profile. */
@Injectable()
export class OwnProfileService {
  constructor(
    private readonly prisma: PrismaService,
    private readonly clock: Clock,
    private readonly sessions: SessionsService,
    private readonly signIn: SignInService,
    private readonly passwords: Passwords,
    private readonly limit: SignInLimit,
  ) {}

  /**
   * Changes the name, the password, or which e-mails one gets. A new password ends all sessions; this browser gets a
   * new one.
   * @throws ApiError 400 for a weak password or without the current one, 403 `CURRENT_PASSWORD_WRONG`, `SIGN_IN_AGAIN`,
   * 429.
   */
  async change(
    actor: Actor,
    { password, currentPassword, ...preferences }: OwnChange,
    from: SignInFrom,
  ): Promise<{ person: Person; token?: string }> {
    const data = givenOf(preferences);
    if (password === undefined) return this.prefer(actor, data);
    await this.check(actor, currentPassword, from);
    const passwordHash = await this.passwords.hash(password, actor.email);
    return this.prisma.$transaction(async (transaction) => {
      await this.sessions.endAll(transaction, actor.keyId);
      await transaction.signInLink.deleteMany({ where: { personId: actor.keyId } });
      const changed = await transaction.person.update({
        where: { id: actor.keyId },
        data: { ...data, passwordHash },
      });
      await recordChange(transaction, actor, { action: 'person.password', resourceId: actor.keyId });
      return this.signIn.start(transaction, changed, 'password', from);
    });
  }

  private async prefer(actor: Actor, data: Prisma.PersonUpdateInput): Promise<{ person: Person }> {
    if (Object.keys(data).length === 0) {
      throw validationFailed('give at least one of name, password, alertMails and weeklyMails');
    }
    return this.prisma.$transaction(async (transaction) => {
      const person = await transaction.person.update({ where: { id: actor.keyId }, data });
      await recordChange(transaction, actor, { action: 'person.change', resourceId: actor.keyId });
      return { person };
    });
  }

  /**
   * Someone at an unattended browser must not be able to lock its owner out: a change takes the current password, or a
   * recent session that began by other means.
   */
  private async check(
    { keyId: id, email, person }: Actor,
    currentPassword: string | undefined,
    from: SignInFrom,
  ): Promise<void> {
    const { passwordHash } = await this.prisma.person.findUniqueOrThrow({ where: { id } });
    if (currentPassword === undefined) {
      if (await this.isFresh(person?.sessionId ?? '', passwordHash !== null)) return;
      if (passwordHash !== null) throw validationFailed('currentPassword must be given with password');
      throw signInAgain();
    }
    await this.limit.count(from, email);
    if (!(await this.passwords.matches(currentPassword, passwordHash))) throw currentWrong();
    await this.limit.giveBack(from, email);
  }

  private async isFresh(sessionId: string, byLinkAlone: boolean): Promise<boolean> {
    const session = await this.prisma.personSession.findUnique({ where: { id: sessionId } });
    if (!session || this.clock.now().getTime() - session.createdAt.getTime() > SIGN_IN_LINK_MS) return false;
    return !byLinkAlone || session.startedBy === 'link';
  }
}

const givenOf = ({ name, alertMails, weeklyMails }: Preferences): Prisma.PersonUpdateInput => ({
  ...(name !== undefined && { name }),
  ...(alertMails !== undefined && { alertMails }),
  ...(weeklyMails !== undefined && { weeklyMails }),
});

const currentWrong = () => new ApiError(403, 'CURRENT_PASSWORD_WRONG', 'The current password is wrong.');

const signInAgain = () =>
  new ApiError(
    403,
    'SIGN_IN_AGAIN',
    'Sign in again to set a first password: this session began too long ago.',
  );
