import { newId } from '../../common/ids/index.js';
import type { AgentContext, AgentConversation, CallerFrame, ConversationState } from '../agent-adapter.js';
import {
  AgentAnswers,
  CallerTranscripts,
  continueInstructions,
  decodePcm,
  FunctionCalls,
  repeatInstructions,
  ReplyWatch,
  sayExactly,
  SilenceWatch,
  type ReplayedItem,
} from '../end-to-end/index.js';
import { providerFault, type ProviderBudgets } from '../providers/index.js';
import type { ToolBox } from '../tools/index.js';
import { GeminiLink } from './gemini-link.js';
import { GEMINI_OUTPUT_RATE_HZ, type GeminiTarget } from './gemini-target.js';
import type { LiveEvent, LiveFunctionCall } from './protocol/live-event.js';

export interface GeminiConversationOptions {
  readonly context: AgentContext;
  readonly target: GeminiTarget;
  readonly budgets: ProviderBudgets;
  readonly tools: ToolBox;
}

/** What a break of the connection came upon, and what is to be made up for when it is healed. */
type Unfinished = 'nothing' | 'reply' | 'speech';

/**
 * One call over the Gemini Live protocol. The server finds out about turns by itself and doesn't tell when the caller begins or
 * ends; what is known is its words, its answers, and that it gave one up.
 */
export class GeminiConversation implements AgentConversation {
  readonly #options: GeminiConversationOptions;
  readonly #transcripts: CallerTranscripts;
  readonly #answers: AgentAnswers;
  readonly #calls: FunctionCalls;
  readonly #replies: ReplyWatch;
  readonly #silence: SilenceWatch;
  /** Functions that run, by the id under which the server waits for them. */
  readonly #waitedFor = new Map<string, string>();
  #link: GeminiLink | undefined;
  #state: ConversationState | undefined;
  /** The answer that the server is at. */
  #answerId: string | undefined;
  /** What the caller says at the moment, as far as its words are known. */
  #callerTurn: { readonly itemId: string; text: string } | undefined;
  /** The server gave up an answer and has yet to say that its turn is over. */
  #givenUp = false;
  /** The caller isn't listened to, because the greeting may not be interrupted. */
  #deaf = false;
  #unfinished: Unfinished = 'nothing';
  #over = false;

  private constructor(options: GeminiConversationOptions) {
    this.#options = options;
    const { context, budgets, tools } = options;
    this.#transcripts = new CallerTranscripts(context.emit);
    this.#answers = new AgentAnswers({
      speech: context.speech,
      sampleRateHz: GEMINI_OUTPUT_RATE_HZ,
      maxQueuedSpeechMs: budgets.maxQueuedSpeechMs,
      emit: context.emit,
      // The server keeps its own books of what was heard; the protocol has no message to correct them.
      heard: () => undefined,
      cutOff: () => undefined,
      quiet: () => this.#becomeQuiet(),
    });
    this.#calls = new FunctionCalls(tools, {
      called: () => undefined,
      answered: (item) => this.#tellOutput(item),
      allAnswered: () => this.#afterFunctions(),
      hangUp: (reason) => context.emit({ kind: 'hang-up', reason }),
      inCircles: () => this.#fail(providerFault.error),
    });
    this.#replies = new ReplyWatch(budgets.replyTimeoutMs, () => this.#fail(providerFault.timeout));
    this.#silence = new SilenceWatch(context.agent.turnTaking ?? {}, {
      prompt: (text) => this.#request(sayExactly(text)),
      hangUp: () => context.emit({ kind: 'hang-up', reason: 'silence' }),
    });
  }

  /** @throws AgentFault when the server can't be reached, refuses, or isn't ready in time. */
  static async open(options: GeminiConversationOptions): Promise<GeminiConversation> {
    const conversation = new GeminiConversation(options);
    conversation.#link = await GeminiLink.open({
      target: options.target,
      budgets: options.budgets,
      signal: options.context.signal,
      event: (event) => conversation.#receive(event),
      lost: () => conversation.#loseLink(),
      restored: () => conversation.#resume(),
      failed: (code) => conversation.#fail(code),
    });
    conversation.#greet();
    return conversation;
  }

  hear(frame: CallerFrame): void {
    if (!this.#deaf && !this.#over) this.#link?.hear(frame.samples);
  }

  async close(): Promise<void> {
    if (!this.#over) this.#answers.stop();
    this.#end();
    await this.#calls.settled();
  }

  #end(): void {
    this.#over = true;
    this.#replies.settle();
    this.#silence.close();
    this.#calls.close();
    this.#link?.close();
  }

  #fail(code: string): void {
    if (this.#over) return;
    this.#end();
    this.#options.context.emit({ kind: 'failed', code });
  }

  #greet(): void {
    const { greeting, turnTaking } = this.#options.context.agent;
    if (greeting === undefined || greeting === '') {
      this.#enter('listening');
      return this.#silence.begin();
    }
    this.#deaf = turnTaking?.greetingInterruptible === false;
    this.#request(sayExactly(greeting));
  }

  /** Tells the model something that it answers; the answer is due from now on. */
  #request(text: string): void {
    this.#link?.tell(text);
    this.#awaitReply();
  }

  #awaitReply(): void {
    this.#silence.pause();
    if (!this.#answers.speaking) this.#enter('thinking');
    this.#replies.expect(performance.now());
  }

  #enter(state: ConversationState): void {
    if (this.#state === state || this.#over) return;
    this.#state = state;
    this.#options.context.emit({ kind: 'state', state });
  }

  #receive(event: LiveEvent): void {
    // Once the agent has hung up, nothing more is to be said.
    if (this.#over || this.#calls.hangsUp) return;
    switch (event.kind) {
      case 'caller-words':
        return this.#hearWords(event.delta);
      case 'interrupted':
        return this.#interrupt();
      case 'audio':
        return this.#speak(decodePcm(event.base64));
      case 'agent-words':
        return this.#answers.words(this.#answer(), this.#answer(), event.delta);
      case 'turn-complete':
        return this.#finishTurn();
      case 'function-calls':
        return this.#callFunctions(event.calls);
      case 'functions-cancelled':
        for (const id of event.ids) this.#waitedFor.delete(id);
        return;
      case 'resumable':
        return;
    }
  }

  /** The answer that the server is at, begun where there is none. */
  #answer(): string {
    this.#answerId ??= newId('turn');
    this.#answers.begin(this.#answerId);
    return this.#answerId;
  }

  #hearWords(delta: string): void {
    this.#silence.callerSpoke();
    this.#calls.callerSpoke();
    this.#callerTurn ??= { itemId: newId('turn'), text: '' };
    this.#callerTurn.text += delta;
    this.#transcripts.add(this.#callerTurn.itemId, delta);
    // Words may be known only after their answer has begun; then nothing more is due.
    if (this.#answerId === undefined && !this.#calls.running) this.#awaitReply();
  }

  /** The caller's turn is over, since it is being answered. */
  #finishCallerTurn(): void {
    if (this.#callerTurn) this.#transcripts.finish(this.#callerTurn.itemId, this.#callerTurn.text);
    this.#callerTurn = undefined;
  }

  #interrupt(): void {
    this.#givenUp = true;
    this.#answerId = undefined;
    this.#silence.callerSpoke();
    this.#calls.callerSpoke();
    this.#replies.settle();
    this.#answers.interrupt();
    this.#enter('listening');
  }

  #speak(samples: Int16Array): void {
    const nowMs = performance.now();
    this.#finishCallerTurn();
    const answerId = this.#answer();
    const outcome = this.#answers.audio(answerId, answerId, samples, nowMs, undefined);
    if (outcome === 'overflow') return this.#fail(providerFault.flood);
    if (outcome === 'dropped') return;
    this.#replies.received((samples.length * 1000) / GEMINI_OUTPUT_RATE_HZ, nowMs, outcome === 'first');
    if (outcome === 'first') this.#enter('speaking');
  }

  #finishTurn(): void {
    const answerId = this.#answerId;
    const ofGivenUp = this.#givenUp && answerId === undefined;
    this.#givenUp = false;
    this.#answerId = undefined;
    if (ofGivenUp) return;
    this.#finishCallerTurn();
    this.#replies.settle();
    if (answerId === undefined) return this.#becomeQuiet();
    this.#answers.complete(answerId);
  }

  #callFunctions(calls: readonly LiveFunctionCall[]): void {
    this.#finishCallerTurn();
    this.#replies.settle();
    const responseId = newId('turn');
    for (const { id, name, argumentsText } of calls) {
      this.#waitedFor.set(id, name);
      this.#calls.call({ responseId, callId: id, name, argumentsText });
    }
    this.#calls.complete(responseId);
  }

  /** The server waits for what its functions answer, unless it has cancelled them. */
  #tellOutput(item: ReplayedItem): void {
    if (item.kind !== 'function-output') return;
    const name = this.#waitedFor.get(item.callId);
    if (name === undefined) return;
    this.#waitedFor.delete(item.callId);
    this.#link?.answer({ id: item.callId, name, response: { output: item.output } });
  }

  #afterFunctions(): void {
    if (!this.#calls.hangsUp) return this.#awaitReply();
    this.#answerId = undefined;
    this.#answers.abandon();
    if (!this.#answers.busy) this.#calls.hangUp();
  }

  /** The caller has heard everything: it is the caller's turn, or the end of the call. */
  #becomeQuiet(): void {
    if (this.#over) return;
    this.#deaf = false;
    if (this.#calls.hangsUp) return this.#calls.hangUp();
    if (this.#replies.waiting || this.#calls.running) return;
    this.#enter('listening');
    this.#silence.begin();
  }

  #loseLink(): void {
    this.#options.context.emit({ kind: 'fault', source: 'provider', code: providerFault.lost });
    const waited = this.#replies.waiting || this.#calls.running;
    const spoke = this.#answers.abandon();
    this.#unfinished = spoke ? 'speech' : waited ? 'reply' : 'nothing';
    this.#answerId = undefined;
    this.#waitedFor.clear();
    this.#replies.settle();
    this.#silence.pause();
  }

  /** The session goes on where it was; this makes up for the answer that got lost. */
  #resume(): void {
    const unfinished = this.#unfinished;
    this.#unfinished = 'nothing';
    if (unfinished === 'speech') this.#request(continueInstructions('').trim());
    if (unfinished === 'reply') this.#request(repeatInstructions('').trim());
  }
}
