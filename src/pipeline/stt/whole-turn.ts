import { endOfWords } from '../../voice/turns/index.js';
import type { Transcript, Transcription, TranscriptionRequest } from '../stages/index.js';

/** Recognizes a whole turn at once. @throws AgentFault */
export type Understand = (pieces: readonly Int16Array[], signal: AbortSignal) => Promise<Transcript>;

interface Attempt {
  readonly heard: Promise<Transcript>;
  cancel(): void;
}

interface EarlyAttempt extends Attempt {
  readonly mayLackEnd: boolean;
  /** The result, once available. */
  known?: Transcript;
  /** The caller has really stopped speaking, and did not only seem to. */
  isOver: boolean;
}

/**
 * A turn for a recognizer of whole turns. Recognition starts as soon as the caller may have finished, to overlap with
 * the silence that ends the turn; it is discarded if the caller continues. If the result is empty or a fragment, and
 * the end may have been missing, the whole turn is recognized once more.
 */
export class WholeTurn implements Transcription {
  private readonly cancelled = new AbortController();
  private pieces: Int16Array[] = [];
  private early: EarlyAttempt | undefined;

  constructor(
    private readonly request: TranscriptionRequest,
    private readonly understand: Understand,
    /** Adjusts partial text before the turn is over; by default unchanged. */
    private readonly soFar: (text: string) => string = (text) => text,
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
    early.heard.then(
      (heard) => this.know(early, heard),
      // Reported when the turn ends, if it is still the current request.
      () => undefined,
    );
  }

  private know(early: EarlyAttempt, heard: Transcript): void {
    if (this.early !== early) return;
    early.known = { ...heard, text: this.soFar(heard.text) };
    if (heard.text !== '' || !early.mayLackEnd) this.request.onWords({ ...early.known, settled: true });
    this.askAgain(early);
  }

  private askAgain({ known, mayLackEnd, isOver }: EarlyAttempt): void {
    if (known === undefined || !mayLackEnd || !isOver) return;
    if (known.text !== '' && endOfWords(known.text, true) !== 'open') return;
    const again = this.attempt();
    // A fragment is better than nothing.
    const heard = known.text === '' ? again.heard : again.heard.catch(() => known);
    this.attemptEarly({ ...again, heard }, false);
  }

  goOn(): void {
    this.early?.cancel();
    this.early = undefined;
  }

  async end(): Promise<Transcript> {
    const { early } = this;
    const heard = await (early ?? this.attempt()).heard;
    if (heard.text !== '' || early?.mayLackEnd !== true) return heard;
    return await this.attempt().heard;
  }

  cancel(): void {
    this.goOn();
    this.cancelled.abort();
    this.pieces = [];
  }

  private attempt(): Attempt {
    const inVain = new AbortController();
    const signal = AbortSignal.any([this.request.signal, this.cancelled.signal, inVain.signal]);
    return { heard: this.understand([...this.pieces], signal), cancel: () => inVain.abort() };
  }
}
