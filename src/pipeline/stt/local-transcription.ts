import { joinedSamples } from '../../audio/index.js';
import type { RecognitionRequest, Recognized } from '../../engines/local/index.js';
import {
  STT_RATE_HZ,
  type SpeechToText,
  type Transcript,
  type Transcription,
  type TranscriptionRequest,
} from '../stages/index.js';
import { expectedNames } from './expected-names.js';
import { WholeTurn } from './whole-turn.js';

/** Interval of partial transcripts. */
const LOOK_EVERY_MS = 300;
/** Shorter audio yields no reliable words. */
const FIRST_LOOK_MS = 400;
/** The next partial waits this many times as long as the last one took, so long turns get fewer partials. */
const LOOK_REST = 10;
/**
 * Below this, words are almost always wrong. Of 70 sentences of four voices, each in quiet and in loud noise, all quiet
 * ones were above it; of the 36 below it (all in noise) one was right.
 */
const LEAST_CONFIDENCE = 0.7;

/** The recognizer. */
export interface LocalEars {
  /** @throws AgentFault */
  recognize(request: RecognitionRequest, signal: AbortSignal): Promise<Recognized>;
  /** No request is waiting. */
  readonly isIdle: boolean;
}

/** The local recognizer, which needs no key: English. */
export class LocalTranscription implements SpeechToText {
  readonly capabilities = { streaming: true };

  constructor(private readonly ears: () => Promise<LocalEars>) {}

  begin(request: TranscriptionRequest): Transcription {
    return new LocalTurn(request, this.ears);
  }
}

class LocalTurn implements Transcription {
  private readonly whole: WholeTurn;
  private readonly over = new AbortController();
  private pieces: Int16Array[] = [];
  private samples = 0;
  private nextLook: number;
  private looking = false;
  private resting = false;
  private ears: LocalEars | undefined;

  constructor(
    private readonly request: TranscriptionRequest,
    ears: () => Promise<LocalEars>,
  ) {
    this.nextLook = (FIRST_LOOK_MS * STT_RATE_HZ) / 1_000;
    this.whole = new WholeTurn(
      request,
      async (pieces, signal) => {
        const awaited = request.awaited?.();
        const { readings = [], ...found } = await (
          await ears()
        ).recognize({ ...this.asked(pieces), dictated: awaited?.dictated }, signal);
        const heard = { ...found, text: awaited?.likeliest(readings) ?? found.text };
        const isDoubtful = heard.text !== '' && heard.confidence < LEAST_CONFIDENCE;
        return { ...heard, ...(isDoubtful && { doubtful: true }) };
      },
      withoutEnding,
    );
    // Partials need loaded engines.
    ears().then(
      (loaded) => (this.ears = loaded),
      () => undefined,
    );
  }

  push(samples: Int16Array): void {
    this.whole.push(samples);
    this.pieces.push(samples);
    this.samples += samples.length;
    if (this.mayLook) void this.look();
  }

  anticipate(mayLackEnd: boolean): void {
    this.resting = true;
    this.whole.anticipate(mayLackEnd);
  }

  goOn(): void {
    this.resting = false;
    this.whole.goOn();
  }

  async end(): Promise<Transcript> {
    this.over.abort();
    return await this.whole.end();
  }

  cancel(): void {
    this.over.abort();
    this.whole.cancel();
    this.pieces = [];
  }

  /** Under load, partial transcripts are dropped first. */
  private get mayLook(): boolean {
    if (this.looking || this.resting || this.samples < this.nextLook) return false;
    return this.request.wantsPartials === true && this.ears?.isIdle === true && !this.over.signal.aborted;
  }

  private async look(): Promise<void> {
    const { ears } = this;
    if (!ears) return;
    this.looking = true;
    const { samples: lookedAt } = this;
    const beganMs = performance.now();
    try {
      const heard = await ears.recognize(this.asked(this.pieces), this.over.signal);
      if (!this.resting && !this.over.signal.aborted) this.tell(heard);
    } catch {
      // `end` reports the error.
    } finally {
      this.looking = false;
      const restMs = LOOK_REST * (performance.now() - beganMs);
      this.nextLook = lookedAt + (Math.max(LOOK_EVERY_MS, restMs) * STT_RATE_HZ) / 1_000;
    }
  }

  private tell(heard: Recognized): void {
    this.request.onWords({ ...heard, text: withoutEnding(heard.text) });
  }

  private asked(pieces: readonly Int16Array[]): RecognitionRequest {
    return { samples: joinedSamples(pieces), phrases: expectedNames(this.request.agent) };
  }
}

/** The recognizer ends everything with a full stop or a question mark, even fragments. */
const withoutEnding = (text: string): string => text.replace(/[.?!,\s]+$/, '');
