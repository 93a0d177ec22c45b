import type { CallerAudioFrame, MediaListener, PhoneSession } from '../../../media/index.js';
import { DETECTOR_SETTINGS, MachineDetector, type Verdict } from './machine-detector.js';

export interface ScreeningEvents {
  /** Comes once. From `voicemail` on, the mailbox records. */
  decided(verdict: Verdict): void;
  /** The audio is over. */
  failed(): void;
}

/** Beyond the times of the detector, where no audio comes at all. */
const SLACK_MS = 500;

/** Listens to whoever answered, before the agent does. */
export class Screening implements MediaListener {
  private readonly detector: MachineDetector;
  private isOver = false;
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
    // Lines on which nothing is sent while nobody speaks.
    this.timer = setTimeout(() => this.decide('unknown'), DETECTOR_SETTINGS.decideMs + SLACK_MS);
  }

  callerFrame({ samples, atMs }: CallerAudioFrame): void {
    if (this.isOver) return;
    // When it was said, not when this process came to it: a stall would be heard as a pause for an answer.
    this.detector.take(samples, atMs);
    this.timer?.refresh();
    if (this.detector.verdict) this.decide(this.detector.verdict);
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
    this.isOver = true;
  }

  private decide(verdict: Verdict): void {
    if (this.isOver) return;
    this.stop();
    this.events.decided(verdict);
  }
}
