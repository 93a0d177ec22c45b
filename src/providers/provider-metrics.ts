import type { Metrics } from '../common/metrics/index.js';

type Stage = 'endToEnd' | 'stt' | 'llm' | 'tts';

/** Seconds. */
const FIRST_BUCKETS = [0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10];

/** Reports activity of one provider of a stage. */
export interface ProviderWatch {
  /** A request has ended. @param outcome `ok`, `cancelled`, or the code of the fault. */
  ended(outcome: string): void;
  /** Time to first result. */
  firstAfter(ms: number): void;
}

/**
 * Metrics of the providers of each stage. Labels are the operator's names; providers of accounts share one label, which
 * bounds their number.
 */
export class ProviderMetrics {
  private readonly requests;
  private readonly firstSeconds;

  constructor(metrics: Metrics) {
    this.requests = metrics.counter(
      'earshot_provider_requests_total',
      'Requests to the providers of each stage (answers of a speech-to-speech model), by outcome: `ok`, `cancelled`, or the fault code.',
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
    // Start at 0, so that rates are defined before the first event.
    this.requests.inc({ stage, provider, outcome: 'ok' }, 0);
    this.firstSeconds.zero({ stage, provider });
    return {
      ended: (outcome) => this.requests.inc({ stage, provider, outcome }),
      firstAfter: (ms) => this.firstSeconds.observe({ stage, provider }, ms / 1_000),
    };
  }
}
