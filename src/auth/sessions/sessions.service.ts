import { Injectable } from '@nestjs/common';
import { type Principal, scopesOf } from '../../common/access/index.js';
import { Clock } from '../../common/clock/index.js';
import { AppConfig } from '../../common/config/index.js';
import { newId } from '../../common/ids/index.js';
import { type Prisma, PrismaService } from '../../common/prisma/index.js';
import type { Person, PersonSession } from '../../generated/prisma/client.js';
import { hashToken, newSecretToken } from '../credentials/secret-token.js';

const MS_PER_HOUR = 3_600_000;

/** How a person authenticated. */
export type SessionStart = 'password' | 'link' | 'invitation' | 'oidc';

export type LiveSession = PersonSession & { readonly person: Person };

/** A new session. Only the cookie has the token; the database stores its hash. */
export interface NewSession {
  readonly id: string;
  readonly token: string;
}

/**
 * Sessions of people, kept in the database only: each request checks it, so that ending a session takes effect on all
 * instances.
 */
@Injectable()
export class SessionsService {
  private readonly idleMs: number;
  private readonly maxMs: number;
  private readonly perPerson: number;

  constructor(
    private readonly prisma: PrismaService,
    private readonly clock: Clock,
    { people }: AppConfig,
  ) {
    this.idleMs = people.sessionIdleHours * MS_PER_HOUR;
    this.maxMs = people.sessionMaxHours * MS_PER_HOUR;
    this.perPerson = people.sessionsPerPerson;
  }

  /** Lifetime of the cookie, in seconds. */
  get maxAgeSeconds(): number {
    return this.maxMs / 1_000;
  }

  /** Begins a session with a new token, whatever the browser had before. */
  async begin(
    transaction: Prisma.TransactionClient,
    personId: string,
    startedBy: SessionStart,
  ): Promise<NewSession> {
    const token = newSecretToken('ess');
    const now = this.clock.now();
    const { id } = await transaction.personSession.create({
      data: {
        id: newId('pse'),
        personId,
        tokenHash: hashToken(token),
        startedBy,
        createdAt: now,
        lastUsedAt: now,
        expiresAt: new Date(now.getTime() + this.maxMs),
      },
    });
    await this.endOldest(transaction, personId);
    return { id, token };
  }

  /** The session with its person; undefined if it is unknown, ended, expired or was idle for too long. */
  async find(token: string): Promise<LiveSession | undefined> {
    const now = this.clock.now();
    const row = await this.prisma.personSession.findUnique({
      where: {
        tokenHash: hashToken(token),
        expiresAt: { gt: now },
        lastUsedAt: { gt: new Date(now.getTime() - this.idleMs) },
      },
      include: { person: true },
    });
    return row ?? undefined;
  }

  /** Idempotent. */
  async end(sessionId: string): Promise<void> {
    await this.prisma.personSession.deleteMany({ where: { id: sessionId } });
  }

  /** Signs a person out everywhere. */
  async endAll(client: Prisma.TransactionClient, personId: string): Promise<void> {
    await client.personSession.deleteMany({ where: { personId } });
  }

  async removeExpired(): Promise<void> {
    const now = this.clock.now();
    const idleSince = new Date(now.getTime() - this.idleMs);
    await this.prisma.personSession.deleteMany({
      where: { OR: [{ expiresAt: { lte: now } }, { lastUsedAt: { lte: idleSince } }] },
    });
  }

  private async endOldest(transaction: Prisma.TransactionClient, personId: string): Promise<void> {
    const beyond = await transaction.personSession.findMany({
      where: { personId },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      skip: this.perPerson,
      select: { id: true },
    });
    if (beyond.length === 0) return;
    await transaction.personSession.deleteMany({ where: { id: { in: beyond.map(({ id }) => id) } } });
  }
}

/** The permissions of a session's person. */
export const principalOf = ({ id, person }: LiveSession): Principal => ({
  accountId: person.accountId,
  keyId: person.id,
  person: { role: person.role, sessionId: id },
  email: person.email,
  scopes: scopesOf(person.role),
  agentIds: undefined,
  environments: undefined,
});
