import { newId } from '../../common/ids/index.js';
import type { AgentContext, AgentConversation, CallerFrame } from '../../voice/agent-adapter.js';
import { ReconnectingLink } from '../connection/index.js';
import {
  continueInstructions,
  decodePcm,
  Dialogue,
  repeatInstructions,
  type ReplayedItem,
} from '../dialogue/index.js';
import type { ProviderBudgets } from '../../providers/index.js';
import type { VoiceActivityDetector } from '../../voice/caller/index.js';
import type { ToolBox } from '../../tools/index.js';
import { CallerSide } from './caller-side.js';
import { GeminiProtocol, type GeminiLink } from './gemini-protocol.js';
import { GEMINI_OUTPUT_RATE_HZ, type GeminiTarget } from './gemini-target.js';
import type { LiveEvent, LiveFunctionCall } from './protocol/live-event.js';

export interface GeminiConversationOptions {
  readonly context: AgentContext;
  readonly target: GeminiTarget;
  readonly budgets: ProviderBudgets;
  readonly tools: ToolBox;
  /** Whether Earshot finds out about the caller's turns, and the session has no activity detection. */
  readonly ownTurns: boolean;
  /** Needed for that; elsewhere it measures when the caller fell silent. */
  readonly detector: VoiceActivityDetector | undefined;
}

/**
 * One call over the Gemini Live protocol. Where the server finds out about turns, it doesn't tell when the caller begins or
 * ends; what is known is its words, its answers, and that it gave one up.
 */
export class GeminiConversation implements AgentConversation {
  readonly #caller: CallerSide;
  readonly #dialogue: Dialogue;
  /** Functions that run, by the id under which the server waits for them. */
  readonly #waitedFor = new Map<string, string>();
  #link: GeminiLink | undefined;
  /** The answer that the server is at. */
  #answerId: string | undefined;
  /** The server gave up an answer and has yet to say that its turn is over. */
  #givenUp = false;

  private constructor({ context, budgets, tools, ownTurns, detector }: GeminiConversationOptions) {
    this.#caller = new CallerSide({
      context,
      ownTurns,
      detector,
      link: () => this.#link,
      dialogue: () => this.#dialogue,
      turnTold: () => {
        this.#answerId = undefined;
        this.#dialogue.replies.settle();
      },
    });
    this.#dialogue = new Dialogue({
      context,
      budgets,
      tools,
      sampleRateHz: GEMINI_OUTPUT_RATE_HZ,
      turns: this.#caller.turns,
      provider: {
        ask: (text = '') => {
          this.#caller.agentAsked();
          this.#link?.session?.tell(text);
        },
        // The server keeps its own books of what was heard and called; the protocol has no message to correct them.
        heard: () => undefined,
        cutOff: () => undefined,
        functionCalled: () => undefined,
        functionAnswered: (item) => this.#tellOutput(item),
        functionsDone: () => this.#afterFunctions(),
        close: () => {
          this.#caller.close();
          this.#link?.close();
        },
      },
    });
  }

  /** @throws AgentFault when the server can't be reached, refuses, or isn't ready in time. */
  static async open(options: GeminiConversationOptions): Promise<GeminiConversation> {
    const conversation = new GeminiConversation(options);
    const dialogue = conversation.#dialogue;
    await dialogue.begin(async () => {
      conversation.#link = await ReconnectingLink.open({
        protocol: new GeminiProtocol(options.target),
        budgets: options.budgets,
        signal: options.context.signal,
        event: (event) => conversation.#receive(event),
        lost: () => conversation.#loseLink(),
        // The server resumes its session, and knows what was said.
        replay: () => undefined,
        restored: (answerDue) => conversation.#resume(answerDue),
        failed: (code) => dialogue.fail(code),
      });
    });
    return conversation;
  }

  hear(frame: CallerFrame): void {
    this.#caller.hear(frame);
  }

  async close(): Promise<void> {
    await this.#dialogue.close();
  }

  #receive(event: LiveEvent): void {
    const { answers, calls, over } = this.#dialogue;
    // Once the agent has hung up, nothing more is to be said.
    if (over || calls.hangsUp) return;
    switch (event.kind) {
      case 'caller-words':
        return this.#hearWords(event.delta);
      case 'interrupted':
        return this.#interrupt();
      case 'audio':
        return this.#caller.telling ? undefined : this.#speak(decodePcm(event.base64));
      case 'agent-words':
        if (this.#caller.telling) return;
        return answers.words(this.#answer(), this.#answer(), event.delta);
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
    this.#dialogue.answers.begin(this.#answerId);
    return this.#answerId;
  }

  #hearWords(delta: string): void {
    this.#caller.wordsKnown(delta);
    // Words may be known only after their answer has begun; then nothing more is due.
    const due = this.#answerId === undefined && !this.#dialogue.calls.running;
    if (due && !this.#caller.decides) this.#dialogue.awaitReply();
  }

  #interrupt(): void {
    this.#givenUp = true;
    this.#answerId = undefined;
    this.#caller.interrupted();
  }

  #speak(samples: Int16Array): void {
    const answerId = this.#answer();
    if (!this.#dialogue.answers.begin(answerId).hasAudio) this.#caller.answerBegins();
    this.#dialogue.speak(answerId, answerId, samples);
  }

  #finishTurn(): void {
    const { answers, replies } = this.#dialogue;
    const answerId = this.#answerId;
    const ofGivenUp = this.#givenUp && answerId === undefined;
    this.#givenUp = false;
    this.#answerId = undefined;
    if (ofGivenUp || this.#caller.telling) return;
    this.#caller.finishWords();
    replies.settle();
    if (answerId === undefined) return this.#dialogue.becomeQuiet();
    answers.complete(answerId);
  }

  #callFunctions(requested: readonly LiveFunctionCall[]): void {
    const { calls, replies } = this.#dialogue;
    this.#caller.finishWords();
    replies.settle();
    const responseId = newId('turn');
    for (const { id, name, argumentsText } of requested) {
      this.#waitedFor.set(id, name);
      calls.call({ responseId, callId: id, name, argumentsText });
    }
    calls.complete(responseId);
  }

  /** The server waits for what its functions answer, unless it has cancelled them. */
  #tellOutput(item: ReplayedItem): void {
    if (item.kind !== 'function-output') return;
    const name = this.#waitedFor.get(item.callId);
    if (name === undefined) return;
    this.#waitedFor.delete(item.callId);
    this.#link?.session?.answer({ id: item.callId, name, response: { output: item.output } });
  }

  #afterFunctions(): void {
    const { answers, calls } = this.#dialogue;
    if (!calls.hangsUp) return this.#dialogue.awaitReply();
    this.#answerId = undefined;
    answers.abandon();
    if (!answers.busy) calls.hangUp();
  }

  #loseLink(): void {
    this.#dialogue.loseLink();
    this.#answerId = undefined;
    this.#waitedFor.clear();
  }

  /** The session goes on where it was; this makes up for the answer that got lost. */
  #resume(answerDue: boolean): void {
    const unfinished = this.#dialogue.takeUnfinished();
    if (answerDue || this.#caller.telling) return;
    if (unfinished === 'speech') this.#dialogue.ask('reply', continueInstructions('').trim());
    if (unfinished === 'reply') this.#dialogue.ask('reply', repeatInstructions('').trim());
  }
}
