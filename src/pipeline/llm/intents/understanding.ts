import { LRUCache } from 'lru-cache';
import type { AgentIntent } from '../../../agent-document/index.js';
import { inTime } from '../../../common/abort/index.js';
import type { Transcript } from '../../stages/index.js';
import type { Embed, IntentVector } from '../../starter/example-vectors.js';
import { dot } from '../../starter/vectors.js';
import { IntentMatcher } from './intent-matcher.js';
import { type Decision, nearestIntent, type SpokenPart } from './nearest-intent.js';
import { isNegated, type ShortAnswer, shortAnswer, spokenParts } from './spoken-parts.js';

/**
 * Cache of recent transcripts with their meaning: one answer asks for the same one several times, and for earlier
 * turns.
 */
const MAX_REMEMBERED = 50;
/** How long a caller waits for embeddings; after that only words are compared. */
const PATIENCE_MS = 3_000;
/** Below this share of common words, embeddings decide. */
const NEARLY_THE_SAME = 0.9;

/** The best intent; a match by words or keys has a nearness of 1. */
export interface Understood extends Decision {
  /** No other intent is possible. */
  readonly isSure: boolean;
  readonly short?: ShortAnswer | undefined;
  /** Absent without embeddings. */
  readonly parts?: readonly SpokenPart[];
}

/** Embeddings of texts; both reject on failure. */
export interface IntentEmbeddings {
  readonly intents: Promise<readonly IntentVector[]>;
  /** Questions that people ask any agent. */
  readonly elsewhere: Promise<readonly IntentVector[]>;
  readonly embed: Embed;
  /** How long an answer waits for embeddings, in milliseconds. */
  readonly patienceMs?: number | undefined;
}

/** Finds the intent of the caller's words, by words and embeddings. */
export class Understanding {
  readonly words: IntentMatcher;
  private readonly remembered = new LRUCache<string, Promise<Understood>>({ max: MAX_REMEMBERED });
  /** The intent that ends the call, if the document has one. */
  readonly goodbye: AgentIntent | undefined;
  private shorts: ReadonlyMap<ShortAnswer, AgentIntent> | undefined;

  constructor(
    private readonly intents: readonly AgentIntent[],
    private readonly meaning: IntentEmbeddings | undefined,
  ) {
    this.words = new IntentMatcher(intents);
    this.goodbye = intents.find(({ endsCall }) => endsCall);
  }

  /** Never rejects. */
  of(heard: Transcript): Promise<Understood> {
    const key = `${heard.keys ?? ''} ${heard.text}`;
    const known = this.remembered.get(key);
    if (known) return known;
    const understood = this.understand(heard).catch(() => {
      this.remembered.delete(key);
      return this.byWords(heard);
    });
    this.remembered.set(key, understood);
    return understood;
  }

  /** The document's intent for such an answer, if any. */
  shortIntent(answer: ShortAnswer): AgentIntent | undefined {
    this.shorts ??= new Map(this.intents.flatMap(shortsOf).reverse());
    return this.shorts.get(answer);
  }

  private async understand(heard: Transcript): Promise<Understood> {
    const byWords = this.byWords(heard);
    if (byWords.isSure || byWords.short !== undefined || !this.meaning) return byWords;
    const texts = spokenParts(heard.text);
    if (texts.length === 0) return byWords;
    const { intents, elsewhere, embed, patienceMs = PATIENCE_MS } = this.meaning;
    const told = Promise.all([intents, elsewhere, embed(texts)]);
    const embedded = await inTime(told, patienceMs, undefined);
    if (!embedded) throw new Error('The embeddings of an answer took too long');
    const [known, others, vectors] = embedded;
    const parts = texts.flatMap((text, at) => {
      const vector = vectors[at];
      if (!vector) return [];
      return [{ text, vector, elsewhere: Math.max(-1, ...others.map((one) => dot(vector, one.vector))) }];
    });
    const decision = nearestIntent(parts, known);
    return { ...decision, intent: decision.intent ?? byWords.intent, isSure: false, parts };
  }

  private byWords(heard: Transcript): Understood {
    const match = this.words.match(heard);
    const isSame = match !== undefined && isNegated(match.words.join(' ')) === isNegated(heard.text);
    const isSure =
      match !== undefined && (heard.keys !== undefined || (isSame && match.score >= NEARLY_THE_SAME));
    if (isSure) return { intent: match.intent, nearness: 1, isSure };
    const short = shortAnswer(heard.text);
    return { intent: isSame ? match.intent : undefined, nearness: match?.score ?? 0, isSure, short };
  }
}

function shortsOf(intent: AgentIntent): (readonly [ShortAnswer, AgentIntent])[] {
  return intent.examples.flatMap((example) => {
    const short = shortAnswer(example);
    return short === undefined ? [] : [[short, intent] as const];
  });
}
