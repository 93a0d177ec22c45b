import { Injectable } from '@nestjs/common';
import type { LRUCache } from 'lru-cache';
import { fromDbEnvironment } from '../common/access/index.js';
import { ChangeSignals } from '../common/change-signals/index.js';
import { Clock } from '../common/clock/index.js';
import { AppConfig } from '../common/config/index.js';
import { PrismaService } from '../common/prisma/index.js';
import type { CallGrant, ConnectorGrant } from './call-grant.js';
import { checkedCache } from './checked-cache.js';
import { GuessLimit, MAX_KNOWN_CREDENTIALS } from './credentials/guess-limit.js';
import { LiveTokens } from './live-tokens.js';
import {
  type CredentialKind,
  RefusedCredentials,
  type RefusalReason,
} from './credentials/refused-credentials.js';
import { hashToken, isWellFormedToken, tokenFingerprint } from './credentials/secret-token.js';
import { CallJwt } from './call-jwt.js';
import { CallTokenStore } from './call-token-store.js';
import { StudioTokens } from './studio-tokens.js';

interface KnownToken {
  readonly grant: ConnectorGrant;
  readonly expiresAtMs: number;
}

/** Resolves the `authToken` of an offer to a grant. A verified connector token is trusted for half a second. */
@Injectable()
export class CallTokensService {
  private readonly known: LRUCache<string, KnownToken> | undefined;
  /** Call tokens refused recently, by fingerprint. */
  private readonly spent: LRUCache<string, true> | undefined;
  /** A separate limit: guessed call tokens must not block the API keys of that address. */
  private readonly guesses: GuessLimit;
  private readonly liveTokens: LiveTokens;

  constructor(
    private readonly prisma: PrismaService,
    private readonly studioTokens: StudioTokens,
    private readonly callJwt: CallJwt,
    private readonly callTokens: CallTokenStore,
    private readonly clock: Clock,
    private readonly refused: RefusedCredentials,
    private readonly changes: ChangeSignals,
    config: AppConfig,
  ) {
    changes.on('connector-tokens', () => this.known?.clear());
    this.known = checkedCache(config);
    this.spent = checkedCache(config);
    this.guesses = new GuessLimit(config);
    this.liveTokens = new LiveTokens(prisma, clock, MAX_KNOWN_CREDENTIALS);
  }

  /**
   * The grant, or undefined for a token that is malformed, unknown, revoked or expired. Malformed tokens cost no query.
   * The caller knows what is deployed, and checks staleness with `isStale`.
   * @param address Where the token came from. Once an address is throttled for guessing, only known good tokens pass.
   */
  async resolve(token: string, address?: string): Promise<CallGrant | undefined> {
    if (this.callJwt.isOurs(token)) return this.resolveCallToken(token, 0, address);
    if (!isWellFormedToken('ect', token)) {
      const grant = await this.studioTokens.verify(token);
      return grant ?? this.refuse('studio-token', 'invalid', address);
    }
    const fingerprint = tokenFingerprint(token);
    if (address !== undefined && (await this.isGuess(address, fingerprint)))
      return this.refuse('connector-token', 'throttled', address);
    const grant = await this.resolveConnectorToken(token, fingerprint);
    if (grant) this.guesses.noteGood(fingerprint);
    else if (address !== undefined) await this.guesses.noteGuess(address, fingerprint);
    return grant ?? this.refuse('connector-token', 'invalid', address);
  }

  /**
   * As `resolve`, for the token that began a running call: a call token without uses left stays valid for this call,
   * unless it is revoked.
   * @param graceSeconds how long an expired token is still accepted.
   */
  async resolveAgain(token: string, graceSeconds: number, address?: string): Promise<CallGrant | undefined> {
    if (!this.callJwt.isOurs(token)) return this.resolve(token, address);
    return this.resolveCallToken(token, graceSeconds, address);
  }

  /** Counts a call of the grant. False if its token has no uses left; connector tokens are unlimited. */
  async use({ terms }: Pick<ConnectorGrant, 'terms'>): Promise<boolean> {
    return terms === undefined || this.callTokens.use(terms.tokenId);
  }

  /** Refunds a use whose call was not established. */
  async giveBack({ terms }: Pick<ConnectorGrant, 'terms'>): Promise<void> {
    if (terms) await this.callTokens.giveBack(terms.tokenId);
  }

  private async resolveCallToken(
    token: string,
    graceSeconds: number,
    address: string | undefined,
  ): Promise<CallGrant | undefined> {
    const fingerprint = tokenFingerprint(token);
    const claims = await this.callJwt.verify(token, graceSeconds);
    // Repeating a refused token costs one query in total.
    if (!claims || (graceSeconds === 0 && this.spent?.has(fingerprint)))
      return this.refuse('call-token', 'invalid', address);
    const grant = await this.callTokens.grantOf(claims, graceSeconds > 0);
    if (grant) return grant;
    this.spent?.set(fingerprint, true);
    return this.refuse('call-token', 'invalid', address);
  }

  /** Many callers may share one address, so a token unknown to this process can still be good. */
  private async isGuess(address: string, fingerprint: string): Promise<boolean> {
    const isHeldUp = (await this.guesses.holdUp(address, fingerprint)) !== undefined;
    return isHeldUp && !(await this.liveTokens.has(fingerprint));
  }

  private refuse(kind: CredentialKind, reason: RefusalReason, address: string | undefined): undefined {
    this.refused.note({ kind, reason, address });
  }

  /** A token was revoked, or its connector changed: effective here immediately, elsewhere on notification. */
  changed(): void {
    this.known?.clear();
    this.changes.tell('connector-tokens');
  }

  private async resolveConnectorToken(
    token: string,
    fingerprint: string,
  ): Promise<ConnectorGrant | undefined> {
    let found = this.known?.get(fingerprint);
    if (!found) {
      found = await this.findConnectorToken(hashToken(token));
      if (found) this.known?.set(fingerprint, found);
    }
    return found && found.expiresAtMs > this.clock.now().getTime() ? found.grant : undefined;
  }

  private async findConnectorToken(tokenHash: Uint8Array<ArrayBuffer>): Promise<KnownToken | undefined> {
    const row = await this.prisma.connectorToken.findUnique({
      where: { tokenHash, revokedAt: null },
      select: { expiresAt: true, connector: true },
    });
    if (!row) return undefined;
    const { id, accountId, agentId, environment, variantId, disableHandoff } = row.connector;
    return {
      grant: {
        kind: 'connector',
        connectorId: id,
        disableHandoff,
        accountId,
        agentId,
        target: fromDbEnvironment(environment),
        ...(variantId !== null && { variantId }),
      },
      expiresAtMs: row.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY,
    };
  }
}
