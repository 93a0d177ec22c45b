import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { PinoLogger } from 'nestjs-pino';
import { atMost } from '../../common/caches/index.js';
import { Clock } from '../../common/clock/index.js';
import { Metrics } from '../../common/metrics/index.js';

export type CredentialKind =
  | 'api-key'
  | 'call-token'
  | 'connector-token'
  | 'invitation'
  | 'oidc'
  | 'password'
  | 'session'
  | 'sign-in-link'
  | 'studio-token';
/** `invalid`: unknown, revoked or expired; the response does not say which. */
export type RefusalReason = 'missing' | 'malformed' | 'invalid' | 'throttled';

export interface Refusal {
  readonly kind: CredentialKind;
  readonly reason: RefusalReason;
  /** Source address, if known. */
  readonly address?: string | undefined;
  readonly correlationId?: string | undefined;
}

/** Log at most one record per address in this time; the metric counts every refusal. */
const LOG_INTERVAL_MS = 60_000;
const REMEMBERED_ADDRESSES = 10_000;

/** Counts and logs refused keys, tokens and sign-ins, without their text, so that operators notice guessing. */
@Injectable()
export class RefusedCredentials {
  private readonly logged = new LRUCache<string, { atMs: number; since: number }>(
    atMost(REMEMBERED_ADDRESSES),
  );
  private readonly count;

  constructor(
    private readonly clock: Clock,
    private readonly logger: PinoLogger,
    metrics: Metrics,
  ) {
    logger.setContext(RefusedCredentials.name);
    this.count = metrics.counter(
      'earshot_credentials_refused_total',
      'API keys, tokens and sign-ins that were refused',
      ['kind', 'reason'],
    );
  }

  note({ kind, reason, address, correlationId }: Refusal): void {
    this.count.inc({ kind, reason });
    const about = `${kind} ${address ?? ''}`;
    const nowMs = this.clock.monotonicMs();
    const earlier = this.logged.get(about);
    if (earlier && nowMs - earlier.atMs < LOG_INTERVAL_MS) {
      earlier.since += 1;
      return;
    }
    this.logged.set(about, { atMs: nowMs, since: 0 });
    const notLogged = earlier?.since ?? 0;
    this.logger.warn(
      { kind, reason, address, correlationId, notLogged },
      'a key, token or sign-in was refused',
    );
  }
}
