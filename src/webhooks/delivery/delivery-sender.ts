import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock/index.js';
import { SafeHttpClient, type SafeHttpResult } from '../../safe-http/index.js';
import { Tracing } from '../../common/tracing/index.js';
import { SealedSecretError } from '../../common/secrets/secret-box.js';
import { EndpointSecrets } from '../endpoints/endpoint-secrets.js';
import { deliveryHeaders, type DeliveryTarget } from './delivery-message.js';
import { type AttemptOutcome, attemptOutcome } from './outcome.js';

/** One request to an endpoint and its outcome. */
export interface SentAttempt {
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly outcome: AttemptOutcome;
  readonly statusCode?: number;
  readonly errorCode?: string;
  readonly responseExcerpt?: string;
}

export interface SendableEvent {
  readonly eventId: string;
  readonly body: string;
}

/** Bodies are read to the end up to this size, so that the connection can be reused. */
const MAX_READ_BYTES = 20_000;
/** Kept in the delivery log. */
const MAX_EXCERPT_BYTES = 4_096;

/** Signs an event and posts it to an endpoint, once. */
@Injectable()
export class DeliverySender {
  constructor(
    private readonly http: SafeHttpClient,
    private readonly secrets: EndpointSecrets,
    private readonly clock: Clock,
    private readonly tracing: Tracing,
  ) {}

  async send(target: DeliveryTarget, event: SendableEvent, signal?: AbortSignal): Promise<SentAttempt> {
    const startedAt = this.clock.now();
    const result = await this.post(target, event, startedAt, signal);
    const outcome = attemptOutcome(result, this.clock.now());
    const attempt = { startedAt, durationMs: result.durationMs, outcome };
    this.trace(target, event, startedAt, result);
    if (result.kind === 'failure') return { ...attempt, errorCode: result.code };
    const excerpt = responseExcerpt(result.body, MAX_EXCERPT_BYTES);
    return { ...attempt, statusCode: result.status, responseExcerpt: excerpt };
  }

  private trace(target: DeliveryTarget, event: SendableEvent, startedAt: Date, result: SafeHttpResult): void {
    const startMs = startedAt.getTime();
    const span = this.tracing.begin({ name: 'webhook', startMs, isRequest: true });
    if (!span) return;
    span.set({
      'earshot.event.id': event.eventId,
      'earshot.endpoint.id': target.endpointId,
      'server.address': URL.parse(target.url)?.hostname,
      'http.request.method': 'POST',
      'http.response.status_code': result.kind === 'failure' ? undefined : result.status,
    });
    const isRefused = result.kind !== 'failure' && result.status >= 300;
    const fault = result.kind === 'failure' ? result.code : isRefused ? `HTTP ${result.status}` : undefined;
    span.end(startMs + result.durationMs, fault);
  }

  private async post(
    target: DeliveryTarget,
    { eventId, body }: SendableEvent,
    now: Date,
    signal: AbortSignal | undefined,
  ): Promise<SafeHttpResult> {
    let headers: Record<string, string>;
    try {
      headers = deliveryHeaders(target, { eventId, body }, this.secrets, now);
    } catch (error) {
      // The instance secret was changed: the delivery waits until it is restored.
      if (error instanceof SealedSecretError) {
        return { kind: 'failure', code: 'SECRET_UNREADABLE', durationMs: 0 };
      }
      throw error;
    }
    const { url, timeoutMs } = target;
    return this.http.send({
      method: 'POST',
      url,
      headers,
      body,
      timeoutMs,
      maxResponseBytes: MAX_READ_BYTES,
      signal,
    });
  }
}

/**
 * The start of a response body for the delivery log: at most `maxBytes` of UTF-8, without NUL, which PostgreSQL
 * rejects.
 */
export function responseExcerpt(body: Buffer, maxBytes: number): string {
  const text = body.subarray(0, maxBytes).toString('utf8').replaceAll('\0', '');
  // Each invalid byte becomes three bytes, so the text may have grown beyond the limit.
  const encoded = Buffer.from(text);
  if (encoded.length <= maxBytes) return text;
  return encoded
    .subarray(0, maxBytes)
    .toString('utf8')
    .replace(/\ufffd$/, '');
}
