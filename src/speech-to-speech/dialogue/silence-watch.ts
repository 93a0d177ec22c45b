import type { TurnTakingChoices } from '../../agent-document/index.js';

/** Actions for a silent caller. */
export interface SilenceActions {
  prompt(text: string): void;
  hangUp(): void;
}

/**
 * Speaks the document's prompts to a silent caller, each once, then hangs up. Silence counts while neither side speaks
 * and no answer is pending; caller speech resets everything.
 */
export class SilenceWatch {
  private prompted = 0;
  private promptTimer: NodeJS.Timeout | undefined;
  private hangUpTimer: NodeJS.Timeout | undefined;

  constructor(
    private readonly settings: TurnTakingChoices['prompts'],
    private readonly actions: SilenceActions,
  ) {}

  /** The caller may speak now. */
  begin(): void {
    this.stopPrompt();
    const { afterMs = 0, texts = [], hangUpAfterMs = 0 } = this.settings;
    const text = texts[this.prompted];
    if (afterMs > 0 && text !== undefined) {
      this.promptTimer = setTimeout(() => {
        this.prompted++;
        this.actions.prompt(text);
      }, afterMs);
    }
    // A prompt does not end the caller's silence, so the time until hang-up keeps running.
    if (hangUpAfterMs > 0) {
      this.hangUpTimer ??= setTimeout(() => this.actions.hangUp(), hangUpAfterMs);
    }
  }

  /** The agent speaks or thinks: the caller is not expected to speak. */
  pause(): void {
    this.stopPrompt();
  }

  callerSpoke(): void {
    this.close();
    this.prompted = 0;
  }

  close(): void {
    this.stopPrompt();
    clearTimeout(this.hangUpTimer);
    this.hangUpTimer = undefined;
  }

  private stopPrompt(): void {
    clearTimeout(this.promptTimer);
    this.promptTimer = undefined;
  }
}
