import type { AgentContext, AgentConversation, CallerFrame } from '../agent-adapter.js';
import {
  continueInstructions,
  ConversationHistory,
  decodePcm,
  Dialogue,
  repeatInstructions,
  ServerTurns,
  sayExactly,
  type CallerTurnTimes,
  type ReplayedItem,
} from '../end-to-end/index.js';
import { providerFault, type ProviderBudgets } from '../providers/index.js';
import type { ToolBox } from '../tools/index.js';
import {
  createResponse,
  REALTIME_RATE_HZ,
  truncateItem,
  type SessionSetup,
} from './protocol/client-events.js';
import type { ServerEvent } from './protocol/server-event.js';
import { RealtimeLink } from './realtime-link.js';
import type { RealtimeTarget } from './realtime-target.js';

/** Errors that a race brings about and that mean nothing: what was to be cancelled or cut had just ended. */
const HARMLESS_ERRORS: ReadonlySet<string> = new Set([
  'response_cancel_not_active',
  'conversation_already_has_active_response',
  'input_audio_buffer_commit_empty',
  'item_truncate_invalid_item_id',
]);

/** Answers that may fail one after the other before the agent gives up. */
const MAX_FAILED_ANSWERS = 2;

export interface RealtimeConversationOptions {
  readonly context: AgentContext;
  readonly target: RealtimeTarget;
  readonly session: SessionSetup;
  readonly budgets: ProviderBudgets;
  readonly tools: ToolBox;
}

/** One call over the OpenAI Realtime protocol, with the server's voice detection. */
export class RealtimeConversation implements AgentConversation {
  readonly #options: RealtimeConversationOptions;
  readonly #history = new ConversationHistory();
  readonly #turns: ServerTurns;
  readonly #dialogue: Dialogue;
  #link: RealtimeLink | undefined;
  /** The caller's latest turn, and the item that it became. */
  #latestTurn: { readonly times: CallerTurnTimes; itemId: string | undefined } | undefined;
  #failedAnswers = 0;

  private constructor(options: RealtimeConversationOptions) {
    this.#options = options;
    const { context, budgets, tools } = options;
    this.#turns = new ServerTurns({
      settings: context.agent.turnTaking ?? {},
      send: (samples) => this.#link?.hear(samples),
      prompt: (text) => this.#dialogue.ask('prompt', sayExactly(text)),
      hangUp: () => context.emit({ kind: 'hang-up', reason: 'silence' }),
    });
    this.#dialogue = new Dialogue({
      context,
      budgets,
      tools,
      sampleRateHz: REALTIME_RATE_HZ,
      turns: this.#turns,
      provider: {
        ask: (instructions) => this.#link?.send(createResponse(instructions)),
        heard: (itemId, text) => this.#history.write(itemId, text),
        cutOff: (itemId, heardMs) => this.#link?.send(truncateItem(itemId, heardMs)),
        functionCalled: (item) => this.#history.add(item),
        functionAnswered: (item) => this.#tellOutput(item),
        functionsDone: () => this.#afterFunctions(),
        close: () => this.#link?.close(),
      },
    });
  }

  /** @throws AgentFault when the server can't be reached, refuses, or isn't ready in time. */
  static async open(options: RealtimeConversationOptions): Promise<RealtimeConversation> {
    const conversation = new RealtimeConversation(options);
    const dialogue = conversation.#dialogue;
    conversation.#link = await RealtimeLink.open({
      target: options.target,
      session: options.session,
      budgets: options.budgets,
      signal: options.context.signal,
      history: () => conversation.#history.items(),
      event: (event) => conversation.#receive(event),
      lost: () => dialogue.loseLink(),
      restored: () => conversation.#resume(),
      failed: (code) => dialogue.fail(code),
    });
    dialogue.greet();
    return conversation;
  }

  hear(frame: CallerFrame): void {
    this.#dialogue.hear(frame);
  }

  async close(): Promise<void> {
    await this.#dialogue.close();
  }

  #receive(event: ServerEvent): void {
    const dialogue = this.#dialogue;
    if (dialogue.over) return;
    switch (event.kind) {
      case 'speech-started':
        return this.#callerBegins();
      case 'speech-stopped':
        return this.#callerEnds();
      case 'caller-item':
        if (this.#latestTurn) this.#latestTurn.itemId ??= event.itemId;
        return this.#history.begin(event.itemId, 'user');
      case 'caller-transcript-delta':
        return dialogue.transcripts.add(event.itemId, event.delta);
      case 'caller-transcript':
        return this.#hearWords(event.itemId, event.text);
      case 'response-created':
        dialogue.answers.begin(event.responseId);
        return;
      case 'agent-item':
        return this.#history.begin(event.itemId, 'assistant');
      case 'audio':
        return this.#speak(event.responseId, event.itemId, decodePcm(event.base64));
      case 'agent-transcript-delta':
        return dialogue.answers.words(event.responseId, event.itemId, event.delta);
      case 'function-call':
        return dialogue.calls.call(event);
      case 'response-done':
        return this.#finishAnswer(event.responseId, event.status);
      case 'error':
        if (!HARMLESS_ERRORS.has(event.code)) dialogue.tellFault(providerFault.error);
        return;
      case 'session-created':
      case 'session-updated':
        return;
    }
  }

  #callerBegins(): void {
    this.#turns.callerBegan();
    this.#dialogue.calls.callerSpoke();
    if (this.#options.context.agent.turnTaking?.interruptions !== false) this.#dialogue.interrupt();
  }

  #callerEnds(): void {
    const nowMs = performance.now();
    const silenceMs = this.#options.session.turnDetection?.silenceMs ?? 0;
    this.#turns.callerEnded();
    const times: CallerTurnTimes = { endedAtMs: nowMs - silenceMs, takenAtMs: nowMs };
    this.#latestTurn = { times, itemId: undefined };
    this.#dialogue.callerTurn = times;
    this.#dialogue.awaitReply();
  }

  #hearWords(itemId: string, text: string): void {
    this.#history.write(itemId, text);
    this.#dialogue.transcripts.finish(itemId, text);
    const turn = this.#latestTurn;
    if (turn?.itemId === itemId) turn.times.transcriptAtMs = performance.now();
  }

  #speak(responseId: string, itemId: string, samples: Int16Array): void {
    if (this.#dialogue.speak(responseId, itemId, samples) === 'first') this.#failedAnswers = 0;
  }

  #finishAnswer(responseId: string, status: string): void {
    const { answers, calls, replies } = this.#dialogue;
    if (answers.begin(responseId).silenced) return calls.forget(responseId);
    replies.settle();
    answers.complete(responseId);
    if (status === 'failed') return this.#retryAnswer();
    calls.complete(responseId);
  }

  #retryAnswer(): void {
    this.#dialogue.tellFault(providerFault.error);
    this.#failedAnswers++;
    if (this.#failedAnswers >= MAX_FAILED_ANSWERS) return this.#dialogue.fail(providerFault.error);
    this.#dialogue.ask('reply');
  }

  #tellOutput(item: ReplayedItem): void {
    this.#history.add(item);
    this.#link?.addItem(item);
  }

  #afterFunctions(): void {
    const { answers, calls, turns } = this.#dialogue;
    if (calls.hangsUp) return answers.busy ? undefined : calls.hangUp();
    // While the caller speaks, the server will answer by itself, and knows the outcome by then.
    if (!turns.callerHasFloor) this.#dialogue.ask('reply');
  }

  /** The new session knows what was said; this makes up for the answer that got lost. */
  #resume(): void {
    const dialogue = this.#dialogue;
    const unfinished = dialogue.takeUnfinished();
    const { instructions } = this.#options.session;
    if (unfinished === 'speech') return dialogue.ask('reply', continueInstructions(instructions));
    if (unfinished === 'nothing' || dialogue.calls.running) return;
    dialogue.ask('reply', this.#history.endsWithCaller ? undefined : repeatInstructions(instructions));
  }
}
