import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { PinoLogger } from 'nestjs-pino';
import { type ApiError, rateLimited } from '../common/errors/index.js';

const REMEMBERED = 10_000;
const LOGGED_EVERY_MS = 60_000;

interface Reached {
  readonly accountId: string;
  /** The limit's name, that of its setting if it has one; `quotaLimit` of a quota. */
  readonly limit: string;
  /** How much is used, and by what. */
  readonly used: string;
}

/** Refusals above an account's limit. Logged once a minute for each account and limit. */
@Injectable()
export class AccountRefusals {
  private readonly logged = new LRUCache<string, true>({ max: REMEMBERED, ttl: LOGGED_EVERY_MS });

  constructor(private readonly logger: PinoLogger) {
    logger.setContext(AccountRefusals.name);
  }

  /** @returns the refusal: 429 */
  of({ retryAfterSeconds, ...reached }: Reached & { readonly retryAfterSeconds: number }): ApiError {
    this.log(reached);
    return rateLimited(retryAfterSeconds, `${reached.used} That is the limit (${reached.limit}).`);
  }

  /** For refusals of other kinds. */
  log({ accountId, limit, used }: Reached): void {
    const key = `${accountId} ${limit}`;
    if (this.logged.has(key)) return;
    this.logged.set(key, true);
    this.logger.warn({ accountId, limit, used }, 'an account has reached a limit');
  }
}
