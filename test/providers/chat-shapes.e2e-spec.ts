import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { OpenAiChat } from '../../src/pipeline/llm/openai-chat.js';
import type { ChatMessage, RequestedToolCall } from '../../src/pipeline/stages/index.js';
import { randomOf } from '../limits/random-documents.js';
import { messages } from './support/adapters.js';
import { type Json, mutated } from './support/mutations.js';

/** A recorded server stream and its meaning. */
interface Shape {
  /** Source. */
  readonly source: string;
  readonly says: string;
  readonly calls: readonly (readonly [name: string, argumentsText: string])[];
  readonly chunks: readonly Json[];
}

const FOLDER = path.join('test', 'providers', 'shapes', 'openai-chat');
const shapes = readdirSync(FOLDER).map((file): [string, Shape] => [
  path.basename(file, '.json'),
  JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as Shape,
]);
const MUTATIONS = 2_000;

describe('recorded streams of real servers', () => {
  let server: Server;
  let chat: OpenAiChat;
  /** The next response in chunks. */
  let pieces: readonly Uint8Array[];
  /** The error for requests. */
  let refusal: Json | undefined;
  const asked: Json[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (text: string) => (body += text));
      request.on('end', () => {
        asked.push(JSON.parse(body) as Json);
        if (refusal) return void response.writeHead(400).end(JSON.stringify(refusal));
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        for (const piece of pieces) response.write(piece);
        response.end();
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    chat = new OpenAiChat({ url, apiKey: 'any', model: 'm', messages: messages.of('openai') }, 10_000);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  async function answer(history: readonly ChatMessage[] = [{ role: 'user', content: 'Hello?' }]) {
    let says = '';
    const calls: RequestedToolCall[] = [];
    const request = {
      agent: { schemaVersion: 1 as const },
      messages: history,
      tools: [],
      modelId: undefined,
      temperature: undefined,
      signal: new AbortController().signal,
    };
    for await (const piece of chat.reply(request)) {
      if (piece.kind === 'text') says += piece.delta;
      else if (piece.kind === 'call') calls.push(piece.call);
    }
    return { says, calls };
  }

  const wholeOf = (chunks: readonly unknown[]) =>
    Buffer.from(`${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')}data: [DONE]\n\n`);

  it.each(shapes)('are parsed: %s', async (_name, { says, calls, chunks }) => {
    pieces = [wholeOf(chunks)];
    const understood = await answer();
    expect(understood.says).toBe(says);
    expect(understood.calls.map(({ name, argumentsText }) => [name, argumentsText])).toEqual(calls);
  });

  it.each(shapes)('are parsed at any chunk boundary: %s', async (_name, { says, calls, chunks }) => {
    const whole = wholeOf(chunks);
    for (let at = 1; at < whole.length; at += 61) {
      pieces = [whole.subarray(0, at), whole.subarray(at)];
      const understood = await answer();
      expect([at, understood.says, understood.calls.length]).toEqual([at, says, calls.length]);
    }
  });

  it('are requested once when rejected for a reason other than usage', async () => {
    refusal = {
      error: { message: 'max_tokens is too large', type: 'invalid_request_error', param: 'max_tokens' },
    };
    const before = asked.length;
    await expect(answer()).rejects.toMatchObject({ code: 'PROVIDER_REFUSED' });
    refusal = undefined;
    expect(asked.length).toBe(before + 1);
    pieces = [wholeOf([{ choices: [{ delta: { content: 'Yes.' } }] }])];
    await answer();
    expect(asked.at(-1)).toHaveProperty('stream_options');
  });

  it("have a call's extra content returned only to the server that sent it", async () => {
    const [, { chunks }] = shapes.find(([name]) => name === 'gemini-parallel-calls') as [string, Shape];
    pieces = [wholeOf(chunks)];
    const { calls } = await answer();
    const history: ChatMessage[] = [
      { role: 'user', content: 'Tables four and seven.' },
      { role: 'assistant', content: '', calls },
      ...calls.map(({ callId }): ChatMessage => ({ role: 'tool', callId, content: 'Booked.' })),
    ];
    await answer(history);
    const signature = '"extra_content":{"google":{"thought_signature":"c2lnbmF0dXJl"}}';
    expect(JSON.stringify(asked.at(-1))).toContain(signature);
    const elsewhere = calls.map((call) => ({
      ...call,
      attached: { by: 'https://b.example', fields: { x: 1 } },
    }));
    await answer([{ role: 'assistant', content: '', calls: elsewhere }]);
    expect(JSON.stringify(asked.at(-1))).not.toContain('"x"');
  });

  it(`lose no word and invent no argument in ${MUTATIONS} mutations`, async () => {
    const seed = Math.floor(Math.random() * 1e9);
    const random = randomOf(seed);
    const oneOf = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T;
    for (let round = 0; round < MUTATIONS; round += 1) {
      const [name, shape] = oneOf(shapes);
      const chunks = mutated(structuredClone(shape.chunks) as unknown[], random, ODD);
      pieces = [wholeOf(chunks)];
      const about = `${name}, seed ${seed}, round ${round}`;
      const understood = await answer().catch((error: unknown) => {
        // The mutated stream contained no reply.
        if (!String(error).includes('no answer')) throw new Error(about, { cause: error });
        return { says: '', calls: [] };
      });
      expect([about, understood.says]).toEqual([about, textIn(chunks)]);
      const sent = argumentsIn(chunks);
      for (const { argumentsText } of understood.calls)
        expect([about, isMadeOf(argumentsText, sent)]).toEqual([about, true]);
    }
  });
});

/** Filler messages of servers. */
const ODD = [{ choices: null }, { object: 'ping' }, { choices: [{ delta: null }] }];

interface Sent {
  readonly choices?: readonly { readonly delta?: Json; readonly message?: Json }[];
}

function deltasIn(chunks: readonly unknown[]): Json[] {
  return chunks.flatMap((chunk) => {
    const choices = (chunk as Sent | null)?.choices;
    const first = Array.isArray(choices) ? choices.find(isFields) : undefined;
    return [first?.['delta']].filter(isFields);
  });
}

const textIn = (chunks: readonly unknown[]): string =>
  deltasIn(chunks)
    .flatMap(({ content }) =>
      Array.isArray(content) ? content.filter(isFields).map(({ text }) => text) : [content],
    )
    .filter((text) => typeof text === 'string')
    .join('');

const argumentsIn = (chunks: readonly unknown[]): string[] =>
  deltasIn(chunks)
    .flatMap(({ tool_calls }) => (Array.isArray(tool_calls) ? tool_calls : [tool_calls]))
    .filter(isFields)
    .flatMap(({ function: called }) => (isFields(called) ? [called['arguments']] : []))
    .flatMap((text) =>
      isFields(text) ? [JSON.stringify(text)] : typeof text === 'string' && text !== '' ? [text] : [],
    );

/** Whether a text is composed of chunks that were sent. */
const isMadeOf = (text: string, pieces: readonly string[]): boolean =>
  text === '' || pieces.some((piece) => text.startsWith(piece) && isMadeOf(text.slice(piece.length), pieces));

function isFields(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
