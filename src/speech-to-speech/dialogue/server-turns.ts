import { type TurnTakingChoices, type TurnTakingSettings, turnTakingOf } from '../../agent-document/index.js';
import type { NoiseSuppressor } from '../../audio/index.js';
import type { CallerFrame } from '../../voice/agent-adapter.js';
import type { NoiseOptions, VoiceClock } from '../../voice/caller/index.js';
import { SilenceWatch } from './silence-watch.js';
import type { TurnActions, TurnDetection } from './turn-detection.js';

export interface ServerTurnsOptions {
  readonly settings: TurnTakingSettings;
  /** Measures when the caller falls silent, for servers that do not report it. */
  readonly clock: VoiceClock | undefined;
  /** Sample rate of the caller's audio. */
  readonly sampleRateHz: number;
  /** How noise around the caller is handled. */
  readonly noise: NoiseOptions;
  /** Sends all caller audio to the server. */
  send(samples: Int16Array): void;
}

/** Turn detection by the provider's server, which receives all caller audio and reports the turns. */
export class ServerTurns implements TurnDetection {
  private readonly silence: SilenceWatch;
  private readonly interruption: TurnTakingChoices['interruption'];
  private readonly noise: NoiseSuppressor | undefined;
  private actions: TurnActions | undefined;
  private callerSpeaks = false;
  /** Caller audio is ignored during a greeting that may not be interrupted. */
  private deaf = false;

  constructor(private readonly options: ServerTurnsOptions) {
    const { interruption, prompts } = turnTakingOf(options.settings);
    this.interruption = interruption;
    this.noise = options.noise.noise?.open(options.sampleRateHz);
    this.silence = new SilenceWatch(prompts, {
      prompt: (text) => this.actions?.prompt(text),
      hangUp: () => this.actions?.hangUpOnSilence(),
    });
  }

  attach(actions: TurnActions): void {
    this.actions = actions;
  }

  takeSpeechEnd(): number | undefined {
    return this.options.clock?.takeEnd();
  }

  /** Whether the caller spoke since the last answer began; unknown without a clock. */
  get hasSpoken(): boolean {
    return this.options.clock?.hasSpoken ?? true;
  }

  get callerHasFloor(): boolean {
    return this.callerSpeaks;
  }

  hear(frame: CallerFrame): void {
    this.options.clock?.hear(frame);
    const samples = this.noise ? frame.samples.slice() : frame.samples;
    this.noise?.run(samples);
    if (!this.deaf) this.options.send(samples);
  }

  /** The server detected the start of speech. */
  callerBegan(): void {
    this.callerSpeaks = true;
    this.callerSpoke();
  }

  callerEnded(): void {
    this.callerSpeaks = false;
  }

  /** The server recognized words of the caller. */
  callerSpoke(): void {
    this.silence.callerSpoke();
  }

  keysBegan(): void {
    this.callerSpoke();
    const { enabled, greeting } = this.interruption;
    if (enabled !== false && !(this.deaf && greeting === false)) this.actions?.interrupt();
  }

  keysEntered(): boolean {
    this.callerSpoke();
    return !this.callerSpeaks;
  }

  greets(): void {
    this.deaf = this.interruption.greeting === false;
  }

  answerDue(): void {
    this.silence.pause();
  }

  agentStarted(): void {}

  heardOut(): void {
    this.deaf = false;
  }

  callersTurn(): void {
    if (!this.callerSpeaks) this.silence.begin();
  }

  linkLost(): void {
    this.callerSpeaks = false;
    this.silence.pause();
  }

  close(): void {
    this.options.clock?.close();
    this.noise?.close();
    this.silence.close();
  }
}
