import type { Metrics } from '../common/metrics/index.js';

type Stage = 'endToEnd' | 'stt' | 'llm' | 'tts';

/** Seconds. */
const FIRST_BUCKETS = [0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10];

/** What one provider of a stage does. */
export interface ProviderWatch {
  /** A request has ended. @param outcome `ok`, `cancelled`, or the code of the fault. */
  ended(outcome: string): void;
  /** How long the first of what was asked for took. */
  firstAfter(ms: number): void;
}

/**
 * What operators see of the providers of each stage. Providers are named as the operator named them; those that
 * accounts brought along are one, so there are no more labels than the operator made.
 */
export class ProviderMetrics {
  private readonly requests;
  private readonly firstSeconds;

  constructor(metrics: Metrics) {
    this.requests = metrics.counter(
      'earshot_provider_requests_total',
      'Requests to the providers of each stage (answers, of a model that takes speech and gives speech), by outcome: `ok`, `cancelled`, or the code of the fault.',
      ['stage', 'provider', 'outcome'],
    );
    this.firstSeconds = metrics.histogram(
      'earshot_provider_first_seconds',
      "Until the first words of a language model, the first audio of a voice or of a model that takes speech and gives speech, and from the end of a caller's turn to its words.",
      FIRST_BUCKETS,
      ['stage', 'provider'],
    );
  }

  of(stage: Stage, provider: string): ProviderWatch {
    // Rates of what has not happened yet are 0, and not unknown.
    this.requests.inc({ stage, provider, outcome: 'ok' }, 0);
    this.firstSeconds.zero({ stage, provider });
    return {
      ended: (outcome) => this.requests.inc({ stage, provider, outcome }),
      firstAfter: (ms) => this.firstSeconds.observe({ stage, provider }, ms / 1_000),
    };
  }
}
