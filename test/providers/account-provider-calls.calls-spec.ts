import type { AgentDocument } from '../../src/agent-document/index.js';
import type { AgentMode } from '../../src/voice/agent-adapter.js';
import { DeepgramStandIn, GeminiStandIn, OpenAiStandIn, RealtimeStandIn } from '../stand-ins/index.js';
import { sharedApp } from '../support/app.js';
import { httpClient } from '../support/http.js';
import { alone as it, keep } from '../support/scoped.js';

const KEY = 'sk-of-the-account-4f9c2d';
const GREETING = 'Good morning to you.';

it("use an account's providers in calls of every mode with its own keys", async () => {
  const [openai, realtime, gemini, deepgram] = await Promise.all([
    OpenAiStandIn.start({ apiKey: KEY }),
    RealtimeStandIn.start({ apiKey: KEY }),
    GeminiStandIn.start({ apiKey: KEY }),
    DeepgramStandIn.start({ apiKey: KEY }),
  ]);
  for (const standIn of [openai, realtime, gemini, deepgram]) keep(standIn);
  const service = keep(sharedApp());
  const account = await service.createAccount();
  const key = await service.createKey(account);
  const httpOf = (url: string) => url.replace(/^ws/, 'http');
  const providers = {
    live: {
      preset: 'openai-compatible',
      url: httpOf(realtime.url).replace('/realtime', ''),
      services: { endToEnd: { model: 'm' } },
    },
    google: { preset: 'gemini', url: gemini.url, services: { endToEnd: {} } },
    ears: { preset: 'deepgram', url: httpOf(deepgram.url) },
    house: {
      preset: 'openai-compatible',
      url: openai.url,
      services: { stt: { model: 'ears' }, llm: { model: 'mind' }, tts: { model: 'mouth', voice: 'alloy' } },
    },
  };
  for (const [name, provider] of Object.entries(providers)) {
    const body = { ...provider, apiKey: KEY };
    const { status } = await httpClient(service.baseUrl)('PUT', `/v1/providers/${name}`, { key, body });
    expect([name, status]).toEqual([name, 200]);
  }

  const endToEnd = (provider: string) => ({ endToEnd: { provider } });
  const traditional = { stt: { provider: 'ears' }, llm: { provider: 'house' }, tts: { provider: 'house' } };
  const calls: readonly (readonly [AgentMode, AgentDocument['models']])[] = [
    ['end-to-end', endToEnd('live')],
    ['end-to-end', endToEnd('google')],
    ['traditional', { traditional }],
    ['traditional', {}],
  ];
  const inService = service.module<typeof import('./support/in-service.js')>(
    'test/providers/support/in-service.ts',
  );
  const told = await Promise.all(
    calls.map(([mode, models]) => {
      const agent = { schemaVersion: 1 as const, greeting: GREETING, prompt: 'Be kind.', models };
      return inService.spokenCall(account.accountId, mode, agent, 'Good morning, who are you?');
    }),
  );
  expect(told).toEqual(calls.map(() => ({ words: [GREETING, expect.any(String)], faults: [] })));
  expect(deepgram.connections).toBeGreaterThan(0);
});
