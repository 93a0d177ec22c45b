import type { Metrics } from '../common/metrics/index.js';

/** Counts unused messages of one kind of provider. */
export interface MessageCounter {
  /** A valid message that is of no interest. */
  ignored(): void;
  /** A message that violates the protocol. */
  malformed(): void;
}

/** Kinds of providers; they bound the labels. */
const COUNTED = ['openai-realtime', 'gemini-live', 'deepgram', 'openai', 'elevenlabs', 'cartesia'] as const;
const OUTCOMES = ['ignored', 'malformed'] as const;

/** Metrics of unused provider messages. */
export class ProviderMessages {
  private readonly messages;

  constructor(metrics: Metrics) {
    this.messages = metrics.counter(
      'earshot_provider_messages_unused_total',
      'Messages of providers that were of no interest (ignored) or none of their protocol (malformed).',
      ['provider', 'outcome'],
    );
    for (const provider of COUNTED) {
      for (const outcome of OUTCOMES) this.messages.inc({ provider, outcome }, 0);
    }
  }

  of(provider: (typeof COUNTED)[number]): MessageCounter {
    return {
      ignored: () => this.messages.inc({ provider, outcome: 'ignored' }),
      malformed: () => this.messages.inc({ provider, outcome: 'malformed' }),
    };
  }
}
