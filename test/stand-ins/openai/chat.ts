import type { ServerResponse } from 'node:http';
import { nanoid } from 'nanoid';

import type { BrainReply, BrainTurn } from '../brain.js';
import { openAiSchemaProblem } from '../declared-schemas.js';
import { isObject, objectAt, textAt, type JsonObject } from '../json.js';
import { delay } from '../delay.js';
import type { Exchange } from './openai-server.js';
import { sendError } from './send-error.js';

const SLOW_MS = 700;
const DRIP_INTERVAL_MS = 500;

/** Messages of a flood, since test load is bounded. */
const MAX_FLOOD_MESSAGES = 100_000;

/** `POST /v1/chat/completions`, streamed or whole. */
export async function answerChat(exchange: Exchange): Promise<void> {
  const { body, behaviour, response } = exchange;
  const request: unknown = JSON.parse(body.toString());
  exchange.keep(request);
  if (!isObject(request) || !Array.isArray(request['messages'])) {
    return sendError(response, 400, 'missing_required_parameter', "Missing required parameter: 'messages'.");
  }
  const model = textAt(request, 'model') ?? 'stand-in';
  if (exchange.models?.includes(model) === false) {
    return sendError(response, 404, 'model_not_found', `The model '${model}' does not exist.`);
  }
  if (Number(request['top_p']) > 1) {
    return sendError(response, 400, 'decimal_above_max_value', "Invalid 'top_p': expected a value <= 1.");
  }
  const refused = schemaProblemIn(request['tools']);
  if (refused !== undefined) return sendError(response, 400, 'invalid_function_parameters', refused);
  if (behaviour === 'slow') await delay(SLOW_MS);
  const messages: readonly unknown[] = request['messages'];
  const system = messages.filter((message) => textAt(message, 'role') === 'system');
  const reply = exchange.brain({
    instructions: system.map(contentOf).join('\n'),
    history: messages.flatMap(turnOf),
    tools: toolNames(request['tools']),
  });
  const base = { id: `chatcmpl-${nanoid()}`, created: 0, model };
  const streamOptions = request['stream_options'];
  if (streamOptions !== undefined && exchange.refusesStreamOptions) {
    return sendError(response, 422, 'extra_forbidden', 'Extra inputs are not permitted: stream_options');
  }
  if (reply.kind === 'raw') return sendRaw(response, reply.messages);
  if (request['stream'] === true) return await stream(exchange, base, reply, streamOptions);
  const message = { role: 'assistant', ...deltaOf(reply) };
  const choices = [{ index: 0, message, finish_reason: finishOf(reply) }];
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ ...base, object: 'chat.completion', choices, usage: USAGE }));
}

function sendRaw(response: ServerResponse, chunks: readonly JsonObject[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const chunk of chunks) response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  response.end('data: [DONE]\n\n');
}

type Answer = Exclude<BrainReply, { kind: 'raw' }>;

async function stream(
  exchange: Exchange,
  base: JsonObject,
  reply: Answer,
  streamOptions: unknown,
): Promise<void> {
  const { response, behaviour } = exchange;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
  if (behaviour === 'hang') return;
  if (behaviour === 'nonsense') {
    response.end('data: {"choices": 7}\n\ndata: once upon a time\n\n');
    return;
  }
  const send = (delta: JsonObject, finish: string | null = null) => {
    const choices = [{ index: 0, delta, finish_reason: finish }];
    response.write(`data: ${JSON.stringify({ ...base, object: 'chat.completion.chunk', choices })}\n\n`);
  };
  send({ role: 'assistant', content: '' });
  if (behaviour === 'flood') return await flood(response, send);
  if (reply.text !== undefined) await sendTokens(exchange, reply.text, send);
  if (reply.kind === 'call') send({ ...deltaOf(reply), content: null });
  send({}, finishOf(reply));
  if (isObject(streamOptions) && streamOptions['include_usage'] === true) sendUsage(response, base);
  response.end('data: [DONE]\n\n');
}

const USAGE = {
  prompt_tokens: 20,
  completion_tokens: 6,
  total_tokens: 26,
  prompt_tokens_details: { cached_tokens: 4, audio_tokens: 0 },
};

function sendUsage(response: ServerResponse, base: JsonObject): void {
  const chunk = { ...base, object: 'chat.completion.chunk', choices: [], usage: USAGE };
  response.write(`data: ${JSON.stringify(chunk)}\n\n`);
}

async function sendTokens(
  { response, behaviour, tokenIntervalMs, firstTokenMs }: Exchange,
  text: string,
  send: (delta: JsonObject) => void,
): Promise<void> {
  const tokens = text.split(/(?<= )/);
  if (firstTokenMs > 0) await delay(firstTokenMs);
  for (const [index, token] of tokens.entries()) {
    if (response.destroyed) return;
    if (behaviour === 'drop' && index >= Math.ceil(tokens.length / 2)) {
      response.destroy();
      return;
    }
    if (behaviour === 'chatty') response.write(': still here\n\ndata: {"choices": []}\n\n');
    send({ content: token });
    await delay(behaviour === 'drip' ? DRIP_INTERVAL_MS : tokenIntervalMs);
  }
}

async function flood(response: ServerResponse, send: (delta: JsonObject) => void): Promise<void> {
  for (let count = 0; count < MAX_FLOOD_MESSAGES && !response.destroyed; count++) {
    send({ content: 'blah '.repeat(20) });
    if (response.writableNeedDrain || count % 50 === 0) await delay(1);
  }
}

function deltaOf(reply: Answer): JsonObject {
  if (reply.kind === 'say') return { content: reply.text };
  const { name, arguments: text, also = [], text: content = null } = reply;
  const calls = [{ name, arguments: text }, ...also];
  return {
    content,
    tool_calls: calls.map((call, index) => {
      return { index, id: `call_${nanoid()}`, type: 'function', function: call };
    }),
  };
}

const finishOf = (reply: Answer) => (reply.kind === 'say' ? 'stop' : 'tool_calls');

function turnOf(message: unknown): BrainTurn[] {
  const role = textAt(message, 'role');
  if (role === 'tool') return [{ role, output: contentOf(message) }];
  return role === 'user' || role === 'assistant' ? [{ role, text: contentOf(message) }] : [];
}

function contentOf(message: unknown): string {
  return textAt(message, 'content') ?? '';
}

function toolNames(tools: unknown): string[] {
  return Array.isArray(tools)
    ? tools.flatMap((tool) => textAt(objectAt(tool, 'function'), 'name') ?? [])
    : [];
}

function schemaProblemIn(tools: unknown): string | undefined {
  const all: unknown[] = Array.isArray(tools) ? tools : [];
  return all
    .map((tool) => openAiSchemaProblem(objectAt(tool, 'function')['parameters']))
    .find((one) => one !== undefined);
}
