import { TURN_TAKING_DEFAULTS } from '../../agent-document/turn-taking-defaults.js';
import {
  createResampler,
  type NoiseSuppression,
  type NoiseSuppressor,
  type Resampler,
} from '../../audio/index.js';
import type { AgentSpeech, CallerFrame } from '../agent-adapter.js';
import type { OverlapEvidence } from '../overlap-evidence.js';
import { ECHO_LEFT, EchoGuard } from './echo-guard.js';
import { HiddenSpans } from './hidden-spans.js';
import { OverlapListener } from './overlap-listener.js';
import { PastFrames } from './past-frames.js';
import { rootMeanSquare, type JudgedWindow, type SegmenterEvent } from './speech-segmenter.js';
import { UsualLevel } from './usual-level.js';
import type { VoiceActivityDetector, VoiceActivityStream } from './voice-activity-detector.js';
import { VoiceFinder } from './voice-finder.js';
import { WordLooks, type WordsSeen } from './word-looks.js';

/** Sample format of the VAD. */
const DETECTOR_RATE_HZ = 16_000;

/** Longest frame in one call of `hear`; calls use 20 ms. */
const MAX_FRAME_MS = 60;

/** Pre-roll buffer: a turn starts before it is detected. */
const MAX_PAST_MS = 3_000;

/** Pre-roll before the first voiced window: soft first sounds are detected late. */
const LEAD_MS = 300;

/** Events about the caller's voice for turn-taking. */
export type CallerVoiceEvent =
  | SegmenterEvent
  /** The events so far cover everything that the caller said until then. */
  | { readonly kind: 'caller-heard'; readonly untilMs: number }
  /** Classification so far of a voice over the agent; only while the agent speaks. */
  | { readonly kind: 'overlap-heard'; readonly evidence: OverlapEvidence }
  /** Words spotted so far in a voice over the agent. */
  | ({ readonly kind: 'words-seen' } & WordsSeen);

/** What the agent sent a moment ago. */
export type AgentSent = Pick<AgentSpeech, 'levelAgo' | 'silentForMs'>;

/** Options for telling the caller's voice from other sounds in the microphone. */
export interface ListeningOptions {
  /** What the agent sent, for detecting its echo; absent: no echo detection. */
  readonly agent?: AgentSent | undefined;
  /** Monotonic milliseconds, on the clock of the frames. */
  readonly nowMs?: () => number;
  /** Whether the caller speaks English; only English words are spotted. */
  readonly isEnglish?: boolean;
  /** Noise suppression before all other processing; absent: none. */
  readonly noise?: NoiseSuppression | undefined;
  /** By how much a voice must exceed the background, in dB; 0: not at all. */
  readonly overBackgroundDb?: number;
  /** Receives everything that is needed to detect the same voices again. */
  readonly trace?: ((entry: TracedListener | TracedWindow) => void) | undefined;
}

/** The listener's initial settings. */
export interface TracedListener {
  readonly kind: 'ear';
  readonly windowMs: number;
  readonly overBackgroundDb: number;
}

/** A window as the VAD judged it, before comparison with the background. */
export interface TracedWindow extends JudgedWindow {
  readonly kind: 'window';
  /** When it was judged. */
  readonly atMs: number;
}

const { overBackgroundDb: OVER_BACKGROUND_DB } = TURN_TAKING_DEFAULTS.noise;

const echoGuardOf = (agent: AgentSent) =>
  new EchoGuard(
    (agoMs) => agent.levelAgo(agoMs),
    () => agent.silentForMs,
  );

/** Listens to the caller: detects voices, and provides a turn's audio from its onset. */
export class CallerListener {
  private readonly stream: VoiceActivityStream;
  private readonly resampler: Resampler;
  private readonly resampled = new Int16Array((DETECTOR_RATE_HZ * MAX_FRAME_MS) / 1000);
  private heardSamples = this.resampled;
  private readonly finder: VoiceFinder;
  private readonly overlaps: OverlapListener | undefined;
  private readonly usualLevel = new UsualLevel();
  private readonly echo: EchoGuard | undefined;
  private readonly echoes = new HiddenSpans();
  private readonly noise: NoiseSuppressor | undefined;
  private readonly nowMs: () => number;
  private voiceSinceMs: number | undefined;
  private agentSpeaks = false;
  private readonly past = new PastFrames(MAX_PAST_MS);
  private listener: ((samples: Int16Array) => void) | undefined;

  /** @param sampleRateHz Rate of the caller's frames. If it is not 16 kHz, `loadResampler` must have been called. */
  constructor(
    detector: VoiceActivityDetector,
    private readonly sampleRateHz: number,
    private readonly onVoice: (event: CallerVoiceEvent) => void,
    {
      agent,
      nowMs = () => performance.now(),
      noise,
      overBackgroundDb = OVER_BACKGROUND_DB,
      isEnglish = false,
      trace,
    }: ListeningOptions = {},
  ) {
    this.nowMs = nowMs;
    trace?.({ kind: 'ear', windowMs: detector.windowMs, overBackgroundDb });
    this.echo = agent && echoGuardOf(agent);
    this.noise = noise?.open(sampleRateHz);
    this.resampler = createResampler(sampleRateHz, DETECTOR_RATE_HZ);
    const { overlaps } = detector;
    const words = isEnglish ? detector.words : undefined;
    const seen = (some: WordsSeen) => onVoice({ kind: 'words-seen', ...some });
    this.overlaps = overlaps && new OverlapListener(overlaps, words && new WordLooks(words, seen, nowMs));
    this.finder = new VoiceFinder(detector.windowMs, overBackgroundDb);
    this.stream = detector.open((found) => {
      const judged = this.withoutEcho(found, detector.windowMs);
      trace?.({ kind: 'window', atMs: nowMs(), ...judged });
      const { window, speaking, event } = this.finder.take(judged);
      if (speaking && !this.agentSpeaks) this.learnLevel(window);
      if (event) this.follow(event);
    });
  }

  /** Everything that the caller said until then has been reported. */
  get heardUntilMs(): number {
    return this.stream.judgedUntilMs;
  }

  /** Whether voices over the agent are classified by sound. */
  get judgesOverlaps(): boolean {
    return this.overlaps !== undefined;
  }

  /** @param agentSpeaks Whether the agent speaks, so that a voice of the caller overlaps with it. */
  hear(frame: CallerFrame, agentSpeaks = false): void {
    this.agentSpeaks = agentSpeaks;
    const atMs = frame.atMs - (this.noise?.delayMs ?? 0);
    const { samples } = this.past.copy(frame.samples);
    this.judge(samples, this.nowMs() - frame.atMs, atMs);
    const { listener } = this;
    listener?.(samples);
    this.past.keep(atMs, listener !== undefined);
    this.onVoice({ kind: 'caller-heard', untilMs: this.heardUntilMs });
  }

  /**
   * Removes echo and noise from a frame, in place, and runs the VAD. The VAD gets the audio with its echo: muting the
   * echo would also tear words that overlap with it.
   */
  private judge(samples: Int16Array, lateMs: number, atMs: number): void {
    const { echo, noise } = this;
    const verdict = echo?.judge(samples, lateMs);
    if (noise) {
      if (verdict) echo?.mute(verdict, samples);
      noise.run(samples);
    } else if (verdict?.hides) {
      this.echoes.add(atMs, (samples.length * 1_000) / this.sampleRateHz);
    }
    const heard = this.heard(this.resampler.run(samples, this.resampled));
    this.judgeOverlap(heard, atMs);
    this.stream.push(heard, atMs);
    if (!noise && verdict) echo?.mute(verdict, samples, heard);
  }

  /** A window that contains only echo counts as silent. */
  private withoutEcho(window: JudgedWindow, windowMs: number): JudgedWindow {
    const { endMs, levels } = window;
    if (!this.echoes.hide({ beginMs: endMs - windowMs, endMs })) return window;
    const left = levels?.map((level) => level * ECHO_LEFT);
    return { ...window, probability: 0, isEcho: true, ...(left && { levels: left }) };
  }

  /** A view of the first resampled samples; cached because `count` rarely changes. */
  private heard(count: number): Int16Array {
    if (this.heardSamples.length !== count) this.heardSamples = this.resampled.subarray(0, count);
    return this.heardSamples;
  }

  private follow(event: SegmenterEvent): void {
    if (event.kind === 'caller-started') {
      this.voiceSinceMs = event.onsetMs;
      this.overlaps?.end();
    }
    this.onVoice(event);
    if (event.kind === 'caller-stopped') this.voiceSinceMs = undefined;
  }

  /** Follows a voice beyond its end while the agent speaks, because its classification may arrive later. */
  private judgeOverlap(samples: Int16Array, endMs: number): void {
    const { overlaps, agentSpeaks, voiceSinceMs } = this;
    if (!overlaps) return;
    if (!agentSpeaks) overlaps.end();
    let evidence = overlaps.hear(samples, endMs);
    if (agentSpeaks && voiceSinceMs !== undefined && !overlaps.listening) {
      evidence = overlaps.begin(voiceSinceMs, this.usualLevel.dbfs);
    }
    if (!evidence) return;
    this.onVoice({ kind: 'overlap-heard', evidence });
  }

  private learnLevel({ levels = [] }: JudgedWindow): void {
    if (levels.length === 0) return;
    this.usualLevel.learn(rootMeanSquare(levels));
  }

  /** Passes on the audio since `fromMs`, with some pre-roll, and everything after it. */
  listen(fromMs: number, listener: (samples: Int16Array) => void): void {
    const frameMs = (this.past.frameSamples * 1000) / this.sampleRateHz;
    this.past.give(fromMs - LEAD_MS + frameMs, listener);
    this.listener = listener;
    if (this.agentSpeaks) this.overlaps?.words?.begin(fromMs);
  }

  ignore(): void {
    this.listener = undefined;
    this.overlaps?.words?.end();
  }

  close(): void {
    this.listener = undefined;
    this.past.clear();
    this.overlaps?.words?.end();
    this.stream.close();
    this.resampler.close();
    this.noise?.close();
  }
}
