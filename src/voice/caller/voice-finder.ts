import { BackgroundLevel } from './background-level.js';
import { SpeechSegmenter, type JudgedWindow, type SegmenterEvent } from './speech-segmenter.js';

interface Found {
  /** The window; without a voice if it is no louder than the constant background. */
  readonly window: JudgedWindow;
  /** Whether the caller was already speaking. */
  readonly speaking: boolean;
  readonly event: SegmenterEvent | undefined;
}

/** Separates the caller's voice from background voices in the detector's windows. */
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
