import { type Fields, fieldsOf, listOf, stringOf } from '../../providers/fields.js';
import type { RequestedToolCall } from '../stages/index.js';

/** Maximum number of tool calls in one answer. */
const MAX_CALLS = 20;
/** Maximum size of the data that a provider attaches to a call, as JSON. */
const MAX_ATTACHED_CHARACTERS = 32 * 1_024;

/** The parsed part of a streamed answer. */
export interface ChatDelta {
  readonly text: string;
  /** Raw parts of tool calls. */
  readonly calls: readonly Fields[];
}

/**
 * Reads a chunk of a streamed chat completion, or a complete one. Servers with this protocol omit, null and add fields
 * freely, so only text and tool calls are read.
 * @returns undefined if it is not part of an answer
 */
export function readChatChunk(chunk: unknown): ChatDelta | undefined {
  const [choice] = listOf(fieldsOf(chunk)?.['choices']);
  const answer = fieldsOf(choice?.['delta']) ?? fieldsOf(choice?.['message']);
  if (!answer) return undefined;
  const called = answer['tool_calls'];
  return { text: textOf(answer['content']), calls: listOf(Array.isArray(called) ? called : [called]) };
}

/** True for any part of a streamed answer, even one without content. */
export function isChatChunk(chunk: unknown): boolean {
  const fields = fieldsOf(chunk);
  return fields !== undefined && (Array.isArray(fields['choices']) || (fields['choices'] ?? null) === null);
}

interface GrowingCall {
  readonly id: string;
  readonly index: number | undefined;
  name: string;
  argumentsText: string;
  attached: Fields;
}

/** Assembles the tool calls of one answer from their parts. */
export class ChatCalls {
  private readonly growing: GrowingCall[] = [];
  private attachedCharacters = 0;

  /** @returns The number of characters added. */
  add(part: Fields): number {
    const named = fieldsOf(part['function']) ?? {};
    const name = stringOf(named['name']);
    const call = this.continued(part, name) ?? this.begin(part);
    if (!call) return 0;
    const before = call.argumentsText.length;
    if (name !== call.name) call.name += name;
    const given = named['arguments'];
    if (typeof given === 'string') call.argumentsText += given;
    else if (fieldsOf(given)) call.argumentsText = JSON.stringify(given);
    this.attach(call, part);
    return Math.max(0, call.argumentsText.length - before);
  }

  /** Calls that have a name. @param by Address of the provider: attached data is returned to it only. */
  all(by: string): RequestedToolCall[] {
    return this.growing
      .filter(({ name }) => name !== '')
      .map(({ id, name, argumentsText, attached }) => ({
        callId: id,
        name,
        argumentsText,
        ...(Object.keys(attached).length > 0 && { attached: { by, fields: attached } }),
      }));
  }

  /**
   * The call that a part continues; undefined if it starts one. A part with its own name and id starts a call whatever
   * its index: some servers number all calls 0.
   */
  private continued(part: Fields, name: string): GrowingCall | undefined {
    const [id, index] = [stringOf(part['id']), indexOf(part)];
    const ofId = id === '' ? undefined : this.growing.findLast((call) => call.id === id);
    // Some servers use one id for all calls, but number them.
    if (ofId) return name !== '' && index !== undefined && ofId.index !== index ? undefined : ofId;
    if (id !== '' && name !== '') return undefined;
    const ofIndex = index === undefined ? undefined : this.growing.findLast((call) => call.index === index);
    if (name === '') return ofIndex ?? this.growing.at(-1);
    if (index !== undefined) return ofIndex;
    const last = this.growing.at(-1);
    return last?.name === name && !isWhole(last.argumentsText) ? last : undefined;
  }

  private begin(part: Fields): GrowingCall | undefined {
    if (this.growing.length === MAX_CALLS) return undefined;
    const given = stringOf(part['id']);
    const isTaken = given === '' || this.growing.some(({ id }) => id === given);
    const id = isTaken ? `${given || 'call'}_${this.growing.length}` : given;
    const call = { id, index: indexOf(part), name: '', argumentsText: '', attached: {} };
    this.growing.push(call);
    return call;
  }

  /** Gemini rejects the next request if its signature of a call is missing. */
  private attach(call: GrowingCall, part: Fields): void {
    const { index: _index, id: _id, type: _type, function: _function, ...attached } = part;
    if (Object.keys(attached).length === 0) return;
    this.attachedCharacters += JSON.stringify(attached).length;
    if (this.attachedCharacters <= MAX_ATTACHED_CHARACTERS) call.attached = { ...call.attached, ...attached };
  }
}

function isWhole(json: string): boolean {
  try {
    JSON.parse(json);
    return true;
  } catch {
    return false;
  }
}

const indexOf = (part: Fields): number | undefined => {
  const index = part['index'];
  return typeof index === 'number' && Number.isInteger(index) ? index : undefined;
};

/** Content is a text, or a list of parts, some of them text. */
const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : listOf(content)
        .map((part) => stringOf(part['text']))
        .join('');
