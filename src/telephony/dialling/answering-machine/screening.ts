import type { CallerAudioFrame, MediaListener, PhoneSession } from '../../../media/index.js';
import { DETECTOR_SETTINGS, MachineDetector, type MachineVerdict } from './machine-detector.js';

export interface ScreeningEvents {
  /** Called once. From `voicemail` on, the mailbox records. */
  decided(verdict: MachineVerdict): void;
  failed(): void;
}

/** Added to the detector's times for lines that send no audio at all. */
const SLACK_MS = 500;

/** Screens the answering party before the agent starts. */
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
    // Some lines send no audio during silence.
    this.timer = setTimeout(() => this.decide('unknown'), DETECTOR_SETTINGS.decideMs + SLACK_MS);
  }

  callerFrame({ samples, atMs }: CallerAudioFrame): void {
    if (this.isOver) return;
    // Use the capture time: a stall of this process would look like a pause for an answer.
    this.detector.take(samples, atMs);
    this.timer?.refresh();
    if (this.detector.verdict) this.decide(this.detector.verdict);
  }

  callerKey(): void {
    // DTMF is ignored during screening.
  }

  failed(): void {
    this.stop();
    this.events.failed();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.isOver = true;
  }

  private decide(verdict: MachineVerdict): void {
    if (this.isOver) return;
    this.stop();
    this.events.decided(verdict);
  }
}
