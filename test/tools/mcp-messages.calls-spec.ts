import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import { runInThisContext } from 'node:vm';
import { Logger } from '@nestjs/common';
import type { McpServers } from '../../src/tools/mcp/mcp-servers.js';
import { ToolBox } from '../../src/tools/tool-box.js';
import { randomOf } from '../limits/random-documents.js';
import { mcpServers, toolOptions } from '../providers/support/tool-options.js';

type Json = Record<string, unknown>;

interface Result {
  readonly what: string;
  readonly result: Json;
  readonly says: string;
  readonly fails?: true;
}

const RESULTS = JSON.parse(
  readFileSync(new URL('../providers/shapes/mcp/results.json', import.meta.url), 'utf8'),
) as readonly Result[];
const SCHEMAS = JSON.parse(
  readFileSync(new URL('../providers/shapes/mcp/input-schemas.json', import.meta.url), 'utf8'),
) as readonly { readonly inputSchema: unknown; readonly fits: Json }[];

const MUTATIONS = 2_000;
/** Concurrent conversations. */
const LANES = 60;
/** For one tool call with all its attempts. */
const TIMEOUT_MS = 20_000;

Logger.overrideLogger(false);

/** A server's behaviour in one conversation. */
interface Script {
  readonly tool: Json;
  readonly result: Json;
  readonly asStream: boolean;
  /** The bytes of a method's answer, by chunk. */
  readonly written: (method: string, message: Json) => readonly Buffer[];
}

interface Called {
  readonly name: unknown;
  readonly values: unknown;
}

const scripts = new Map<string, Script>();
const called = new Map<string, Called[]>();
let server: Server;
/** Each conversation's server has its own address, so that they share nothing. */
let mcp: McpServers;

beforeAll(async () => {
  mcp = mcpServers({ mcpListPatienceMs: 20_000, mcpListTimeoutMs: 20_000 });
  // Loads slowly, which should not count as the server's time.
  await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
  server = createServer(
    (request, response) => void answer(request, response).catch(() => response.destroy()),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await mcp.onApplicationShutdown();
  server.closeAllConnections();
  server.close();
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const id = request.url?.slice(1) ?? '';
  const script = scripts.get(id);
  if (request.method !== 'POST' || !script) return void response.writeHead(405).end();
  const asked = JSON.parse(await text(request)) as Json;
  const method = String(asked['method']);
  if (asked['id'] === undefined) return void response.writeHead(202).end();
  if (method === 'tools/call') {
    const { name, arguments: values } = asked['params'] as Json;
    called.set(id, [...(called.get(id) ?? []), { name, values }]);
  }
  const message = { jsonrpc: '2.0', id: asked['id'], result: resultOf(method, script) };
  const type = script.asStream ? 'text/event-stream' : 'application/json';
  response.writeHead(200, { 'content-type': type, 'mcp-session-id': `s${id}` });
  for (const piece of script.written(method, message)) {
    if (piece.length > 0) response.write(piece);
    await new Promise((resolve) => setImmediate(resolve));
  }
  response.end();
}

function resultOf(method: string, { tool, result }: Script): Json {
  if (method === 'tools/call') return result;
  if (method === 'tools/list') return { tools: [{ name: 'other', inputSchema: {} }, tool] };
  const serverInfo = { name: 'sky', version: '1' };
  return { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo };
}

const bytesOf = (message: unknown, asStream: boolean): Buffer =>
  Buffer.from(asStream ? `event: message\ndata: ${JSON.stringify(message)}\n\n` : JSON.stringify(message));

/** Calls the tool once in a new conversation. */
async function converse(script: Script, values: Json) {
  const id = String(scripts.size);
  scripts.set(id, script);
  const { port } = server.address() as AddressInfo;
  const document = {
    ...{ name: 'sky', url: `http://127.0.0.1:${port}/${id}`, tools: ['ask'] },
    timeoutMs: TIMEOUT_MS,
  };
  const faults: string[] = [];
  const box = new ToolBox(
    {
      accountId: 'acc_test',
      agent: { schemaVersion: 1, mcpServers: [document] },
      possibleActions: new Set(),
      emit: (event) => event.kind === 'fault' && faults.push(event.code),
    },
    { ...toolOptions, mcp },
  );
  await box.ready;
  const { output } = await box.run('sky_ask', JSON.stringify(values), new AbortController().signal);
  return { output, faults, calls: called.get(id) ?? [] };
}

const ASK = { name: 'ask', description: 'Asks.', inputSchema: { type: 'object' } };

describe('MCP server responses', () => {
  it.each(RESULTS)('are passed to the model: $what', async ({ result, says, fails }) => {
    for (const asStream of [true, false]) {
      const written = (_method: string, message: Json) => [bytesOf(message, asStream)];
      const { output, faults } = await converse({ tool: ASK, result, asStream, written }, { city: 'Bern' });
      expect([output, faults]).toEqual([says, fails ? ['TOOL_REFUSED'] : []]);
    }
  });

  it.each<[string, (message: Json) => unknown]>([
    [
      'no name and version of the server',
      ({ result, ...rest }) => ({ ...rest, result: { ...(result as Json), serverInfo: null } }),
    ],
    [
      'nothing but its version',
      ({ result, ...rest }) => ({
        ...rest,
        result: { protocolVersion: (result as Json)['protocolVersion'] },
      }),
    ],
    ['an empty greeting', (message) => ({ ...message, result: {} })],
    [
      'capabilities in a list',
      ({ result, ...rest }) => ({ ...rest, result: { ...(result as Json), capabilities: ['tools'] } }),
    ],
    ['no version of JSON-RPC', ({ jsonrpc: _version, ...rest }) => rest],
    ['another id', (message) => ({ ...message, id: String(message['id']) })],
    ['no id', ({ id: _id, ...rest }) => rest],
    ['a list of one', (message) => [message]],
    ['an error of nothing beside its result', (message) => ({ ...message, error: null })],
  ])('are parsed when messages have %s', async (_what, change) => {
    for (const asStream of [true, false]) {
      const written = (method: string, message: Json) => [
        bytesOf(method === 'initialize' ? change(message) : message, asStream),
      ];
      const script = { tool: ASK, result: { content: 'Sunny.' }, asStream, written };
      expect((await converse(script, {})).output).toBe('Sunny.');
    }
  });

  it.each<[string, unknown]>([
    ['a text', 'Sunny.'],
    ['a list', [{ type: 'text', text: 'Sunny.' }]],
  ])('are parsed with %s in place of a result', async (_what, result) => {
    const written = (method: string, message: Json) => [
      bytesOf(method === 'tools/call' ? { ...message, result } : message, false),
    ];
    const script = { tool: ASK, result: {}, asStream: false, written };
    expect((await converse(script, {})).output).toBe('Sunny.');
  });

  it('are parsed when a message spans several stream lines', async () => {
    const written = (_method: string, message: Json) => [
      Buffer.from(`${JSON.stringify(message, null, 1).replace(/^/gm, 'data: ')}\n\n`),
    ];
    const script = { tool: ASK, result: { content: 'Sunny.' }, asStream: true, written };
    expect((await converse(script, {})).output).toBe('Sunny.');
  });

  it(`never throw or invent an argument in ${MUTATIONS} mutations at any chunk boundary`, async () => {
    const unhandled: unknown[] = [];
    // Jest gives suites a copy of `process`.
    const { on, off } = runInThisContext('process') as NodeJS.Process;
    const note = (reason: unknown) => void unhandled.push(reason);
    on.call(runInThisContext('process'), 'unhandledRejection', note);
    const seed = Math.floor(Math.random() * 1e9);
    const random = randomOf(seed);
    const oneOf = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T;
    const round = async (at: number) => {
      const { result, says, fails } = oneOf(RESULTS);
      const { inputSchema, fits } = oneOf(SCHEMAS);
      const asStream = random() < 0.5;
      const target = oneOf(['initialize', 'tools/list', 'tools/list', 'tools/call', 'tools/call', 'none']);
      const sentSoFar: string[] = [];
      const written = (method: string, message: Json) => {
        const sent = method === target ? mutated(structuredClone(message), random) : message;
        const bytes = sentBytes(sent, asStream, random);
        sentSoFar.push(bytes.toString().slice(0, 500));
        return split(bytes, random);
      };
      const script = { tool: { ...ASK, inputSchema }, result, asStream, written };
      const about = `seed ${seed}, round ${at}`;
      const { output, calls, faults } = await converse(script, fits).catch((error: unknown) => {
        throw new Error(about, { cause: error });
      });
      for (const call of calls) expect([about, call]).toEqual([about, { name: 'ask', values: fits }]);
      expect([about, calls.length <= 1]).toEqual([about, true]);
      const expected = [says, fails ? ['TOOL_REFUSED'] : []];
      if (target === 'none' && !isDeepStrictEqual([output, faults], expected))
        expect({ about, sentSoFar, is: [output, faults] }).toEqual({ about, sentSoFar, is: expected });
    };
    let next = 0;
    await Promise.all(
      Array.from({ length: LANES }, async () => {
        while (next < MUTATIONS) await round(next++);
      }),
    );
    off.call(runInThisContext('process'), 'unhandledRejection', note);
    expect([seed, unhandled]).toEqual([seed, []]);
  });
});

const ODD = [null, 7, '', 'x', [], {}, true, [null], { result: null }, { method: 'ping', id: 1 }, [[[]]]];

/** A field is missing, null, of another type, duplicated, unknown or moved. */
function mutated(message: Json, random: () => number): unknown {
  const odd = ODD[Math.floor(random() * ODD.length)];
  if (random() < 0.05) return odd;
  let place = message;
  for (let depth = Math.floor(random() * 8); depth > 0; depth -= 1) {
    const inner = Object.values(place).filter((value) => typeof value === 'object' && value !== null);
    if (inner.length === 0) break;
    place = inner[Math.floor(random() * inner.length)] as Json;
  }
  const names = Object.keys(place);
  const name = names[Math.floor(random() * names.length)];
  const kind = random();
  if (kind < 0.15 && !Array.isArray(place)) place[`unknown${Math.floor(random() * 9)}`] = odd;
  else if (kind < 0.3 && Array.isArray(place)) place.push(structuredClone(place[0]));
  else if (kind < 0.4 && Array.isArray(place)) place.reverse();
  else if (name !== undefined && kind < 0.65) delete place[name];
  else if (name !== undefined) place[name] = odd;
  return message;
}

/** Alone, twice or after something else; sometimes truncated. */
function sentBytes(message: unknown, asStream: boolean, random: () => number): Buffer {
  const bytes = bytesOf(message, asStream);
  const kind = random();
  if (!asStream || kind < 0.7) return bytes;
  if (kind < 0.8) return Buffer.concat([bytes, bytes]);
  if (kind < 0.9) return Buffer.concat([Buffer.from(': [ping] {\n\n'), bytes]);
  return Buffer.concat([bytesOf({ jsonrpc: '2.0', method: 'notifications/progress' }, true), bytes]);
}

function split(bytes: Buffer, random: () => number): readonly Buffer[] {
  const at = Math.floor(random() * bytes.length);
  return [bytes.subarray(0, at), bytes.subarray(at)];
}
