import { Injectable } from '@nestjs/common';
import { Metrics } from '../common/metrics/index.js';

/** Seconds. Call setup should take a few hundredths of a second, a reply up to a few seconds. */
const SETUP_BUCKETS = [0.005, 0.01, 0.015, 0.025, 0.05, 0.1, 0.25, 0.5, 1];
const REPLY_BUCKETS = [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10];

@Injectable()
export class CallMetrics {
  readonly began;
  readonly ended;
  readonly failed;
  readonly refused;
  readonly faults;
  readonly begunEarly;
  readonly claims;
  readonly reaped;
  readonly takenOver;
  readonly setupSeconds;
  readonly replySeconds;

  constructor(private readonly metrics: Metrics) {
    this.began = metrics.counter('earshot_calls_began_total', 'Calls that were answered.', [
      'mode',
      'adapter',
    ]);
    this.ended = metrics.counter('earshot_calls_ended_total', 'Calls that ended, by reason.', ['reason']);
    this.failed = metrics.counter('earshot_calls_failed_total', 'Failed calls, by fault code.', ['code']);
    this.refused = metrics.counter('earshot_offers_refused_total', 'Offers that were refused.', ['reason']);
    this.faults = metrics.counter(
      'earshot_agent_faults_total',
      'Faults of agents that did not end the call.',
      ['source'],
    );
    this.begunEarly = metrics.counter(
      'earshot_answers_begun_early_total',
      "Answers that were begun before the caller's turn had ended: `spoken`, or `discarded` as it went on.",
      ['outcome'],
    );
    this.claims = claimsCounter(metrics);
    this.reaped = metrics.counter(
      'earshot_calls_reaped_total',
      'Calls that exceeded their time limits and were ended by the reaper; anything but 0 is a defect.',
    );
    this.takenOver = metrics.counter(
      'earshot_calls_taken_over_total',
      'Calls taken over from other instances, by whether these released them or were lost.',
      ['from'],
    );
    // Report 0 before the first event, so that rates are 0 instead of missing.
    for (const from of ['given-up', 'lost']) this.takenOver.inc({ from }, 0);
    this.setupSeconds = metrics.histogram(
      'earshot_call_setup_seconds',
      'Time from an offer to its answer.',
      SETUP_BUCKETS,
    );
    this.replySeconds = metrics.histogram(
      'earshot_reply_seconds',
      "From the end of the caller's speech to the first audio of the reply.",
      REPLY_BUCKETS,
    );
  }

  observeReply(replyMs: number | undefined): void {
    if (replyMs !== undefined) this.replySeconds.observe(replyMs / 1_000);
  }

  /** @param capacity The maximum number of calls. */
  watchActive(read: () => number, capacity: number): void {
    this.metrics.gauge('earshot_calls_active', 'Calls that run or are being set up.', read);
    this.metrics.gauge('earshot_calls_capacity', 'Maximum number of concurrent calls.', () => capacity);
  }

  watchMedia(
    media: Readonly<Record<'lagMs' | 'pacingMs' | 'codingComplexity', number>> & {
      readonly isOverloaded: boolean;
    },
  ): void {
    this.metrics.gauge(
      'earshot_media_lag_seconds',
      'Lag of the audio of all calls over the last second; above MEDIA_OVERLOAD_LAG_MS, further calls are refused.',
      () => media.lagMs / 1_000,
    );
    this.metrics.gauge(
      'earshot_media_pacing_seconds',
      '99th percentile of the pacing error of all frames, in the worst of the last five seconds; while it stays above 15 ms, further calls are refused.',
      () => media.pacingMs / 1_000,
    );
    this.metrics.gauge(
      'earshot_media_overloaded',
      '1 while further calls are refused because those that run are late, else 0.',
      () => (media.isOverloaded ? 1 : 0),
    );
    this.metrics.gauge(
      'earshot_media_coding_complexity',
      'Complexity of the Opus encoder, 0 to 10; below MEDIA_OPUS_COMPLEXITY while the process is nearly full.',
      () => media.codingComplexity,
    );
  }
}

const claimsCounter = (metrics: Metrics) =>
  metrics.counter(
    'earshot_claims_total',
    'Sentences by which agents said what they did or know, by whether a tool call or another source proves it.',
    ['verdict'],
  );
