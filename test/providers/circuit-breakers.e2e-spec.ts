import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cascadeMembers } from '../../src/pipeline/index.js';
import { StageChain, StageMember } from '../../src/pipeline/stages/index.js';
import type { LanguageModel, SpeechToText, TextToSpeech } from '../../src/pipeline/stages/index.js';
import { askOnce } from '../../src/providers/ask-once.js';
import { causeOf, type FaultCause } from '../../src/providers/breakers/fault-cause.js';
import {
  Embedder,
  type ProviderEntries,
  type SpeechToTextEntry,
  type TextToSpeechEntry,
} from '../../src/providers/index.js';
import {
  type Behaviour,
  CartesiaStandIn,
  DeepgramStandIn,
  ElevenLabsStandIn,
  GeminiStandIn,
  OpenAiStandIn,
  RealtimeStandIn,
} from '../stand-ins/index.js';
import { alone as it, keep } from '../support/scoped.js';
import { geminiAdapter, messages, realtimeAdapter } from './support/adapters.js';
import { TestCall } from './support/test-call.js';

const BREAK_MS = 10_000;
const TIMEOUT_MS = 20_000;
const agent = { schemaVersion: 1 } as const;
const key = 'any';
const unused = { modelId: undefined, languageCode: undefined, voiceId: undefined, speed: undefined };

/** Asks a provider for something small. */
type Ask = (signal: AbortSignal) => Promise<unknown>;

async function memberOf(entries: Partial<ProviderEntries>, stage: 'stt' | 'llm' | 'tts') {
  const all = { stt: new Map(), llm: new Map(), tts: new Map(), ...entries };
  return (await cascadeMembers(all, TIMEOUT_MS, messages))[stage].get('tested')?.provider;
}

async function drained(pieces: AsyncIterable<unknown>): Promise<void> {
  for await (const piece of pieces) void piece;
}

async function hearing(entry: SpeechToTextEntry) {
  const provider = (await memberOf({ stt: new Map([['tested', entry]]) }, 'stt')) as SpeechToText;
  return async (signal: AbortSignal) => {
    const turn = provider.begin({ modelId: undefined, agent, caller: {}, signal, onWords: () => undefined });
    for (let frame = 0; frame < 100; frame++) turn.push(new Int16Array(320).fill(1_000));
    await turn.end().finally(() => turn.cancel());
  };
}

async function speaking(entry: TextToSpeechEntry) {
  const provider = (await memberOf({ tts: new Map([['tested', entry]]) }, 'tts')) as TextToSpeech;
  return (signal: AbortSignal) => drained(provider.speak({ ...unused, text: 'Hello.', signal }));
}

async function chatting(url: string): Promise<Ask> {
  const entry = { kind: 'openai', url, model: 'm' } as const;
  const provider = (await memberOf({ llm: new Map([['tested', entry]]) }, 'llm')) as LanguageModel;
  const content = { role: 'user', content: 'Hello.' } as const;
  const request = { agent, messages: [content], tools: [], modelId: undefined, temperature: undefined };
  return (signal) => drained(provider.reply({ ...request, signal }));
}

interface StandIn {
  readonly url: string;
  readonly requests?: readonly unknown[];
  readonly connections?: number;
  close(): Promise<void>;
}

interface Kind {
  start(behaviour: () => Behaviour): Promise<StandIn>;
  asking(url: string): Promise<Ask>;
  readonly failure?: Behaviour;
}

const openAi = (behaviour: () => Behaviour) => OpenAiStandIn.start({ behaviour });
const elevenLabs = { model: 'eleven_flash_v2_5', voice: 'JBFqnCBsd6RMkjVDRZzb' };
const cartesia = { model: 'sonic-3', voice: '694f9389-aac1-45b6-b726-9d9369183238' };

const STAGES: Readonly<Record<string, Kind>> = {
  chat: { start: openAi, asking: chatting },
  'transcription of OpenAI': {
    start: openAi,
    asking: (url) => hearing({ kind: 'openai', url, model: 'm' }),
  },
  'transcription of Deepgram': {
    start: (behaviour) => DeepgramStandIn.start({ behaviour }),
    asking: (url) => hearing({ kind: 'deepgram', url, apiKey: key, model: 'nova-3' }),
    failure: 'drop',
  },
  'speech of OpenAI': {
    start: openAi,
    asking: (url) => speaking({ kind: 'openai', url, model: 'm', voice: 'alloy' }),
  },
  'speech of ElevenLabs': {
    start: (behaviour) => ElevenLabsStandIn.start({ behaviour }),
    asking: (url) => speaking({ kind: 'elevenlabs', url, apiKey: key, ...elevenLabs }),
  },
  'speech of Cartesia': {
    start: (behaviour) => CartesiaStandIn.start({ behaviour }),
    asking: (url) => speaking({ kind: 'cartesia', url, apiKey: key, ...cartesia }),
  },
};

const embedderAt = (url: string, nowMs?: () => number) =>
  new Embedder('tested', { kind: 'openai', url, model: 'm' }, messages.of('openai'), nowMs);

/** A settable clock, and a provider that fails until switched to work. */
async function failing({ start, failure = 'error' }: Pick<Kind, 'start' | 'failure'>) {
  const now = { ms: 0, behaviour: failure };
  const standIn = keep(await start(() => now.behaviour));
  const asked = () => standIn.requests?.length ?? standIn.connections;
  return { now, url: standIn.url, asked };
}

/** @param turn Calls the provider or its fallback. Never rejects. */
async function recovers(
  { now, asked }: Omit<Awaited<ReturnType<typeof failing>>, 'url'>,
  turn: (accountId: string) => Promise<void>,
) {
  for (let time = 0; time < 5; time++) await turn('acc_a');
  expect(asked()).toBe(3);
  await turn('acc_b');
  // A 5xx response is retried once.
  const before = asked() ?? 0;
  expect(before).toBeGreaterThan(3);
  now.ms = BREAK_MS;
  await Promise.all([turn('acc_a'), turn('acc_a')]);
  expect(asked()).toBe(before + 1);
  now.behaviour = 'normal';
  now.ms = 2 * BREAK_MS;
  await Promise.all([turn('acc_a'), turn('acc_a')]);
  expect(asked()).toBe(before + 2);
  for (let time = 0; time < 3; time++) await turn('acc_a');
  expect(asked()).toBe(before + 5);
}

describe('a provider is skipped for ten seconds after three failures, tried once and used again', () => {
  for (const [name, kind] of Object.entries(STAGES)) {
    it(name, async () => {
      const provider = await failing(kind);
      const ask = await kind.asking(provider.url);
      const tested = new StageMember('tested', ask, { nowMs: () => provider.now.ms });
      const other = new StageMember<Ask>('other', () => Promise.resolve());
      const { signal } = new AbortController();
      await recovers(provider, async (accountId) => {
        const choices = [tested, other].map((member) => ({ member, modelId: undefined }));
        const chain = new StageChain(accountId, choices, () => undefined);
        await chain.run({ signal, attempt: ({ member }) => member.provider(signal) });
      });
    });
  }

  it('embeddings', async () => {
    const provider = await failing({ start: openAi });
    const embedder = embedderAt(provider.url, () => provider.now.ms);
    await recovers(provider, async (accountId) => {
      await embedder.embedNow(accountId, 'Hello.', { timeoutMs: TIMEOUT_MS }).catch(() => undefined);
    });
  });
});

describe('a provider that failed three times is called at once, without a circuit breaker', () => {
  const endToEnd = {
    Realtime: {
      start: (behaviour: () => Behaviour) => RealtimeStandIn.start({ behaviour }),
      adapter: (url: string) => realtimeAdapter(url),
    },
    Gemini: {
      start: (behaviour: () => Behaviour) => GeminiStandIn.start({ behaviour }),
      adapter: (url: string) => geminiAdapter(url),
    },
  };
  for (const [name, { start, adapter }] of Object.entries(endToEnd)) {
    it(name, async () => {
      const { now, url, asked } = await failing({ start, failure: 'refuse' });
      const provider = adapter(url);
      for (let call = 0; call < 3; call++) {
        await expect(TestCall.open(provider, {})).rejects.toMatchObject({ code: 'PROVIDER_REFUSED' });
      }
      now.behaviour = 'normal';
      keep(await TestCall.open(provider, {}));
      expect(asked()).toBe(4);
    });
  }

  it('call analysis, test set judge and call summaries', async () => {
    const { now, url, asked } = await failing({ start: openAi });
    const { signal } = new AbortController();
    const question = { instructions: 'Answer.', material: '{}', timeoutMs: TIMEOUT_MS, signal };
    const ask = () =>
      askOnce({ kind: 'openai', url, model: 'm' }, messages.of('openai'), {
        ...question,
        maxAnswerBytes: 100_000,
      });
    for (let time = 0; time < 3; time++) {
      await expect(ask()).rejects.toMatchObject({ code: 'PROVIDER_ERROR' });
    }
    now.behaviour = 'normal';
    expect((await ask()).text).not.toBe('');
    expect(asked()).toBe(4);
  });
});

/** A server that answers everything, sockets included, with one status. */
async function serverOf(status: number) {
  const server = createServer((_request, response) => response.writeHead(status).end('{}'));
  server.on('upgrade', (_request, socket) =>
    socket.end(`HTTP/1.1 ${status} Refused\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  keep({
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('failure causes are derived from the HTTP status', () => {
  const CAUSES: readonly (readonly [number, FaultCause])[] = [
    [400, 'document'],
    [401, 'key'],
    [402, 'limit'],
    [403, 'key'],
    [404, 'document'],
    [422, 'document'],
    [429, 'limit'],
    [500, 'server'],
    [503, 'server'],
  ];
  const asking: Readonly<Record<string, (url: string) => Promise<Ask>>> = {
    ...Object.fromEntries(Object.entries(STAGES).map(([name, kind]) => [name, kind.asking])),
    embeddings: async (url) => () => embedderAt(url).embed(['Hello.'], { timeoutMs: TIMEOUT_MS }),
  };
  for (const [name, askingAt] of Object.entries(asking)) {
    it(name, async () => {
      const { signal } = new AbortController();
      const causeAt = async (url: string) => {
        const ask = await askingAt(url);
        return causeOf(
          await ask(signal).then(
            () => undefined,
            (error: unknown) => error,
          ),
        );
      };
      const found = await Promise.all(
        CAUSES.map(async ([status]) => [status, await causeAt(await serverOf(status))]),
      );
      expect(found).toEqual(CAUSES);
      expect(await causeAt('http://127.0.0.1:9')).toBe('network');
    });
  }
});
