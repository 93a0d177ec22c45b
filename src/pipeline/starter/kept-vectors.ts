import { LRUCache } from 'lru-cache';
import type { Embed } from './example-vectors.js';

/** Cached embeddings, 1.5 kB each: the agent's knowledge is compared with every question. */
const MAX_KEPT = 2_000;

/** Caches the embeddings of the most recent texts. */
export function keptVectors(embed: Embed): Embed {
  const kept = new LRUCache<string, Float32Array>({ max: MAX_KEPT });
  return async (texts) => {
    const known = new Map(texts.map((text) => [text, kept.get(text)]));
    const missing = texts.filter((text) => known.get(text) === undefined);
    const made = missing.length > 0 ? await embed(missing) : [];
    missing.forEach((text, at) => {
      const vector = made[at];
      if (!vector) return;
      known.set(text, vector);
      kept.set(text, vector);
    });
    return texts.map((text) => known.get(text) ?? new Float32Array(0));
  };
}
