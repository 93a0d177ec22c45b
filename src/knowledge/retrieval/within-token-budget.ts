import type { KnowledgePassage } from '../../voice/index.js';
import type { FoundPassage } from './full-text-search.js';

/** English has about four characters per token; other languages need more tokens, which this coarse budget ignores. */
const CHARACTERS_A_TOKEN = 4;

/** A passage is truncated to the budget if at least this much of it remains. */
const LEAST_CHARACTERS = 200;

/** As many passages as fit, best first; the last one may be truncated. */
export function withinTokenBudget(found: readonly FoundPassage[], tokens: number): KnowledgePassage[] {
  const passages: KnowledgePassage[] = [];
  let left = tokens * CHARACTERS_A_TOKEN;
  for (const { originId: id, name, title, text, actions } of found) {
    if (left < Math.min(text.length, LEAST_CHARACTERS)) break;
    const part = text.slice(0, left).replace(/\p{Surrogate}$/u, '');
    left -= part.length;
    passages.push({ id, name, title, text: part, actions });
  }
  return passages;
}
