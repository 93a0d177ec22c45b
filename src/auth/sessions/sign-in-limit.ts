import { Injectable } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppConfig } from '../../common/config/index.js';
import { rateLimited } from '../../common/errors/index.js';
import { networkOf } from '../../http/index.js';
import { tokenFingerprint } from '../credentials/secret-token.js';
import { KnownDevices } from './known-devices.js';

const WINDOW_SECONDS = 900;

interface AttemptFrom {
  readonly ip: string;
  /** The browser's device cookie. */
  readonly device?: string | undefined;
}

/**
 * Limits failed sign-ins per network and per e-mail address, whether or not the address is known. A known device has
 * its own limit, so that strangers cannot lock its owner out. An attempt is counted before the check, which bounds
 * parallel attempts, and refunded if it succeeds.
 */
@Injectable()
export class SignInLimit {
  private readonly byAddress: RateLimiterMemory | undefined;
  private readonly byEmail: RateLimiterMemory | undefined;

  constructor(
    { people }: AppConfig,
    private readonly devices: KnownDevices,
  ) {
    const limiter = (points: number) =>
      points > 0 ? new RateLimiterMemory({ points, duration: WINDOW_SECONDS }) : undefined;
    this.byAddress = limiter(people.signInFailuresPerAddress);
    this.byEmail = limiter(people.signInFailuresPerEmail);
  }

  /** @throws ApiError 429 above the limit. */
  async count(from: AttemptFrom, email: string): Promise<void> {
    await take(this.byAddress, networkOf(from.ip), 'from this address');
    await take(this.byEmail, this.guesserOf(from, email), 'with this e-mail address');
  }

  /** Refunds a successful attempt. */
  async giveBack(from: AttemptFrom, email: string): Promise<void> {
    await this.byAddress?.reward(networkOf(from.ip));
    await this.byEmail?.delete(this.guesserOf(from, email));
  }

  /** Limit key: a known device, or all unknown ones together. */
  private guesserOf({ device }: AttemptFrom, email: string): string {
    const isKnown = device !== undefined && this.devices.isKnown(device, email);
    return tokenFingerprint(isKnown ? device : email);
  }
}

async function take(limiter: RateLimiterMemory | undefined, key: string, where: string): Promise<void> {
  try {
    await limiter?.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    const minutes = WINDOW_SECONDS / 60;
    const failed = `Too many sign-ins failed ${where}: ${limiter?.points} within ${minutes} minutes, which is the limit.`;
    throw rateLimited(refusal.msBeforeNext / 1_000, failed);
  }
}
