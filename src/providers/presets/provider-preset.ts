/**
 * Uses of a provider: a whole call, or a stage of the traditional mode, spelled as in a document's `models`; or
 * embeddings for an agent's knowledge.
 */
export const SERVICES = ['endToEnd', 'stt', 'llm', 'tts', 'embeddings'] as const;
export type ServiceName = (typeof SERVICES)[number];

/** Supported protocols by service. */
interface Dialects {
  readonly endToEnd: 'openai-realtime' | 'gemini-live';
  readonly stt: 'openai' | 'deepgram';
  readonly llm: 'openai';
  readonly tts: 'openai' | 'elevenlabs' | 'cartesia';
  readonly embeddings: 'openai';
}

/** One service of a provider. Lists are suggestions; others may be named too. */
export interface PresetService<S extends ServiceName = ServiceName> {
  readonly dialect: Dialects[S];
  /** Appended to the base address. */
  readonly path: string;
  /** Default model; absent if only the account can know it. */
  readonly model?: string;
  readonly voice?: string;
  readonly models: readonly string[];
  readonly voices: readonly string[];
}

/** How a server with OpenAI's protocol lists its models, if not as OpenAI does. */
export type ModelListKind = 'openai' | 'anthropic' | 'azure-deployments';

/** A known provider or self-hosted server. */
export interface ProviderPreset {
  readonly id: string;
  readonly title: string;
  /** Base address; absent if the account must set it. */
  readonly url?: string;
  readonly apiKey: 'required' | 'optional';
  /** Default: `openai`. */
  readonly modelList?: ModelListKind;
  readonly services: { readonly [S in ServiceName]?: PresetService<S> };
}
