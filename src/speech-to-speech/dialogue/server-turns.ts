import type { TurnTakingSettings } from '../../agent-document/index.js';
import type { CallerFrame } from '../../voice/agent-adapter.js';
import { SilenceWatch, type SilenceActions } from './silence-watch.js';
import type { TurnKeeper } from './turn-keeper.js';

export interface ServerTurnsOptions extends SilenceActions {
  readonly settings: TurnTakingSettings;
  /** Everything that the caller is heard to say goes to the server. */
  send(samples: Int16Array): void;
}

/** Turns that the provider's server finds out about: it is sent all of the caller, and tells what it makes of it. */
export class ServerTurns implements TurnKeeper {
  readonly #options: ServerTurnsOptions;
  readonly #silence: SilenceWatch;
  #callerSpeaks = false;
  /** The caller isn't listened to, because the greeting may not be interrupted. */
  #deaf = false;

  constructor(options: ServerTurnsOptions) {
    this.#options = options;
    this.#silence = new SilenceWatch(options.settings, options);
  }

  get callerHasFloor(): boolean {
    return this.#callerSpeaks;
  }

  hear(frame: CallerFrame): void {
    if (!this.#deaf) this.#options.send(frame.samples);
  }

  /** The server says that the caller began to speak. */
  callerBegan(): void {
    this.#callerSpeaks = true;
    this.callerSpoke();
  }

  /** The server says that the caller's turn is over. */
  callerEnded(): void {
    this.#callerSpeaks = false;
  }

  /** The server knows of words of the caller. */
  callerSpoke(): void {
    this.#silence.callerSpoke();
  }

  greets(): void {
    this.#deaf = this.#options.settings.greetingInterruptible === false;
  }

  answerDue(): void {
    this.#silence.pause();
  }

  agentStarted(): void {}

  heardOut(): void {
    this.#deaf = false;
  }

  callersTurn(): void {
    if (!this.#callerSpeaks) this.#silence.begin();
  }

  linkLost(): void {
    this.#callerSpeaks = false;
    this.#silence.pause();
  }

  close(): void {
    this.#silence.close();
  }
}
