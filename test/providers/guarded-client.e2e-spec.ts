import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppConfig } from '../../src/common/config/index.js';
import { OpenAiChat } from '../../src/pipeline/llm/openai-chat.js';
import { OpenAiTranscription } from '../../src/pipeline/stt/openai-transcription.js';
import { readProviderEntries } from '../../src/providers/index.js';
import { ModelAsker } from '../../src/test-sets/judge/model-asker.js';
import { TextJudge } from '../../src/test-sets/judge/text-judge.js';
import { messages, metrics } from './support/adapters.js';

const TIMEOUT_MS = 20_000;
const CHUNK = Buffer.alloc(64 * 1_024, ' ');
/** An endless response is capped here to limit the test's load. */
const ENDLESS_BYTES = 512 * 1_024 * 1_024;
/** What a client may have received before aborting, including system buffers. */
const SANE_BYTES = 16 * 1_024 * 1_024;
const { signal } = new AbortController();

/** A server that answers everything with a text, or for `endless` with endless blanks. */
async function serverWith(answer: string) {
  let sent = 0;
  const server: Server = createServer((request, response) => {
    request.resume();
    const isStream = request.headers.accept?.includes('event-stream') === true;
    response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' });
    if (answer !== 'endless') return response.end(answer);
    const pump = (): void => {
      while (!response.destroyed && sent < ENDLESS_BYTES) {
        sent += CHUNK.length;
        if (!response.write(CHUNK)) return;
      }
      response.end();
    };
    return response.on('drain', pump) && pump();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url, apiKey: 'any', model: 'any', messages: messages.of('openai'), sent: () => sent };
}

type Provider = Awaited<ReturnType<typeof serverWith>>;

const closers: (() => void)[] = [];
afterEach(() => closers.splice(0).forEach((close) => close()));

/** Every client of a configured HTTP provider, for whole and streamed responses. */
const CLIENTS: Readonly<Record<string, (provider: Provider) => Promise<unknown>>> = {
  'a reply of a call': async (provider) => {
    const request = { agent: { schemaVersion: 1 as const }, modelId: undefined, temperature: undefined };
    const pieces = new OpenAiChat(provider, TIMEOUT_MS).reply({
      ...request,
      messages: [],
      tools: [],
      signal,
    });
    for await (const _piece of pieces);
  },
  'a transcription': async (provider) => {
    const transcription = new OpenAiTranscription(provider, TIMEOUT_MS).begin({
      modelId: undefined,
      agent: { schemaVersion: 1 },
      caller: {},
      signal,
      onWords: () => undefined,
    });
    transcription.push(new Int16Array(16_000).fill(7));
    return transcription.end().finally(() => transcription.cancel());
  },
  'the judge of a test': async ({ url }) => {
    const config = AppConfig.fromEnvironment({ LLM_URL: url, LLM_MODEL: 'judge' });
    const models = { languageModel: async () => [...(await readProviderEntries(config)).llm.values()][0] };
    const judge = new TextJudge(new ModelAsker(config, messages), models);
    const verdict = await judge.judge('It is so.', [], 'acc_test', signal);
    if (verdict.kind !== 'verdict') throw new Error(verdict.kind);
  },
};

async function malformed(): Promise<number> {
  const metric = await metrics.registry.getSingleMetric('earshot_provider_messages_unused_total')?.get();
  const values = metric?.values ?? [];
  return values.find(({ labels }) => labels['provider'] === 'openai' && labels['kind'] === 'malformed')!
    .value;
}

describe.each(Object.entries(CLIENTS))('%s', (_name, ask) => {
  it("is aborted when the provider's response does not end, within its memory share", async () => {
    const provider = await serverWith('endless');
    await expect(ask(provider)).rejects.toThrow();
    expect(provider.sent()).toBeGreaterThan(0);
    expect(provider.sent()).toBeLessThan(SANE_BYTES);
  });

  it('is counted when the provider sends an invalid response', async () => {
    const before = await malformed();
    const isStream = _name === 'a reply of a call';
    await expect(ask(await serverWith(isStream ? 'data: once upon\n\n' : 'once upon'))).rejects.toThrow();
    expect(await malformed()).toBe(before + 1);
  });
});
