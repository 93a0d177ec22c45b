import { TURN_TAKING_DEFAULTS } from '../../agent-document/index.js';
import {
  createResampler,
  type NoiseSuppression,
  type NoiseSuppressor,
  type Resampler,
} from '../../common/audio/index.js';
import type { AgentSpeech, CallerFrame } from '../agent-adapter.js';
import type { OverlapEvidence } from '../overlap-evidence.js';
import { ECHO_LEFT, EchoGuard } from './echo-guard.js';
import { HiddenSpans } from './hidden-spans.js';
import { OverlapListener } from './overlap-listener.js';
import { PastFrames } from './past-frames.js';
import { rootMeanSquare } from './root-mean-square.js';
import type { JudgedWindow, SegmenterEvent } from './speech-segmenter.js';
import { UsualLevel } from './usual-level.js';
import type { VoiceActivityDetector, VoiceActivityStream } from './voice-activity-detector.js';
import { VoiceFinder } from './voice-finder.js';
import { WordLooks, type WordsSeen } from './word-looks.js';

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
  /** What a voice over the agent's sounds like so far; told only while the agent speaks. */
  | { readonly kind: 'overlap-heard'; readonly evidence: OverlapEvidence }
  /** What a voice over the agent's seems to have said so far. */
  | ({ readonly kind: 'words-seen' } & WordsSeen);

/** What the agent sent a moment ago. */
export type AgentSent = Pick<AgentSpeech, 'levelAgo' | 'silentForMs'>;

/** What else the caller's microphone may pick up, and how that is told from its voice. */
export interface ListeningOptions {
  /** What the agent sent, where its echo may come back; absent: nothing is done about echo. */
  readonly agent?: AgentSent | undefined;
  /** Monotonic milliseconds, as the frames have them. */
  readonly nowMs?: () => number;
  /** Whether the caller speaks English, so that English words are looked for. */
  readonly isEnglish?: boolean;
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

const echoGuardOf = (agent: AgentSent) =>
  new EchoGuard(
    (agoMs) => agent.levelAgo(agoMs),
    () => agent.silentForMs,
  );

/** Listens to the caller: finds voices, and gives a turn its audio from the moment at which it began. */
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

  /**
   * @param sampleRateHz Rate of the caller's frames. For another one than 16 kHz `loadResampler` must have been called.
   */
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
    const atMs = frame.atMs - (this.noise?.delayMs ?? 0);
    const { samples } = this.past.copy(frame.samples);
    this.judge(samples, this.nowMs() - frame.atMs, atMs);
    const { listener } = this;
    listener?.(samples);
    this.past.keep(atMs, listener !== undefined);
    this.onVoice({ kind: 'caller-heard', untilMs: this.heardUntilMs });
  }

  /**
   * Takes echo and noise out of a frame, in place, and judges the voice in it. An echo stays in what voices are found
   * and judged by: where it is made silent, words that lie over it are torn.
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

  /** A window with nothing but an echo in it is as good as silent. */
  private withoutEcho(window: JudgedWindow, windowMs: number): JudgedWindow {
    const { endMs, levels } = window;
    if (!this.echoes.hide({ beginMs: endMs - windowMs, endMs })) return window;
    const left = levels?.map((level) => level * ECHO_LEFT);
    return { ...window, probability: 0, isEcho: true, ...(left && { levels: left }) };
  }

  /** The first so many of what was resampled; they are as many each time. */
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

  /** A voice that has ended is followed as long as the agent speaks: what it was may show a moment later. */
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

  /** Gives the audio since `fromMs`, and a little before it, and then all that follows. */
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
