import type { AgentDocument } from '../agent-document/index.js';
import { providerWarnings } from './provider-warnings.js';
import type { ConfiguredProviders } from './choose-answerer.js';

const OPENAI = { kind: 'openai', apiKey: 'k', model: 'gpt-4o-mini-tts', voice: 'alloy' } as const;
const entries: NonNullable<ConfiguredProviders['entries']> = {
  endToEnd: new Map(),
  stt: new Map(),
  tts: new Map([
    ['openai', { ...OPENAI, url: 'https://api.openai.com/v1' }],
    ['house', { ...OPENAI, url: 'https://voices.example.com/v1' }],
    ['eleven', { kind: 'elevenlabs', apiKey: 'k', model: 'eleven_flash_v2_5', voice: 'v' }],
  ]),
};
const configured: ConfiguredProviders = {
  endToEnd: new Map(),
  llm: new Set(['chat']),
  stt: new Set(['starter']),
  tts: new Set([...entries.tts.keys(), 'starter']),
  entries,
};
const keyless: ConfiguredProviders = { ...configured, llm: new Set(), tts: new Set(['starter']) };

const warned = (agent: Omit<AgentDocument, 'schemaVersion'>, of = configured) =>
  providerWarnings({ schemaVersion: 1, ...agent }, of)
    .filter(({ code }) => code === 'VOICE_UNKNOWN')
    .map(({ path, message }) => `${path}: ${message.split(':')[0]}`);

const speaking = (provider: string, voiceId: string) => ({
  voice: { voiceId },
  models: { traditional: { llm: { provider: 'chat' }, tts: { provider } } },
});

describe('warnings about unknown voices', () => {
  const place = '/voice/voiceId: This is no known voice of';

  it("warns where the provider's voices are known", () => {
    expect(warned({ voice: { voiceId: 'nova' } }, keyless)).toEqual([`${place} the built-in engines`]);
    expect(warned(speaking('starter', 'nova'))).toEqual([`${place} the built-in engines`]);
    expect(warned(speaking('openai', 'hart'))).toEqual([`${place} the provider openai`]);
  });

  it('accepts voices that exist, once existed, or may be custom', () => {
    for (const voiceId of ['heart', 'slt', '']) expect(warned({ voice: { voiceId } }, keyless)).toEqual([]);
    expect(warned(speaking('openai', 'nova'))).toEqual([]);
    for (const provider of ['house', 'eleven']) expect(warned(speaking(provider, 'my-clone'))).toEqual([]);
  });

  it('reports the path within a variant', () => {
    const variants = { other: { overrides: { voice: { voiceId: 'anna' } } } };
    expect(warned({ greeting: 'Hello.', variants }, keyless).map((text) => text.split(':')[0])).toEqual([
      '/variants/other/overrides/voice/voiceId',
    ]);
  });
});
