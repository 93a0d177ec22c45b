import { choice, flag, integer, text, url } from '../setting.js';

const httpOrHttps = ['http:', 'https:'] as const;

/**
 * Who answers calls beside the keyless starter. Agent documents name a provider and a model; addresses and keys
 * stand here and never in a document.
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
    meaning: 'Realtime model of agents that name none.',
  }),
  realtimeVoice: text('REALTIME_VOICE', {
    meaning: 'Realtime voice of agents that name none. Default: the one of the server.',
  }),
  realtimeDialect: choice('REALTIME_DIALECT', ['auto', 'ga', 'beta'], {
    fallback: 'auto',
    meaning:
      'Dialect of the Realtime server: the general one (ga), the older beta, or auto, which looks at the first message of the server.',
  }),
  realtimeTranscriptionModel: text('REALTIME_TRANSCRIPTION_MODEL', {
    fallback: 'gpt-4o-mini-transcribe',
    meaning: 'Model that the Realtime server writes down the caller with.',
  }),
  geminiApiKey: text('GEMINI_API_KEY', {
    meaning: 'Key of the Gemini API. With it agent documents reach it as the end-to-end provider `gemini`.',
    secret: true,
  }),
  geminiUrl: url('GEMINI_URL', httpOrHttps, {
    meaning: 'Base address of the Gemini API, for a gateway of your own. Default: the one of Google.',
  }),
  geminiModel: text('GEMINI_MODEL', {
    fallback: 'gemini-3.1-flash-live-preview',
    meaning: 'Gemini Live model of agents that name none.',
  }),
  geminiVoice: text('GEMINI_VOICE', {
    meaning: 'Gemini voice of agents that name none. Default: the one of the server.',
  }),
  llmUrl: url('LLM_URL', httpOrHttps, {
    meaning:
      'Base address of an OpenAI-compatible chat server (OpenAI, Ollama, vLLM, llama.cpp, …), for example http://127.0.0.1:11434/v1. ' +
      'Agent documents reach it as the language model provider `openai`. Default: none.',
  }),
  llmApiKey: text('LLM_API_KEY', { meaning: 'Key of the chat server.', secret: true }),
  llmModel: text('LLM_MODEL', {
    fallback: 'gpt-4.1-mini',
    meaning: 'Language model of agents that name none.',
  }),
  sttUrl: url('STT_URL', httpOrHttps, {
    meaning:
      'Base address of an OpenAI-compatible transcription server (OpenAI, speaches, …). Agent documents reach it as the ' +
      'speech-to-text provider `openai`. Default: none.',
  }),
  sttApiKey: text('STT_API_KEY', { meaning: 'Key of the transcription server.', secret: true }),
  sttModel: text('STT_MODEL', {
    fallback: 'gpt-4o-mini-transcribe',
    meaning: 'Transcription model of agents that name none.',
  }),
  sttAnticipateAfterMs: integer('STT_ANTICIPATE_AFTER_MS', {
    fallback: 48,
    min: 0,
    max: 3_000,
    meaning:
      'Silence, in milliseconds, after which a speech-to-text provider is already asked what the caller said, ' +
      'so that it works while it is not yet known whether the turn is over. 0: only once it is.',
    danger:
      'More requests: one for each pause of that length, as often as STT_ANTICIPATE_TIMES says, in vain where the caller goes on.',
  }),
  sttAnticipateTimes: integer('STT_ANTICIPATE_TIMES', {
    fallback: 4,
    min: 0,
    max: 1_000,
    meaning:
      'How often in a turn that is done. After that it takes a silence of 250 ms, or that a quarter more was said, so that somebody who ' +
      'talks for a minute is not paid for again and again.',
    danger: 'Each time all that the caller said in the turn so far is transcribed.',
  }),
  ttsUrl: url('TTS_URL', httpOrHttps, {
    meaning:
      'Base address of an OpenAI-compatible speech server (OpenAI, Kokoro, speaches, …). Agent documents reach it as the ' +
      'text-to-speech provider `openai`. Default: none.',
  }),
  ttsApiKey: text('TTS_API_KEY', { meaning: 'Key of the speech server.', secret: true }),
  ttsModel: text('TTS_MODEL', {
    fallback: 'gpt-4o-mini-tts',
    meaning: 'Speech model of agents that name none.',
  }),
  ttsVoice: text('TTS_VOICE', { fallback: 'alloy', meaning: 'Voice of agents that name none.' }),
  ttsSampleRateHz: integer('TTS_SAMPLE_RATE_HZ', {
    fallback: 24_000,
    min: 8_000,
    max: 48_000,
    meaning:
      'Rate of the raw PCM that the speech server sends, in hertz, where neither its content type nor a WAV header tells; 24000 for OpenAI and Kokoro.',
    danger: 'With a wrong one the agent speaks too high and fast, or too low and slow.',
  }),
  embeddingsUrl: url('EMBEDDINGS_URL', httpOrHttps, {
    meaning:
      'Base address of an OpenAI-compatible server of embeddings (OpenAI, Ollama, vLLM, …). With it what agents know is found by its meaning, ' +
      'too, beside its words. See docs/knowledge.md. Default: none.',
    danger: 'The topics and documents of all accounts that have no provider of their own are sent there.',
  }),
  embeddingsApiKey: text('EMBEDDINGS_API_KEY', {
    meaning: 'Key of the server of embeddings.',
    secret: true,
  }),
  embeddingsModel: text('EMBEDDINGS_MODEL', {
    fallback: 'text-embedding-3-small',
    meaning: 'Model of embeddings. With another one everything that agents know is sent there anew.',
  }),
  deepgramApiKey: text('DEEPGRAM_API_KEY', {
    meaning:
      'Key of Deepgram. With it agent documents reach it as the streaming speech-to-text provider `deepgram`.',
    secret: true,
  }),
  deepgramUrl: url('DEEPGRAM_URL', ['ws:', 'wss:', 'http:', 'https:'], {
    meaning: 'Base address of Deepgram, for a server of your own. Default: the one of Deepgram.',
  }),
  deepgramModel: text('DEEPGRAM_MODEL', {
    fallback: 'nova-3',
    meaning: 'Deepgram model of agents that name none.',
  }),
  catalogueFile: text('PROVIDERS_FILE', {
    meaning:
      'YAML file that adds providers under names of your own, several of a kind, for fallbacks. See docs/providers.md. Default: none.',
    danger: 'It may hold keys: let only the user that runs Earshot read it.',
  }),
  providersPerAccount: integer('PROVIDERS_PER_ACCOUNT', {
    fallback: 50,
    min: 0,
    max: 1_000,
    meaning: 'Providers that an account may set up for its agents (PUT /v1/providers).',
  }),
  providerAllowPrivateNetworks: flag('PROVIDER_ALLOW_PRIVATE_NETWORKS', {
    fallback: false,
    meaning:
      'Whether the providers that accounts set up may also have http:// addresses and lie in private networks, as a model server on this ' +
      'machine does. Those of the environment and of PROVIDERS_FILE always may.',
    danger: 'Whoever may set up a provider can then reach everything that this machine can.',
  }),
  providerTestsPerMinute: integer('PROVIDER_TESTS_PER_MINUTE', {
    fallback: 20,
    min: 0,
    max: 10_000,
    meaning: 'Tests of providers (POST /v1/providers/{name}/test) that an account may make a minute.',
  }),
  voiceSamplesPerMinute: integer('VOICE_SAMPLES_PER_MINUTE', {
    fallback: 30,
    min: 0,
    max: 10_000,
    meaning: 'How often an account may hear a voice say something (POST /v1/voice-samples) a minute.',
    danger: 'Providers charge for each.',
  }),
  providerTestTimeoutMs: integer('PROVIDER_TEST_TIMEOUT_MS', {
    fallback: 15_000,
    min: 1_000,
    max: 60_000,
    meaning:
      'How long the test of one service of a provider, or hearing one of its voices, may take, in milliseconds.',
  }),
  toolSecretsFile: text('TOOL_SECRETS_FILE', {
    meaning:
      'YAML file with secrets that you give the tools of an account, beside those that it sets itself (PUT /v1/secrets): for each account, each ' +
      'secret with its value and the hosts that may have it. See docs/tools.md. Default: none.',
    danger: 'Let only the user that runs Earshot read it.',
  }),
  toolSecretsPerAccount: integer('TOOL_SECRETS_PER_ACCOUNT', {
    fallback: 100,
    min: 0,
    max: 10_000,
    meaning: 'Secrets that an account may set for its tools.',
  }),
  toolTimeoutMs: integer('TOOL_TIMEOUT_MS', {
    fallback: 10_000,
    min: 100,
    max: 60_000,
    meaning: 'How long a tool that names no time of its own may take, in milliseconds.',
  }),
  toolLingerMs: integer('TOOL_LINGER_MS', {
    fallback: 5_000,
    min: 0,
    max: 60_000,
    meaning:
      'How long the request of a tool may go on after its call has ended, in milliseconds; what is cut off then has an unknown outcome.',
  }),
  toolPatienceMs: integer('TOOL_PATIENCE_MS', {
    fallback: 3_000,
    min: 0,
    max: 60_000,
    meaning:
      'When a caller interrupts an answer while a tool runs for it: how long the next answer waits for what the tool finds out, in milliseconds. ' +
      'Later the model is told that the tool still runs.',
  }),
  toolLedgerTimeoutMs: integer('TOOL_LEDGER_TIMEOUT_MS', {
    fallback: 2_000,
    min: 100,
    max: 30_000,
    meaning:
      'How long a tool waits for the database to write its call down, in milliseconds; after that it is not called (TOOL_NOT_RECORDED).',
  }),
  toolKeptCharacters: integer('TOOL_KEPT_CHARACTERS', {
    fallback: 4_000,
    min: 0,
    max: 20_000,
    meaning:
      'Characters of what a tool was asked, and as many of what it answered, that the record of a call keeps.',
  }),
  toolAllowPrivateNetworks: flag('TOOL_ALLOW_PRIVATE_NETWORKS', {
    fallback: false,
    meaning:
      'Whether tools may also reach http:// addresses and private networks. For development, or where all agents are your own.',
    danger: 'Whoever edits an agent can then reach everything that this machine can.',
  }),
  connectTimeoutMs: integer('PROVIDER_CONNECT_TIMEOUT_MS', {
    fallback: 5_000,
    min: 100,
    max: 60_000,
    meaning: 'How long a provider may take until it is ready for a call, in milliseconds.',
  }),
  replyTimeoutMs: integer('PROVIDER_REPLY_TIMEOUT_MS', {
    fallback: 8_000,
    min: 200,
    max: 120_000,
    meaning:
      'How long a provider may keep a caller waiting for the next piece of an answer, in milliseconds.',
    danger: 'Lower gives up on slow models, higher lets callers wait in silence.',
  }),
  fallbackAfterMs: integer('PROVIDER_FALLBACK_AFTER_MS', {
    fallback: 1_500,
    min: 100,
    max: 120_000,
    meaning:
      'How long a provider of the traditional mode may keep a caller waiting where the document has a fallback for it that works, in milliseconds; ' +
      'then the fallback is asked. At the most PROVIDER_REPLY_TIMEOUT_MS. In the end-to-end mode, how long it may take until it is ready for a call.',
    danger:
      'After a provider took longer three times in a row, its fallback comes first; one request in ten seconds tries it.',
  }),
  endToEndFallbackAfterMs: integer('PROVIDER_END_TO_END_FALLBACK_AFTER_MS', {
    fallback: 3_000,
    min: 100,
    max: 120_000,
    meaning:
      'How long a provider of the end-to-end mode may keep a caller waiting for the next piece of an answer where the document has a fallback for it that ' +
      'is configured, in milliseconds; then the fallback goes on with the call. At the most PROVIDER_REPLY_TIMEOUT_MS.',
    danger: 'Lower changes the voice of a call for one slow answer.',
  }),
  reconnectBudgetMs: integer('PROVIDER_RECONNECT_BUDGET_MS', {
    fallback: 5_000,
    min: 0,
    max: 60_000,
    meaning:
      'How long, in milliseconds, a provider may be gone within a call before the call ends with AGENT_FAILURE. 0: not at all.',
  }),
  maxQueuedSpeechMs: integer('PROVIDER_MAX_QUEUED_SPEECH_MS', {
    fallback: 120_000,
    min: 1_000,
    max: 600_000,
    meaning:
      'How far, in milliseconds, the speech of a provider may run ahead of what the caller heard; beyond it the provider counts as faulty.',
    danger: 'Each call may hold this much audio: 96 bytes a millisecond.',
  }),
} as const;
