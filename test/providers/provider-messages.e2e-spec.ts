import { OpenAiChat } from '../../src/pipeline/llm/openai-chat.js';
import type { ChatRequest } from '../../src/pipeline/stages/index.js';
import { DeepgramTranscription } from '../../src/pipeline/stt/deepgram.js';
import { OpenAiTranscription } from '../../src/pipeline/stt/openai-transcription.js';
import { OpenAiSpeech } from '../../src/pipeline/tts/openai-speech.js';
import {
  DeepgramStandIn,
  GeminiStandIn,
  OpenAiStandIn,
  RealtimeStandIn,
  type Behaviour,
} from '../stand-ins/index.js';
import { useVirtualTime } from '../support/virtual-time.js';
import { geminiAdapter, messages, metrics, realtimeAdapter, shortBudgets } from './support/adapters.js';
import { TestCall } from './support/test-call.js';

const METRIC = 'earshot_provider_messages_unused_total';
const TIMEOUT_MS = 5_000;
const { signal } = new AbortController();

useVirtualTime();

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function counted(provider: string, what: 'ignored' | 'malformed'): Promise<number> {
  const values = (await metrics.registry.getSingleMetric(METRIC)?.get())?.values ?? [];
  const isCounted = (kind: unknown) => (kind === 'malformed') === (what === 'malformed');
  return values
    .filter(({ labels }) => labels['provider'] === provider && isCounted(labels['kind']))
    .reduce((sum, { value }) => sum + value, 0);
}

async function closing<T extends { close(): Promise<void> }>(starting: Promise<T>): Promise<T> {
  const started = await starting;
  closers.push(() => started.close());
  return started;
}

async function endToEnd(
  standIn: { readonly url: string },
  kind: 'realtime' | 'gemini',
  until: 'failed' | 'ok',
) {
  const budgets = until === 'failed' ? shortBudgets : {};
  const adapter =
    kind === 'gemini'
      ? geminiAdapter(standIn.url, 'any', undefined, budgets)
      : realtimeAdapter(standIn.url, { budgets });
  const call = await closing(TestCall.open(adapter, { greeting: 'Hello.' }));
  await (until === 'failed' ? call.untilEvent('failed') : call.untilAgentSaid(1));
}

async function serverOf(behaviour: Behaviour, kind: 'openai' | 'deepgram') {
  const standIn: { readonly url: string; close(): Promise<void> } =
    kind === 'openai' ? await OpenAiStandIn.start({ behaviour }) : await DeepgramStandIn.start({ behaviour });
  closers.push(() => standIn.close());
  return { url: standIn.url, apiKey: 'any', model: 'stand-in', voice: 'alloy', messages: messages.of(kind) };
}

async function transcribe(provider: OpenAiTranscription | DeepgramTranscription): Promise<string> {
  const transcription = provider.begin({
    modelId: undefined,
    agent: { schemaVersion: 1 },
    caller: {},
    signal,
    onWords: () => undefined,
  });
  for (let frame = 0; frame < 30; frame++) transcription.push(new Int16Array(320).fill(frame));
  const { text } = await transcription.end().finally(() => transcription.cancel());
  return text;
}

async function drain(pieces: AsyncIterable<unknown>): Promise<void> {
  for await (const _piece of pieces);
}

const chatRequest: ChatRequest = {
  agent: { schemaVersion: 1 },
  modelId: undefined,
  temperature: undefined,
  messages: [{ role: 'user', content: 'Hi' }],
  tools: [],
  signal,
};

it('counts unused messages of a Realtime server', async () => {
  const nonsense = await closing(RealtimeStandIn.start({ behaviour: 'nonsense' }));
  await endToEnd(nonsense, 'realtime', 'failed');
  expect(await counted('openai-realtime', 'malformed')).toBe(21);
  const before = await counted('openai-realtime', 'ignored');
  const chatty = await closing(RealtimeStandIn.start({ behaviour: 'chatty' }));
  await endToEnd(chatty, 'realtime', 'ok');
  expect(await counted('openai-realtime', 'ignored')).toBeGreaterThan(before + 10);
  expect(await counted('openai-realtime', 'malformed')).toBe(21);
});

it('counts unused messages of a Gemini server', async () => {
  const nonsense = await closing(GeminiStandIn.start({ behaviour: 'nonsense' }));
  await endToEnd(nonsense, 'gemini', 'failed');
  expect(await counted('gemini-live', 'malformed')).toBe(21);
  const before = await counted('gemini-live', 'ignored');
  const chatty = await closing(GeminiStandIn.start({ behaviour: 'chatty' }));
  await endToEnd(chatty, 'gemini', 'ok');
  expect(await counted('gemini-live', 'ignored')).toBeGreaterThan(before + 3);
  expect(await counted('gemini-live', 'malformed')).toBe(21);
});

it('counts unused messages of Deepgram', async () => {
  const nonsense = new DeepgramTranscription(await serverOf('nonsense', 'deepgram'), TIMEOUT_MS);
  await transcribe(nonsense);
  const malformed = await counted('deepgram', 'malformed');
  expect(malformed).toBeGreaterThan(0);
  const chatty = new DeepgramTranscription(await serverOf('chatty', 'deepgram'), TIMEOUT_MS);
  await transcribe(chatty);
  expect(await counted('deepgram', 'ignored')).toBeGreaterThan(0);
  expect(await counted('deepgram', 'malformed')).toBe(malformed);
});

it('counts unused messages of OpenAI-compatible servers', async () => {
  const nonsense = await serverOf('nonsense', 'openai');
  const broken = [
    () => drain(new OpenAiChat(nonsense, TIMEOUT_MS).reply(chatRequest)),
    () => transcribe(new OpenAiTranscription(nonsense, TIMEOUT_MS)),
    () =>
      drain(
        new OpenAiSpeech(nonsense, TIMEOUT_MS).speak({
          text: 'Hi.',
          modelId: undefined,
          languageCode: undefined,
          voiceId: undefined,
          speed: undefined,
          signal,
        }),
      ),
  ];
  for (const [index, attempt] of broken.entries()) {
    await expect(attempt()).rejects.toMatchObject({ code: 'PROVIDER_PROTOCOL' });
    expect(await counted('openai', 'malformed')).toBe(index + 1);
  }
  await drain(new OpenAiChat(await serverOf('chatty', 'openai'), TIMEOUT_MS).reply(chatRequest));
  expect(await counted('openai', 'ignored')).toBeGreaterThan(0);
});

it('shows every kind of provider from the start', async () => {
  const values = (await metrics.registry.getSingleMetric(METRIC)?.get())?.values ?? [];
  const kinds = ['openai-realtime', 'gemini-live', 'deepgram', 'openai', 'elevenlabs', 'cartesia'];
  expect(
    values.filter(({ labels }) => labels['kind'] === 'malformed').map(({ labels }) => labels['provider']),
  ).toEqual(kinds);
});
