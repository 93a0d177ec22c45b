import type { TurnTakingChoices } from '../../agent-document/index.js';

/** What to do about a caller who says nothing. */
export interface SilenceActions {
  prompt(text: string): void;
  hangUp(): void;
}

/**
 * Prompts a silent caller with the prompts of the document, each once, and gives up on one who stays silent. Silence
 * counts while nobody speaks and nothing is being thought about; speech of the caller begins it all anew.
 */
export class SilenceWatch {
  private prompted = 0;
  private promptTimer: NodeJS.Timeout | undefined;
  private hangUpTimer: NodeJS.Timeout | undefined;

  constructor(
    private readonly settings: TurnTakingChoices['prompts'],
    private readonly actions: SilenceActions,
  ) {}

  /** It is the caller's turn to speak. */
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
    // A prompt doesn't end the silence of the caller, so the time until the end runs on through it.
    if (hangUpAfterMs > 0) {
      this.hangUpTimer ??= setTimeout(() => this.actions.hangUp(), hangUpAfterMs);
    }
  }

  /** The agent speaks or thinks: the caller isn't asked for anything. */
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
