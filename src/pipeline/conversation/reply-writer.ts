import { setTimeout as delay } from 'node:timers/promises';

import type { AgentDocument } from '../../agent-document/index.js';
import { isAborted } from '../../common/abort/index.js';
import { AgentFault } from '../../voice/agent-adapter.js';
import type { ProviderUsage, ReportedUsage } from '../../voice/provider-usage.js';
import { providerFault } from '../../providers/index.js';
import type { ToolBox } from '../../tools/index.js';
import {
  withinBudget,
  type ChatPiece,
  type ChatRequest,
  type LanguageModel,
  type StageChain,
  type StageChoice,
  type ToolCall,
} from '../stages/index.js';
import type { AssistantMessage, ChatHistory } from './chat-history.js';
import type { TurnKnowledge } from './turn-knowledge.js';
import { isSpeakable } from './sentence-speaker.js';
import { SentenceSplitter } from './sentence-splitter.js';

/** Rounds of tool calls in one answer; beyond it the model is taken to go in circles. */
const MAX_ROUNDS = 10;

/** What a character is worth of the caller's time; see `withinBudget`. */
const MS_A_CHARACTER = 65;

/** What an agent can do beside talking. */
export type AgentTools = Pick<ToolBox, 'declarations' | 'run'> &
  Partial<Pick<ToolBox, 'callerSpoke' | 'filler' | 'patienceMs' | 'ready'>>;

export interface ReplyWriterOptions {
  readonly chain: StageChain<LanguageModel>;
  readonly tools: AgentTools;
  readonly history: ChatHistory;
  readonly agent: AgentDocument;
  /** For the first token, and for what falls behind the pace of speech later. */
  readonly budgetMs: number;
  readonly used?: (usage: ProviderUsage) => void;
  /** Aborted when the call ends. Tools outlive the answer that called them, so that their answers aren't lost. */
  readonly callSignal: AbortSignal;
  /** What the agent knows of what the caller said, to be put before the model. */
  readonly knowledge?: TurnKnowledge | undefined;
}

export interface ReplySink {
  /** Aborted when the answer isn't wanted any more. */
  readonly signal: AbortSignal;
  /** The agent's turn, where turns have names. */
  readonly turnId?: string | undefined;
  /**
   * Resolves when the answer may be heard, or isn't wanted any more; absent where it may be at once. Nothing is done
   * for it before that which can't be undone.
   */
  readonly released?: Promise<void>;
  /** The model has begun to answer. */
  firstToken(): void;
  sentence(text: string, message: AssistantMessage): void;
  /** Whether a voice speaks it: in plain text, and as soon as a clause is written. */
  readonly isSpoken: boolean;
  /** The message is written anew, by whoever. @returns Its sentences that can't be taken back any more, in order. */
  restart(message: AssistantMessage): readonly string[];
  /** Says a sentence of the document while tools keep the caller waiting; absent where nobody waits. */
  fill?(text: string, message: AssistantMessage): void;
}

/** Has the language model answer: gives sentences as soon as they are written, and runs the tools that it calls. */
export class ReplyWriter {
  /** Tools that run, also those of answers that were interrupted. */
  private readonly running = new Set<Promise<unknown>>();

  constructor(private readonly options: ReplyWriterOptions) {}

  /** What is to be answered, so far. */
  hear(soFar: string): void {
    this.options.knowledge?.hear(soFar);
  }

  /**
   * @returns Why the call should end, when the agent wants it to.
   * @throws AgentFault when no model answered to the end. @throws Cancelled
   */
  async write(sink: ReplySink): Promise<{ readonly hangUp: string | undefined }> {
    const { history, tools, knowledge } = this.options;
    tools.callerSpoke?.();
    const noted = knowledge?.noteFor(history.lastOfCaller(), sink);
    await this.awaitInterrupted(sink.signal);
    // Bounded by itself, and counted from the beginning of the call.
    await tools.ready;
    const note = await noted;
    if (isAborted(sink.signal)) return STAYS;
    const told = new Told(sink);
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const message = history.beginAgent();
      const { calls, endsCall } = await this.round(message, told, tools.declarations, note);
      if (isAborted(sink.signal)) return STAYS;
      if (calls.length === 0) return { hangUp: endsCall ? 'agent' : undefined };
      await sink.released;
      if (isAborted(sink.signal)) return STAYS;
      const hangUp = await this.call(calls, message, told);
      if (isAborted(sink.signal)) return STAYS;
      if (hangUp === undefined) continue;
      // Nobody is left without a goodbye.
      if (!told.said) await this.round(history.beginAgent(), told, []);
      return { hangUp };
    }
    throw new AgentFault(providerFault.error, 'The model calls tools in circles', false);
  }

  /** Runs tools side by side; resolves when all have answered. @returns Why one of them ends the call. */
  private async call(
    calls: readonly ToolCall[],
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

  /** What tools of an interrupted answer find out belongs in this one, unless it takes them too long. */
  private async awaitInterrupted(signal: AbortSignal): Promise<void> {
    if (this.running.size === 0) return;
    const { patienceMs = 0 } = this.options.tools;
    const patience = delay(patienceMs, undefined, { signal }).catch(() => undefined);
    await Promise.race([Promise.allSettled(this.running), patience]);
  }

  /** One answer of the model. @returns The tools that it calls, and whether it wants the call to end. */
  private async round(
    message: AssistantMessage,
    sink: Told,
    tools: AgentTools['declarations'],
    note?: string,
  ): Promise<Written> {
    const { chain, agent, budgetMs, history } = this.options;
    const { signal } = sink;
    const request = {
      agent,
      messages: history.messages(note),
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
        const say = sayOnce(said, (text) => sink.sentence(text, message));
        const keep = (form: object | null) => void (message.form = form);
        return this.attempt(choice, request, sink, { say, keep, withinMs: Math.min(budgetMs, patienceMs) });
      },
    });
    return await written.catch((error: unknown) => {
      // What goes with a tool was said before it ran: then there may be nothing to add.
      if (isEmptyAnswer(error) && sink.said) return { calls: [], endsCall: false };
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
    const written = { calls: [] as ToolCall[], endsCall: false };
    const askedMs = performance.now();
    let begun = false;
    let sentences = 0;
    const add = (text: string) => {
      if (sink.isSpoken && !isSpeakable(text)) return;
      sentences += 1;
      say(text);
    };
    const pieces = member.provider.reply({ ...given, modelId, options, onUsage });
    for await (const piece of withinBudget(pieces, withinMs, worthMs)) {
      if (signal.aborted) return written;
      if (!begun) member.firstAfter(performance.now() - askedMs);
      begun = true;
      sink.firstToken();
      if (piece.kind === 'text') splitter.add(piece.delta).forEach(add);
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
  /** How far a form is. */
  readonly keep: (form: object | null) => void;
  readonly withinMs: number;
}

/** What a model wants beside what it says. */
interface Written {
  readonly calls: readonly ToolCall[];
  readonly endsCall: boolean;
}

const STAYS = { hangUp: undefined };

const emptyAnswer = () =>
  new AgentFault(providerFault.empty, 'The model gave no answer', true, {
    detail: 'nothing that can be spoken',
  });
const isEmptyAnswer = (error: unknown) => error instanceof AgentFault && error.code === providerFault.empty;

const namesOf = (calls: readonly ToolCall[]): string[] => calls.map(({ name }) => name);

/** What one answer says: whether the model said anything yet, and a filler at most once, if it did not. */
class Told implements ReplySink {
  said = false;
  readonly signal: AbortSignal;
  readonly turnId: string | undefined;
  readonly isSpoken: boolean;
  private filled = false;

  constructor(private readonly sink: ReplySink) {
    this.signal = sink.signal;
    this.turnId = sink.turnId;
    this.isSpoken = sink.isSpoken;
  }

  firstToken(): void {
    this.sink.firstToken();
  }

  sentence(text: string, message: AssistantMessage): void {
    this.said = true;
    this.sink.sentence(text, message);
  }

  restart(message: AssistantMessage): readonly string[] {
    return this.sink.restart(message);
  }

  fill(text: string, message: AssistantMessage): void {
    if (this.said || this.filled || this.signal.aborted) return;
    this.filled = true;
    this.sink.fill?.(text, message);
  }
}

/** Passes on sentences, without those at the beginning that were said before the answer had to be written anew. */
function sayOnce(said: readonly string[], say: (sentence: string) => void): (sentence: string) => void {
  const left = [...said];
  return (sentence) => {
    if (left.shift() === sentence) return;
    left.length = 0;
    say(sentence);
  };
}

function splitterFor({ isSpoken, said }: Told, { languageCode }: AgentDocument): SentenceSplitter {
  return new SentenceSplitter({ languageCode, isSpoken, cutsClause: isSpoken && !said });
}

function worthMs(piece: ChatPiece): number {
  return piece.kind === 'text' ? piece.delta.length * MS_A_CHARACTER : 0;
}
