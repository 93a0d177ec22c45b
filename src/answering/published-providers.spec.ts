import type { AgentDocument } from '../agent-document/index.js';
import { chooseAnswerer, type ConfiguredProviders, unnamedMode } from './choose-answerer.js';
import { asPublished, parsePublishedProviders, type PublishedProviders } from './published-providers.js';

const named = (...names: string[]) =>
  names.map((name) => ({ name, model: `${name}-1`, voice: `${name}-voice` }));
const NOTHING: PublishedProviders = {
  endToEnd: [],
  llm: [],
  stt: [{ name: 'starter' }],
  tts: [{ name: 'starter' }],
};
const THEN: PublishedProviders = {
  endToEnd: named('realtime'),
  llm: named('alpha', 'beta'),
  stt: [...named('ears'), { name: 'starter' }],
  tts: [...named('mouth'), { name: 'starter' }],
};
/** Each stage has a new first provider. */
const NOW: ConfiguredProviders = {
  endToEnd: new Map([
    ['newest', 'gemini'],
    ['realtime', 'realtime'],
  ]),
  llm: new Set(['newest', 'alpha', 'beta']),
  stt: new Set(['newest', 'ears', 'starter']),
  tts: new Set(['newest', 'mouth', 'starter']),
};

const agent = (document: Partial<AgentDocument> = {}): AgentDocument => ({ schemaVersion: 1, ...document });
const PROMPT = agent({ prompt: 'You help.' });
const INTENTS = agent({
  intents: [{ name: 'hours', examples: ['when are you open'], reply: 'At nine.' }],
});

describe('published version without a named provider', () => {
  it('keeps the published providers, models and voices in each mode', () => {
    const traditional = asPublished(PROMPT, 'traditional', THEN, NOW);
    expect(traditional.models?.traditional).toEqual({
      llm: { provider: 'alpha', modelId: 'alpha-1' },
      stt: { provider: 'ears', modelId: 'ears-1' },
      tts: { provider: 'mouth', modelId: 'mouth-1' },
    });
    expect(traditional.voice).toEqual({ voiceId: 'mouth-voice' });
    const single = asPublished(PROMPT, 'end-to-end', THEN, NOW);
    expect(single.models).toEqual({ endToEnd: { provider: 'realtime', modelId: 'realtime-1' } });
    expect(single.voice).toEqual({ voiceId: 'realtime-voice' });
    expect(chooseAnswerer('end-to-end', single, NOW)).toEqual({ kind: 'adapter', name: 'realtime' });
  });

  it.each(['traditional', 'end-to-end'] as const)(
    'is served by canned replies in mode %s, as before models existed',
    (mode) => {
      expect(chooseAnswerer(mode, INTENTS, NOW)).not.toMatchObject({ name: 'starter' });
      const then = asPublished(INTENTS, mode, NOTHING, NOW);
      expect(chooseAnswerer(mode, then, NOW)).toEqual({ kind: 'adapter', name: 'starter' });
    },
  );

  it('uses the first provider added when it could not answer before', () => {
    const then = asPublished(PROMPT, 'traditional', NOTHING, NOW);
    expect(then).toBe(PROMPT);
    expect(chooseAnswerer('traditional', then, NOW)).toEqual({ kind: 'adapter', name: 'cascade' });
  });

  it('uses the current first provider in place of a removed one', () => {
    const { endToEnd, stt, tts } = NOW;
    const now = { endToEnd, stt, tts, llm: new Set(['newest', 'beta']) };
    expect(asPublished(PROMPT, 'traditional', THEN, now)).toBe(PROMPT);
    const voices = { ...NOW, tts: new Set(['newest', 'starter']) };
    expect(asPublished(PROMPT, 'traditional', THEN, voices).models?.traditional).toEqual({
      llm: { provider: 'alpha', modelId: 'alpha-1' },
      stt: { provider: 'ears', modelId: 'ears-1' },
    });
  });

  it('keeps its mode on the phone when a speech model is added', () => {
    const llmAlone = { ...NOW, endToEnd: new Map<string, string>() };
    expect([unnamedMode(PROMPT, llmAlone), unnamedMode(PROMPT, NOW)]).toEqual(['traditional', 'end-to-end']);
  });
});

describe('published version with named providers', () => {
  const document = agent({
    prompt: 'You help.',
    models: {
      traditional: {
        llm: { provider: 'beta', fallbacks: [{ provider: 'alpha' }, { provider: 'gone' }] },
        stt: { provider: 'starter' },
        tts: { provider: 'mouth', modelId: 'own' },
      },
    },
    voice: { voiceId: 'chosen' },
  });

  it('keeps the published models and its own choices', () => {
    const { models, voice } = asPublished(document, 'traditional', THEN, NOW);
    expect(models?.traditional).toEqual({
      llm: {
        provider: 'beta',
        modelId: 'beta-1',
        fallbacks: [{ provider: 'alpha', modelId: 'alpha-1' }, { provider: 'gone' }],
      },
      stt: { provider: 'starter' },
      tts: { provider: 'mouth', modelId: 'own' },
    });
    expect(voice).toEqual({ voiceId: 'chosen' });
  });

  it('uses its own model for every provider', () => {
    const older = agent({ prompt: 'You help.', llm: { modelId: 'named' } });
    expect(asPublished(older, 'traditional', THEN, NOW).models?.traditional?.llm).toEqual({
      provider: 'alpha',
      modelId: 'named',
    });
  });

  it('gives fallbacks their own voices', () => {
    const fallbacks = [{ provider: 'starter' }];
    const spoken = agent({
      models: { traditional: { llm: { provider: 'alpha' }, tts: { provider: 'mouth', fallbacks } } },
    });
    expect(asPublished(spoken, 'traditional', THEN, NOW).voice).toBeUndefined();
  });
});

it.each([null, undefined, {}, { llm: [] }, 'x'])(
  'ignores stored providers in an unknown form: %j',
  (kept) => {
    expect(parsePublishedProviders(kept)).toBeUndefined();
  },
);
