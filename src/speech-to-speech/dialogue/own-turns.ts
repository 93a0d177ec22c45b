import type { TurnTakingSettings } from '../../agent-document/index.js';
import type { CallerFrame } from '../../voice/agent-adapter.js';
import { CallerListener } from '../../voice/caller/index.js';
import { CallerBacklog } from '../../providers/index.js';
import type { VoiceActivityDetector } from '../../voice/caller/index.js';
import {
  TurnDriver,
  turnTakingParameters,
  type SpeechKind,
  type TurnTakingDecision,
  type TurnTakingParameters,
} from '../../voice/turns/index.js';
import type { Dialogue } from './dialogue.js';
import { sayExactly } from './instructions.js';
import type { TurnCarrier, TurnOutcome } from './turn-carrier.js';
import type { TurnKeeper } from './turn-keeper.js';

export interface OwnTurnsOptions {
  readonly settings: TurnTakingSettings;
  readonly detector: VoiceActivityDetector;
  /** Rate of the caller's audio. */
  readonly sampleRateHz: number;
  readonly carrier: TurnCarrier;
  readonly dialogue: () => Dialogue;
  hangUp(): void;
}

/**
 * Turns that Earshot finds out about by itself: voice detection and turn-taking decide, and the provider is sent nothing but the
 * turns. No words are known while the caller speaks, so a voice that goes on for long enough counts as words.
 */
export class OwnTurns implements TurnKeeper {
  readonly #options: OwnTurnsOptions;
  readonly #parameters: TurnTakingParameters;
  readonly #driver: TurnDriver;
  readonly #ear: CallerListener;
  /** Audio of a turn that the provider isn't told about yet. */
  readonly #waiting: CallerBacklog;
  /** The provider was told of the open turn. */
  #told = false;
  #turnsEnded = 0;
  /** An ended turn isn't understood yet. */
  #judging = false;
  #deaf = false;
  #closed = false;

  constructor(options: OwnTurnsOptions) {
    const { settings, detector, sampleRateHz } = options;
    this.#options = options;
    this.#parameters = { ...turnTakingParameters(settings), interruptionMinWords: 0 };
    this.#waiting = new CallerBacklog(sampleRateHz);
    this.#driver = new TurnDriver(this.#parameters, (decision) => this.#carryOut(decision));
    this.#ear = new CallerListener(detector, sampleRateHz, (event) => this.#driver.take(event));
  }

  get callerHasFloor(): boolean {
    return this.#driver.state.turn === 'held';
  }

  hear(frame: CallerFrame): void {
    if (this.#deaf || this.#closed) return;
    this.#ear.hear(frame);
    this.#driver.takeLongVoiceForWords(this.#options.carrier.voiceThatIsWordsMs, this.#ear.heardUntilMs);
    this.#tellProvider();
  }

  greets(): void {
    this.#deaf = !this.#parameters.greetingInterruptible;
  }

  answerDue(): void {}

  agentStarted(speech: SpeechKind): void {
    this.#driver.take({ kind: 'agent-started', speech });
  }

  heardOut(): void {
    this.#deaf = false;
  }

  callersTurn(): void {
    const spoke = this.#driver.state.agent === 'speaking';
    this.#driver.take({ kind: spoke ? 'agent-finished' : 'agent-silent' });
  }

  linkLost(): void {}

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#driver.close();
    this.#ear.close();
    this.#waiting.take();
  }

  #carryOut(decision: TurnTakingDecision): void {
    const dialogue = this.#options.dialogue();
    switch (decision.kind) {
      case 'begin-turn':
        return this.#beginTurn(decision.fromMs);
      case 'discard-turn':
        return this.#discardTurn();
      case 'end-turn':
        void this.#endTurn(decision.speechEndMs);
        return;
      case 'pause-agent':
        return dialogue.answers.pause();
      case 'resume-agent':
        return dialogue.answers.resume();
      case 'drop-agent':
      case 'cancel-reply':
        this.#options.carrier.cancelAnswer();
        return dialogue.interrupt();
      case 'prompt':
        return dialogue.ask('prompt', sayExactly(this.#parameters.noInputPrompts[decision.index] ?? ''));
      case 'hang-up':
        return this.#options.hangUp();
    }
  }

  #beginTurn(fromMs: number): void {
    this.#discardTurn();
    this.#options.dialogue().calls.callerSpoke();
    this.#ear.listen(fromMs, (samples) => {
      if (this.#told) this.#options.carrier.send(samples);
      else this.#waiting.add(samples);
    });
    this.#tellProvider();
  }

  /** Tells the provider of the open turn, as soon as it may be. */
  #tellProvider(): void {
    const { turn, agent, wordCount } = this.#driver.state;
    if (this.#told || turn === 'none') return;
    const { carrier } = this.#options;
    const interrupts = turn === 'held' && (agent === 'silent' || wordCount > 0);
    if (!interrupts && !carrier.takesBack) return;
    this.#told = true;
    carrier.begin();
    for (const samples of this.#waiting.take()) carrier.send(samples);
  }

  #discardTurn(): void {
    this.#ear.ignore();
    this.#waiting.take();
    if (this.#told) this.#options.carrier.discard();
    this.#told = false;
  }

  async #endTurn(endedAtMs: number): Promise<void> {
    const { carrier } = this.#options;
    const number = ++this.#turnsEnded;
    const times = { endedAtMs, takenAtMs: performance.now() };
    const told = this.#told;
    this.#told = false;
    this.#ear.ignore();
    this.#waiting.take();
    if (told) carrier.end(times);
    const outcome = told ? await this.#understand() : await Promise.resolve('nothing' as const);
    if (this.#closed || number !== this.#turnsEnded) return;
    this.#driver.take({ kind: 'turn-understood', outcome });
    const dialogue = this.#options.dialogue();
    const { agent } = this.#driver.state;
    if (agent === 'silent') dialogue.enter('listening');
    if (agent !== 'preparing' || outcome === 'nothing') return;
    dialogue.callerTurn = times;
    carrier.answer();
    dialogue.awaitReply();
  }

  /** What the ended turn was: only one that overlaps with the agent's speech may be something else than words. */
  async #understand(): Promise<TurnOutcome> {
    const { agent, wordCount } = this.#driver.state;
    if (agent === 'preparing' || wordCount > 0 || this.#judging) return 'words';
    this.#judging = true;
    try {
      return await this.#options.carrier.understand();
    } finally {
      this.#judging = false;
    }
  }
}
