import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { ToolResult } from '../../tools/index.js';
import type { CallerMessage, ChatMessage, ToolCall, ToolFailure, Transcript } from '../stages/index.js';

/** Messages that a model is given; older ones are left out, so that a long call stays affordable. */
const MAX_MESSAGES = 200;

/** "And on Sundays?" asks of what was said before. */
const FEW_WORDS = 4;

export interface AssistantMessage {
  readonly role: 'assistant';
  content: string;
  calls?: readonly ToolCall[];
  /** What the tools answered so far. */
  outputs?: { readonly callId: string; readonly content: string; readonly failed?: ToolFailure }[];
  /** How far a form is after it. */
  form?: unknown;
}

/** Models refuse a call without an answer; this one stands in until there is one. */
const STILL_RUNNING =
  'It is still running. Do not call it again: its answer will be here as soon as it is known.';

type Kept = CallerMessage | AssistantMessage | Extract<ChatMessage, { role: 'context' }>;

const Call = Type.Object({ callId: Type.String(), name: Type.String(), argumentsText: Type.String() });
const Failure = Type.Union([Type.Literal('error'), Type.Literal('timeout'), Type.Literal('unknown')]);
const Output = Type.Object({
  callId: Type.String(),
  content: Type.String(),
  failed: Type.Optional(Failure),
});
const KeptMessages = Type.Array(
  Type.Union([
    Type.Object({ role: Type.Literal('user'), content: Type.String() }),
    Type.Object({ role: Type.Literal('context'), content: Type.String() }),
    Type.Object({
      role: Type.Literal('assistant'),
      content: Type.String(),
      calls: Type.Optional(Type.Array(Call)),
      outputs: Type.Optional(Type.Array(Output)),
      form: Type.Optional(Type.Unknown()),
    }),
  ]),
);

/** What was said in a conversation, as a model is told of it: of the agent's words only those that the caller heard. */
export class ChatHistory {
  private kept: Kept[] = [];

  /** @param earlier What `snapshot` of another one has given, where the conversation goes on. */
  constructor(
    private readonly instructions: string,
    earlier: readonly unknown[] = [],
  ) {
    // It comes from a database; what is none of ours is forgotten.
    if (Value.Check(KeptMessages, earlier)) this.kept = earlier.map((message) => ({ ...message }));
  }

  /** As plain JSON, without what no model is given any more. */
  snapshot(): readonly unknown[] {
    return this.kept.slice(-MAX_MESSAGES).map((message) => ({ ...message }));
  }

  /** @param note For the model alone, beside what the caller said last. */
  messages(note = ''): ChatMessage[] {
    const recent = withoutOrphans(this.said().slice(-MAX_MESSAGES));
    const content = `${this.instructions}\n\n${note}`.trim();
    return content === '' ? recent : [{ role: 'system', content }, ...recent];
  }

  private said(): ChatMessage[] {
    return this.kept.flatMap((message) => (message.role === 'assistant' ? told(message) : [message]));
  }

  /** What the caller said last; with what came before it where that is too short to be understood alone. */
  lastOfCaller(): string {
    const said = this.kept.flatMap(({ role, content }) => (role === 'user' ? [content] : []));
    const last = said.at(-1) ?? '';
    return last.split(/\s+/).length < FEW_WORDS ? said.slice(-2).join(' ') : last;
  }

  /** Whether nothing of the agent was heard since it called tools: what they answered has not been told yet. */
  get endsWithCalls(): boolean {
    const last = this.kept.findLast((one) => one.role === 'assistant' && (one.calls || one.content !== ''));
    return last?.role === 'assistant' && last.calls !== undefined;
  }

  addCaller({ text, ...rest }: Transcript): void {
    this.kept.push({ role: 'user', content: text, ...rest });
  }

  /** What the next answer should know, and nobody has said. */
  addContext(content: string): void {
    this.kept.push({ role: 'context', content });
  }

  /** Begins a message of the agent, whose words come (and may go) later. */
  beginAgent(): AssistantMessage {
    const message: AssistantMessage = { role: 'assistant', content: '' };
    this.kept.push(message);
    return message;
  }

  /** A tool has answered a call of that message, whatever was said since. */
  addToolOutput(message: AssistantMessage, callId: string, { output, failed }: ToolResult): void {
    message.outputs ??= [];
    message.outputs.push({ callId, content: output, ...(failed && { failed }) });
  }

  /**
   * Takes back what the caller said last, unless something was made of it already.
   * @param cutOff Of the agent, what goes with it although some of it was heard.
   */
  takeBackCaller(cutOff: ReadonlySet<AssistantMessage> = new Set()): Transcript | undefined {
    const at = this.kept.findLastIndex((message) => message.role === 'user');
    const since = this.kept.slice(at + 1);
    const isAnswered = since.some(
      (message) =>
        message.role === 'assistant' && (message.calls ?? (message.content !== '' && !cutOff.has(message))),
    );
    if (at < 0 || isAnswered) return undefined;
    const [{ content: text, ...rest }] = this.kept.splice(at) as [CallerMessage];
    this.kept.push(...since.filter(({ role }) => role === 'context'));
    return { text, ...rest };
  }
}

/** How far a form is after the messages that `snapshot` gave; undefined where none ever began. */
export function formIn(messages: readonly unknown[] = []): unknown {
  if (!Value.Check(KeptMessages, messages)) return undefined;
  const message = messages.findLast((one) => one.role === 'assistant' && one.form !== undefined);
  return message?.role === 'assistant' ? message.form : undefined;
}

/** A message of the agent with the answers of the tools that it called. */
function told({ content, calls, outputs, form }: AssistantMessage): ChatMessage[] {
  const ofForm = form === undefined ? {} : { form };
  if (!calls) return content === '' && form === undefined ? [] : [{ role: 'assistant', content, ...ofForm }];
  const answers = calls.map(({ callId }): ChatMessage => {
    const output = outputs?.find((one) => one.callId === callId);
    if (!output) return { role: 'tool', callId, content: STILL_RUNNING, isPending: true };
    return { role: 'tool', ...output };
  });
  return [{ role: 'assistant', content, calls, ...ofForm }, ...answers];
}

/** Outputs of tools whose calls were left out at the beginning would be refused by models. */
function withoutOrphans(messages: readonly ChatMessage[]): ChatMessage[] {
  const first = messages.findIndex((message) => message.role !== 'tool');
  return messages.slice(Math.max(first, 0));
}
