import type { CallerAudioFrame, MediaListener, PhoneSession } from '../../../media/index.js';
import { DETECTOR_SETTINGS, MachineDetector, type Verdict } from './machine-detector.js';

export interface ScreeningEvents {
  /** Comes once. */
  decided(verdict: Verdict): void;
  /** A machine records from now on. Comes once. */
  listens(): void;
  /** The audio is over. */
  failed(): void;
}

/** Beyond the times of the detector, where no audio comes at all. */
const SLACK_MS = 500;

/** Listens to whoever answered, before the agent does. */
export class Screening implements MediaListener {
  private readonly detector: MachineDetector;
  private verdict: Verdict | undefined;
  private hasTold = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    media: PhoneSession,
    sampleRateHz: number,
    private readonly events: ScreeningEvents,
  ) {
    this.detector = new MachineDetector(sampleRateHz);
    media.listen(this);
  }

  connected(): void {
    // A line on which nothing is sent while nobody speaks.
    this.timer = setTimeout(() => this.decide('human'), DETECTOR_SETTINGS.decideMs + SLACK_MS);
  }

  callerFrame({ samples, atMs }: CallerAudioFrame): void {
    // When it was said, not when this process came to it: a stall would be heard as a pause for an answer.
    this.detector.take(samples, atMs);
    if (this.detector.verdict) this.decide(this.detector.verdict);
    if (this.detector.isListening) this.listens();
  }

  callerKey(): void {
    // People and machines have nothing to press yet.
  }

  failed(): void {
    this.stop();
    this.events.failed();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.hasTold = true;
    this.verdict ??= 'human';
  }

  private decide(verdict: Verdict): void {
    if (this.verdict) return;
    this.verdict = verdict;
    clearTimeout(this.timer);
    const { longestGreetingMs } = DETECTOR_SETTINGS;
    if (verdict === 'machine') this.timer = setTimeout(() => this.listens(), longestGreetingMs + SLACK_MS);
    this.events.decided(verdict);
  }

  private listens(): void {
    if (this.hasTold) return;
    this.hasTold = true;
    clearTimeout(this.timer);
    this.events.listens();
  }
}
