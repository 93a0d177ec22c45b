import { BackgroundLevel } from './background-level.js';
import { SpeechSegmenter, type JudgedWindow, type SegmenterEvent } from './speech-segmenter.js';

interface Found {
  /** The window, with no voice in it where it is no louder than what is always there. */
  readonly window: JudgedWindow;
  /** Whether the caller was speaking before it. */
  readonly speaking: boolean;
  readonly event: SegmenterEvent | undefined;
}

/** Finds the caller's voice, and not those behind it, in what a detector says of one window after the other. */
export class VoiceFinder {
  private readonly background: BackgroundLevel;
  private readonly segmenter: SpeechSegmenter;
  private speaking = false;

  constructor(windowMs: number, overBackgroundDb: number) {
    this.background = new BackgroundLevel(overBackgroundDb);
    this.segmenter = new SpeechSegmenter(windowMs);
  }

  take(judged: JudgedWindow): Found {
    const { speaking } = this;
    const window = this.background.hides(judged, speaking) ? { ...judged, probability: 0 } : judged;
    const event = this.segmenter.take(window, this.background.usualLevel);
    if (event?.kind === 'caller-started') this.speaking = true;
    if (event?.kind === 'caller-stopped') this.speaking = false;
    return { window, speaking, event };
  }
}
