import type { KnowledgePassage } from '../../voice/index.js';
import type { FoundPassage } from './full-text-search.js';

/** English has about four characters a token; other languages more tokens, which the budget is too coarse to mind. */
const CHARACTERS_A_TOKEN = 4;

/** A passage that the budget cuts is given as long as at least this much of it is left. */
const LEAST_CHARACTERS = 200;

/** As many of the passages as fit, the best first; the last one may be cut. */
export function withinBudget(found: readonly FoundPassage[], tokens: number): KnowledgePassage[] {
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
