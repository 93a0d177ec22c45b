import type { AgentDocument } from '../agent-document/index.js';
import { providerWarnings } from './provider-warnings.js';
import { type ConfiguredProviders, chooseAnswerer, unnamedMode } from './choose-answerer.js';

const starterOnly = new Set(['starter']);
const nothing: ConfiguredProviders = {
  endToEnd: new Map(),
  llm: new Set(),
  stt: starterOnly,
  tts: starterOnly,
};
const models: ConfiguredProviders = {
  endToEnd: new Map([
    ['openai', 'realtime'],
    ['google', 'gemini'],
  ]),
  llm: new Set(['openai', 'local']),
  stt: new Set(['openai', 'starter']),
  tts: new Set(['openai', 'starter']),
};

type Settings = Omit<AgentDocument, 'schemaVersion'>;

const who = (mode: 'end-to-end' | 'traditional', agent: Settings, configured: ConfiguredProviders) => {
  const answerer = chooseAnswerer(mode, { schemaVersion: 1, ...agent }, configured);
  return answerer.kind === 'adapter'
    ? answerer.name
    : answerer.problems.map(({ path, code }) => `${code} ${path}`);
};
const endToEnd = (provider: string): Settings => ({ models: { endToEnd: { provider } } });
const inOrder = (provider: string, ...fallbacks: string[]): Settings => ({
  models: { endToEnd: { provider, fallbacks: fallbacks.map((name) => ({ provider: name })) } },
});
const llm = (provider: string, ...fallbacks: string[]): Settings => ({
  models: { traditional: { llm: { provider, fallbacks: fallbacks.map((name) => ({ provider: name })) } } },
});
const prompt: Settings = { prompt: 'You take bookings.' };
const intents: Settings = { intents: [{ name: 'hours', examples: ['when'], reply: 'At nine.' }] };

const NO_MODEL = ['MODEL_NOT_CONFIGURED /prompt'];
const noProvider = (path: string) => [`PROVIDER_NOT_CONFIGURED ${path}`];

describe('adapter selection for an agent', () => {
  it.each([
    ['one that names nothing', {}, nothing, 'starter', 'starter'],
    ['one that names nothing', {}, models, 'realtime', 'cascade'],
    ['one with a prompt', prompt, models, 'realtime', 'cascade'],
    ['one with a prompt', prompt, nothing, NO_MODEL, NO_MODEL],
    ['one with a blank prompt', { prompt: ' ' }, nothing, 'starter', 'starter'],
    ['one with a prompt and intents', { ...prompt, ...intents }, nothing, 'starter', 'starter'],
    ['one that names the starter agent', { ...prompt, ...endToEnd('starter') }, nothing, 'starter', NO_MODEL],
    ['one that names the starter agent', { ...prompt, ...llm('starter') }, models, 'realtime', 'starter'],
    ['one that names a provider', endToEnd('google'), models, 'gemini', 'cascade'],
    [
      'one that names a provider',
      endToEnd('gpt'),
      models,
      noProvider('/models/endToEnd/provider'),
      'cascade',
    ],
    ['one whose fallback for speech is there', inOrder('gpt', 'google'), models, 'gemini', 'cascade'],
    [
      'one whose fallback for speech is the starter agent',
      inOrder('gpt', 'starter'),
      nothing,
      'starter',
      NO_MODEL,
    ],
    ['one that names a model', llm('local'), models, 'realtime', 'cascade'],
    [
      'one that names a model',
      llm('gpt'),
      models,
      'realtime',
      noProvider('/models/traditional/llm/provider'),
    ],
    ['one that names a model', llm('gpt'), nothing, NO_MODEL, noProvider('/models/traditional/llm/provider')],
    ['one whose fallback is there', llm('gpt', 'local'), models, 'realtime', 'cascade'],
    ['one whose fallback is the starter agent', llm('gpt', 'starter'), nothing, NO_MODEL, 'starter'],
    [
      'one that names another speech-to-text provider than the starter agent has',
      { models: { traditional: { stt: { provider: 'openai' } } } },
      nothing,
      'starter',
      noProvider('/models/traditional/stt/provider'),
    ],
  ] as const)('%s', (_what, agent, configured, inEndToEnd, inTraditional) => {
    expect(who('end-to-end', agent as Settings, configured)).toEqual(inEndToEnd);
    expect(who('traditional', agent as Settings, configured)).toEqual(inTraditional);
  });

  it.each([
    ['one that names nothing', {}, nothing, 'end-to-end'],
    ['one with a prompt', prompt, models, 'end-to-end'],
    [
      'one with a prompt and no model for all three',
      prompt,
      { ...models, endToEnd: new Map() },
      'traditional',
    ],
    ['one with intents', intents, { ...models, endToEnd: new Map() }, 'end-to-end'],
    ['both', { ...prompt, ...intents }, { ...models, endToEnd: new Map() }, 'traditional'],
    ['both, and no model', { ...prompt, ...intents }, nothing, 'end-to-end'],
    ['one that names a model for all three', endToEnd('gpt'), models, 'end-to-end'],
    [
      'one that names both',
      { models: { ...llm('local').models, ...endToEnd('google').models } },
      models,
      'end-to-end',
    ],
    ['one that names a language model', llm('local'), models, 'traditional'],
    [
      'one that names a voice alone',
      { models: { traditional: { tts: { provider: 'openai' } } } },
      models,
      'traditional',
    ],
  ] as const)('picks the mode when the agent names none: %s', (_what, agent, configured, mode) => {
    expect(unnamedMode({ schemaVersion: 1, ...(agent as Settings) }, configured)).toBe(mode);
  });

  it('warns when a provider is missing or a prompt is unused, also in variants', () => {
    const document: AgentDocument = {
      schemaVersion: 1,
      ...prompt,
      ...intents,
      variants: { bold: { overrides: endToEnd('gpt') }, loud: { overrides: { greeting: 'HELLO' } } },
    };
    const warnings = providerWarnings(document, nothing).map(({ path, code }) => `${code} ${path}`);
    expect(warnings).toEqual([
      'PROMPT_NOT_USED /prompt',
      'PROVIDER_NOT_CONFIGURED /variants/bold/overrides/models/endToEnd/provider',
    ]);
    expect(providerWarnings({ schemaVersion: 1, ...intents }, nothing)).toEqual([]);
    expect(providerWarnings({ schemaVersion: 1, ...prompt }, models)).toEqual([]);
    // A staged agent is served end to end only when it asks for that.
    const stages = { ...prompt, ...llm('local') };
    const noSpeechModel = { ...models, endToEnd: new Map<string, string>() };
    expect(providerWarnings({ schemaVersion: 1, ...stages }, noSpeechModel)).toEqual([]);
    expect(providerWarnings({ schemaVersion: 1, ...prompt, ...intents }, noSpeechModel)).toEqual([]);
  });

  it('falls back to English and the built-in voice without a provider, with a warning', () => {
    const warned = (agent: Settings, configured = nothing) =>
      providerWarnings({ schemaVersion: 1, ...intents, ...agent }, configured).map(
        ({ path, code }) => `${code} ${path}`,
      );
    const german = 'ENGLISH_ONLY /languageCode';
    const replaced = 'VOICE_REPLACED /voice/voiceId';
    expect(warned({ languageCode: 'de-DE' })).toEqual([german]);
    expect(warned({ languageCode: 'en-GB', voice: { voiceId: 'heart' } })).toEqual([]);
    expect(warned({ languageCode: 'EN', voice: { voiceId: 'kal16', speed: 1.2 } })).toEqual([replaced]);
    expect(warned({ languageCode: 'fr', voice: { voiceId: 'slt' } })).toEqual([german, replaced]);
    // A voice of that name may be a provider's.
    expect(warned({ languageCode: 'de', voice: { voiceId: 'slt' } }, models)).toEqual([]);
    const stages = (stt: string, tts: string) => ({
      models: { traditional: { stt: { provider: stt }, tts: { provider: tts } } },
    });
    expect(warned({ languageCode: 'de', ...stages('starter', 'openai') }, models)).toEqual([german]);
    expect(warned({ voice: { voiceId: 'rms' }, ...stages('openai', 'starter') }, models)).toEqual([replaced]);
    const modelAlone = { ...models, endToEnd: new Map<string, string>(), stt: starterOnly, tts: starterOnly };
    expect(warned({ ...llm('local'), languageCode: 'it', voice: { voiceId: 'awb' } }, modelAlone)).toEqual([
      german,
      replaced,
    ]);
    const variants = { loud: { overrides: { voice: { voiceId: 'slt' } } } };
    expect(warned({ variants })).toEqual(['VOICE_REPLACED /variants/loud/overrides/voice/voiceId']);
  });

  it('sets the language that providers support, or warns when they cannot be given one', () => {
    const key = { apiKey: 'k' };
    const entries: NonNullable<ConfiguredProviders['entries']> = {
      endToEnd: new Map([
        ['openai', { kind: 'openai-realtime', url: 'wss://a.example', model: 'gpt-realtime' }],
      ]),
      stt: new Map([
        ['openai', { kind: 'openai', url: 'https://a.example', model: 'gpt-4o-transcribe' }],
        ['deepgram', { kind: 'deepgram', ...key, model: 'nova-3' }],
      ]),
      tts: new Map([
        ['openai', { kind: 'openai', url: 'https://a.example', model: 'tts-1', voice: 'alloy' }],
        ['eleven', { kind: 'elevenlabs', ...key, model: 'eleven_flash_v2_5', voice: 'v' }],
      ]),
    };
    const configured: ConfiguredProviders = {
      ...models,
      stt: new Set(['openai', 'deepgram']),
      tts: new Set(['openai', 'eleven']),
      entries,
    };
    const warned = (agent: Settings) =>
      providerWarnings({ schemaVersion: 1, ...prompt, ...agent }, configured).map(
        ({ path, code, message }) => `${code} ${path} ${/provider (\w+) has/.exec(message)?.[1] ?? ''}`,
      );
    const stages = { stt: { provider: 'deepgram', modelId: 'nova-2' }, tts: { provider: 'eleven' } };
    const traditional = { models: { traditional: stages } };
    expect(warned({})).toEqual([]);
    expect(warned({ languageCode: 'nb', ...traditional })).toEqual([]);
    const openAi = 'LANGUAGE_NOT_LISTED /languageCode openai';
    expect(warned({ languageCode: 'xh' })).toEqual([openAi, openAi]);
    expect(warned({ languageCode: 'fa', ...traditional })).toEqual([
      'LANGUAGE_NOT_LISTED /languageCode deepgram',
      'LANGUAGE_NOT_LISTED /languageCode eleven',
    ]);
    const variants = { far: { overrides: { languageCode: 'is', ...traditional } } };
    expect(warned({ languageCode: 'is', variants })).toEqual([
      'LANGUAGE_NOT_LISTED /variants/far/overrides/languageCode deepgram',
      'LANGUAGE_NOT_LISTED /variants/far/overrides/languageCode eleven',
    ]);
  });
});
