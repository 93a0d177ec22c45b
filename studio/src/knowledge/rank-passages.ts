interface Passage {
  readonly title: string;
  readonly text: string;
}

/** Shorter words occur in every sentence. */
const SHORTEST_WORD = 3;

const wordsOf = (text: string): readonly string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length >= SHORTEST_WORD);

/** Passages sorted by the number of words that they share with the question; unchanged without a question. */
export function rankPassages<P extends Passage>(passages: readonly P[], question: string): readonly P[] {
  const asked = [...new Set(wordsOf(question))];
  if (asked.length === 0) return passages;
  return passages
    .map((passage) => {
      const words = wordsOf(`${passage.title} ${passage.text}`);
      return { passage, hits: asked.filter((word) => words.some((one) => one.startsWith(word))).length };
    })
    .filter(({ hits }) => hits > 0)
    .sort((a, b) => b.hits - a.hits)
    .map(({ passage }) => passage);
}
