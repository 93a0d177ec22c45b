import { AgentFault } from '../../voice/agent-adapter.js';
import { type ProviderSettings, serviceUrls } from '../accounts/account-provider.js';
import { fieldsOf, parsed, stringOf } from '../fields.js';
import { askWithin, openAiClient, type OpenAiServer } from '../openai-client.js';
import { type ModelListKind, PRESETS, type ServiceName } from '../presets/index.js';
import { providerFault } from '../provider-faults.js';

const MAX_MODELS = 500;
const MAX_MODEL_ID = 200;
const MAX_LIST_BYTES = 1_024 * 1_024;

/** A model list of a provider's server. */
export interface ModelList {
  readonly service: ServiceName;
  readonly kind: ModelListKind;
  /** Base URL of the service. */
  readonly url: string;
}

/** The model lists of a provider's servers, whether or not the account has chosen models. */
export function modelLists(settings: ProviderSettings): readonly ModelList[] {
  const preset = PRESETS.get(settings.preset);
  return serviceUrls(settings).flatMap(({ service, url }) => {
    const dialect = preset?.services[service]?.dialect;
    if (dialect !== 'openai' && dialect !== 'openai-realtime') return [];
    return [{ service, kind: preset?.modelList ?? 'openai', url: url.replace(/\/realtime\/*$/, '') }];
  });
}

/**
 * The models of a server, those most suitable for the service first.
 * @throws AgentFault
 */
export async function listModels(
  { service, kind, url }: ModelList,
  reached: Pick<OpenAiServer, 'apiKey' | 'messages' | 'outbound'>,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<string[]> {
  const server = { ...reached, url, model: '' };
  const client = openAiClient(server, timeoutMs, MAX_LIST_BYTES);
  const { path, headers } = REQUESTS[kind](url, reached.apiKey ?? '');
  const answer = await askWithin(timeoutMs, server, signal, (within) =>
    client.get<unknown>(path, { headers, signal: within }),
  );
  // The library returns text unless the response is declared as JSON.
  return likeliestFirst(service, modelsIn(typeof answer === 'string' ? parsed(answer) : answer));
}

interface ListRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | null>>;
}

const REQUESTS: Readonly<Record<ModelListKind, (url: string, apiKey: string) => ListRequest>> = {
  openai: () => ({ path: '/models', headers: {} }),
  // https://platform.claude.com/docs/en/api/models-list
  anthropic: (_url, apiKey) => ({
    path: '/models?limit=1000',
    headers: { Authorization: null, 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' },
  }),
  // Its `/models` lists what could be deployed: https://github.com/openai/openai-python/issues/447
  'azure-deployments': (url, apiKey) => ({
    path: `${new URL(url).origin}/openai/deployments?api-version=2023-03-15-preview`,
    headers: { Authorization: null, 'api-key': apiKey },
  }),
};

/**
 * Where servers put the list: https://platform.openai.com/docs/api-reference/models/list,
 * https://github.com/vllm-project/router/pull/134 and, without a name, https://github.com/exo-explore/exo/pull/590.
 */
const LISTS = ['data', 'models'];

/** The names in a model list of any server. @throws AgentFault when it is not a list. */
export function modelsIn(answer: unknown): string[] {
  const list = [answer, ...LISTS.map((name) => fieldsOf(answer)?.[name])].find(Array.isArray) as
    readonly unknown[] | undefined;
  if (!list) throw new AgentFault(providerFault.protocol, 'The server sent no list of models', false);
  const names = list.map(nameOf).filter((name) => name !== '' && name.length <= MAX_MODEL_ID);
  return [...new Set(names)].sort().slice(0, MAX_MODELS);
}

function nameOf(model: unknown): string {
  const fields = fieldsOf(model);
  const name = fields ? stringOf(fields['id']) || stringOf(fields['name']) : stringOf(model);
  // Gemini's prefix, which is optional: https://ai.google.dev/gemini-api/docs/openai
  return name.trim().replace(/^models\//, '');
}

/** Name patterns of models for other purposes than chat: lists do not state the purpose. */
const NAMES: Readonly<Record<Exclude<ServiceName, 'llm'>, RegExp>> = {
  endToEnd: /realtime|omni/i,
  stt: /whisper|transcri|asr|stt|parakeet/i,
  tts: /tts|speech|kokoro|piper|voice/i,
  embeddings: /embed|minilm|bge|gte-|e5-/i,
};

/** Judged by its name. */
export const isForChats = (model: string): boolean => !Object.values(NAMES).some((name) => name.test(model));

function likeliestFirst(service: ServiceName, models: readonly string[]): string[] {
  const fits = (model: string) => (service === 'llm' ? isForChats(model) : NAMES[service].test(model));
  return [...models.filter(fits), ...models.filter((model) => !fits(model))];
}
