import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { AgentDocument } from '../../agent-document/index.js';
import {
  ClaimCheck,
  type CheckedClaim,
  type CheckedSentence,
  type DeclaredTool,
  type LedgerCall,
} from '../../claims/index.js';
import type { ToolDeclaration } from '../../tools/index.js';
import type { AgentEvent } from '../../voice/agent-adapter.js';
import type { EarlierEntry } from '../../voice/earlier-words.js';
import type { RequestedToolCall } from '../stages/index.js';
import { ChatHistory } from './chat-history.js';
import { earlierMessages } from './earlier-messages.js';
import { withFormCalls } from './form-calls.js';

/** Characters of a tool's answer that the model is reminded of. */
const MOST_TOLD = 300;
const MOST_CALLS_TOLD = 10;

export interface AnswerClaimsOptions {
  readonly agent: AgentDocument;
  readonly history: ChatHistory;
  /** The conversation with earlier agents. */
  readonly before?: readonly EarlierEntry[] | undefined;
  readonly emit: (event: AgentEvent) => void;
}

/** What an answer's sentences are compared with, and who learns of it. */
export interface ClaimedAnswer {
  readonly signal: AbortSignal;
  readonly turnId?: string | undefined;
  readonly released?: Promise<void>;
  readonly declarations: readonly ToolDeclaration[];
  /** Passages for this answer. */
  readonly passages: string;
}

/** Checks what the agent says in a conversation; see `src/claims`. */
export class ConversationClaims {
  private declared:
    { readonly of: readonly ToolDeclaration[]; readonly tools: readonly DeclaredTool[] } | undefined;

  private readonly before: ChatHistory['soFar'];

  private constructor(
    readonly check: ClaimCheck,
    private readonly options: AnswerClaimsOptions,
  ) {
    this.before = new ChatHistory('', earlierMessages({ entries: options.before ?? [] })).soFar;
  }

  /** Undefined if the document turns it off. @param isWritten The sentences are a model's, not the document's. */
  static of(options: AnswerClaimsOptions, isWritten: boolean): ConversationClaims | undefined {
    const check = isWritten ? ClaimCheck.of(options.agent) : undefined;
    return check && new ConversationClaims(check, options);
  }

  begin(answer: ClaimedAnswer): AnswerClaims {
    // While the model thinks.
    setImmediate(() => this.check.prepare(this.toolsOf(answer.declarations)));
    return new AnswerClaims(this, answer);
  }

  checked(
    sentence: string,
    { declarations, passages }: ClaimedAnswer,
    pending: readonly LedgerCall[],
  ): CheckedSentence {
    const callerSaid = [...this.before.callerSaid, ...this.options.history.soFar.callerSaid];
    const calls = [...this.calls, ...pending];
    return this.check.check(sentence, this.toolsOf(declarations), { callerSaid, passages, calls });
  }

  get calls(): readonly LedgerCall[] {
    return [...this.before.calls, ...withFormCalls(this.options.agent, this.options.history.soFar.calls)];
  }

  emit(event: AgentEvent): void {
    this.options.emit(event);
  }

  /** Those of the document that a form calls are not declared to the model. */
  private toolsOf(declarations: readonly ToolDeclaration[]): readonly DeclaredTool[] {
    const { declared } = this;
    const isSame =
      declared?.of.length === declarations.length && declared.of.every((one, at) => one === declarations[at]);
    if (declared && isSame) return declared.tools;
    const own = (this.options.agent.tools ?? []).map(({ name, description, claims, reads, http }) => ({
      ...{ name, description, claims, reads },
      ...(http.method === 'GET' && { isReading: true }),
    }));
    const names = new Set(own.map(({ name }) => name));
    const others = declarations.filter(({ name }) => !names.has(name));
    for (const { name } of others) names.add(name);
    // Tools of an agent before this one are known by what they are called.
    const earlier = [...new Set(this.before.calls.map(({ name }) => name))].filter(
      (name) => !names.has(name),
    );
    const tools = [...own, ...others, ...earlier.map((name) => ({ name, description: '' }))];
    this.declared = { of: declarations, tools };
    return tools;
  }
}

/** The claims of one answer, which may be several messages of the model with tool calls between them. */
export class AnswerClaims {
  /** The model has been corrected once. */
  private isCorrected = false;

  constructor(
    private readonly conversation: ConversationClaims,
    private readonly answer: ClaimedAnswer,
  ) {}

  message(say: (sentence: string) => void): MessageClaims {
    return new MessageClaims(this, say);
  }

  get holds(): boolean {
    return this.conversation.check.mode === 'hold';
  }

  get onFailure(): string {
    return this.conversation.check.onFailure;
  }

  checked(sentence: string, pending: readonly LedgerCall[] = []): CheckedSentence {
    return this.conversation.checked(sentence, this.answer, pending);
  }

  /** True the first time: the model may try once more. */
  mayCorrect(): boolean {
    const may = !this.isCorrected;
    this.isCorrected = true;
    return may;
  }

  tell(sentence: string, claims: readonly CheckedClaim[], said: boolean): void {
    const { released, signal, turnId } = this.answer;
    for (const claim of claims) {
      const event = { ...reportOf(sentence, claim, said), ...(turnId !== undefined && { turnId }) };
      if (!released) this.conversation.emit(event);
      else void released.then(() => (signal.aborted ? undefined : this.conversation.emit(event)));
    }
  }

  /** For the model: the reason for withholding its sentence, and the tool calls. */
  correction(sentence: string, claims: readonly CheckedClaim[]): string {
    const values = claims.flatMap((claim) => claim.values ?? []);
    const why =
      values.length > 0 ? `Nothing that you know has: ${values.join(', ')}.` : 'No tool call shows that.';
    const calls = this.conversation.calls.slice(-MOST_CALLS_TOLD).map(told);
    return (
      `Your sentence ${JSON.stringify(sentence.trim())} was withheld, because it is not so. ${why} ` +
      `Tool calls of this conversation: ${calls.length > 0 ? calls.join('; ') : 'none'}. ` +
      'Answer again, and say only what is so. If something is to be done that was not done, call the tool for it first. Do not mention this note.'
    );
  }
}

const told = ({ name, argumentsText, answer, failed }: LedgerCall): string =>
  `${name}(${argumentsText.slice(0, MOST_TOLD)}) ${failed ? 'failed' : 'answered'}: ${(answer ?? 'not yet').slice(0, MOST_TOLD)}`;

function reportOf(
  sentence: string,
  { kind, tool, verdict, reason, call, values }: CheckedClaim,
  said: boolean,
): Extract<AgentEvent, { kind: 'claim' }> {
  return {
    ...{ kind: 'claim', sentence: sentence.trim(), claim: kind, said },
    verdict: verdict === 'unproven' ? 'unproven' : 'proven',
    ...(tool !== undefined && { tool }),
    ...(reason !== undefined && { reason }),
    ...(call?.id !== undefined && { callId: call.id }),
    ...(values && { values }),
  };
}

/** The sentences of one message of the model. Until `settle` it is unknown which tools the message calls. */
export class MessageClaims {
  private waiting: string[] = [];
  private readonly judged: string[] = [];
  private judging: Promise<void> = Promise.resolve();

  constructor(
    private readonly answer: AnswerClaims,
    private readonly say: (sentence: string) => void,
  ) {}

  /** Says the sentence, unless a claim of it or of an earlier one is not proven yet. */
  take(sentence: string): void {
    if (!this.answer.holds) {
      this.judged.push(sentence);
      return this.say(sentence);
    }
    if (this.waiting.length > 0) return void this.waiting.push(sentence);
    const { verdict, claims } = this.answer.checked(sentence);
    if (verdict === 'unproven' || verdict === 'waits') return void this.waiting.push(sentence);
    this.pass(sentence, claims);
  }

  /**
   * The message is complete, or its tools have answered.
   * @param calls Its tool calls that were not made yet.
   * @param next Whether the model may answer again, does so anyway, or never will.
   * @returns What the model must know for its next message; undefined if nothing was withheld, or it knows already.
   */
  async settle(
    calls: readonly RequestedToolCall[],
    next: 'possible' | 'certain' | 'never' = 'possible',
  ): Promise<string | undefined> {
    const pending = calls.map(({ name, argumentsText }) => ({ name, argumentsText }));
    this.judging = this.judging.then(() => this.judge(pending));
    // Sentences that are said anyway are judged while the tools run. The next call awaits that, and gets its error.
    if (!this.answer.holds && calls.length > 0) {
      this.judging.catch(() => undefined);
      return undefined;
    }
    await this.judging;
    for (let sentence = this.waiting[0]; sentence !== undefined; sentence = this.waiting[0]) {
      const { verdict, claims } = this.answer.checked(sentence, pending);
      if (verdict === 'waits' && calls.length > 0) return undefined;
      if (verdict === 'unproven' || verdict === 'waits') return this.withhold(sentence, claims, next);
      this.waiting.shift();
      this.pass(sentence, claims);
    }
    return undefined;
  }

  /** Records the claims of sentences that were said in any case. Other calls have their turn between two of them. */
  private async judge(pending: readonly LedgerCall[]): Promise<void> {
    for (const sentence of this.judged.splice(0)) {
      await yieldToEventLoop();
      const { verdict, claims } = this.answer.checked(sentence, pending);
      if (verdict === 'waits') this.judged.push(sentence);
      else this.answer.tell(sentence, claims, true);
    }
  }

  private pass(sentence: string, claims: readonly CheckedClaim[]): void {
    this.say(sentence);
    this.answer.tell(sentence, claims, true);
  }

  /** What follows the sentence may depend on it, so that goes too. */
  private withhold(
    sentence: string,
    claims: readonly CheckedClaim[],
    next: 'possible' | 'certain' | 'never',
  ): string | undefined {
    this.waiting = [];
    this.answer.tell(sentence, claims, false);
    if (next !== 'never' && this.answer.mayCorrect()) return this.answer.correction(sentence, claims);
    const { onFailure } = this.answer;
    if (next !== 'certain' && onFailure !== '') this.say(onFailure);
    return undefined;
  }
}
