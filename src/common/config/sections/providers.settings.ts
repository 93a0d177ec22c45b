import { integer, text, url, flag } from '../setting.js';

const httpOrHttps = ['http:', 'https:'] as const;

export const providerConstants = {
  /** Silence after which speech-to-text is asked for the words so far, before endpointing has decided. 0: never. */
  sttAnticipateAfterMs: 48,
  /** For one service of a provider, or one voice sample. */
  providerTestTimeoutMs: 15_000,
  /** How long a tool call waits to be recorded; after that it is not made (TOOL_NOT_RECORDED). */
  toolLedgerTimeoutMs: 2_000,
  /** For a piece of an answer, with a fallback. If too low, one slow answer changes the voice of a call. */
  endToEndFallbackAfterMs: 3_000,
  /** How long a provider may be disconnected within a call before the call ends with AGENT_FAILURE. */
  reconnectBudgetMs: 5_000,
  /** To initialize and to list its tools. */
  mcpListTimeoutMs: 5_000,
  /**
   * How long the first answer of a call waits for a list that is not cached; after that the model knows the tools by
   * their names only. Greetings do not wait, except with Gemini servers, which receive their tools only once.
   */
  mcpListPatienceMs: 1_500,
  mcpListFreshMs: 60_000,
  /** Further tools are left out. */
  mcpListMaxBytes: 4_194_304,
};

/**
 * Providers besides the keyless starter. Agent documents name a provider and a model; addresses and keys are set here,
 * never in a document.
 */
export const providerSettings = {
  realtimeUrl: url('REALTIME_URL', ['ws:', 'wss:', 'http:', 'https:'], {
    meaning:
      'Address of a server that speaks the OpenAI Realtime protocol, for example wss://api.openai.com/v1/realtime. Agent documents ' +
      'reach it as the end-to-end provider `openai`. Default: none.',
  }),
  realtimeApiKey: text('REALTIME_API_KEY', {
    meaning: 'Key of the Realtime server.',
    secret: true,
  }),
  realtimeModel: text('REALTIME_MODEL', {
    fallback: 'gpt-realtime',
    meaning: 'Default Realtime model.',
  }),
  geminiApiKey: text('GEMINI_API_KEY', {
    meaning: 'Key of the Gemini API. It enables the end-to-end provider `gemini` in agent documents.',
    secret: true,
  }),
  geminiUrl: url('GEMINI_URL', httpOrHttps, {
    advanced: true,
    meaning: "Base address of the Gemini API, for your own gateway. Default: Google's.",
  }),
  geminiModel: text('GEMINI_MODEL', {
    fallback: 'gemini-3.1-flash-live-preview',
    meaning: 'Default Gemini Live model.',
  }),
  llmUrl: url('LLM_URL', httpOrHttps, {
    meaning:
      'Base address of an OpenAI-compatible chat server (OpenAI, Ollama, vLLM, llama.cpp, …), for example http://127.0.0.1:11434/v1. ' +
      'Agent documents reach it as the language model provider `openai`. Default: none.',
  }),
  llmApiKey: text('LLM_API_KEY', { meaning: 'Key of the chat server.', secret: true }),
  llmModel: text('LLM_MODEL', {
    fallback: 'gpt-4.1-mini',
    meaning: 'Default language model.',
  }),
  sttUrl: url('STT_URL', httpOrHttps, {
    meaning:
      'Base address of an OpenAI-compatible transcription server (OpenAI, speaches, …). Agent documents reach it as the ' +
      'speech-to-text provider `openai`. Default: none.',
  }),
  sttApiKey: text('STT_API_KEY', { meaning: 'Key of the transcription server.', secret: true }),
  sttModel: text('STT_MODEL', {
    fallback: 'gpt-4o-mini-transcribe',
    meaning: 'Default transcription model.',
  }),
  ttsUrl: url('TTS_URL', httpOrHttps, {
    meaning:
      'Base address of an OpenAI-compatible speech server (OpenAI, Kokoro, speaches, …). Agent documents reach it as the ' +
      'text-to-speech provider `openai`. Default: none.',
  }),
  ttsApiKey: text('TTS_API_KEY', { meaning: 'Key of the speech server.', secret: true }),
  ttsModel: text('TTS_MODEL', {
    fallback: 'gpt-4o-mini-tts',
    meaning: 'Default speech model.',
  }),
  ttsVoice: text('TTS_VOICE', { fallback: 'alloy', meaning: 'Default voice.' }),
  embeddingsUrl: url('EMBEDDINGS_URL', httpOrHttps, {
    meaning:
      "Base address of an OpenAI-compatible embeddings server (OpenAI, Ollama, vLLM, …). It adds search by meaning to search by words in agents' knowledge. See docs/explanation/knowledge-search.md. Default: none.",
    danger: 'The topics and documents of all accounts without their own provider are sent there.',
  }),
  embeddingsApiKey: text('EMBEDDINGS_API_KEY', {
    meaning: 'Key of the embeddings server.',
    secret: true,
  }),
  embeddingsModel: text('EMBEDDINGS_MODEL', {
    fallback: 'text-embedding-3-small',
    meaning: 'Embedding model. After a change, all knowledge is embedded again.',
  }),
  deepgramApiKey: text('DEEPGRAM_API_KEY', {
    meaning:
      'Key of Deepgram. It enables the streaming speech-to-text provider `deepgram` in agent documents.',
    secret: true,
  }),
  deepgramUrl: url('DEEPGRAM_URL', ['ws:', 'wss:', 'http:', 'https:'], {
    advanced: true,
    meaning: "Base address of Deepgram, for your own server. Default: Deepgram's.",
  }),
  deepgramModel: text('DEEPGRAM_MODEL', {
    fallback: 'nova-3',
    meaning: 'Default Deepgram model.',
  }),
  catalogueFile: text('PROVIDERS_FILE', {
    meaning:
      'YAML file that adds named providers, several of a kind, for fallbacks, and those that need more than an address, key, model and voice. See docs/how-to/providers.md. Default: none.',
    danger: 'It may contain keys: make it readable only by the user that runs Earshot.',
  }),
  toolSecretsFile: text('TOOL_SECRETS_FILE', {
    meaning:
      'YAML file with operator-managed tool secrets, in addition to those that accounts set themselves (PUT /v1/secrets): for each account, each secret with its value and the hosts that may receive it. See docs/how-to/tools.md. Default: none.',
    danger: 'Make it readable only by the user that runs Earshot.',
  }),
  toolTimeoutMs: integer('TOOL_TIMEOUT_MS', {
    advanced: true,
    fallback: 10_000,
    min: 100,
    max: 60_000,
    meaning: 'Timeout of tools that set none, in milliseconds.',
  }),
  connectTimeoutMs: integer('PROVIDER_CONNECT_TIMEOUT_MS', {
    advanced: true,
    fallback: 5_000,
    min: 100,
    max: 60_000,
    meaning: 'How long a provider may take to be ready for a call, in milliseconds.',
  }),
  replyTimeoutMs: integer('PROVIDER_REPLY_TIMEOUT_MS', {
    advanced: true,
    fallback: 8_000,
    min: 200,
    max: 120_000,
    meaning: "How long a caller may wait for a provider's next piece of an answer, in milliseconds.",
    danger: 'Lower abandons slow models; higher leaves callers in silence.',
  }),
  fallbackAfterMs: integer('PROVIDER_FALLBACK_AFTER_MS', {
    advanced: true,
    fallback: 1_500,
    min: 100,
    max: 120_000,
    meaning:
      'In the traditional mode, how long a provider may take before its working fallback is asked, in milliseconds; at most PROVIDER_REPLY_TIMEOUT_MS. In the end-to-end mode, how long it may take to be ready for a call. Applies if the document has such a fallback.',
    danger:
      'After a provider took longer three times in a row, its fallback comes first; one request in ten seconds tries the provider.',
  }),
} as const;

/** Custom speech models, run by sherpa-onnx on this machine. PROVIDERS_FILE describes those that need more. */
export const sherpaOnnxSettings = {
  packageDirectory: text('SHERPA_ONNX_PACKAGE_DIR', {
    advanced: true,
    meaning:
      'Folder into which `npm run install:sherpa-onnx` installs the package sherpa-onnx-node, and from which it is loaded. Earshot does not include it, because it contains espeak-ng (GPL-3.0). Default: sherpa-onnx in DATA_DIR.',
  }),
  sttModelDirectory: text('SHERPA_ONNX_STT_MODEL_DIR', {
    meaning:
      'Folder of an unpacked sherpa-onnx speech-to-text model. It enables the speech-to-text provider `sherpa-onnx` in agent documents. PROVIDERS_FILE may set more: kind, language, processes. Default: none.',
  }),
  ttsModelDirectory: text('SHERPA_ONNX_TTS_MODEL_DIR', {
    meaning:
      'Folder of an unpacked sherpa-onnx text-to-speech model. It enables the text-to-speech provider `sherpa-onnx` in agent documents. PROVIDERS_FILE may set more: kind, vocoder, speaker, processes. Default: none.',
  }),
} as const;

export const starterConstants = {
  /** Of one sentence, without waiting; then its worker counts as stuck, and is replaced. */
  jobTimeoutMs: 10_000,
};

export const starterSettings = {
  preload: flag('STARTER_PRELOAD', {
    advanced: true,
    fallback: true,
    meaning:
      'Load the speech models in the background after start, not when the first call needs them. Models unused for 5 minutes after start are unloaded until a call needs them.',
    danger: 'Without it the first caller waits about a second longer.',
  }),
  workers: integer('STARTER_WORKERS', {
    advanced: true,
    fallback: 0,
    min: 0,
    max: 64,
    meaning:
      'Worker threads that recognize and synthesize speech for agents without providers. 0: one on up to four processor cores, two on more.',
    danger: 'Each needs about 200 MB.',
  }),
} as const;
