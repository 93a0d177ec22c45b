import { createResampler, type Resampler } from '../../common/audio/index.js';
import type { CallerFrame } from '../agent-adapter.js';
import { SpeechSegmenter, type SegmenterEvent } from './speech-segmenter.js';
import type { VoiceActivityDetector, VoiceActivityStream } from './voice-activity-detector.js';

/** What voice detection wants to be given. */
const DETECTOR_RATE_HZ = 16_000;

/** The longest frame that is heard at once; a call's frames have 20 ms. */
const MAX_FRAME_MS = 60;

/** How much of the past is kept, so that a turn can begin before it was found out. */
const MAX_PAST_MS = 3_000;

/** Audio before the first voiced window that belongs to a turn: soft first sounds are found late. */
const LEAD_MS = 300;

/** What turn-taking is told of the caller's voice. */
export type CallerVoiceEvent =
  | SegmenterEvent
  /** All that the caller said until then is known to the events before. */
  | { readonly kind: 'caller-heard'; readonly untilMs: number };

interface HeardFrame {
  readonly samples: Int16Array;
  readonly endMs: number;
}

/** Listens to the caller: finds voices, and gives a turn its audio from the moment at which it began. */
export class CallerListener {
  private readonly segmenter: SpeechSegmenter;
  private readonly stream: VoiceActivityStream;
  private readonly resampler: Resampler;
  private readonly resampled = new Int16Array((DETECTOR_RATE_HZ * MAX_FRAME_MS) / 1000);
  private past: HeardFrame[] = [];
  private listener: ((samples: Int16Array) => void) | undefined;

  /**
   * @param sampleRateHz Rate of the caller's frames. For another one than 16 kHz `loadResampler` must have been called.
   */
  constructor(
    detector: VoiceActivityDetector,
    private readonly sampleRateHz: number,
    private readonly onVoice: (event: CallerVoiceEvent) => void,
  ) {
    this.resampler = createResampler(sampleRateHz, DETECTOR_RATE_HZ);
    this.segmenter = new SpeechSegmenter(detector.windowMs);
    this.stream = detector.open((window) => {
      const event = this.segmenter.take(window);
      if (event) onVoice(event);
    });
  }

  /** All that the caller said until then has been told. */
  get heardUntilMs(): number {
    return this.stream.judgedUntilMs;
  }

  hear(frame: CallerFrame): void {
    const samples = frame.samples.slice();
    const written = this.resampler.run(samples, this.resampled);
    this.stream.push(this.resampled.subarray(0, written), frame.atMs);
    this.listener?.(samples);
    this.past.push({ samples, endMs: frame.atMs });
    while ((this.past[0]?.endMs ?? Infinity) < frame.atMs - MAX_PAST_MS) this.past.shift();
    this.onVoice({ kind: 'caller-heard', untilMs: this.heardUntilMs });
  }

  /** Gives the audio since `fromMs`, and a little before it, and then all that follows. */
  listen(fromMs: number, listener: (samples: Int16Array) => void): void {
    const frameMs = ((this.past[0]?.samples.length ?? 0) * 1000) / this.sampleRateHz;
    for (const { samples, endMs } of this.past) {
      if (endMs > fromMs - LEAD_MS + frameMs) listener(samples);
    }
    this.listener = listener;
  }

  ignore(): void {
    this.listener = undefined;
  }

  close(): void {
    this.listener = undefined;
    this.past = [];
    this.stream.close();
    this.resampler.close();
  }
}
