import { PRESETS, type ProviderPreset, type ServiceName } from '../../src/providers/presets/index.js';
import {
  CartesiaStandIn,
  DeepgramStandIn,
  ElevenLabsStandIn,
  GeminiStandIn,
  OpenAiStandIn,
  RealtimeStandIn,
} from '../stand-ins/index.js';
import { sharedApp, type TestApp } from '../support/app.js';
import { httpClient } from '../support/http.js';

const KEY = 'sk-of-this-provider-19e2';
/** Where the preset leaves it to the account. */
const OWN = { model: 'of-my-own', voice: 'mine' };
/** Behind the address that the account gives where the preset has none. */
const OWN_PATHS: Readonly<Record<string, string>> = {
  'azure-openai': '/openai/v1',
  'openai-compatible': '/v1',
};
const ALL = [
  ...[
    'openai',
    'gemini',
    'deepgram',
    'elevenlabs',
    'cartesia',
    'azure-openai',
    'groq',
    'mistral',
    'anthropic',
  ],
  ...[
    'ollama',
    'lm-studio',
    'vllm',
    'llama-cpp',
    'localai',
    'speaches',
    'kokoro-fastapi',
    'openai-compatible',
  ],
];

describe('provider presets', () => {
  let service: TestApp;
  let call: ReturnType<typeof httpClient>;
  const closers: (() => Promise<unknown>)[] = [];

  beforeAll(() => {
    service = sharedApp();
    call = httpClient(service.baseUrl);
  });
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
  });
  afterAll(() => service.close());

  async function opened<S extends { readonly url: string; close(): Promise<unknown> }>(starting: Promise<S>) {
    const standIn = await starting;
    closers.push(() => standIn.close());
    return standIn;
  }

  /** A server of a preset's dialect for each of its services, which answers at the preset's own paths alone. */
  async function serversOf({ id, url, services }: ProviderPreset) {
    const base = url === undefined ? (OWN_PATHS[id] ?? '') : new URL(url).pathname.replace(/\/$/, '');
    const path = Object.values(services).find(({ dialect }) => dialect === 'openai')?.path ?? '';
    const openai = await opened(OpenAiStandIn.start({ apiKey: KEY, basePath: `${base}${path}` }));
    const own: Partial<Record<ServiceName, string>> = {};
    for (const [name, { dialect }] of Object.entries(services)) {
      if (dialect === 'openai-realtime')
        own.endToEnd = (await opened(RealtimeStandIn.start({ apiKey: KEY }))).url;
      if (dialect === 'gemini-live') own.endToEnd = (await opened(GeminiStandIn.start({ apiKey: KEY }))).url;
      if (dialect === 'deepgram') own.stt = (await opened(DeepgramStandIn.start({ apiKey: KEY }))).url;
      if (dialect === 'elevenlabs') own.tts = (await opened(ElevenLabsStandIn.start({ apiKey: KEY }))).url;
      if (dialect === 'cartesia') own.tts = (await opened(CartesiaStandIn.start({ apiKey: KEY }))).url;
      expect([name, dialect]).not.toContain(undefined);
    }
    return { openai, own, url: `${new URL(openai.url).origin}${base}` };
  }

  /** As little as the preset lets one say: a model and a voice only where it has none. */
  function settingsOf({ services }: ProviderPreset, own: Partial<Record<ServiceName, string>>) {
    return Object.fromEntries(
      Object.entries(services).map(([name, { model, voice, dialect }]) => [
        name,
        {
          ...(own[name as ServiceName] && { url: own[name as ServiceName]?.replace(/^ws/, 'http') }),
          ...(model === undefined && { model: OWN.model }),
          ...(name === 'tts' && voice === undefined && dialect === 'openai' && { voice: OWN.voice }),
        },
      ]),
    );
  }

  it('are those listed in the guide', () => {
    expect([...PRESETS.keys()]).toEqual(ALL);
  });

  it.each(ALL)(
    "%s speaks its provider's dialect at the right paths, with its models and voices",
    async (id) => {
      const preset = PRESETS.get(id)!;
      const account = await service.createAccount();
      const key = await service.createKey(account);
      const { openai, own, url } = await serversOf(preset);
      const put = (apiKey: string) =>
        call('PUT', `/v1/providers/${id}`, {
          key,
          body: { preset: id, url, apiKey, services: settingsOf(preset, own) },
        });
      const test = async () => (await call('POST', `/v1/providers/${id}/test`, { key })).body;

      expect(await put(KEY)).toMatchObject({ status: 200 });
      const { services } = await test();
      const names = Object.keys(preset.services);
      expect(services.map((one: { service: string; ok: boolean }) => [one.service, one.ok])).toEqual(
        expect.arrayContaining(names.map((name) => [name, true])),
      );
      expect(services).toHaveLength(names.length);
      const asked = openai.requests.map(({ body }) => body as { model?: string; voice?: string });
      for (const [name, { dialect, model = OWN.model, voice }] of Object.entries(preset.services)) {
        if (dialect !== 'openai') continue;
        expect([name, asked.some((body) => body?.model === model)]).toEqual([name, true]);
        if (name === 'tts')
          expect(asked).toContainEqual(expect.objectContaining({ voice: voice ?? OWN.voice }));
      }

      await put('sk-wrong');
      const refused = (await test()).services as { ok: boolean; code: string }[];
      expect(refused.map(({ ok, code }) => [ok, code])).toEqual(names.map(() => [false, 'PROVIDER_REFUSED']));
    },
  );
});
