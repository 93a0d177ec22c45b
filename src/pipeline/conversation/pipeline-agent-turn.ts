import type { AgentContext } from '../../voice/agent-adapter.js';
import type { AgentProgress, SpeechKind } from '../../voice/turns/index.js';
import { Cancelled, type Transcript } from '../stages/index.js';
import type { AgentSpeaker } from './agent-speaker.js';
import { AgentUtterance } from './agent-utterance.js';
import type { ChatHistory } from './chat-history.js';
import { ReplySentences } from './reply-sentences.js';
import type { ReplyLatency } from './reply-latency.js';
import type { ReplyWriter } from './reply-writer.js';
import { sentencesOf } from './sentence-splitter.js';

export interface PipelineAgentTurnOptions {
  readonly context: AgentContext;
  readonly history: ChatHistory;
  readonly writer: ReplyWriter;
  readonly speaker: AgentSpeaker;
  /** The caller has heard the whole utterance. @param hangUp Why the call ends now; undefined if it continues. */
  finished(hangUp: string | undefined): void;
  /** The utterance turned out empty: the agent has nothing to say. */
  silent(hangUp: string | undefined): void;
  /** Generating or speaking the utterance failed. */
  failed(error: unknown): void;
}

/** The agent's turn: its current utterance, and the outcome of it. */
export class PipelineAgentTurn {
  private readonly work = new Set<Promise<void>>();
  private utterance: AgentUtterance | undefined;
  /** The transcript that the preemptive generation answers. */
  private prepared = '';
  /** Of the previous utterance: the words that were heard, and the last sentence that was begun. */
  private before: { readonly said: string; readonly lastSentence?: string | undefined } = { said: '' };
  private closed = false;

  constructor(private readonly options: PipelineAgentTurnOptions) {}

  /** True while the agent speaks or is about to. Preemptive generation does not count. */
  get busy(): boolean {
    return this.utterance !== undefined && !this.utterance.held;
  }

  /** What the caller has and has not yet heard of the current or last utterance. */
  get progress(): AgentProgress {
    const { utterance } = this;
    const { voice, pace } = this.options.speaker;
    if (!utterance || utterance.held || utterance.partIds.length === 0)
      return { said: this.before.said, unsaid: '' };
    return utterance.progress(voice.heard, (sentence) => pace.lengthOfMs(sentence));
  }

  /** Stops the current work; resolves when nothing is running. */
  async close(): Promise<void> {
    this.end();
    await Promise.all(this.work);
  }

  end(): void {
    this.closed = true;
    this.utterance?.cancelled.abort();
  }

  /** The caller's words so far, to prepare the answer. */
  hear(soFar: string): void {
    this.options.writer.hear(soFar);
  }

  /**
   * Starts preemptive generation for a turn that has probably ended; nothing is heard before `reply`. A greeting that
   * is not heard yet continues, because the preparation may be wasted.
   */
  prepare(heard: Transcript): void {
    this.discardPrepared();
    if (this.utterance) return;
    this.prepared = heard.text;
    this.answer(heard, new AgentUtterance('reply', true));
  }

  /** The caller continued, or said something other than expected. */
  discardPrepared(): void {
    const { utterance } = this;
    if (!utterance?.held) return;
    this.utterance = undefined;
    utterance.cancelled.abort();
    this.options.history.takeBackCaller();
    this.options.context.emit({ kind: 'begun-early', outcome: 'discarded' });
  }

  /** Answers the caller's words. */
  reply(heard: Transcript, latency: ReplyLatency): void {
    const { utterance } = this;
    if (utterance?.held && this.prepared === heard.text && heard.keys === undefined) {
      this.options.context.emit({ kind: 'begun-early', outcome: 'spoken' });
      return utterance.release(latency);
    }
    this.discardPrepared();
    const fresh = new AgentUtterance('reply');
    fresh.release(latency);
    this.answer(heard, fresh);
  }

  private answer(heard: Transcript, utterance: AgentUtterance): void {
    const { history, speaker, writer } = this.options;
    history.addCaller(heard);
    this.beginUtterance(utterance);
    const sentences = new ReplySentences((text, message) => speaker.speak(utterance, text, message));
    const written = writer.write({
      signal: utterance.signal,
      turnId: utterance.turnId,
      released: utterance.released,
      isSpoken: true,
      firstToken: () => utterance.firstToken(),
      sentence: (text, message) => {
        utterance.about(message);
        sentences.add(text, message);
      },
      restart: (message) => sentences.restart(message),
      fill: (text, message) => this.sentencesOf(text).forEach((sentence) => sentences.add(sentence, message)),
    });
    this.inBackground(
      this.finishUtterance(utterance, async () => {
        // If speech fails, do not wait for the model to finish.
        const { hangUp } = await Promise.race([written, sentences.failed()]);
        await sentences.spoken();
        return hangUp;
      }),
    );
  }

  greet(text: string): void {
    if (text !== '') this.say('greeting', text);
  }

  /** True if the last words may be repeated. After tool results the model has to answer instead. */
  get maySayAgain(): boolean {
    return !this.options.history.endsWithCalls;
  }

  /** Confirms to a caller who asked that the agent hears, and repeats the last sentence. */
  sayAgain(heard: readonly Transcript[], latency: ReplyLatency): void {
    for (const one of heard) this.options.history.addCaller(one);
    this.say('reply', `Yes, I can hear you. ${this.before.lastSentence ?? ''}`, latency);
  }

  /** Speaks a fixed text, without the model. */
  say(kind: SpeechKind, text: string, latency?: ReplyLatency): void {
    this.discardPrepared();
    const utterance = this.beginUtterance(new AgentUtterance(kind));
    if (latency) utterance.release(latency);
    const message = this.options.history.beginAgent();
    this.inBackground(
      this.finishUtterance(utterance, async () => {
        for (const sentence of this.sentencesOf(text)) {
          await this.options.speaker.speak(utterance, sentence, message);
        }
        return undefined;
      }),
    );
  }

  private sentencesOf(text: string): string[] {
    return sentencesOf(text, this.options.context.agent.languageCode);
  }

  private beginUtterance(utterance: AgentUtterance): AgentUtterance {
    this.utterance?.cancelled.abort();
    this.utterance = utterance;
    return utterance;
  }

  /** Speaks, then waits for the end of playout. */
  private async finishUtterance(
    utterance: AgentUtterance,
    speak: () => Promise<string | undefined>,
  ): Promise<void> {
    let hangUp: string | undefined;
    try {
      hangUp = await speak();
      await utterance.released;
    } catch (error) {
      if (error instanceof Cancelled || utterance.signal.aborted) return;
      // The turn may continue: answer it when it has ended.
      if (utterance.held) return this.discardPrepared();
      throw error;
    }
    if (utterance.signal.aborted || this.closed) return;
    if (utterance.partIds.length > 0)
      return this.options.speaker.voice.mark(() => this.heardAll(utterance, hangUp));
    this.utterance = undefined;
    this.options.silent(hangUp);
  }

  private heardAll(utterance: AgentUtterance, hangUp: string | undefined): void {
    if (this.closed) return;
    this.utterance = undefined;
    this.before = { said: utterance.text, lastSentence: utterance.lastBegun() };
    this.options.speaker.voice.forget(utterance.partIds);
    this.tellWords(utterance, utterance.text);
    this.options.finished(hangUp);
  }

  interrupt(): void {
    this.cutOff(0);
  }

  /** Stops the question when the caller presses the requested keys. */
  hush(): void {
    const { utterance } = this;
    const { speaker, context } = this.options;
    if (!utterance || speaker.voice.queuedMs === 0) return;
    utterance.hush(speaker.voice.drop(), (sentence) => speaker.pace.lengthOfMs(sentence));
    const { turnId, text } = utterance;
    context.emit({ kind: 'transcript', speaker: 'agent', turnId, text, final: false });
  }

  /**
   * Stops the utterance. History and record keep only what the caller heard.
   * @param leastMs It was interrupted if this much of it was sent; absent: it was not.
   */
  cutOff(leastMs = Infinity): void {
    const utterance = this.utterance;
    const { speaker } = this.options;
    const parts = speaker.voice.drop();
    this.utterance = undefined;
    if (!utterance) return;
    utterance.cancelled.abort();
    const lastSentence = utterance.lastBegun(parts);
    const { text, sentMs } = utterance.cutOff(parts, (sentence) => speaker.pace.lengthOfMs(sentence));
    if (lastSentence !== undefined) this.before = { said: text, lastSentence };
    // Words that had not started playing were never reported.
    if (utterance.partIds.length === 0) return;
    this.tellWords(utterance, text, sentMs < leastMs ? undefined : sentMs);
  }

  /** The caller continued before or just as the agent began: returns the answered words to the open turn. */
  takeBack(): Transcript | undefined {
    this.discardPrepared();
    const { utterance } = this;
    if (!utterance) return undefined;
    // A greeting answers nothing: noise while it is prepared does not end it.
    if (utterance.kind === 'greeting' && utterance.partIds.length === 0) return undefined;
    // A reply that was not heard at all was not interrupted.
    this.cutOff(1);
    return this.options.history.takeBackCaller(utterance.messages);
  }

  private tellWords({ turnId }: AgentUtterance, text: string, interruptedAfterMs?: number): void {
    const words = { kind: 'transcript', speaker: 'agent', turnId, text, final: true } as const;
    this.options.context.emit({ ...words, interruptedAfterMs });
  }

  private inBackground(work: Promise<void>): void {
    const guarded = work
      .catch((error: unknown) => this.options.failed(error))
      .finally(() => this.work.delete(guarded));
    this.work.add(guarded);
  }
}
