import { newId } from '../../common/ids/index.js';
import type { AgentEvent, AgentSpeech } from '../../voice/agent-adapter.js';
import { heardText, PausableVoice, progressOf } from '../../voice/speaker/index.js';
import { type AgentProgress, NOTHING_SAID } from '../../voice/turns/index.js';
import { AgentTurn, answerLatency, type CallerTurnTimes } from './agent-turn.js';

/** Answers that are remembered, so that what comes late of an interrupted one is still known and dropped. */
const MAX_KEPT_TURNS = 20;

export interface AgentAnswersOptions {
  readonly speech: AgentSpeech;
  readonly sampleRateHz: number;
  readonly maxQueuedSpeechMs: number;
  readonly emit: (event: AgentEvent) => void;
  /** The words of an item as the caller heard them. */
  heard(itemId: string, text: string): void;
  /** An item was cut off after so much of its audio. */
  cutOff(itemId: string, heardMs: number): void;
  /** All that was to be said has been heard. */
  quiet(): void;
}

/** What became of a piece of audio; `silent`: of the answer nothing could be heard so far. */
export type AudioOutcome = 'first' | 'more' | 'silent' | 'dropped' | 'overflow';

/**
 * The agent's side of a conversation: speaks what answers bring, tells their words, and stops at once on barge-in.
 * What still comes of an interrupted answer is dropped.
 */
export class AgentAnswers {
  private readonly voice: PausableVoice;
  private readonly turns = new Map<string, AgentTurn>();

  constructor(private readonly options: AgentAnswersOptions) {
    this.voice = new PausableVoice(options.speech, options.sampleRateHz);
  }

  /** Whether an answer is under way or the caller hasn't heard all of one yet. */
  get busy(): boolean {
    return this.voice.speaking || this.underWay;
  }

  /** Whether the provider is still at an answer. */
  get underWay(): boolean {
    return [...this.turns.values()].some((turn) => !turn.complete && !turn.silenced);
  }

  /** What the caller has heard of what the agent says, or said last, and what it has not heard yet. */
  get progress(): AgentProgress {
    const turn = [...this.turns.values()].findLast(({ hasAudio }) => hasAudio);
    if (!turn) return NOTHING_SAID;
    if (turn.finished || turn.silenced) return { said: turn.text, unsaid: '' };
    const { heard } = this.voice;
    return progressOf(
      turn.itemIds.map((itemId) => ({ text: turn.textOf(itemId), heard: heard.get(itemId) })),
    );
  }

  /** Whether the caller has something to hear. */
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

  /** The turn of an answer; one that says nothing is known by its own id. */
  turnIdOf(responseId: string): string {
    return this.turns.get(responseId)?.turnId ?? responseId;
  }

  /** Whether an answer has said something. */
  hasSpoken(responseId: string): boolean {
    return this.turns.get(responseId)?.hasAudio === true;
  }

  /** Speaks audio of an answer. @param answered The caller's turn, when this is the first audio that answers it. */
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
    if (this.voice.queuedMs + lengthMs > this.options.maxQueuedSpeechMs) return 'overflow';
    const first = !turn.hasAudio;
    turn.firstTokenAtMs ??= nowMs;
    turn.addText(itemId, '');
    const heard = turn.lead.take(samples);
    turn.trimmedMs += lengthMs - (heard.length * 1000) / this.options.sampleRateHz;
    if (heard.length === 0) return 'silent';
    turn.hasAudio = true;
    this.voice.write(itemId, heard, first ? () => this.tellLatency(turn, answered, nowMs) : undefined);
    return first ? 'first' : 'more';
  }

  words(responseId: string, itemId: string, delta: string): void {
    const turn = this.begin(responseId);
    if (turn.silenced) return;
    turn.firstTokenAtMs ??= performance.now();
    turn.addText(itemId, delta);
    // Words may come after all of the audio.
    if (turn.complete) this.options.heard(itemId, turn.textOf(itemId));
    this.tell(turn, turn.finished);
  }

  /** Nothing of the answer could be heard, and nobody hears more of it. */
  drop(responseId: string): void {
    const turn = this.begin(responseId);
    turn.complete = true;
    turn.silenced = true;
    const { turnId, text } = turn;
    // What was shown as its beginning doesn't stay for ever.
    if (text !== '')
      this.options.emit({ kind: 'transcript', speaker: 'agent', turnId, text: '', final: true });
  }

  /** The provider has sent all of the answer, or it will never send the rest. */
  complete(responseId: string): AgentTurn {
    const turn = this.begin(responseId);
    if (turn.complete || turn.silenced) return turn;
    turn.complete = true;
    const { itemIds } = turn;
    this.voice.write(itemIds[0] ?? '', turn.lead.finish());
    for (const itemId of itemIds) this.options.heard(itemId, turn.textOf(itemId));
    itemIds.forEach((itemId, index) => {
      this.voice.mark(() => {
        this.voice.forget([itemId]);
        if (index === itemIds.length - 1) this.finish(turn);
      });
    });
    if (itemIds.length === 0) this.quietNow();
    return turn;
  }

  /** Completes what is under way as it is, because nothing more of it will come. @returns Whether anything was. */
  abandon(): boolean {
    const broken = [...this.turns.values()].filter((turn) => !turn.complete && !turn.silenced);
    for (const turn of broken) this.complete(turn.responseId);
    return broken.some((turn) => turn.hasAudio);
  }

  /** Falls silent at once, ready to go on. */
  pause(): void {
    this.voice.pause();
  }

  /** Goes on where it fell silent. */
  resume(): void {
    this.voice.resume();
  }

  /** The caller interrupts: stops speaking at once and forgets what is under way. */
  interrupt(): void {
    for (const { turn, sentMs } of this.cut()) {
      this.options.emit({ kind: 'interrupted', turnId: turn.turnId, sentMs });
    }
  }

  /** What is still to be heard of a finished answer is cut off, and nothing else follows from it. */
  hush(): void {
    if (!this.underWay && this.voice.queuedMs > 0) this.interrupt();
  }

  /** The call ends: what was heard until now is all that was said. */
  stop(): void {
    this.cut();
  }

  /** @returns The answers that were being heard, and how much of them was sent. */
  private cut(): { readonly turn: AgentTurn; readonly sentMs: number }[] {
    const cut: { turn: AgentTurn; sentMs: number }[] = [];
    const parts = [...this.voice.drop().values()];
    for (const turn of this.turns.values()) {
      const own = parts.filter((part) => turn.itemIds.includes(part.partId));
      if (turn.silenced || (turn.complete && own.length === 0)) continue;
      turn.silenced = true;
      for (const { partId, heardMs, spokenMs } of own) {
        turn.setText(partId, heardText(turn.textOf(partId), heardMs, spokenMs));
        this.options.heard(partId, turn.textOf(partId));
        this.options.cutOff(partId, heardMs + (partId === turn.itemIds[0] ? turn.trimmedMs : 0));
      }
      if (own.length === 0) continue;
      this.tell(turn, true);
      cut.push({ turn, sentMs: own.reduce((sum, part) => sum + part.heardMs, 0) });
    }
    return cut;
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

  private tell(turn: AgentTurn, final: boolean): void {
    const { turnId, text } = turn;
    if (text !== '') this.options.emit({ kind: 'transcript', speaker: 'agent', turnId, text, final });
  }

  private tellLatency(turn: AgentTurn, answered: CallerTurnTimes | undefined, firstAudioAtMs: number): void {
    if (!answered) return;
    const { firstTokenAtMs } = turn;
    const latency = answerLatency(answered, { firstTokenAtMs, firstAudioAtMs, heardAtMs: performance.now() });
    this.options.emit({ kind: 'turn-latency', turnId: turn.turnId, latency });
  }
}
