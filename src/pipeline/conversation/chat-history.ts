import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { LedgerCall } from '../../claims/index.js';
import type { CallMade, ToolResult } from '../../tools/index.js';
import type { EarlierEntry } from '../../voice/earlier-words.js';
import { keysForModel } from '../../voice/keys/index.js';
import { withInstructions } from '../../voice/supervisor-instructions.js';
import type {
  CallerMessage,
  ChatMessage,
  RequestedToolCall,
  ToolFailure,
  Transcript,
} from '../stages/index.js';

/** Messages in a model request. Older ones are dropped to keep long calls affordable. */
const MAX_MESSAGES = 200;

/** "And on Sundays?" needs the previous question. */
const FEW_WORDS = 4;

interface ToolOutput {
  readonly callId: string;
  readonly content: string;
  readonly failed?: ToolFailure;
  /** For the model, besides the content. */
  readonly note?: string;
  /** Id of the call in the record. */
  readonly recordedAs?: string;
  readonly also?: readonly CallMade[];
}

export interface AssistantMessage {
  readonly role: 'assistant';
  content: string;
  calls?: readonly RequestedToolCall[];
  /** Tool results so far. */
  outputs?: ToolOutput[];
  /** State of the form after this message. */
  form?: unknown;
}

/** Models reject a call without a result; this placeholder stands in until the result arrives. */
const STILL_RUNNING =
  'It is still running. Do not call it again: its answer will be here as soon as it is known.';

type Kept = CallerMessage | AssistantMessage | Extract<ChatMessage, { role: 'context' }>;

const Call = Type.Object({ callId: Type.String(), name: Type.String(), argumentsText: Type.String() });
const Failure = Type.Union([Type.Literal('error'), Type.Literal('timeout'), Type.Literal('unknown')]);
const Output = Type.Object({
  callId: Type.String(),
  content: Type.String(),
  failed: Type.Optional(Failure),
  note: Type.Optional(Type.String()),
  recordedAs: Type.Optional(Type.String()),
  also: Type.Optional(
    Type.Array(
      Type.Object({
        callId: Type.String(),
        name: Type.String(),
        argumentsText: Type.String(),
        undoes: Type.Optional(Type.String()),
        output: Type.String(),
        failed: Type.Optional(Failure),
      }),
    ),
  ),
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

/** The history of a conversation for the model. Of the agent's words it contains only those that the caller heard. */
export class ChatHistory {
  private kept: Kept[] = [];
  private readonly supervised: string[];

  /**
   * @param earlier The `snapshot` of the history that this one continues.
   * @param given A supervisor's instructions so far.
   */
  constructor(
    private readonly instructions: string,
    earlier: readonly unknown[] = [],
    given: readonly string[] = [],
  ) {
    this.supervised = [...given];
    // Read from the database; an unknown format is ignored.
    if (Value.Check(KeptMessages, earlier)) this.kept = earlier.map((message) => ({ ...message }));
  }

  /** Plain JSON, without messages that are too old for a model request. */
  snapshot(): readonly unknown[] {
    return this.kept.slice(-MAX_MESSAGES).map((message) => ({ ...message }));
  }

  /** @param note Added to the caller's last message, for the model only. */
  messages(note = ''): ChatMessage[] {
    const recent = withoutOrphans(this.said().slice(-MAX_MESSAGES));
    const content = `${withInstructions(this.instructions, this.supervised)}\n\n${note}`.trim();
    return content === '' ? recent : [{ role: 'system', content }, ...recent];
  }

  private said(): ChatMessage[] {
    return this.kept.flatMap((message) => (message.role === 'assistant' ? told(message) : [message]));
  }

  /** The caller's last message; a short one is returned with its predecessor. */
  lastOfCaller(): string {
    const said = this.kept.flatMap(({ role, content }) => (role === 'user' ? [content] : []));
    const last = said.at(-1) ?? '';
    return last.split(/\s+/).length < FEW_WORDS ? said.slice(-2).join(' ') : last;
  }

  /** True if the caller has heard nothing since the last tool calls, so their results are still unspoken. */
  get endsWithCalls(): boolean {
    const last = this.kept.findLast((one) => one.role === 'assistant' && (one.calls || one.content !== ''));
    return last?.role === 'assistant' && last.calls !== undefined;
  }

  addCaller({ text, ...rest }: Transcript): void {
    this.kept.push({ role: 'user', content: text, ...rest });
  }

  /** Adds context for the next answer that neither side said. */
  addContext(content: string): void {
    this.kept.push({ role: 'context', content });
  }

  /** Adds an instruction of a supervisor. */
  instruct(text: string): void {
    this.supervised.push(text);
  }

  /** Starts a message of the agent; its words are added later and can be removed. */
  beginAgent(): AssistantMessage {
    const message: AssistantMessage = { role: 'assistant', content: '' };
    this.kept.push(message);
    return message;
  }

  /** Adds a tool result to its call, whatever was said since. */
  addToolOutput(message: AssistantMessage, callId: string, result: ToolResult): void {
    const { output, failed, note, also, callId: recordedAs } = result;
    message.outputs ??= [];
    message.outputs.push({
      ...{ callId, content: output },
      ...(failed && { failed }),
      ...(note !== undefined && { note }),
      ...(recordedAs !== undefined && { recordedAs }),
      ...(also && { also }),
    });
  }

  /** What the caller said and which tools were called, oldest first. */
  get soFar(): { readonly callerSaid: readonly string[]; readonly calls: readonly LedgerCall[] } {
    return {
      callerSaid: this.kept.flatMap((message) => (message.role === 'assistant' ? [] : saidBy(message))),
      calls: this.kept.flatMap((message) => (message.role === 'assistant' ? callsOf(message) : [])),
    };
  }

  /**
   * Removes the caller's last message, unless something was done with it.
   * @param cutOff Agent messages that are removed with it although parts of them were heard.
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

/** What was said and done in the messages of a `snapshot`, as far as tools need it. */
export function entriesIn(messages: readonly unknown[] = []): EarlierEntry[] {
  if (!Value.Check(KeptMessages, messages)) return [];
  return messages.flatMap((message): EarlierEntry[] => {
    if (message.role === 'user') return [{ kind: 'said', speaker: 'caller', text: message.content }];
    if (message.role === 'context') return [];
    const said = { kind: 'said', speaker: 'agent', text: message.content } as const;
    const calls = callsOf(message).map(({ id, name, argumentsText, answer, failed, undoes }) => ({
      ...{ kind: 'tool' as const, callId: id ?? '', name, arguments: argumentsText },
      ...(answer !== undefined && failed !== 'unknown' && { answer, ...(failed && { failed }) }),
      ...(undoes !== undefined && { undoes }),
    }));
    return message.content === '' ? calls : [said, ...calls];
  });
}

/** State of the form after the messages of a `snapshot`; undefined if none was started. */
export function formIn(messages: readonly unknown[] = []): unknown {
  if (!Value.Check(KeptMessages, messages)) return undefined;
  const message = messages.findLast((one) => one.role === 'assistant' && one.form !== undefined);
  return message?.role === 'assistant' ? message.form : undefined;
}

function callsOf({
  calls = [],
  outputs = [],
}: AssistantMessage): (LedgerCall & { readonly undoes?: string })[] {
  return calls.flatMap(({ callId, name, argumentsText }) => {
    const output = outputs.find((one) => one.callId === callId);
    const known = output && { id: output.recordedAs, answer: output.content, failed: output.failed };
    const also = (output?.also ?? []).map((made) => ({ ...made, id: made.callId, answer: made.output }));
    return [{ name, argumentsText, ...known }, ...also];
  });
}

/** An agent message, followed by the results of its tool calls. */
function told({ content, calls, outputs, form }: AssistantMessage): ChatMessage[] {
  const ofForm = form === undefined ? {} : { form };
  if (!calls) return content === '' && form === undefined ? [] : [{ role: 'assistant', content, ...ofForm }];
  const answers = calls.map(({ callId }): ChatMessage => {
    const output = outputs?.find((one) => one.callId === callId);
    if (!output) return { role: 'tool', callId, content: STILL_RUNNING, isPending: true };
    const { recordedAs: _ours, also: _made, note, ...answer } = output;
    const content = note === undefined ? answer.content : `${answer.content}\n${note}`;
    return { role: 'tool', ...answer, content };
  });
  return [{ role: 'assistant', content, calls, ...ofForm }, ...answers];
}

/** Models reject tool results whose calls were dropped from the beginning. */
function withoutOrphans(messages: readonly ChatMessage[]): ChatMessage[] {
  const first = messages.findIndex((message) => message.role !== 'tool');
  return messages.slice(Math.max(first, 0));
}

const saidBy = (message: Exclude<Kept, AssistantMessage>): readonly string[] =>
  message.role === 'user' && message.keys !== undefined
    ? [message.content, message.keys, keysForModel(message.keys)]
    : [message.content];
