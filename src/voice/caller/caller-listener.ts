import { TURN_TAKING_DEFAULTS } from '../../agent-document/index.js';
import {
  createResampler,
  type NoiseSuppression,
  type NoiseSuppressor,
  type Resampler,
} from '../../common/audio/index.js';
import type { CallerFrame } from '../agent-adapter.js';
import type { OverlapEvidence } from '../overlap-evidence.js';
import { EchoGuard, type AgentLevelAgo } from './echo-guard.js';
import { OverlapListener } from './overlap-listener.js';
import type { JudgedWindow, SegmenterEvent } from './speech-segmenter.js';
import { TurnEndListener } from './turn-end-listener.js';
import { UsualLevel } from './usual-level.js';
import type { VoiceActivityDetector, VoiceActivityStream } from './voice-activity-detector.js';
import { VoiceFinder } from './voice-finder.js';

/** The samples and the rate that voice activity detection takes. */
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
  | { readonly kind: 'caller-heard'; readonly untilMs: number }
  /** How likely the turn that the caller has fallen silent in is over, by its sound. */
  | { readonly kind: 'turn-end-judged'; readonly probability: number }
  /** What a voice over the agent's sounds like so far; told only while the agent speaks. */
  | { readonly kind: 'overlap-heard'; readonly evidence: OverlapEvidence };

/** What else the caller's microphone may pick up, and how that is told from its voice. */
export interface ListeningOptions {
  /** What the agent sent, where its echo may come back; absent: nothing is done about echo. */
  readonly agentLevelAgo?: AgentLevelAgo | undefined;
  /** Monotonic milliseconds, as the frames have them. */
  readonly nowMs?: () => number;
  /** Takes noise out before anything else is done with the sound; absent: it stays. */
  readonly noise?: NoiseSuppression | undefined;
  /** By how much a voice must be louder than what is always there, in dB; 0: not at all. */
  readonly overBackgroundDb?: number;
  /** Told of all that is needed to find the same voices again. */
  readonly trace?: ((entry: TracedEar | TracedWindow) => void) | undefined;
}

/** What listening begins with. */
export interface TracedEar {
  readonly kind: 'ear';
  readonly windowMs: number;
  readonly overBackgroundDb: number;
}

/** A window as the detector judged it, before it is known whether it is no louder than the background. */
export interface TracedWindow extends JudgedWindow {
  readonly kind: 'window';
  /** When it was judged. */
  readonly atMs: number;
}

const { overBackgroundDb: OVER_BACKGROUND_DB } = TURN_TAKING_DEFAULTS.noise;

interface HeardFrame {
  readonly samples: Int16Array;
  readonly endMs: number;
  /** A listener was given them, and may keep them. */
  isGiven: boolean;
}

/** Listens to the caller: finds voices, and gives a turn its audio from the moment at which it began. */
export class CallerListener {
  private readonly stream: VoiceActivityStream;
  private readonly resampler: Resampler;
  private readonly resampled = new Int16Array((DETECTOR_RATE_HZ * MAX_FRAME_MS) / 1000);
  private readonly overlaps: OverlapListener | undefined;
  private readonly turnEnds: TurnEndListener | undefined;
  private readonly usualLevel = new UsualLevel();
  private readonly echo: EchoGuard | undefined;
  private readonly noise: NoiseSuppressor | undefined;
  private readonly nowMs: () => number;
  private voiceSinceMs: number | undefined;
  private agentSpeaks = false;
  private past: HeardFrame[] = [];
  /** Of a frame that nobody has any more. */
  private spare: Int16Array | undefined;
  private listener: ((samples: Int16Array) => void) | undefined;

  /**
   * @param sampleRateHz Rate of the caller's frames. For another one than 16 kHz `loadResampler` must have been called.
   */
  constructor(
    detector: VoiceActivityDetector,
    private readonly sampleRateHz: number,
    private readonly onVoice: (event: CallerVoiceEvent) => void,
    {
      agentLevelAgo,
      nowMs = () => performance.now(),
      noise,
      overBackgroundDb = OVER_BACKGROUND_DB,
      trace,
    }: ListeningOptions = {},
  ) {
    this.nowMs = nowMs;
    trace?.({ kind: 'ear', windowMs: detector.windowMs, overBackgroundDb });
    this.echo = agentLevelAgo && new EchoGuard(agentLevelAgo);
    this.noise = noise?.open(sampleRateHz);
    this.resampler = createResampler(sampleRateHz, DETECTOR_RATE_HZ);
    this.overlaps = detector.overlaps && new OverlapListener(detector.overlaps);
    this.turnEnds =
      detector.turnEnds &&
      new TurnEndListener(detector.turnEnds, (probability) =>
        this.onVoice({ kind: 'turn-end-judged', probability }),
      );
    const finder = new VoiceFinder(detector.windowMs, overBackgroundDb);
    this.stream = detector.open((judged) => {
      trace?.({ kind: 'window', atMs: nowMs(), ...judged });
      const { window, speaking, event } = finder.take(judged);
      if (speaking && !this.agentSpeaks) this.learnLevel(window);
      if (event) this.follow(event);
    });
  }

  /** All that the caller said until then has been told. */
  get heardUntilMs(): number {
    return this.stream.judgedUntilMs;
  }

  /** Whether the sound of voices over the agent's is judged. */
  get judgesOverlaps(): boolean {
    return this.overlaps !== undefined;
  }

  /** @param agentSpeaks Whether the agent speaks, so that a voice of the caller is one over its own. */
  hear(frame: CallerFrame, agentSpeaks = false): void {
    this.agentSpeaks = agentSpeaks;
    const samples = this.copyOf(frame.samples);
    const atMs = frame.atMs - (this.noise?.delayMs ?? 0);
    const heard = this.cleaned(samples, this.nowMs() - frame.atMs, atMs);
    this.turnEnds?.hear(heard, atMs);
    this.stream.push(heard, atMs);
    const { listener } = this;
    listener?.(samples);
    this.past.push({ samples, endMs: atMs, isGiven: listener !== undefined });
    this.forgetBefore(atMs - MAX_PAST_MS);
    this.onVoice({ kind: 'caller-heard', untilMs: this.heardUntilMs });
  }

  /**
   * Takes echo and noise out of a frame, in place, and judges the voice in it. An echo is taken out of that later, as
   * the background that it is: where it is made silent, words that lie over it are torn.
   * @returns The frame at the detector's rate.
   */
  private cleaned(samples: Int16Array, lateMs: number, atMs: number): Int16Array {
    if (this.noise) {
      this.echo?.clean(samples, lateMs);
      this.noise.run(samples);
    }
    const heard = this.resampled.subarray(0, this.resampler.run(samples, this.resampled));
    this.judgeOverlap(heard, atMs);
    if (!this.noise) this.echo?.clean(samples, lateMs, heard);
    return heard;
  }

  /** Fifty frames a second that live for three seconds each would keep the garbage collector busy. */
  private copyOf(samples: Int16Array): Int16Array {
    const { spare } = this;
    this.spare = undefined;
    if (spare?.length !== samples.length) return samples.slice();
    spare.set(samples);
    return spare;
  }

  private forgetBefore(timeMs: number): void {
    while ((this.past[0]?.endMs ?? Infinity) < timeMs) {
      const oldest = this.past.shift();
      if (oldest && !oldest.isGiven) this.spare = oldest.samples;
    }
  }

  private follow(event: SegmenterEvent): void {
    if (event.kind === 'caller-started') {
      this.voiceSinceMs = event.onsetMs;
      this.overlaps?.end();
      this.turnEnds?.wentOn();
    }
    this.onVoice(event);
    if (event.kind !== 'caller-stopped') return;
    this.voiceSinceMs = undefined;
    this.turnEnds?.fellSilent();
  }

  /** A voice that has ended is followed as long as the agent speaks: what it was may show a moment later. */
  private judgeOverlap(samples: Int16Array, endMs: number): void {
    const { overlaps, agentSpeaks, voiceSinceMs } = this;
    if (!overlaps) return;
    if (!agentSpeaks) overlaps.end();
    let evidence = overlaps.hear(samples, endMs);
    if (agentSpeaks && voiceSinceMs !== undefined && !overlaps.listening) {
      evidence = overlaps.begin(voiceSinceMs, this.usualLevel.dbfs);
    }
    if (evidence) this.onVoice({ kind: 'overlap-heard', evidence });
  }

  private learnLevel({ levels = [] }: JudgedWindow): void {
    if (levels.length === 0) return;
    this.usualLevel.learn(Math.sqrt(levels.reduce((sum, level) => sum + level ** 2, 0) / levels.length));
  }

  /** Gives the audio since `fromMs`, and a little before it, and then all that follows. */
  listen(fromMs: number, listener: (samples: Int16Array) => void): void {
    const frameMs = ((this.past[0]?.samples.length ?? 0) * 1000) / this.sampleRateHz;
    for (const frame of this.past) {
      if (frame.endMs <= fromMs - LEAD_MS + frameMs) continue;
      frame.isGiven = true;
      listener(frame.samples);
    }
    this.listener = listener;
    this.turnEnds?.begin(fromMs);
  }

  ignore(): void {
    this.listener = undefined;
    this.turnEnds?.end();
  }

  close(): void {
    this.listener = undefined;
    this.past = [];
    this.turnEnds?.end();
    this.stream.close();
    this.resampler.close();
    this.noise?.close();
  }
}
