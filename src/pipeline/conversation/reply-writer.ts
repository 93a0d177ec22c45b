import type { AgentDocument } from '../../agent-document/index.js';
import { AgentFault } from '../../voice/agent-adapter.js';
import type { ProviderUsage, ReportedUsage } from '../../voice/provider-usage.js';
import { providerFault } from '../../providers/index.js';
import type { ToolBox } from '../../tools/index.js';
import {
  withinBudget,
  type ChatPiece,
  type LanguageModel,
  type StageChain,
  type ToolCall,
} from '../stages/index.js';
import type { AssistantMessage, ChatHistory } from './chat-history.js';
import { SentenceSplitter } from './sentence-splitter.js';

/** Rounds of tool calls in one answer; beyond it the model is taken to go in circles. */
const MAX_ROUNDS = 10;

/** What a character is worth of the caller's time; see `withinBudget`. */
const MS_A_CHARACTER = 65;

/** What an agent can do beside talking. */
export type AgentTools = Pick<ToolBox, 'declarations' | 'run'>;

export const NO_TOOLS: AgentTools = {
  declarations: [],
  run: () => Promise.resolve({ output: 'There is no such tool.' }),
};

export interface ReplyWriterOptions {
  readonly chain: StageChain<LanguageModel>;
  readonly tools: AgentTools;
  readonly history: ChatHistory;
  readonly agent: AgentDocument;
  /** For the first token, and for what falls behind the pace of speech later. */
  readonly budgetMs: number;
  readonly used?: (usage: ProviderUsage) => void;
}

export interface ReplySink {
  readonly signal: AbortSignal;
  /** The model has begun to answer. */
  firstToken(): void;
  sentence(text: string, message: AssistantMessage): void;
  /** The message is written anew, by whoever. @returns Its sentences that can't be taken back any more, in order. */
  restart(message: AssistantMessage): readonly string[];
}

/** Has the language model answer: gives sentences as soon as they are written, and runs the tools that it calls. */
export class ReplyWriter {
  constructor(private readonly options: ReplyWriterOptions) {}

  /**
   * @returns Why the call should end, when the agent wants it to.
   * @throws AgentFault when no model answered to the end. @throws Cancelled
   */
  async write(sink: ReplySink): Promise<{ readonly hangUp: string | undefined }> {
    const { history, tools } = this.options;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const message = history.beginAgent();
      const { calls, endsCall } = await this.round(message, sink);
      if (calls.length === 0) return { hangUp: endsCall ? 'agent' : undefined };
      message.calls = calls;
      let hangUp: string | undefined;
      for (const call of calls) {
        const result = await tools.run(call.name, call.argumentsText, sink.signal);
        history.addToolOutput(call.callId, result.output);
        hangUp ??= result.hangUp?.reason;
      }
      if (hangUp !== undefined || sink.signal.aborted) return { hangUp };
    }
    throw new AgentFault(providerFault.error, 'The model calls tools in circles', false);
  }

  /** One answer of the model. @returns The tools that it calls, and whether it wants the call to end. */
  private async round(message: AssistantMessage, sink: ReplySink) {
    const { chain, agent, budgetMs, tools, history, used } = this.options;
    const messages = history.messages();
    let calls: ToolCall[] = [];
    let endsCall = false;
    let attempts = 0;
    await chain.run({
      signal: sink.signal,
      attempt: async ({ member, modelId }) => {
        const { signal } = sink;
        const splitter = new SentenceSplitter();
        const add = sayOnce(attempts++ === 0 ? [] : sink.restart(message), (text) =>
          sink.sentence(text, message),
        );
        calls = [];
        const temperature = agent.llm?.temperature;
        const onUsage = (usage: ReportedUsage) => used?.({ stage: 'llm', provider: member.name, ...usage });
        const common = { agent, messages, tools: tools.declarations };
        const request = { ...common, modelId, temperature, signal, onUsage };
        for await (const piece of withinBudget(member.provider.reply(request), budgetMs, worthMs)) {
          if (signal.aborted) return;
          sink.firstToken();
          if (piece.kind === 'text') splitter.add(piece.delta).forEach(add);
          else if (piece.kind === 'call') calls.push(piece.call);
          else endsCall = true;
        }
        if (!signal.aborted) splitter.end().forEach(add);
      },
    });
    return { calls, endsCall };
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

function worthMs(piece: ChatPiece): number {
  return piece.kind === 'text' ? piece.delta.length * MS_A_CHARACTER : 0;
}
