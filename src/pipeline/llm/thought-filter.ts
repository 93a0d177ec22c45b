const TAG = /<(\/?)(?:think|thinking|thought|reasoning)>/i;
/** The end of a piece that may be the beginning of a tag. */
const BEGUN_TAG = /<\/?[a-z]{0,9}$/i;

/**
 * Takes the thoughts out of a streamed answer: `<think>…</think>`. Some chat templates open the tag themselves, so that
 * an answer begins within its thoughts and has the closing tag alone.
 */
export class ThoughtFilter {
  private held = '';
  private hasClosedAlone = false;
  private state: 'saying' | 'thinking' | 'perhaps-thinking';

  /** @param beginsThinking Whether answers of this model were seen to begin within their thoughts. */
  constructor(beginsThinking: boolean) {
    this.state = beginsThinking ? 'perhaps-thinking' : 'saying';
  }

  /** Whether the answer began within its thoughts. */
  get beganThinking(): boolean {
    return this.hasClosedAlone;
  }

  /** @returns what is said, as far as it is known by now */
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

  /** The answer is over. @returns what is said at last: all of it, where no tag ever came */
  end(): string {
    return this.state === 'thinking' ? '' : this.held;
  }
}
