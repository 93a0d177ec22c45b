import { Injectable } from '@nestjs/common';
import { type ApiError, rateLimited } from '../../common/errors/index.js';
import { GuessLimit } from './guess-limit.js';
import { type CredentialKind, RefusedCredentials, type RefusalReason } from './refused-credentials.js';
import { isWellFormedToken, type SecretTokenPrefix, tokenFingerprint } from './secret-token.js';

export interface PresentedSecret<T> {
  readonly kind: CredentialKind;
  readonly prefix: SecretTokenPrefix;
  /** undefined: none was presented. */
  readonly secret: string | undefined;
  readonly from: { readonly ip: string; readonly id: string };
  readonly find: (secret: string, fingerprint: string) => Promise<T | undefined>;
  /** The same response for every refusal; only the operator's log has the reason. */
  readonly refusal: () => ApiError;
}

const GUESSED =
  'This address has presented as many wrong keys or tokens within a minute as it may. Use a valid one; one that is known here works at once.';

/** Looks up the secrets of requests. Malformed ones cost no query; addresses that guess are throttled. */
@Injectable()
export class CredentialLookUp {
  constructor(
    private readonly guesses: GuessLimit,
    private readonly refused: RefusedCredentials,
  ) {}

  /** @throws ApiError the refusal, or 429 for a throttled address. */
  async find<T>(presented: PresentedSecret<T>): Promise<T> {
    const { secret, prefix, from, refusal } = presented;
    if (secret === undefined) throw this.refuse(presented, 'missing', refusal());
    if (!isWellFormedToken(prefix, secret)) throw this.refuse(presented, 'malformed', refusal());
    const fingerprint = tokenFingerprint(secret);
    if (this.guesses.isRefused(fingerprint)) throw this.refuse(presented, 'invalid', refusal());
    const retryAfterSeconds = await this.guesses.holdUp(from.ip, fingerprint);
    if (retryAfterSeconds !== undefined) {
      throw this.refuse(presented, 'throttled', rateLimited(retryAfterSeconds, GUESSED));
    }
    const found = await presented.find(secret, fingerprint);
    if (found === undefined) {
      await this.guesses.noteGuess(from.ip, fingerprint);
      throw this.refuse(presented, 'invalid', refusal());
    }
    this.guesses.noteGood(fingerprint);
    return found;
  }

  private refuse(
    { kind, from }: Pick<PresentedSecret<unknown>, 'kind' | 'from'>,
    reason: RefusalReason,
    error: ApiError,
  ): ApiError {
    this.refused.note({ kind, reason, address: from.ip, correlationId: from.id });
    return error;
  }
}
