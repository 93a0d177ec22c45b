import { newId } from '../../common/ids/index.js';
import type { AgentEvent, AgentSpeech } from '../../voice/agent-adapter.js';
import { heardText, PausableVoice, progressOf } from '../../voice/speaker/index.js';
import { type AgentProgress, NOTHING_SAID } from '../../voice/turns/index.js';
import type { ProviderSession } from '../connection/index.js';
import { AgentTurn, answerLatency, type CallerTurnTimes } from './agent-turn.js';
import type { ConversationHistory } from './conversation-history.js';

/** Remembered answers, so that late events of an interrupted one are recognized and dropped. */
const MAX_KEPT_TURNS = 20;

/** How far a provider's speech may run ahead of playout: 96 bytes of memory per millisecond. */
const MAX_QUEUED_SPEECH_MS = 120_000;

export interface AgentAnswersOptions {
  readonly speech: AgentSpeech;
  readonly sampleRateHz: number;
  readonly emit: (event: AgentEvent) => void;
  readonly history: ConversationHistory;
  /** Undefined while the server is disconnected. */
  readonly session: () => ProviderSession | undefined;
  /** The playout of everything queued has ended. */
  quiet(): void;
}

/** What happened to a piece of audio; `silent`: nothing of the answer has been audible so far. */
export type AudioOutcome = 'first' | 'more' | 'silent' | 'dropped' | 'overflow';

/**
 * The agent's side of a conversation: plays the audio of answers, reports their words, and stops at once on barge-in.
 * Late events of an interrupted answer are dropped.
 */
export class AgentAnswers {
  private readonly voice: PausableVoice;
  private readonly turns = new Map<string, AgentTurn>();

  constructor(private readonly options: AgentAnswersOptions) {
    this.voice = new PausableVoice(options.speech, options.sampleRateHz);
  }

  /** True if an answer is in progress, or its playout is. */
  get busy(): boolean {
    return this.voice.speaking || this.underWay;
  }

  /** True if the provider is still generating an answer. */
  get underWay(): boolean {
    return [...this.turns.values()].some((turn) => !turn.complete && !turn.silenced);
  }

  /** What the caller has and has not yet heard of the current or last utterance. */
  get progress(): AgentProgress {
    const turn = [...this.turns.values()].findLast(({ hasAudio }) => hasAudio);
    if (!turn) return NOTHING_SAID;
    if (turn.finished || turn.silenced) return { said: turn.text, unsaid: '' };
    const { heard } = this.voice;
    return progressOf(
      turn.itemIds.map((itemId) => ({ text: turn.textOf(itemId), heard: heard.get(itemId) })),
    );
  }

  /** True during playout. */
  get speaking(): boolean {
    return this.voice.speaking;
  }

  begin(responseId: string): AgentTurn {
    const known = this.turns.get(responseId);
    if (known) return known;
    const turn = new AgentTurn(newId('turn'), responseId, this.options.sampleRateHz);
    this.turns.set(responseId, turn);
    const oldest = this.turns.keys().next().value;
    if (this.turns.size > MAX_KEPT_TURNS && oldest !== undefined) this.turns.delete(oldest);
    return turn;
  }

  /** The turn id of an answer; an answer without speech is known by its own id. */
  turnIdOf(responseId: string): string {
    return this.turns.get(responseId)?.turnId ?? responseId;
  }

  /** Whether an answer has been audible. */
  hasSpoken(responseId: string): boolean {
    return this.turns.get(responseId)?.hasAudio === true;
  }

  /** Plays audio of an answer. @param answered The caller's turn, with the first audio that answers it. */
  audio(
    responseId: string,
    itemId: string,
    samples: Int16Array,
    nowMs: number,
    answered: CallerTurnTimes | undefined,
  ): AudioOutcome {
    const turn = this.begin(responseId);
    if (turn.silenced) return 'dropped';
    const lengthMs = (samples.length * 1000) / this.options.sampleRateHz;
    if (this.voice.queuedMs + lengthMs > MAX_QUEUED_SPEECH_MS) return 'overflow';
    const first = !turn.hasAudio;
    turn.firstTokenAtMs ??= nowMs;
    turn.addText(itemId, '');
    const heard = turn.lead.take(samples);
    turn.trimmedMs += lengthMs - (heard.length * 1000) / this.options.sampleRateHz;
    if (heard.length === 0) return 'silent';
    turn.hasAudio = true;
    turn.unheard.delete(itemId);
    this.voice.write(itemId, heard, first ? () => this.tellLatency(turn, answered, nowMs) : undefined);
    return first ? 'first' : 'more';
  }

  words(responseId: string, itemId: string, delta: string): void {
    const turn = this.begin(responseId);
    if (turn.silenced) return;
    turn.firstTokenAtMs ??= performance.now();
    turn.addText(itemId, delta);
    // Words may arrive after all of the audio.
    if (turn.complete) this.options.history.write(itemId, turn.textOf(itemId));
    this.tell(turn, turn.finished);
  }

  /** Drops the answer: nothing of it was audible, and the rest is not wanted. */
  drop(responseId: string): void {
    const turn = this.begin(responseId);
    turn.complete = true;
    turn.silenced = true;
    if (turn.text !== '') this.say(turn.turnId, '', true);
  }

  /** The answer is complete, or its rest will never arrive. */
  complete(responseId: string): AgentTurn {
    const turn = this.begin(responseId);
    if (turn.complete || turn.silenced) return turn;
    turn.complete = true;
    const { itemIds } = turn;
    this.voice.write(itemIds[0] ?? '', turn.lead.finish());
    for (const itemId of itemIds) this.options.history.write(itemId, turn.textOf(itemId));
    itemIds.forEach((itemId, index) => {
      this.voice.mark(() => {
        this.voice.forget([itemId]);
        if (index === itemIds.length - 1) this.finish(turn);
      });
    });
    if (itemIds.length === 0) this.quietNow();
    return turn;
  }

  /** Completes answers in progress as they are, because the rest will not arrive. @returns Whether there were any. */
  abandon(): boolean {
    const broken = [...this.turns.values()].filter((turn) => !turn.complete && !turn.silenced);
    for (const turn of broken) this.complete(turn.responseId);
    return broken.some((turn) => turn.hasAudio);
  }

  /** Pauses playout at once. */
  pause(): void {
    this.voice.pause();
  }

  /** Resumes playout where it was paused. */
  resume(): void {
    this.voice.resume();
  }

  /**
   * Stops speaking at once and drops answers in progress.
   * @param isTooEarly The caller's turn continues: the answer is also removed from the model's history.
   */
  interrupt(isTooEarly = false): void {
    this.cut(isTooEarly ? 'withdrawn' : 'interrupted');
  }

  /** Cuts off the playout of a completed answer, without further effects. */
  hush(): void {
    if (!this.underWay && this.voice.queuedMs > 0) this.interrupt();
  }

  /** The call ends: only what was heard so far counts as said. */
  stop(): void {
    this.cut('ended');
  }

  /** Keeps only what was heard of the answers that are playing. */
  private cut(reason: 'interrupted' | 'withdrawn' | 'ended'): void {
    const { history, session } = this.options;
    const parts = [...this.voice.drop().values()];
    for (const turn of this.turns.values()) {
      const own = parts.filter((part) => turn.itemIds.includes(part.partId));
      if (turn.silenced || (turn.complete && own.length === 0)) continue;
      turn.silenced = true;
      const isShown = turn.text !== '';
      for (const { partId, heardMs, spokenMs } of own) {
        turn.setText(partId, heardText(turn.textOf(partId), heardMs, spokenMs));
        if (reason === 'withdrawn' && history.takeBack(partId)) {
          if (turn.complete) session()?.forget(partId);
          turn.unheard.add(partId);
          continue;
        }
        history.write(partId, turn.textOf(partId));
        session()?.truncate(partId, heardMs + (partId === turn.itemIds[0] ? turn.trimmedMs : 0));
      }
      const sentMs = own.reduce((sum, part) => sum + part.heardMs, 0);
      const text = sentMs === 0 ? '' : turn.text;
      const isInterrupted =
        own.length > 0 && (reason === 'interrupted' || (reason === 'withdrawn' && sentMs > 0));
      // Also closes the partial transcript of an answer that was not heard.
      if (isShown || isInterrupted) this.say(turn.turnId, text, true, isInterrupted ? sentMs : undefined);
    }
  }

  private finish(turn: AgentTurn): void {
    if (turn.silenced) return;
    turn.finished = true;
    this.tell(turn, true);
    this.quietNow();
  }

  private quietNow(): void {
    if (!this.busy) this.options.quiet();
  }

  private tell({ turnId, text }: AgentTurn, final: boolean): void {
    if (text !== '') this.say(turnId, text, final);
  }

  private say(turnId: string, text: string, final: boolean, interruptedAfterMs?: number): void {
    this.options.emit({ kind: 'transcript', speaker: 'agent', turnId, text, final, interruptedAfterMs });
  }

  private tellLatency(turn: AgentTurn, answered: CallerTurnTimes | undefined, firstAudioAtMs: number): void {
    if (!answered) return;
    const { firstTokenAtMs } = turn;
    const latency = answerLatency(answered, { firstTokenAtMs, firstAudioAtMs, heardAtMs: performance.now() });
    this.options.emit({ kind: 'turn-latency', turnId: turn.turnId, latency });
  }
}
