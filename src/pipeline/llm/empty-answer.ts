import { providerWords } from '../../providers/index.js';
import { fieldsOf, listOf, stringOf } from '../../providers/index.js';

/** Fields in which servers return the model's reasoning. */
const THOUGHTS = ['reasoning_content', 'reasoning', 'thinking'];
const MAX_REFUSAL = 500;

/** Collects hints from a streamed answer that explain why it has no content. */
export class EmptyAnswer {
  hasChoice = false;
  private hasThoughts = false;
  private finish = '';
  private refusal = '';

  /** @param chunk Of a streamed chat completion, or a complete one. */
  note(chunk: unknown): void {
    const [choice] = listOf(fieldsOf(chunk)?.['choices']);
    if (!choice) return;
    this.hasChoice = true;
    this.finish = stringOf(choice['finish_reason']) || this.finish;
    const answer = fieldsOf(choice['delta']) ?? fieldsOf(choice['message']) ?? {};
    this.hasThoughts ||= THOUGHTS.some((name) => stringOf(answer[name]) !== '');
    if (this.refusal.length < MAX_REFUSAL) this.refusal += stringOf(answer['refusal']);
  }

  /** @param hasThoughts Whether it contained reasoning. */
  reason(hasThoughts: boolean): string {
    if (!this.hasChoice) return 'no choices';
    const refusal = providerWords(this.refusal);
    if (refusal !== undefined) return `the model refused: ${refusal}`;
    const thoughts = hasThoughts || this.hasThoughts ? ', nothing but reasoning' : ', no content';
    return `finish_reason ${this.finish || 'missing'}${thoughts}`;
  }
}
