import type { AgentContext, AgentConversation, CallerFrame, ConversationState } from '../agent-adapter.js';
import {
  AgentAnswers,
  CallerTranscripts,
  continueInstructions,
  ConversationHistory,
  decodePcm,
  FunctionCalls,
  repeatInstructions,
  ReplyWatch,
  sayExactly,
  SilenceWatch,
  type CallerTurnTimes,
} from '../end-to-end/index.js';
import type { ProviderBudgets } from '../providers/provider-budgets.js';
import { providerFault } from '../providers/provider-faults.js';
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

/** What a break of the connection came upon, and what is to be made up for when it is healed. */
type Unfinished = 'nothing' | 'reply' | 'speech';

/** One call over the OpenAI Realtime protocol, with the server's voice detection. */
export class RealtimeConversation implements AgentConversation {
  readonly #options: RealtimeConversationOptions;
  readonly #history = new ConversationHistory();
  readonly #transcripts: CallerTranscripts;
  readonly #answers: AgentAnswers;
  readonly #calls: FunctionCalls;
  readonly #replies: ReplyWatch;
  readonly #silence: SilenceWatch;
  #link: RealtimeLink | undefined;
  #state: ConversationState | undefined;
  #callerTurn: CallerTurnTimes | undefined;
  #callerSpeaks = false;
  /** The caller isn't listened to, because the greeting may not be interrupted. */
  #deaf = false;
  #failedAnswers = 0;
  #unfinished: Unfinished = 'nothing';
  #over = false;

  private constructor(options: RealtimeConversationOptions) {
    this.#options = options;
    const { context, budgets, tools } = options;
    this.#transcripts = new CallerTranscripts(context.emit);
    this.#answers = new AgentAnswers({
      speech: context.speech,
      sampleRateHz: REALTIME_RATE_HZ,
      maxQueuedSpeechMs: budgets.maxQueuedSpeechMs,
      emit: context.emit,
      heard: (itemId, text) => this.#history.write(itemId, text),
      cutOff: (itemId, heardMs) => this.#link?.send(truncateItem(itemId, heardMs)),
      quiet: () => this.#becomeQuiet(),
    });
    this.#calls = new FunctionCalls(tools, {
      called: (item) => this.#history.add(item),
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
  static async open(options: RealtimeConversationOptions): Promise<RealtimeConversation> {
    const conversation = new RealtimeConversation(options);
    conversation.#link = await RealtimeLink.open({
      target: options.target,
      session: options.session,
      budgets: options.budgets,
      signal: options.context.signal,
      history: () => conversation.#history.items(),
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

  /** Asks for an answer, which is due from now on. */
  #request(instructions?: string): void {
    this.#link?.send(createResponse(instructions));
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

  #receive(event: ServerEvent): void {
    if (this.#over) return;
    switch (event.kind) {
      case 'speech-started':
        return this.#callerBegins();
      case 'speech-stopped':
        return this.#callerEnds();
      case 'caller-item':
        return this.#history.begin(event.itemId, 'user');
      case 'caller-transcript-delta':
        return this.#transcripts.add(event.itemId, event.delta);
      case 'caller-transcript':
        this.#history.write(event.itemId, event.text);
        return this.#transcripts.finish(event.itemId, event.text);
      case 'response-created':
        this.#answers.begin(event.responseId);
        return;
      case 'agent-item':
        return this.#history.begin(event.itemId, 'assistant');
      case 'audio':
        return this.#speak(event.responseId, event.itemId, decodePcm(event.base64));
      case 'agent-transcript-delta':
        return this.#answers.words(event.responseId, event.itemId, event.delta);
      case 'function-call':
        return this.#calls.call(event);
      case 'response-done':
        return this.#finishAnswer(event.responseId, event.status);
      case 'error':
        if (!HARMLESS_ERRORS.has(event.code)) this.#tellFault(providerFault.error);
        return;
      case 'session-created':
      case 'session-updated':
        return;
    }
  }

  #callerBegins(): void {
    this.#callerSpeaks = true;
    this.#silence.callerSpoke();
    this.#calls.callerSpoke();
    if (this.#options.context.agent.turnTaking?.interruptions === false) return;
    this.#replies.settle();
    this.#answers.interrupt();
    this.#enter('listening');
  }

  #callerEnds(): void {
    const nowMs = performance.now();
    const silenceMs = this.#options.session.turnDetection?.silenceMs ?? 0;
    this.#callerSpeaks = false;
    this.#callerTurn = { endedAtMs: nowMs - silenceMs, takenAtMs: nowMs };
    this.#awaitReply();
  }

  #speak(responseId: string, itemId: string, samples: Int16Array): void {
    const nowMs = performance.now();
    const outcome = this.#answers.audio(responseId, itemId, samples, nowMs, this.#callerTurn);
    if (outcome === 'overflow') return this.#fail(providerFault.flood);
    if (outcome === 'dropped') return;
    this.#replies.received((samples.length * 1000) / REALTIME_RATE_HZ, nowMs, outcome === 'first');
    if (outcome === 'more') return;
    this.#callerTurn = undefined;
    this.#failedAnswers = 0;
    this.#enter('speaking');
  }

  #finishAnswer(responseId: string, status: string): void {
    if (this.#answers.begin(responseId).silenced) return this.#calls.forget(responseId);
    this.#replies.settle();
    this.#answers.complete(responseId);
    if (status === 'failed') return this.#retryAnswer();
    this.#calls.complete(responseId);
  }

  #retryAnswer(): void {
    this.#tellFault(providerFault.error);
    this.#failedAnswers++;
    if (this.#failedAnswers >= MAX_FAILED_ANSWERS) return this.#fail(providerFault.error);
    this.#request();
  }

  #tellOutput(item: Parameters<RealtimeLink['addItem']>[0]): void {
    this.#history.add(item);
    this.#link?.addItem(item);
  }

  #afterFunctions(): void {
    if (this.#calls.hangsUp) return this.#answers.busy ? undefined : this.#calls.hangUp();
    // While the caller speaks, the server will answer by itself, and knows the outcome by then.
    if (!this.#callerSpeaks) this.#request();
  }

  /** The caller has heard everything: it is the caller's turn, or the end of the call. */
  #becomeQuiet(): void {
    if (this.#over) return;
    this.#deaf = false;
    if (this.#calls.hangsUp) return this.#calls.hangUp();
    if (this.#replies.waiting || this.#calls.running) return;
    this.#enter('listening');
    if (!this.#callerSpeaks) this.#silence.begin();
  }

  #loseLink(): void {
    this.#tellFault(providerFault.lost);
    const spoke = this.#answers.abandon();
    const waited = this.#replies.waiting || this.#calls.running;
    this.#unfinished = spoke ? 'speech' : waited ? 'reply' : 'nothing';
    this.#replies.settle();
    this.#silence.pause();
    this.#callerSpeaks = false;
  }

  /** The new session knows what was said; this makes up for the answer that got lost. */
  #resume(): void {
    const unfinished = this.#unfinished;
    const { instructions } = this.#options.session;
    this.#unfinished = 'nothing';
    if (unfinished === 'speech') return this.#request(continueInstructions(instructions));
    if (unfinished === 'nothing' || this.#calls.running) return;
    this.#request(this.#history.endsWithCaller ? undefined : repeatInstructions(instructions));
  }

  #tellFault(code: string): void {
    this.#options.context.emit({ kind: 'fault', source: 'provider', code });
  }
}
