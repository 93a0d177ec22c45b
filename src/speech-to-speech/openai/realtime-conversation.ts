import type { AgentContext, AgentConversation, CallerFrame } from '../../voice/agent-adapter.js';
import { ReconnectingLink } from '../connection/index.js';
import {
  continueInstructions,
  ConversationHistory,
  decodePcm,
  Dialogue,
  repeatInstructions,
  type ReplayedItem,
} from '../dialogue/index.js';
import { providerFault, type ProviderBudgets } from '../../providers/index.js';
import type { VoiceActivityDetector } from '../../voice/caller/index.js';
import type { ToolBox } from '../../tools/index.js';
import { CallerSide } from './caller-side.js';
import {
  createResponse,
  deleteItem,
  REALTIME_RATE_HZ,
  truncateItem,
  type SessionSetup,
} from './protocol/client-events.js';
import type { ServerEvent } from './protocol/server-event.js';
import { RealtimeProtocol, type RealtimeLink } from './realtime-protocol.js';
import type { RealtimeTarget } from './realtime-target.js';
import { UnheardItems } from './unheard-items.js';

/** Errors that a race brings about and that mean nothing: what was to be cancelled or cut had just ended. */
const HARMLESS_ERRORS: ReadonlySet<string> = new Set([
  'response_cancel_not_active',
  'conversation_already_has_active_response',
  'input_audio_buffer_commit_empty',
  'item_truncate_invalid_item_id',
  'item_delete_invalid_item_id',
]);

/** Answers that may fail one after the other before the agent gives up. */
const MAX_FAILED_ANSWERS = 2;

export interface RealtimeConversationOptions {
  readonly context: AgentContext;
  readonly target: RealtimeTarget;
  readonly session: SessionSetup;
  readonly budgets: ProviderBudgets;
  readonly tools: ToolBox;
  /** Present where Earshot finds out about the caller's turns, and the session has no turn detection. */
  readonly detector: VoiceActivityDetector | undefined;
}

/** One call over the OpenAI Realtime protocol. */
export class RealtimeConversation implements AgentConversation {
  readonly #options: RealtimeConversationOptions;
  readonly #history = new ConversationHistory();
  readonly #unheard = new UnheardItems();
  readonly #caller: CallerSide;
  readonly #dialogue: Dialogue;
  #link: RealtimeLink | undefined;
  #failedAnswers = 0;

  private constructor(options: RealtimeConversationOptions) {
    this.#options = options;
    const { context, budgets, tools, detector, session } = options;
    this.#caller = new CallerSide({
      context,
      history: this.#history,
      detector,
      turnDetection: session.turnDetection,
      link: () => this.#link,
      dialogue: () => this.#dialogue,
    });
    this.#dialogue = new Dialogue({
      context,
      budgets,
      tools,
      sampleRateHz: REALTIME_RATE_HZ,
      turns: this.#caller.turns,
      provider: {
        ask: (instructions) => this.#ask(instructions),
        heard: (itemId, text) => this.#history.write(itemId, text),
        cutOff: (itemId, heardMs) => this.#link?.session?.send(truncateItem(itemId, heardMs)),
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
    await dialogue.begin(async () => {
      conversation.#link = await ReconnectingLink.open({
        protocol: new RealtimeProtocol(options.target, options.session),
        budgets: options.budgets,
        signal: options.context.signal,
        event: (event) => conversation.#receive(event),
        lost: () => conversation.#loseLink(),
        replay: (session) => {
          for (const item of conversation.#history.items()) session.addItem(item);
        },
        restored: () => conversation.#resume(),
        failed: (code) => dialogue.fail(code),
      });
    });
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
        return this.#caller.begins();
      case 'speech-stopped':
        return this.#caller.ends();
      case 'caller-item':
        return this.#caller.itemCreated(event.itemId);
      case 'caller-transcript-delta':
        return dialogue.transcripts.add(event.itemId, event.delta);
      case 'caller-transcript':
        return this.#caller.wordsKnown(event.itemId, event.text);
      case 'response-created':
        return this.#beginAnswer(event.responseId);
      case 'agent-item':
        this.#unheard.begun(event.responseId, event.itemId);
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
        return this.#takeError(event.code);
      case 'session-created':
      case 'session-updated':
        return;
    }
  }

  #ask(instructions: string | undefined): void {
    const { responses } = this.#caller;
    if (responses) responses.ask(instructions);
    else this.#link?.session?.send(createResponse(instructions));
  }

  #takeError(code: string): void {
    if (code === 'conversation_already_has_active_response') this.#caller.responses?.refused();
    if (!HARMLESS_ERRORS.has(code)) this.#dialogue.tellFault(providerFault.error);
  }

  #beginAnswer(responseId: string): void {
    const turn = this.#dialogue.answers.begin(responseId);
    if (this.#caller.responses?.begun() === false) turn.silenced = true;
  }

  #speak(responseId: string, itemId: string, samples: Int16Array): void {
    const outcome = this.#dialogue.speak(responseId, itemId, samples);
    if (outcome === 'first') this.#failedAnswers = 0;
    if (outcome !== 'dropped') this.#unheard.heard(itemId);
  }

  #finishAnswer(responseId: string, status: string): void {
    const { answers, calls, replies } = this.#dialogue;
    const unheard = this.#unheard.take(responseId);
    this.#caller.responses?.done();
    if (answers.begin(responseId).silenced) {
      for (const itemId of unheard) this.#link?.session?.send(deleteItem(itemId));
      return calls.forget(responseId);
    }
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
    this.#link?.session?.addItem(item);
  }

  #afterFunctions(): void {
    const { answers, calls, turns } = this.#dialogue;
    if (calls.hangsUp) return answers.busy ? undefined : calls.hangUp();
    // While the caller speaks, the server will answer by itself, and knows the outcome by then.
    if (!turns.callerHasFloor) this.#dialogue.ask('reply');
  }

  #loseLink(): void {
    this.#dialogue.loseLink();
    this.#caller.responses?.linkLost();
  }

  /** The new session knows what was said; this makes up for the answer that got lost. */
  #resume(): void {
    const dialogue = this.#dialogue;
    const unfinished = dialogue.takeUnfinished();
    const { instructions } = this.#options.session;
    if (this.#caller.responses?.linkRestored() === true || dialogue.turns.callerHasFloor) return;
    if (unfinished === 'speech') return dialogue.ask('reply', continueInstructions(instructions));
    if (unfinished === 'nothing' || dialogue.calls.running) return;
    dialogue.ask('reply', this.#history.endsWithCaller ? undefined : repeatInstructions(instructions));
  }
}
