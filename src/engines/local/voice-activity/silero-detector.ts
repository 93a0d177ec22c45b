import {
  forgetSlowly,
  newSileroMemory,
  SileroModel,
  WINDOW_SAMPLES,
  type SileroMemory,
} from './silero-model.js';
import type { JudgedWindow } from '../../../voice/caller/speech-segmenter.js';
import type { WordSpotter } from '../../../voice/caller/word-looks.js';
import type {
  VoiceActivityDetector,
  VoiceActivityStream,
} from '../../../voice/caller/voice-activity-detector.js';
import { SoundJudge } from '../overlap/sound-judge.js';
import { VoiceGate } from './voice-gate.js';

const SAMPLES_PER_MS = 16;
const WINDOW_MS = WINDOW_SAMPLES / SAMPLES_PER_MS;
const FULL_SCALE = 32_768;

/**
 * How long the gate stays open after its last hint of a voice. The model continues to report an ended voice for a while
 * (380 ms at most in tests), and must see its end. A voice that is still present later counts as a new one.
 */
const GATE_HOLD_MS = 480;

/** Pre-roll: windows from before the gate opened, so that the model gets the beginning of the first sound. */
const PREROLL_WINDOWS = 4;

/**
 * During a continuous sound the model adapts: after ten seconds of music it misses even speech that is 12 dB louder. So
 * its state decays while no one speaks, with a time constant of 4.6 s; half of that doubles the false positives.
 */
const FORGETS = 0.993;
/**
 * Below this probability there is no voice. After this many such windows (a quarter of a second) none is about to
 * resume.
 */
const VOICELESS = 0.3;
const VOICELESS_WINDOWS = 8;

/** Levels are reported per 8 ms. */
const LEVELS_A_WINDOW = 4;

interface QueuedWindow {
  readonly samples: Float32Array<ArrayBuffer>;
  readonly endMs: number;
}

/** Silero behind a cheap gate; see `SileroModel`. */
export class SileroDetector implements VoiceActivityDetector {
  readonly windowMs = WINDOW_MS;
  private readonly waiting = new Set<SileroStream>();
  private due: NodeJS.Immediate | undefined;

  private constructor(
    private readonly model: SileroModel,
    private readonly makeGate: () => VoiceGate,
    readonly overlaps: SoundJudge,
    readonly words: WordSpotter | undefined,
    private readonly onFault: (error: unknown) => void,
  ) {}

  /**
   * @param onFault Called if the handling of a window fails.
   * @param words The word spotter; see `VoiceActivityDetector`.
   * @throws Error if the model can't be loaded.
   */
  static async create(onFault: (error: unknown) => void, words?: WordSpotter): Promise<SileroDetector> {
    const [model, makeGate, overlaps] = await Promise.all([
      SileroModel.load(),
      VoiceGate.load(),
      SoundJudge.load(),
    ]);
    return new SileroDetector(model, makeGate, overlaps, words, onFault);
  }

  open(onWindow: (window: JudgedWindow) => void): VoiceActivityStream {
    return new SileroStream(this.makeGate(), onWindow, {
      wait: (stream) => this.wait(stream),
      forget: (stream) => this.waiting.delete(stream),
    });
  }

  close(): Promise<void> {
    this.waiting.clear();
    clearImmediate(this.due);
    return Promise.resolve();
  }

  private wait(stream: SileroStream): void {
    this.waiting.add(stream);
    this.due ??= setImmediate(() => this.judge());
  }

  /**
   * Runs once per turn of the event loop, after its packets. Windows of many calls are batched, so that the model's
   * weights are fetched once for several of them.
   */
  private judge(): void {
    this.due = undefined;
    while (this.waiting.size > 0) {
      const streams = [...this.waiting].slice(0, this.model.maxStreams);
      const windows = streams.flatMap((stream) => stream.next() ?? []);
      for (const stream of streams) if (!stream.hasNext) this.waiting.delete(stream);
      const probabilities = this.model.judge(windows);
      windows.forEach(({ report }, index) => this.report(report, probabilities[index] ?? 0));
    }
  }

  private report(report: (probability: number) => void, probability: number): void {
    try {
      report(probability);
    } catch (error) {
      this.onFault(error);
    }
  }
}

interface Judge {
  wait(stream: SileroStream): void;
  forget(stream: SileroStream): void;
}

class SileroStream implements VoiceActivityStream {
  private readonly queue: QueuedWindow[] = [];
  private memory: SileroMemory = newSileroMemory();
  private window = new Float32Array(WINDOW_SAMPLES);
  private readonly spares: Float32Array<ArrayBuffer>[] = [];
  private filled = 0;
  private preroll: QueuedWindow[] = [];
  private gateOpenUntilMs = -Infinity;
  /** Consecutive windows without a voice. */
  private voiceless = 0;
  private judgedMs = -Infinity;
  private closed = false;

  constructor(
    private readonly gate: VoiceGate,
    private readonly onWindow: (window: JudgedWindow) => void,
    private readonly judge: Judge,
  ) {}

  push(samples: Int16Array, endMs: number): void {
    if (this.closed) return;
    if (this.gate.mayHoldVoice(samples)) this.openGate(endMs);
    for (let at = 0; at < samples.length;) {
      at += this.fill(samples, at);
      if (this.filled < WINDOW_SAMPLES) continue;
      this.take({ samples: this.window, endMs: endMs - (samples.length - at) / SAMPLES_PER_MS });
      this.window = this.spares.pop() ?? new Float32Array(WINDOW_SAMPLES);
      this.filled = 0;
    }
  }

  /** @returns How many samples fit into the window. */
  private fill(samples: Int16Array, from: number): number {
    const { window, filled } = this;
    const count = Math.min(samples.length - from, WINDOW_SAMPLES - filled);
    for (let at = 0; at < count; at++) window[filled + at] = (samples[from + at] ?? 0) / FULL_SCALE;
    this.filled += count;
    return count;
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.judge.forget(this);
    this.gate.close();
  }

  get judgedUntilMs(): number {
    return this.judgedMs;
  }

  get hasNext(): boolean {
    return this.queue.length > 0;
  }

  /** The next window to judge, and the callback for its result. */
  next() {
    const queued = this.queue.shift();
    if (!queued) return undefined;
    const { samples: window, endMs } = queued;
    const report = (probability: number) => {
      this.judgedMs = endMs;
      if (this.closed) return;
      this.forget(probability);
      const levels = levelsOf(window);
      this.reuse(window);
      this.onWindow({ probability, endMs, levels });
    };
    return { memory: this.memory, window, report };
  }

  private forget(probability: number): void {
    this.voiceless = probability < VOICELESS ? this.voiceless + 1 : 0;
    if (this.voiceless > VOICELESS_WINDOWS) forgetSlowly(this.memory, FORGETS);
  }

  private openGate(endMs: number): void {
    const wasClosed = this.gateOpenUntilMs < endMs;
    this.gateOpenUntilMs = endMs + GATE_HOLD_MS;
    if (!wasClosed) return;
    this.memory = newSileroMemory();
    for (const window of this.preroll.splice(0)) this.enqueue(window);
  }

  private take(window: QueuedWindow): void {
    if (window.endMs <= this.gateOpenUntilMs) return this.enqueue(window);
    if (!this.hasNext) this.judgedMs = window.endMs;
    this.preroll.push(window);
    const oldest = this.preroll.length > PREROLL_WINDOWS ? this.preroll.shift() : undefined;
    if (!oldest) return;
    // The background level is reported, too: voices are compared with it.
    const levels = levelsOf(oldest.samples, 1);
    this.reuse(oldest.samples);
    this.onWindow({ probability: 0, endMs: oldest.endMs, levels });
  }

  private reuse(samples: Float32Array<ArrayBuffer>): void {
    if (this.spares.length < PREROLL_WINDOWS) this.spares.push(samples);
  }

  private enqueue(window: QueuedWindow): void {
    this.queue.push(window);
    this.judge.wait(this);
  }
}

/** Root mean square of each part of a window. */
function levelsOf(samples: Float32Array, parts = LEVELS_A_WINDOW): number[] {
  const partSamples = samples.length / parts;
  const levels: number[] = [];
  for (let from = 0; from < samples.length; from += partSamples) {
    let sum = 0;
    for (let at = from; at < from + partSamples; at++) {
      const sample = samples[at] ?? 0;
      sum += sample * sample;
    }
    levels.push(Math.sqrt(sum / partSamples));
  }
  return levels;
}
