import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { atMost } from '../../common/caches/index.js';
import { AppConfig } from '../../common/config/index.js';
import { rateLimited } from '../../common/errors/index.js';
import { networkOf } from '../../common/http/index.js';
import { tokenFingerprint } from '../credentials/secret-token.js';

const REMEMBERED_PEOPLE = 100_000;

/**
 * Limits failed sign-ins from one address and for one e-mail address, which nobody need have. An attempt counts
 * before it is checked, so that many at once are not too many, and is given back when it was good.
 */
@Injectable()
export class SignInLimit {
  private readonly byAddress: RateLimiterMemory | undefined;
  private readonly byEmail: RateLimiterMemory | undefined;
  /** Who signed in from where: not held up by what others try with their e-mail address. */
  private readonly good = new LRUCache<string, true>(atMost(REMEMBERED_PEOPLE));

  constructor({ people }: AppConfig) {
    const duration = people.signInWindowSeconds;
    const limiter = (points: number) =>
      points > 0 ? new RateLimiterMemory({ points, duration }) : undefined;
    this.byAddress = limiter(people.signInFailuresPerAddress);
    this.byEmail = limiter(people.signInFailuresPerEmail);
  }

  /** @throws ApiError 429 for one attempt too many. */
  async count(address: string, email: string): Promise<void> {
    const network = networkOf(address);
    await take(this.byAddress, network, 'from this address (SIGN_IN_FAILURES_PER_ADDRESS)');
    if (this.good.has(pair(network, email))) return;
    const where = 'with this e-mail address (SIGN_IN_FAILURES_PER_EMAIL)';
    await take(this.byEmail, tokenFingerprint(email), where);
  }

  /** The attempt that was counted was good. */
  async giveBack(address: string, email: string): Promise<void> {
    const network = networkOf(address);
    await this.byAddress?.reward(network);
    await this.byEmail?.delete(tokenFingerprint(email));
    this.good.set(pair(network, email), true);
  }
}

async function take(limiter: RateLimiterMemory | undefined, key: string, where: string): Promise<void> {
  try {
    await limiter?.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw rateLimited(refusal.msBeforeNext / 1_000, `Too many sign-ins failed ${where}.`);
  }
}

const pair = (network: string, email: string): string => tokenFingerprint(`${network} ${email}`);
