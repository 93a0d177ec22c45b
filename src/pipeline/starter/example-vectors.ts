import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { AgentIntent } from '../../agent-document/index.js';
import { together } from './vectors.js';

/** Computes sentence embeddings, normalized to length 1. @throws AgentFault */
export type Embed = (texts: readonly string[]) => Promise<readonly Float32Array[]>;

export interface IntentVector {
  readonly intent: AgentIntent;
  /** The direction of its examples, name and reply combined. */
  readonly vector: Float32Array;
  /** Of each of its examples. */
  readonly examples: readonly Float32Array[];
}

/** Further examples are matched by words only. */
const MAX_EXAMPLES = 2_000;
/** The beginning of a reply, in characters, that reveals its subject. */
const MAX_REPLY = 300;
/** Texts per job: speech waits for one job at most, some 30 ms. */
const TEXTS_A_JOB = 16;
const MAX_KEPT_BYTES = 32 * 1024 * 1024;

type Kept = Promise<ReadonlyMap<string, Float32Array>>;

/**
 * Embeddings of agents' examples, computed once for all conversations with the same ones. Each account's agents are
 * processed one after the other, so that other accounts do not wait.
 */
export class ExampleVectors {
  private readonly kept = new LRUCache<string, { readonly made: Kept; readonly texts: number }>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: ({ texts }) => Math.max(1, texts) * 384 * Float32Array.BYTES_PER_ELEMENT,
  });
  private readonly busy = new Map<string, Promise<unknown>>();

  constructor(private readonly embed: Embed) {}

  /** @throws AgentFault */
  async of(accountId: string, intents: readonly AgentIntent[]): Promise<readonly IntentVector[]> {
    const chosen = upTo(MAX_EXAMPLES, intents);
    const texts = intents.map((intent, at) => [...(chosen[at] ?? []), ...aboutOf(intent)]);
    const vectors = await this.vectorsOf(accountId, [...new Set(texts.flat())]);
    const known = (some: readonly string[] = []) => some.flatMap((text) => vectors.get(text) ?? []);
    return intents.map((intent, at) => ({
      intent,
      vector: together(known(texts[at])),
      examples: known(chosen[at]),
    }));
  }

  private vectorsOf(accountId: string, texts: readonly string[]): Kept {
    const key = createHash('sha256').update(JSON.stringify(texts)).digest('base64');
    const known = this.kept.get(key);
    if (known) return known.made;
    const before = this.busy.get(accountId) ?? Promise.resolve();
    const made = before.then(() => this.make(texts));
    this.kept.set(key, { made, texts: texts.length });
    const over = made.then(
      () => undefined,
      () => this.kept.delete(key),
    );
    this.busy.set(accountId, over);
    void over.then(() => this.busy.get(accountId) === over && this.busy.delete(accountId));
    return made;
  }

  private async make(texts: readonly string[]): Kept {
    const vectors = new Map<string, Float32Array>();
    for (let at = 0; at < texts.length; at += TEXTS_A_JOB) {
      const some = texts.slice(at, at + TEXTS_A_JOB);
      const made = await this.embed(some);
      some.forEach((text, index) => vectors.set(text, made[index] ?? new Float32Array(0)));
    }
    return vectors;
  }
}

/** Takes examples from each intent in turn, up to the limit. */
function upTo(most: number, intents: readonly AgentIntent[]): string[][] {
  const chosen = intents.map((): string[] => []);
  let left = most;
  for (let round = 0; left > 0; round++) {
    const before = left;
    intents.forEach(({ examples }, at) => {
      const example = examples[round];
      if (example === undefined || left <= 0) return;
      chosen[at]?.push(example.toLowerCase());
      left--;
    });
    if (left === before) break;
  }
  return chosen;
}

/** Its name as words ("opening hours") and its reply. */
const aboutOf = ({ name, reply }: AgentIntent): string[] =>
  [name.replace(/[-_]+/g, ' '), reply.slice(0, MAX_REPLY)].flatMap((text) =>
    text === '' ? [] : [text.toLowerCase()],
  );
