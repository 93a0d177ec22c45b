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

export interface AgentSideOptions {
  readonly context: AgentContext;
  readonly history: ChatHistory;
  readonly writer: ReplyWriter;
  readonly speaker: AgentSpeaker;
  /** The caller has heard all of an utterance. @param hangUp Why the call is to end now, if it is. */
  finished(hangUp: string | undefined): void;
  /** An utterance came to nothing: the agent has nothing to say. */
  silent(hangUp: string | undefined): void;
  /** What it was saying, or about to say, could not be said. */
  failed(error: unknown): void;
}

/** The agent's side of a conversation: what it says at the moment, and what becomes of it. */
export class AgentSide {
  private readonly work = new Set<Promise<void>>();
  private utterance: AgentUtterance | undefined;
  /** What an answer that was begun early answers. */
  private prepared = '';
  /** Of what it said before: the words that were heard, and the sentence that was begun last. */
  private before: { readonly said: string; readonly lastSentence?: string | undefined } = { said: '' };
  private closed = false;

  constructor(private readonly options: AgentSideOptions) {}

  /** It says something, or is about to; an answer that was only begun early doesn't count. */
  get busy(): boolean {
    return this.utterance !== undefined && !this.utterance.held;
  }

  /** What the caller has heard of what the agent says, or said last, and what it has not heard yet. */
  get progress(): AgentProgress {
    const { utterance } = this;
    const { voice, pace } = this.options.speaker;
    if (!utterance || utterance.held || utterance.partIds.length === 0)
      return { said: this.before.said, unsaid: '' };
    return utterance.progress(voice.heard, (sentence) => pace.lengthOfMs(sentence));
  }

  /** Ends what is under way; resolves when nothing runs any more. */
  async close(): Promise<void> {
    this.end();
    await Promise.all(this.work);
  }

  end(): void {
    this.closed = true;
    this.utterance?.cancelled.abort();
  }

  /** What the caller has said so far: the answer can be prepared. */
  hear(soFar: string): void {
    this.options.writer.hear(soFar);
  }

  /**
   * Begins to answer what the caller has probably finished saying; nothing of it is heard before `reply`. A greeting
   * that nobody has heard yet isn't given up for what may be in vain.
   */
  prepare(heard: Transcript): void {
    this.discardPrepared();
    if (this.utterance) return;
    this.prepared = heard.text;
    this.answer(heard, new AgentUtterance('reply', true));
  }

  /** The caller went on, or said something else than was taken for it. */
  discardPrepared(): void {
    const { utterance } = this;
    if (!utterance?.held) return;
    this.utterance = undefined;
    utterance.cancelled.abort();
    this.options.history.takeBackCaller();
    this.options.context.emit({ kind: 'begun-early', outcome: 'discarded' });
  }

  /** Answers what the caller said. */
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
        // A voice that fails must not wait for a model that still writes.
        const { hangUp } = await Promise.race([written, sentences.failed()]);
        await sentences.spoken();
        return hangUp;
      }),
    );
  }

  /** Says the greeting, where there is one. */
  greet(text = ''): void {
    if (text !== '') this.say('greeting', text);
  }

  /** Whether nothing but what was said is to be told; what tools have answered since is for the model to tell. */
  get maySayAgain(): boolean {
    return !this.options.history.endsWithCalls;
  }

  /** Tells a caller who asked that it is heard, and says the last sentence again. */
  sayAgain(heard: readonly Transcript[], latency: ReplyLatency): void {
    for (const one of heard) this.options.history.addCaller(one);
    this.say('reply', `Yes, I can hear you. ${this.before.lastSentence ?? ''}`, latency);
  }

  /** Says a text that no model writes. */
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

  /** Speaks, and then waits until it was heard. */
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
      // The turn may go on: it is answered when it has ended.
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

  /** The caller interrupts. */
  interrupt(): void {
    const cut = this.cutOff();
    if (cut && cut.sentMs > 0) this.options.context.emit({ kind: 'interrupted', ...cut });
  }

  /** The caller presses the keys that it was asked for: nobody needs to hear the rest of the question. */
  hush(): void {
    const { utterance } = this;
    const { speaker, context } = this.options;
    if (!utterance || speaker.voice.queuedMs === 0) return;
    utterance.hush(speaker.voice.drop(), (sentence) => speaker.pace.lengthOfMs(sentence));
    const { turnId, text } = utterance;
    context.emit({ kind: 'transcript', speaker: 'agent', turnId, text, final: false });
  }

  /** Ends what the agent says; the history and the record keep what the caller heard of it. */
  cutOff(): { readonly turnId: string; readonly sentMs: number } | undefined {
    const utterance = this.utterance;
    const { speaker } = this.options;
    const parts = speaker.voice.drop();
    this.utterance = undefined;
    if (!utterance) return undefined;
    utterance.cancelled.abort();
    const lastSentence = utterance.lastBegun(parts);
    const { text, sentMs } = utterance.cutOff(parts, (sentence) => speaker.pace.lengthOfMs(sentence));
    if (lastSentence !== undefined) this.before = { said: text, lastSentence };
    // Nobody was told of words that nobody began to speak.
    if (utterance.partIds.length > 0) this.tellWords(utterance, text);
    return { turnId: utterance.turnId, sentMs };
  }

  /** The caller went on before the agent began, or as it did: the words that were answered are taken back. */
  takeBack(): Transcript | undefined {
    this.discardPrepared();
    const { utterance } = this;
    if (!utterance) return undefined;
    this.interrupt();
    return this.options.history.takeBackCaller(utterance.messages);
  }

  private tellWords({ turnId }: AgentUtterance, text: string): void {
    this.options.context.emit({ kind: 'transcript', speaker: 'agent', turnId, text, final: true });
  }

  private inBackground(work: Promise<void>): void {
    const guarded = work
      .catch((error: unknown) => this.options.failed(error))
      .finally(() => this.work.delete(guarded));
    this.work.add(guarded);
  }
}
