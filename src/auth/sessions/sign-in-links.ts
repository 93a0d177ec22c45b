import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock/index.js';
import { newId } from '../../common/ids/index.js';
import { type Prisma, PrismaService } from '../../common/prisma/index.js';
import { hashToken, newSecretToken } from '../credentials/secret-token.js';

/** Until then, anyone who sees a link can sign in with it. */
export const SIGN_IN_LINK_MS = 600_000;

export interface NewSignInLink {
  readonly signInUrl: string;
  readonly expiresAt: Date;
}

/** Single-use sign-in links, for the first sign-in of an instance and for forgotten passwords. */
@Injectable()
export class SignInLinks {
  constructor(
    private readonly prisma: PrismaService,
    private readonly clock: Clock,
  ) {}

  /**
   * @param baseUrl Where the person's browser reaches this instance.
   * @param page Studio page that the link opens.
   */
  async create(
    transaction: Prisma.TransactionClient,
    personId: string,
    baseUrl: string,
    page = '',
  ): Promise<NewSignInLink> {
    const token = newSecretToken('esl');
    const expiresAt = new Date(this.clock.now().getTime() + SIGN_IN_LINK_MS);
    await transaction.signInLink.create({
      data: { id: newId('sil'), personId, tokenHash: hashToken(token), expiresAt },
    });
    return { signInUrl: studioLink(baseUrl, 'sign-in', token, page), expiresAt };
  }

  /** Redeems a link and returns its person; undefined if it is invalid. Of concurrent attempts one succeeds. */
  async use(transaction: Prisma.TransactionClient, token: string): Promise<string | undefined> {
    const rows = await transaction.$queryRaw<{ personId: string }[]>`
      DELETE FROM sign_in_links WHERE token_hash = ${hashToken(token)} AND expires_at > ${this.clock.now()}
      RETURNING person_id AS "personId"`;
    return rows[0]?.personId;
  }

  async removeExpired(): Promise<void> {
    await this.prisma.signInLink.deleteMany({ where: { expiresAt: { lte: this.clock.now() } } });
  }
}

/** The secret is in the fragment, which browsers send to no server, so it appears in no log. */
export const studioLink = (
  baseUrl: string,
  what: 'sign-in' | 'invitation',
  token: string,
  page = '',
): string => `${baseUrl}/studio/${page}#${what}=${token}`;
