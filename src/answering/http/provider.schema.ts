import { type TSchema, Type } from '@sinclair/typebox';
import { PRESETS, ProviderTest } from '../../providers/index.js';
import { oneOf, shape, Timestamp } from '../../http/openapi/index.js';

const optionalText = Type.Optional(Type.String());
const perService = (schema: TSchema, title: string) =>
  shape(title, {
    endToEnd: Type.Optional(schema),
    stt: Type.Optional(schema),
    llm: Type.Optional(schema),
    tts: Type.Optional(schema),
    embeddings: Type.Optional(schema),
  });

const Service = shape('ProviderService', {
  protocol: Type.String({
    description: 'For example `openai`, `openai-realtime`, `gemini-live`, `deepgram`.',
  }),
  model: optionalText,
  voice: optionalText,
  leftAlone: Type.Boolean({
    description:
      'Requests of the account on this process failed again and again. Its fallbacks are asked instead, but for one trial every ten seconds.',
  }),
});

const ServiceSettings = Type.Object(
  {
    url: optionalText,
    model: optionalText,
    voice: optionalText,
    sampleRateHz: Type.Optional(Type.Integer()),
    dialect: optionalText,
    transcriptionModel: optionalText,
  },
  { title: 'ProviderServiceSettings' },
);

export const ProviderSchema = shape('Provider', {
  name: Type.String({ description: 'What documents choose it by.' }),
  owner: oneOf(['account', 'operator', 'built-in']),
  preset: optionalText,
  url: Type.Optional(Type.String({ description: 'As the account set it.' })),
  hasApiKey: Type.Optional(Type.Boolean()),
  services: perService(Service, 'ProviderServices'),
  settings: Type.Optional({
    ...perService(ServiceSettings, 'ProviderSettings'),
    description:
      'Of a provider of the account, what was set for each service, as `PUT` takes it: what is absent comes from the preset.',
  }),
  health: oneOf(['untested', 'ok', 'failing'], {
    description: 'By its last test since it was changed, and by what calls on this process find.',
  }),
  lastTest: Type.Optional(ProviderTest),
  updatedBy: optionalText,
  createdAt: Type.Optional(Timestamp),
  updatedAt: Type.Optional(Timestamp),
});

const PresetService = shape('PresetService', {
  protocol: Type.String(),
  model: optionalText,
  voice: optionalText,
  models: Type.Array(Type.String()),
  voices: Type.Array(Type.String()),
});
export const PresetSchema = shape('ProviderPreset', {
  id: Type.String(),
  title: Type.String(),
  url: Type.Optional(Type.String({ description: 'Absent: `url` must be given.' })),
  apiKey: oneOf(['required', 'optional']),
  services: perService(PresetService, 'PresetServices'),
});

export const ModelListSchema = shape('ProviderModelList', {
  service: Type.String({ description: '`endToEnd`, `stt`, `llm`, `tts` or `embeddings`.' }),
  models: Type.Array(Type.String(), {
    description: 'At most 500, the likeliest for the service first: lists do not tell what models are for.',
  }),
  code: Type.Optional(
    Type.String({ description: 'Why there is no list, for example `PROVIDER_UNREACHABLE`.' }),
  ),
  message: Type.Optional(Type.String({ description: 'The same in words.' })),
});

export const LocalServerSchema = shape('LocalModelServer', {
  preset: oneOf([...PRESETS.keys()], { description: 'What to set it up with.' }),
  title: Type.String(),
  url: Type.String(),
  models: Type.Array(Type.String(), {
    description: 'At most 50 that are, as far as their names tell, for conversations.',
  }),
});

export const ModelSchema = shape('ProviderModel', {
  provider: Type.String(),
  service: Type.String({ description: '`endToEnd`, `stt`, `llm`, `tts` or `embeddings`.' }),
  modelId: Type.String(),
  isDefault: Type.Boolean({ description: 'Used by documents that name the provider and no model.' }),
});

export const VoiceSchema = shape('ProviderVoice', {
  provider: Type.String(),
  service: Type.String({ description: '`endToEnd` or `tts`.' }),
  voiceId: Type.String(),
  isDefault: Type.Boolean(),
});

export const PROVIDER_EXAMPLE = {
  name: 'my-openai',
  owner: 'account',
  preset: 'openai',
  hasApiKey: true,
  services: {
    llm: { protocol: 'openai', model: 'gpt-4.1-mini', leftAlone: false },
    tts: { protocol: 'openai', model: 'gpt-4o-mini-tts', voice: 'alloy', leftAlone: false },
  },
  settings: { llm: {}, tts: { voice: 'alloy' } },
  health: 'ok',
  lastTest: {
    ok: true,
    testedAt: '2026-05-04T09:00:30.000Z',
    services: [
      { service: 'llm', ok: true, message: 'It answered "Hello".', firstResultMs: 412, totalMs: 480 },
      {
        service: 'tts',
        ok: true,
        message: 'It spoke a sentence of 2.4 seconds.',
        firstResultMs: 390,
        totalMs: 1210,
      },
    ],
  },
  updatedBy: 'ada@example.com',
  createdAt: '2026-05-04T09:00:00.000Z',
  updatedAt: '2026-05-04T09:00:00.000Z',
};
