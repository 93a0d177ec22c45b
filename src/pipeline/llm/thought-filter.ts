const TAG = /<(\/?)(?:think|thinking|thought|reasoning)>/i;
/** End of a piece that may be the start of a tag. */
const BEGUN_TAG = /<\/?[a-z]{0,9}$/i;

/**
 * Removes reasoning from a streamed answer: `<think>…</think>`. Some chat templates add the opening tag themselves, so
 * that the answer has only the closing one.
 */
export class ThoughtFilter {
  private held = '';
  private hasClosedAlone = false;
  private state: 'saying' | 'thinking' | 'perhaps-thinking';

  /** @param beginsThinking Whether earlier answers of this model started with reasoning. */
  constructor(beginsThinking: boolean) {
    this.state = beginsThinking ? 'perhaps-thinking' : 'saying';
  }

  /** Whether this answer started with reasoning. */
  get beganThinking(): boolean {
    return this.hasClosedAlone;
  }

  /** @returns the words that are certain so far */
  push(delta: string): string {
    this.held += delta;
    let said = '';
    for (let tag = TAG.exec(this.held); tag; tag = TAG.exec(this.held)) {
      const before = this.held.slice(0, tag.index);
      this.held = this.held.slice(tag.index + tag[0].length);
      const closes = tag[1] !== '';
      if (closes) this.hasClosedAlone ||= this.state !== 'thinking';
      else if (this.state !== 'thinking') said += before;
      this.state = closes ? 'saying' : 'thinking';
    }
    if (this.state === 'perhaps-thinking') return said;
    const begun = BEGUN_TAG.exec(this.held)?.index ?? this.held.length;
    if (this.state === 'saying') said += this.held.slice(0, begun);
    this.held = this.held.slice(begun);
    return said;
  }

  /** Ends the answer. @returns the remaining words: all of them if no tag came */
  end(): string {
    return this.state === 'thinking' ? '' : this.held;
  }
}
