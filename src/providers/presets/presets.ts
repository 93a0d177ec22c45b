import type { PresetService, ProviderPreset } from './provider-preset.js';

type Known = Partial<Pick<PresetService, 'path' | 'model' | 'voice' | 'models' | 'voices'>>;

/** Fields that every preset's service has. */
const known = ({ path = '', models = [], voices = [], ...rest }: Known) => ({
  path,
  models,
  voices,
  ...rest,
});
const chat = (service: Known) => ({ dialect: 'openai' as const, ...known(service) });
const transcription = chat;
const speech = chat;
const embeddings = chat;
const realtime = (service: Known) => ({ dialect: 'openai-realtime' as const, ...known(service) });

const OPENAI_VOICES = ['alloy', 'ash', 'ballad', 'coral', 'echo', 'sage', 'shimmer', 'verse'];
const GEMINI_VOICES = ['Puck', 'Charon', 'Kore', 'Fenrir', 'Aoede', 'Leda', 'Orus', 'Zephyr'];
const KOKORO_VOICES = [
  'af_heart',
  'af_bella',
  'af_nicole',
  'am_michael',
  'am_fenrir',
  'bf_emma',
  'bm_george',
];

/** Internet services that need a key. */
const hosted: readonly ProviderPreset[] = [
  {
    id: 'openai',
    title: 'OpenAI',
    url: 'https://api.openai.com/v1',
    apiKey: 'required',
    services: {
      endToEnd: realtime({
        path: '/realtime',
        model: 'gpt-realtime',
        models: ['gpt-realtime', 'gpt-realtime-mini'],
        voices: [...OPENAI_VOICES, 'marin', 'cedar'],
      }),
      stt: transcription({
        model: 'gpt-4o-mini-transcribe',
        models: ['gpt-4o-mini-transcribe', 'gpt-4o-transcribe', 'whisper-1'],
      }),
      llm: chat({
        model: 'gpt-4.1-mini',
        models: ['gpt-4.1-mini', 'gpt-4.1', 'gpt-4.1-nano', 'gpt-4o-mini'],
      }),
      tts: speech({
        model: 'gpt-4o-mini-tts',
        voice: 'alloy',
        models: ['gpt-4o-mini-tts', 'tts-1', 'tts-1-hd'],
        voices: [...OPENAI_VOICES, 'fable', 'nova', 'onyx'],
      }),
      embeddings: embeddings({
        model: 'text-embedding-3-small',
        models: ['text-embedding-3-small', 'text-embedding-3-large'],
      }),
    },
  },
  {
    id: 'gemini',
    title: 'Google Gemini',
    url: 'https://generativelanguage.googleapis.com',
    apiKey: 'required',
    services: {
      endToEnd: {
        dialect: 'gemini-live',
        ...known({
          model: 'gemini-3.1-flash-live-preview',
          models: ['gemini-3.1-flash-live-preview'],
          voices: GEMINI_VOICES,
        }),
      },
      llm: chat({
        path: '/v1beta/openai',
        model: 'gemini-2.5-flash',
        models: ['gemini-2.5-flash', 'gemini-2.5-flash-lite', 'gemini-2.5-pro'],
      }),
      embeddings: embeddings({
        path: '/v1beta/openai',
        model: 'gemini-embedding-001',
        models: ['gemini-embedding-001'],
      }),
    },
  },
  {
    id: 'deepgram',
    title: 'Deepgram',
    url: 'https://api.deepgram.com',
    apiKey: 'required',
    services: {
      stt: { dialect: 'deepgram', ...known({ model: 'nova-3', models: ['nova-3', 'nova-2'] }) },
    },
  },
  {
    id: 'elevenlabs',
    title: 'ElevenLabs',
    url: 'https://api.elevenlabs.io',
    apiKey: 'required',
    services: {
      tts: {
        dialect: 'elevenlabs',
        ...known({
          model: 'eleven_flash_v2_5',
          voice: 'JBFqnCBsd6RMkjVDRZzb',
          models: ['eleven_flash_v2_5', 'eleven_turbo_v2_5', 'eleven_multilingual_v2'],
          voices: ['JBFqnCBsd6RMkjVDRZzb'],
        }),
      },
    },
  },
  {
    id: 'cartesia',
    title: 'Cartesia',
    url: 'https://api.cartesia.ai',
    apiKey: 'required',
    services: {
      tts: {
        dialect: 'cartesia',
        ...known({
          model: 'sonic-3',
          voice: '694f9389-aac1-45b6-b726-9d9369183238',
          models: ['sonic-3', 'sonic-2'],
          voices: ['694f9389-aac1-45b6-b726-9d9369183238'],
        }),
      },
    },
  },
  {
    id: 'azure-openai',
    title: 'Azure OpenAI (its address ends in /openai/v1, a model is the name of a deployment)',
    apiKey: 'required',
    modelList: 'azure-deployments',
    services: { llm: chat({}), embeddings: embeddings({}) },
  },
  {
    id: 'groq',
    title: 'Groq',
    url: 'https://api.groq.com/openai/v1',
    apiKey: 'required',
    services: {
      stt: transcription({
        model: 'whisper-large-v3-turbo',
        models: ['whisper-large-v3-turbo', 'whisper-large-v3'],
      }),
      llm: chat({
        model: 'llama-3.3-70b-versatile',
        models: ['llama-3.3-70b-versatile', 'llama-3.1-8b-instant'],
      }),
    },
  },
  {
    id: 'mistral',
    title: 'Mistral',
    url: 'https://api.mistral.ai/v1',
    apiKey: 'required',
    services: {
      llm: chat({
        model: 'mistral-small-latest',
        models: ['mistral-small-latest', 'mistral-medium-latest', 'mistral-large-latest'],
      }),
      embeddings: embeddings({ model: 'mistral-embed', models: ['mistral-embed'] }),
    },
  },
  {
    id: 'anthropic',
    title: 'Anthropic, through its OpenAI-compatible API',
    url: 'https://api.anthropic.com/v1',
    apiKey: 'required',
    modelList: 'anthropic',
    services: {
      llm: chat({ model: 'claude-haiku-4-5', models: ['claude-haiku-4-5', 'claude-sonnet-4-5'] }),
    },
  },
];

/** Self-hosted servers, at their default addresses. */
const selfHosted: readonly ProviderPreset[] = [
  {
    id: 'ollama',
    title: 'Ollama',
    url: 'http://127.0.0.1:11434/v1',
    apiKey: 'optional',
    services: { llm: chat({}), embeddings: embeddings({}) },
  },
  {
    id: 'lm-studio',
    title: 'LM Studio',
    url: 'http://127.0.0.1:1234/v1',
    apiKey: 'optional',
    services: { llm: chat({}), embeddings: embeddings({}) },
  },
  {
    id: 'vllm',
    title: 'vLLM',
    url: 'http://127.0.0.1:8000/v1',
    apiKey: 'optional',
    services: { llm: chat({}), embeddings: embeddings({}) },
  },
  {
    id: 'llama-cpp',
    title: 'llama.cpp server',
    url: 'http://127.0.0.1:8080/v1',
    apiKey: 'optional',
    services: { llm: chat({}), embeddings: embeddings({}) },
  },
  {
    id: 'localai',
    title: 'LocalAI',
    url: 'http://127.0.0.1:8080/v1',
    apiKey: 'optional',
    services: { stt: transcription({}), llm: chat({}), tts: speech({}), embeddings: embeddings({}) },
  },
  {
    id: 'speaches',
    title: 'speaches',
    url: 'http://127.0.0.1:8000/v1',
    apiKey: 'optional',
    services: {
      stt: transcription({
        model: 'Systran/faster-distil-whisper-small.en',
        models: ['Systran/faster-distil-whisper-small.en', 'Systran/faster-whisper-small'],
      }),
      tts: speech({
        model: 'speaches-ai/Kokoro-82M-v1.0-ONNX',
        voice: 'af_heart',
        models: ['speaches-ai/Kokoro-82M-v1.0-ONNX'],
        voices: KOKORO_VOICES,
      }),
    },
  },
  {
    id: 'kokoro-fastapi',
    title: 'Kokoro-FastAPI',
    url: 'http://127.0.0.1:8880/v1',
    apiKey: 'optional',
    services: {
      tts: speech({ model: 'kokoro', voice: 'af_heart', models: ['kokoro'], voices: KOKORO_VOICES }),
    },
  },
  {
    id: 'openai-compatible',
    title: 'Any server that speaks the protocols of OpenAI',
    apiKey: 'optional',
    services: {
      endToEnd: realtime({ path: '/realtime' }),
      stt: transcription({}),
      llm: chat({}),
      tts: speech({}),
      embeddings: embeddings({}),
    },
  },
];

/** Known providers. Only those whose protocol Earshot implements. */
export const PRESETS: ReadonlyMap<string, ProviderPreset> = new Map(
  [...hosted, ...selfHosted].map((preset) => [preset.id, preset]),
);
