import {
  SpeechSegmenter,
  type SegmenterEvent,
  type VoiceActivityDetector,
  type VoiceActivityStream,
} from '../../speech-engines/index.js';
import type { CallerFrame } from '../../agent-adapter.js';
import { STT_RATE_HZ } from '../stages/index.js';

/** How much of the past is kept, so that a turn can begin before it was found out. */
const MAX_PAST_MS = 3_000;

/** Audio before the first voiced window that belongs to a turn: soft first sounds are found late. */
const LEAD_MS = 300;

interface HeardFrame {
  readonly samples: Int16Array;
  readonly endMs: number;
}

/** Listens to the caller: finds voices, and gives a turn its audio from the moment at which it began. */
export class CallerEar {
  readonly #segmenter: SpeechSegmenter;
  readonly #stream: VoiceActivityStream;
  #past: HeardFrame[] = [];
  #listener: ((samples: Int16Array) => void) | undefined;

  constructor(detector: VoiceActivityDetector, onVoice: (event: SegmenterEvent) => void) {
    this.#segmenter = new SpeechSegmenter(detector.windowMs);
    this.#stream = detector.open((probability, endMs) => {
      const event = this.#segmenter.take(probability, endMs);
      if (event) onVoice(event);
    });
  }

  hear(frame: CallerFrame): void {
    const samples = frame.samples.slice();
    this.#stream.push(samples, frame.atMs);
    this.#listener?.(samples);
    this.#past.push({ samples, endMs: frame.atMs });
    while ((this.#past[0]?.endMs ?? Infinity) < frame.atMs - MAX_PAST_MS) this.#past.shift();
  }

  /** Gives the audio since `fromMs`, and a little before it, and then all that follows. */
  listen(fromMs: number, listener: (samples: Int16Array) => void): void {
    const frameMs = ((this.#past[0]?.samples.length ?? 0) * 1000) / STT_RATE_HZ;
    for (const { samples, endMs } of this.#past) {
      if (endMs > fromMs - LEAD_MS + frameMs) listener(samples);
    }
    this.#listener = listener;
  }

  ignore(): void {
    this.#listener = undefined;
  }

  close(): void {
    this.#listener = undefined;
    this.#past = [];
    this.#stream.close();
  }
}
