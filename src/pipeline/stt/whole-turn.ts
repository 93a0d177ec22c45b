import { endOfWords } from '../../voice/turns/index.js';
import type { Transcript, Transcription, TranscriptionRequest } from '../stages/index.js';

/** Understands all of what was said at once. @throws AgentFault */
export type Understand = (pieces: readonly Int16Array[], signal: AbortSignal) => Promise<Transcript>;

interface Attempt {
  readonly heard: Promise<Transcript>;
  cancel(): void;
}

interface EarlyAttempt extends Attempt {
  readonly mayLackEnd: boolean;
  /** Once it is known. */
  known?: Transcript;
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
    /** How text counts before the turn is over; absent: as it was written. */
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
      // Told when the turn ends, if it is still what counts then.
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
    // What breaks off is better than nothing.
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
