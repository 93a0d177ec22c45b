import { providerWords } from '../../providers/index.js';
import { fieldsOf, listOf, stringOf } from '../../providers/index.js';

/** Where servers put what a model thinks. */
const THOUGHTS = ['reasoning_content', 'reasoning', 'thinking'];
const MAX_REFUSAL = 500;

/** Takes note of what comes with a streamed answer, to tell why there is nothing in it. */
export class EmptyAnswer {
  hasChoice = false;
  private hasThoughts = false;
  private finish = '';
  private refusal = '';

  /** @param chunk Of a streamed chat completion, or a whole one. */
  note(chunk: unknown): void {
    const [choice] = listOf(fieldsOf(chunk)?.['choices']);
    if (!choice) return;
    this.hasChoice = true;
    this.finish = stringOf(choice['finish_reason']) || this.finish;
    const answer = fieldsOf(choice['delta']) ?? fieldsOf(choice['message']) ?? {};
    this.hasThoughts ||= THOUGHTS.some((name) => stringOf(answer[name]) !== '');
    if (this.refusal.length < MAX_REFUSAL) this.refusal += stringOf(answer['refusal']);
  }

  /** @param hasThoughts Whether it had words that are not for the caller. */
  reason(hasThoughts: boolean): string {
    if (!this.hasChoice) return 'no choices';
    const refusal = providerWords(this.refusal);
    if (refusal !== undefined) return `the model refused: ${refusal}`;
    const thoughts = hasThoughts || this.hasThoughts ? ', nothing but reasoning' : ', no content';
    return `finish_reason ${this.finish || 'missing'}${thoughts}`;
  }
}
