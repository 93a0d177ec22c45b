import { setTimeout as delay } from 'node:timers/promises';
import type { AgentDocument } from '../../agent-document/index.js';
import { isAborted } from '../../common/abort/index.js';
import { AgentFault } from '../../voice/agent-adapter.js';
import type { ProviderUsage, ReportedUsage } from '../../voice/provider-usage.js';
import { providerFault } from '../../providers/index.js';
import type { ToolBox } from '../../tools/index.js';
import {
  withinTimeBudget,
  type ChatPiece,
  type ChatRequest,
  type LanguageModel,
  type StageChain,
  type StageChoice,
  type RequestedToolCall,
} from '../stages/index.js';
import type { ConversationClaims, MessageClaims } from './answer-claims.js';
import type { AssistantMessage, ChatHistory } from './chat-history.js';
import { type ReplySink, skipping, Told } from './reply-sink.js';
import type { TurnKnowledge } from './turn-knowledge.js';
import { isSpeakable } from './sentence-speaker.js';
import { SentenceSplitter } from './sentence-splitter.js';

/** Rounds of tool calls in one answer. More of them mean that the model loops. */
const MAX_ROUNDS = 10;

/** Speech time of one character; see `withinBudget`. */
const MS_A_CHARACTER = 65;

export type AgentTools = Pick<ToolBox, 'declarations' | 'run'> &
  Partial<Pick<ToolBox, 'callerSpoke' | 'callerSaid' | 'filler' | 'patienceMs' | 'ready'>>;

export interface ReplyWriterOptions {
  readonly chain: StageChain<LanguageModel>;
  readonly tools: AgentTools;
  readonly history: ChatHistory;
  readonly agent: AgentDocument;
  /** For the first token, and later for falling behind the pace of speech. */
  readonly budgetMs: number;
  readonly used?: (usage: ProviderUsage) => void;
  /** Aborted when the call ends. Tools outlive the answer that called them, so that their results are kept. */
  readonly callSignal: AbortSignal;
  /** Finds passages about the caller's words, for the model. */
  readonly knowledge?: TurnKnowledge | undefined;
  /** Compares what the agent says with what it did; absent if that is turned off. */
  readonly claims?: ConversationClaims | undefined;
}

/** Generates the answer: passes sentences on as soon as they are written, and runs the tools that the model calls. */
export class ReplyWriter {
  /** Running tools, including those of interrupted answers. */
  private readonly running = new Set<Promise<unknown>>();

  constructor(private readonly options: ReplyWriterOptions) {}

  /** The caller's words so far. */
  hear(soFar: string): void {
    this.options.knowledge?.hear(soFar);
  }

  /**
   * @returns Why the call should end, if the agent ends it.
   * @throws AgentFault if no model completed the answer. @throws Cancelled
   */
  async write(sink: ReplySink): Promise<{ readonly hangUp: string | undefined }> {
    const { history, tools, knowledge } = this.options;
    tools.callerSpoke?.();
    tools.callerSaid?.(history.soFar.callerSaid.at(-1) ?? '');
    const noted = knowledge?.noteFor(history.lastOfCaller(), sink);
    await this.awaitInterrupted(sink.signal);
    // Has its own timeout, which starts with the call.
    await tools.ready;
    const note = await noted;
    if (isAborted(sink.signal)) return STAYS;
    const told = this.told(sink, note);
    let correction: string | undefined;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const message = history.beginAgent();
      const written = await this.round(message, told, tools.declarations, { note, correction });
      if (isAborted(sink.signal)) return STAYS;
      const { calls, endsCall, claims } = written;
      correction = await claims?.settle(calls);
      if (isAborted(sink.signal)) return STAYS;
      if (correction !== undefined) continue;
      if (calls.length === 0) return { hangUp: endsCall ? 'agent' : undefined };
      await sink.released;
      if (isAborted(sink.signal)) return STAYS;
      const hangUp = await this.call(calls, message, told);
      if (isAborted(sink.signal)) return STAYS;
      correction = await claims?.settle([], 'certain');
      if (isAborted(sink.signal)) return STAYS;
      if (hangUp === undefined) continue;
      // Always say goodbye before ending the call.
      if (!told.said) await (await this.round(history.beginAgent(), told, [])).claims?.settle([], 'never');
      return { hangUp };
    }
    throw new AgentFault(providerFault.error, 'The model calls tools in circles', false);
  }

  private told(sink: ReplySink, passages = ''): Told {
    const { declarations } = this.options.tools;
    const { signal, turnId, released } = sink;
    const answer = { signal, turnId, passages, declarations, ...(released && { released }) };
    return new Told(sink, this.options.claims?.begin(answer));
  }

  /** Runs tools in parallel; resolves when all have answered. @returns Why a tool ends the call, if one does. */
  private async call(
    calls: readonly RequestedToolCall[],
    message: AssistantMessage,
    sink: Told,
  ): Promise<string | undefined> {
    const { history, tools, callSignal } = this.options;
    message.calls = calls;
    const stop = tools.filler?.watch(namesOf(calls), (text) => sink.fill(text, message));
    try {
      const results = await Promise.all(
        calls.map(async ({ callId, name, argumentsText }) => {
          const work = tools.run(name, argumentsText, callSignal, sink.turnId);
          this.running.add(work);
          const result = await work.finally(() => this.running.delete(work));
          history.addToolOutput(message, callId, result);
          if (result.form !== undefined) message.form = result.form;
          return result;
        }),
      );
      return results.find(({ hangUp }) => hangUp)?.hangUp?.reason;
    } finally {
      stop?.();
    }
  }

  /** Waits for tools of an interrupted answer, within a limit: this answer should include their results. */
  private async awaitInterrupted(signal: AbortSignal): Promise<void> {
    if (this.running.size === 0) return;
    const { patienceMs = 0 } = this.options.tools;
    const patience = delay(patienceMs, undefined, { signal }).catch(() => undefined);
    await Promise.race([Promise.allSettled(this.running), patience]);
  }

  /** One model request. @returns The tool calls, and whether the model ends the call. */
  private async round(
    message: AssistantMessage,
    sink: Told,
    tools: AgentTools['declarations'],
    {
      note,
      correction,
    }: { readonly note?: string | undefined; readonly correction?: string | undefined } = {},
  ): Promise<Written> {
    const { chain, agent, budgetMs, history } = this.options;
    const { signal } = sink;
    const request = {
      agent,
      messages: [...history.messages(note), ...(correction === undefined ? [] : [noteOfSystem(correction)])],
      tools,
      temperature: agent.llm?.temperature,
      signal,
    };
    let attempts = 0;
    const written = chain.run({
      signal,
      budgetMs,
      attempt: (choice, patienceMs) => {
        const said = attempts++ === 0 ? [] : sink.restart(message);
        const say = skipping(said, (text) => sink.sentence(text, message));
        const keep = (form: object | null) => void (message.form = form);
        return this.attempt(choice, request, sink, { say, keep, withinMs: Math.min(budgetMs, patienceMs) });
      },
    });
    return await written.catch((error: unknown) => {
      // The words before a tool call may already be the answer, so an empty answer is fine.
      if (isEmptyAnswer(error) && sink.said) return { calls: [], endsCall: false, claims: undefined };
      throw error;
    });
  }

  private async attempt(
    { member, modelId, options }: StageChoice<LanguageModel>,
    given: Omit<ChatRequest, 'modelId' | 'options'>,
    sink: Told,
    { say, keep, withinMs }: AttemptSink,
  ): Promise<Written> {
    const { signal } = given;
    const splitter = splitterFor(sink, given.agent);
    const onUsage = (usage: ReportedUsage) =>
      this.options.used?.({ stage: 'llm', provider: member.name, ...usage });
    const claims = sink.claims?.message(say);
    const written = { calls: [] as RequestedToolCall[], endsCall: false, claims };
    const askedMs = performance.now();
    let begun = false;
    let sentences = 0;
    const add = (text: string) => {
      if (sink.isSpoken && !isSpeakable(text)) return;
      sentences += 1;
      if (claims) claims.take(text);
      else say(text);
    };
    const pieces = member.provider.reply({ ...given, modelId, options, onUsage });
    for await (const piece of withinTimeBudget(pieces, withinMs, worthMs)) {
      if (signal.aborted) return written;
      if (!begun) member.firstAfter(performance.now() - askedMs);
      begun = true;
      sink.firstToken();
      if (piece.kind === 'text')
        for await (const complete of splitter.addInTurns(piece.delta)) complete.forEach(add);
      else if (piece.kind === 'call') written.calls.push(piece.call);
      else if (piece.kind === 'form') keep(piece.form);
      else written.endsCall = true;
    }
    if (signal.aborted) return written;
    splitter.end().forEach(add);
    if (sentences === 0 && written.calls.length === 0 && !written.endsCall) throw emptyAnswer();
    return written;
  }
}

interface AttemptSink {
  readonly say: (text: string) => void;
  /** Stores the state of a form. */
  readonly keep: (form: object | null) => void;
  readonly withinMs: number;
}

/** Requests of a model besides its words. */
interface Written {
  readonly calls: readonly RequestedToolCall[];
  readonly endsCall: boolean;
  readonly claims: MessageClaims | undefined;
}

const STAYS = { hangUp: undefined };

const emptyAnswer = () =>
  new AgentFault(providerFault.empty, 'The model gave no answer', true, {
    detail: 'nothing that can be spoken',
  });
const isEmptyAnswer = (error: unknown) => error instanceof AgentFault && error.code === providerFault.empty;

const noteOfSystem = (text: string) => ({
  role: 'user' as const,
  content: `(Not said by the caller: ${text})`,
});

const namesOf = (calls: readonly RequestedToolCall[]): string[] => calls.map(({ name }) => name);

function splitterFor({ isSpoken, said }: Told, { languageCode }: AgentDocument): SentenceSplitter {
  return new SentenceSplitter({ languageCode, isSpoken, cutsClause: isSpoken && !said });
}

function worthMs(piece: ChatPiece): number {
  return piece.kind === 'text' ? piece.delta.length * MS_A_CHARACTER : 0;
}
