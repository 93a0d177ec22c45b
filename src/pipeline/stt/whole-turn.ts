import { soundsUnfinished } from '../../voice/turns/index.js';
import type { Transcript, Transcription, TranscriptionRequest } from '../stages/index.js';

/** Understands all of what was said at once. @throws AgentFault */
export type Understand = (pieces: readonly Int16Array[], signal: AbortSignal) => Promise<string>;

interface Attempt {
  readonly words: Promise<string>;
  cancel(): void;
}

interface EarlyAttempt extends Attempt {
  readonly mayLackEnd: boolean;
  /** Once it is known. */
  text?: string;
  /** The caller has fallen silent since, and didn't only seem to. */
  isOver: boolean;
}

/**
 * A turn for a recogniser that wants the whole of it. It is given what there is as soon as the caller may have
 * finished, so that its work falls into the silence that ends the turn; when the caller goes on, it is discarded. Where
 * nothing was understood, or what breaks off, and the end may have been missing, all of it is asked about once more.
 */
export class WholeTurn implements Transcription {
  private readonly cancelled = new AbortController();
  private pieces: Int16Array[] = [];
  private early: EarlyAttempt | undefined;

  constructor(
    private readonly request: TranscriptionRequest,
    private readonly understand: Understand,
  ) {}

  push(samples: Int16Array): void {
    this.pieces.push(samples);
  }

  anticipate(mayLackEnd: boolean): void {
    if (this.cancelled.signal.aborted) return;
    if (this.early) {
      this.early.isOver ||= !mayLackEnd;
      return this.askAgain(this.early);
    }
    this.attemptEarly(this.attempt(), mayLackEnd);
  }

  private attemptEarly(attempt: Attempt, mayLackEnd: boolean): void {
    const early: EarlyAttempt = { ...attempt, mayLackEnd, isOver: false };
    this.early = early;
    early.words.then(
      (text) => this.know(early, text),
      // Told when the turn ends, if it is still what counts then.
      () => undefined,
    );
  }

  private know(early: EarlyAttempt, text: string): void {
    if (this.early !== early) return;
    early.text = text;
    if (text !== '') this.request.onWords({ text, settled: true });
    this.askAgain(early);
  }

  private askAgain({ text, mayLackEnd, isOver }: EarlyAttempt): void {
    if (text === undefined || !mayLackEnd || !isOver) return;
    if (text !== '' && !soundsUnfinished(text)) return;
    const again = this.attempt();
    // What breaks off is better than nothing.
    const words = text === '' ? again.words : again.words.catch(() => text);
    this.attemptEarly({ ...again, words }, false);
  }

  goOn(): void {
    this.early?.cancel();
    this.early = undefined;
  }

  async end(): Promise<Transcript> {
    const { early } = this;
    const text = await (early ?? this.attempt()).words;
    if (text !== '' || early?.mayLackEnd !== true) return { text };
    return { text: await this.attempt().words };
  }

  cancel(): void {
    this.goOn();
    this.cancelled.abort();
    this.pieces = [];
  }

  private attempt(): Attempt {
    const inVain = new AbortController();
    const signal = AbortSignal.any([this.request.signal, this.cancelled.signal, inVain.signal]);
    return { words: this.understand([...this.pieces], signal), cancel: () => inVain.abort() };
  }
}
