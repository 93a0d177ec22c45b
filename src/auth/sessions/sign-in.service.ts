import { Injectable } from '@nestjs/common';
import { recordChange } from '../../audit/index.js';
import { Clock } from '../../common/clock/index.js';
import { ApiError } from '../../common/errors/index.js';
import { type Prisma, PrismaService } from '../../common/prisma/index.js';
import type { Person } from '../../generated/prisma/client.js';
import { CredentialLookUp } from '../credentials/credential-look-up.js';
import { Passwords } from './passwords.js';
import { RefusedCredentials } from '../credentials/refused-credentials.js';
import { hashToken } from '../credentials/secret-token.js';
import { type SessionStart, SessionsService } from './sessions.service.js';
import { SignInLimit } from './sign-in-limit.js';
import { SignInLinks } from './sign-in-links.js';

/** Limits password comparisons for an e-mail address in several accounts. */
const MOST_ACCOUNTS = 8;

/** Source of a sign-in request, and what its browser had before. */
export interface SignInFrom {
  readonly ip: string;
  readonly id: string;
  /** Token of the session that the new one replaces. */
  readonly earlier?: string | undefined;
  /** The browser's device cookie. */
  readonly device?: string | undefined;
}

export interface SignedIn {
  readonly person: Person;
  readonly sessionId: string;
  readonly token: string;
}

/** Authenticates people and begins their sessions. */
@Injectable()
export class SignInService {
  constructor(
    private readonly prisma: PrismaService,
    private readonly clock: Clock,
    private readonly sessions: SessionsService,
    private readonly links: SignInLinks,
    private readonly passwords: Passwords,
    private readonly limit: SignInLimit,
    private readonly lookUp: CredentialLookUp,
    private readonly refused: RefusedCredentials,
  ) {}

  /**
   * Signs in with a password. A failure does not reveal what was wrong, and takes the same time however many accounts
   * have the address.
   * @param accountId For people in several accounts with the same e-mail address and password.
   * @throws ApiError 401 `SIGN_IN_FAILED`, 429, 503.
   */
  async withPassword(
    { email, password, accountId }: { email: string; password: string; accountId?: string | undefined },
    from: SignInFrom,
  ): Promise<SignedIn> {
    const address = email.toLowerCase();
    await this.limit.count(from, address);
    const person = await this.findByPassword(address, password, accountId);
    if (!person) {
      this.refused.note({ kind: 'password', reason: 'invalid', address: from.ip, correlationId: from.id });
      throw signInFailed();
    }
    await this.limit.giveBack(from, address);
    return this.prisma.$transaction((transaction) => this.start(transaction, person, 'password', from));
  }

  /** With a single-use link. @throws ApiError 401 `SIGN_IN_LINK_INVALID`, 429. */
  async withLink(token: string, from: SignInFrom): Promise<SignedIn> {
    return this.lookUp.find({
      kind: 'sign-in-link',
      prefix: 'esl',
      secret: token,
      from,
      find: (secret) =>
        this.prisma.$transaction(async (transaction) => {
          const personId = await this.links.use(transaction, secret);
          if (personId === undefined) return undefined;
          const person = await transaction.person.findUniqueOrThrow({ where: { id: personId } });
          return this.start(transaction, person, 'link', from);
        }),
      refusal: linkInvalid,
    });
  }

  /** Begins the session of an authenticated person and ends the browser's earlier one. */
  async start(
    transaction: Prisma.TransactionClient,
    person: Person,
    startedBy: SessionStart,
    from: SignInFrom,
  ): Promise<SignedIn> {
    if (from.earlier !== undefined) {
      await transaction.personSession.deleteMany({ where: { tokenHash: hashToken(from.earlier) } });
    }
    const { id: sessionId, token } = await this.sessions.begin(transaction, person.id, startedBy);
    await transaction.person.update({
      where: { id: person.id },
      data: { lastSignInAt: this.clock.now() },
    });
    const actor = {
      accountId: person.accountId,
      email: person.email,
      keyId: person.id,
      person: { role: person.role, sessionId },
      correlationId: from.id,
    };
    await recordChange(transaction, actor, {
      action: 'person.sign-in',
      resourceId: person.id,
      details: { by: startedBy },
    });
    return { person, sessionId, token };
  }

  private async findByPassword(
    email: string,
    password: string,
    accountId: string | undefined,
  ): Promise<Person | undefined> {
    const candidates = await this.prisma.person.findMany({
      where: { email, passwordHash: { not: null }, ...(accountId !== undefined && { accountId }) },
      orderBy: { createdAt: 'asc' },
      take: MOST_ACCOUNTS,
    });
    const hashes = candidates.map(({ passwordHash }) => passwordHash);
    const at = await this.passwords.findMatch(password, hashes);
    return at === undefined ? undefined : candidates[at];
  }
}

const signInFailed = () =>
  new ApiError(401, 'SIGN_IN_FAILED', 'The e-mail address or the password is wrong.');

const linkInvalid = () =>
  new ApiError(
    401,
    'SIGN_IN_LINK_INVALID',
    'The sign-in link has been used, has expired or does not exist. Ask for another one.',
  );
