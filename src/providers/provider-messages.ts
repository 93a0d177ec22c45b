import type { Metrics } from '../common/metrics/index.js';

/** Counts unused messages of one kind of provider, per call or engine. */
export interface MessageCounter {
  /** An unused message. @param kind The provider's name for it; logged once. */
  ignored(kind: string): void;
  /** A message that violates the protocol; logged once. */
  malformed(): void;
}

/** Kinds of providers; they bound the labels. */
const COUNTED = ['openai-realtime', 'gemini-live', 'deepgram', 'openai', 'elevenlabs', 'cartesia'] as const;
type Counted = (typeof COUNTED)[number];

/** Message kinds per provider with a label of their own; the provider controls their names. */
const MOST_KINDS = 20;
const KIND = /^[\w.:-]{1,64}$/;
const OTHER = 'other';
const MALFORMED = 'malformed';

type Log = (fields: { provider: string; kind: string }, message: string) => void;

/** Metrics of unused provider messages. */
export class ProviderMessages {
  private readonly messages;
  private readonly kinds = new Map<Counted, Set<string>>();

  constructor(
    metrics: Metrics,
    private readonly log: Log = () => undefined,
  ) {
    this.messages = metrics.counter(
      'earshot_provider_messages_unused_total',
      'Ignored messages of providers, by their type, or `malformed` if they violated the protocol.',
      ['provider', 'kind'],
    );
    for (const provider of COUNTED) this.messages.inc({ provider, kind: MALFORMED }, 0);
  }

  of(provider: Counted): MessageCounter {
    const logged = new Set<string>();
    const count = (kind: string, message: string) => {
      this.messages.inc({ provider, kind });
      if (logged.has(kind)) return;
      logged.add(kind);
      this.log({ provider, kind }, message);
    };
    return {
      ignored: (kind) => count(this.known(provider, kind), 'a message of a provider is not used'),
      malformed: () => count(MALFORMED, 'a message of a provider is none of its protocol'),
    };
  }

  private known(provider: Counted, kind: string): string {
    const kinds = this.kinds.get(provider) ?? new Set();
    this.kinds.set(provider, kinds);
    if (kinds.has(kind)) return kind;
    if (kinds.size >= MOST_KINDS || !KIND.test(kind) || kind === MALFORMED) return OTHER;
    kinds.add(kind);
    return kind;
  }
}
