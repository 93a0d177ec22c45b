import type { TurnTakingSettings } from '../../agent-document/index.js';
import type { CallerFrame, TraceSink } from '../../voice/agent-adapter.js';
import { CallerListener, type CallerVoiceEvent } from '../../voice/caller/index.js';
import { CallerBacklog } from '../../providers/index.js';
import type { AgentSent, NoiseOptions, VoiceActivityDetector } from '../../voice/caller/index.js';
import {
  type AgentProgress,
  endOfWords,
  isEnglish,
  judgedBy,
  NOTHING_SAID,
  turnOutcome,
  seenWords,
  TurnDriver,
  turnTakingParameters,
  type TurnOutcome,
  type SpeechKind,
  type TurnTakingDecision,
  type TurnTakingParameters,
  WITHOUT_WORDS,
} from '../../voice/turns/index.js';
import type { CallerTurns } from './caller-turns.js';
import type { PreparedAnswer } from './prepared-answer.js';
import type { TurnActions, TurnDetection } from './turn-detection.js';

export interface OwnTurnsOptions {
  readonly settings: TurnTakingSettings;
  readonly languageCode: string | undefined;
  /** What the caller has heard of the agent. */
  readonly progress: () => AgentProgress;
  readonly detector: VoiceActivityDetector;
  /** Sample rate of the caller's audio. */
  readonly sampleRateHz: number;
  readonly callerTurns: CallerTurns;
  readonly prepared: PreparedAnswer;
  /** Audio that the agent sent and whose echo may return. */
  readonly agent: AgentSent;
  /** How noise around the caller is handled. */
  readonly noise: NoiseOptions;
  /** Records turn decisions. */
  readonly trace: TraceSink | undefined;
}

/**
 * Turn detection by Earshot: VAD and turn-taking decide, and the provider receives only the turns. No words are known
 * while the caller speaks, so a long enough voice counts as words.
 */
export class OwnTurns implements TurnDetection {
  private readonly parameters: TurnTakingParameters;
  private readonly driver: TurnDriver;
  private readonly listener: CallerListener;
  /** Audio of a turn that has not been sent to the provider. */
  private readonly waiting: CallerBacklog;
  /** The open turn is being sent to the provider. */
  private told = false;
  /** The turn was ended early at the provider, which already answers it; it may still continue. */
  private early = false;
  private actions: TurnActions | undefined;
  /**
   * The agent's progress when the open turn began; undefined if words in the caller's language cannot be classified.
   */
  private progress: AgentProgress | undefined;
  private turnsEnded = 0;
  /** The ended turn is still being classified. */
  private judging = false;
  private deaf = false;
  private closed = false;

  constructor(private readonly options: OwnTurnsOptions) {
    const { settings, detector, sampleRateHz, callerTurns } = options;
    const parameters = { ...turnTakingParameters(settings, WITHOUT_WORDS), interruptionMinWords: 0 };
    const beginsEarly = parameters.beginsEarly && callerTurns.takesBack;
    this.parameters = judgedBy(detector, { ...parameters, beginsEarly }, options.languageCode);
    callerTurns.onWords = (text) => this.hearWords(text);
    this.waiting = new CallerBacklog(sampleRateHz);
    const { agent, trace, noise } = options;
    this.driver = new TurnDriver(this.parameters, (decision) => this.carryOut(decision), { trace });
    const hearing = { ...noise, agent, isEnglish: isEnglish(options.languageCode), trace };
    this.listener = new CallerListener(detector, sampleRateHz, (event) => this.follow(event), hearing);
  }

  attach(actions: TurnActions): void {
    this.actions = actions;
  }

  takeSpeechEnd(): undefined {}

  get callerHasFloor(): boolean {
    return this.driver.state.turn === 'held';
  }

  hear(frame: CallerFrame): void {
    if (this.deaf || this.closed) return;
    this.listener.hear(frame, this.driver.state.agent === 'speaking');
    this.driver.takeLongVoiceForWords(
      this.options.callerTurns.voiceThatIsWordsMs,
      this.listener.heardUntilMs,
    );
    this.tellProvider();
  }

  keysBegan(): void {
    this.actions?.callerSpoke();
    this.driver.take({ kind: 'keys-began' });
  }

  keysEntered(): boolean {
    this.driver.take({ kind: 'keys-entered' });
    const { agent, turn, understanding } = this.driver.state;
    return agent !== 'silent' || (turn !== 'held' && !understanding);
  }

  greets(): void {
    this.deaf = !this.parameters.greetingInterruptible;
    this.driver.take({ kind: 'greeting-due' });
  }

  answerDue(): void {}

  agentStarted(speech: SpeechKind): void {
    this.driver.take({ kind: 'agent-started', speech });
  }

  heardOut(): void {
    this.deaf = false;
  }

  callersTurn(): void {
    const spoke = this.driver.state.agent === 'speaking';
    this.driver.take({ kind: spoke ? 'agent-finished' : 'agent-silent' });
  }

  linkLost(): void {
    const { callerTurns } = this.options;
    if (callerTurns.takesBack) callerTurns.linkLost();
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.driver.close();
    this.listener.close();
    this.waiting.take();
  }

  private follow(event: CallerVoiceEvent): void {
    const { progress = NOTHING_SAID } = this;
    this.driver.take(event.kind === 'words-seen' ? seenWords(event, progress) : event);
  }

  private carryOut(decision: TurnTakingDecision): void {
    const actions = this.actions;
    switch (decision.kind) {
      case 'begin-turn':
        return this.beginTurn(decision.fromMs);
      case 'discard-turn':
        return this.discardTurn();
      case 'begin-early':
        return this.beginEarly();
      case 'abandon-early':
        return this.abandonEarly();
      case 'end-turn':
        void this.endTurn(decision.speechEndMs, decision.isHum === true);
        return;
      case 'pause-agent':
        return actions?.pause();
      case 'set-gain':
        return actions?.setGain(decision.gain);
      case 'overlap-judged':
        return actions?.overlapJudged(decision.overlap);
      case 'resume-agent':
        return actions?.resume();
      case 'drop-agent':
      case 'cancel-reply':
        this.options.callerTurns.cancelAnswer();
        return actions?.interrupt(decision.kind === 'cancel-reply');
      case 'prompt':
        return actions?.prompt(this.parameters.noInputPrompts[decision.index] ?? '');
      case 'hang-up':
        return actions?.hangUpOnSilence();
    }
  }

  private beginTurn(fromMs: number): void {
    this.discardTurn();
    this.progress = isEnglish(this.options.languageCode) ? this.options.progress() : undefined;
    this.actions?.callerSpoke();
    this.listener.listen(fromMs, (samples) => {
      if (this.told && !this.early) this.options.callerTurns.send(samples);
      else this.waiting.add(samples);
    });
    this.tellProvider();
  }

  /** Starts sending the open turn as soon as that is allowed. */
  private tellProvider(): void {
    const { turn, agent, wordCount } = this.driver.state;
    if (this.told || turn === 'none') return;
    const { callerTurns } = this.options;
    const interrupts = turn === 'held' && (agent === 'silent' || wordCount > 0);
    if (!interrupts && !callerTurns.takesBack) return;
    this.told = true;
    callerTurns.begin();
    this.actions?.turnTold();
    for (const samples of this.waiting.take()) callerTurns.send(samples);
  }

  private discardTurn(): void {
    this.listener.ignore();
    this.abandonEarly();
    this.waiting.take();
    if (this.told) this.options.callerTurns.discard();
    this.told = false;
  }

  /** Buffers the caller's audio from here on. */
  private beginEarly(): void {
    const { callerTurns, prepared } = this.options;
    if (!this.told || !prepared.free) return;
    this.early = true;
    callerTurns.end({ endedAtMs: this.driver.state.hushEndMs, takenAtMs: performance.now() });
    prepared.begin();
  }

  private abandonEarly(): void {
    if (!this.early) return;
    this.early = false;
    const { callerTurns, prepared } = this.options;
    prepared.discard();
    callerTurns.begin();
    for (const samples of this.waiting.take()) callerTurns.send(samples);
  }

  /** Words of an early-ended turn, which show whether it has really ended. */
  private hearWords(text: string): void {
    if (!this.early || text === '') return;
    const end = endOfWords(text, this.progress !== undefined);
    this.driver.take({
      kind: 'words-so-far',
      count: text.split(/\s+/).length,
      unfinished: end === 'open',
      complete: end === 'complete',
      settled: true,
    });
  }

  private async endTurn(endedAtMs: number, isHum: boolean): Promise<void> {
    const { callerTurns } = this.options;
    const number = ++this.turnsEnded;
    const times = { endedAtMs, takenAtMs: performance.now() };
    const { told, early } = this;
    this.told = false;
    this.early = false;
    this.listener.ignore();
    this.waiting.take();
    if (early) callerTurns.endedEarly(times);
    else if (told) callerTurns.end(times);
    const outcome = told ? await this.understand(isHum) : await Promise.resolve('nothing' as const);
    if (this.closed || number !== this.turnsEnded) return;
    this.driver.take({ kind: 'turn-understood', outcome });
    const { agent } = this.driver.state;
    if (agent === 'silent') this.actions?.listening();
    if (agent !== 'preparing' || outcome === 'nothing')
      return early ? this.options.prepared.discard() : undefined;
    if (!early) callerTurns.answer();
    this.actions?.answerDue(times);
    if (early) this.options.prepared.give();
  }

  /** Classifies the ended turn; only one that overlaps with the agent's speech can be anything but words. */
  private async understand(isHum: boolean): Promise<TurnOutcome> {
    const { agent, wordCount, meaning } = this.driver.state;
    if (agent === 'preparing' || this.judging) return 'words';
    if (isHum) return 'backchannel';
    if (wordCount > 0) return meaning ? turnOutcome(meaning) : 'words';
    this.judging = true;
    try {
      return await this.options.callerTurns.understand(this.progress);
    } finally {
      this.judging = false;
    }
  }
}
