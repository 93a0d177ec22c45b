import { memberOf } from '../../common/json/json-objects.js';
import { DataLines, isEventStream, parsedJson, textIn } from './response-text.js';

/** The response stream ended without an answer. */
export class McpLost extends Error {
  constructor() {
    super('The MCP server ended its answer before it had answered');
    this.name = 'McpLost';
  }
}

/** The server sent too much, or redirected. */
export class McpRefused extends Error {
  constructor(reason: 'too-large' | 'redirect') {
    super(`The MCP server was refused: ${reason}`);
    this.name = 'McpRefused';
  }
}

/** Maximum characters of an error message that are passed on. */
const MAX_REFUSAL = 64 * 1_024;
/** Parse attempts for a message that spans several lines. */
const MOST_ATTEMPTS = 20;
/** JSON-RPC 2.0, 5.1. */
const INTERNAL_ERROR = -32_603;

/**
 * The response to a request, as the MCP SDK expects it. Answers that deviate from the protocol are repaired where
 * possible. Other messages in the stream are dropped.
 * @param complete Adds fields that the SDK requires.
 * @throws McpLost, McpRefused
 */
export async function answerResponse(
  response: Response,
  id: unknown,
  budget: { left: number },
  complete: (result: object) => object,
): Promise<Response> {
  const { status, headers } = response;
  if (!response.ok) return new Response(await refusalIn(response, budget), { status, headers });
  const answer = await answerIn(response, budget);
  if (budget.left < 0) throw new McpRefused('too-large');
  if (!answer) throw new McpLost();
  const json = new Headers(headers);
  json.set('content-type', 'application/json');
  const outcome = outcomeOf(answer, complete);
  return new Response(JSON.stringify({ jsonrpc: '2.0', id, ...outcome }), { headers: json });
}

async function refusalIn({ body }: Response, budget: { left: number }): Promise<string> {
  let text = '';
  for await (const part of textIn(body, budget)) text = `${text}${part}`.slice(0, MAX_REFUSAL);
  return text;
}

async function answerIn({ body, headers }: Response, budget: { left: number }): Promise<object | undefined> {
  const messages = isEventStream(headers) ? new StreamedMessages() : undefined;
  let text = '';
  for await (const part of textIn(body, budget)) {
    if (!messages) text += part;
    const found = messages
      ?.push(part)
      .map(answerAmong)
      .find((answer) => answer !== undefined);
    if (found) return found;
  }
  return answerAmong(parsedJson(messages?.rest ?? text));
}

/** Messages in the data of server-sent events, on one line each or over several lines. */
class StreamedMessages {
  private readonly lines = new DataLines();
  private line = '';
  private before = '';
  private attempts = 0;

  get rest(): string {
    return this.line;
  }

  push(part: string): readonly unknown[] {
    const [first = '', ...more] = this.lines.push(part).split('\n');
    const ended = more.length > 0 ? [`${this.line}${first}`, ...more.slice(0, -1)] : [];
    this.line = more.at(-1) ?? `${this.line}${first}`;
    return ended.flatMap((line) => this.take(line));
  }

  private take(line: string): readonly unknown[] {
    const whole = parsedJson(line) ?? this.joined(line);
    this.before = whole === undefined ? `${this.before}${line}\n` : '';
    return whole === undefined ? [] : [whole];
  }

  /** Each attempt parses all lines so far, hence the limit. */
  private joined(line: string): unknown {
    if (this.before === '' || !/^\s*[}\]]\s*$/.test(line) || ++this.attempts > MOST_ATTEMPTS)
      return undefined;
    return parsedJson(`${this.before}${line}`);
  }
}

/** Some servers answer with a JSON-RPC batch, as older protocol versions did. */
function answerAmong(messages: unknown): object | undefined {
  return [messages].flat().find((message): message is object => {
    if (typeof message !== 'object' || message === null || 'method' in message) return false;
    return memberOf(message, 'result') !== undefined || memberOf(message, 'error') !== undefined;
  });
}

function outcomeOf(answer: object, complete: (result: object) => object): object {
  const [result, error] = [memberOf(answer, 'result'), memberOf(answer, 'error')];
  const isFailure = error !== undefined && error !== null && (result === undefined || result === null);
  if (!isFailure) {
    const isObject = typeof result === 'object' && result !== null && !Array.isArray(result);
    return { result: complete(isObject ? result : { content: result }) };
  }
  const [code, message] = [memberOf(error, 'code'), memberOf(error, 'message')];
  return {
    error: {
      code: Number.isSafeInteger(code) ? code : INTERNAL_ERROR,
      message: typeof message === 'string' ? message : JSON.stringify(error),
    },
  };
}
