/**
 * What a provider is used for: a call as a whole, a stage of the traditional mode, each spelled as in `models` of a
 * document; or finding what an agent knows by its meaning.
 */
export const SERVICES = ['endToEnd', 'stt', 'llm', 'tts', 'embeddings'] as const;
export type ServiceName = (typeof SERVICES)[number];

/** The protocols that can be spoken for each service. */
interface Dialects {
  readonly endToEnd: 'openai-realtime' | 'gemini-live';
  readonly stt: 'openai' | 'deepgram';
  readonly llm: 'openai';
  readonly tts: 'openai' | 'elevenlabs' | 'cartesia';
  readonly embeddings: 'openai';
}

/**
 * One service of a provider, and what is known of it beforehand. Lists are for choosing from; others may be named too.
 */
export interface PresetService<S extends ServiceName = ServiceName> {
  readonly dialect: Dialects[S];
  /** Appended to the base address. */
  readonly path: string;
  /** Of agents and accounts that name none; absent where only the account can know. */
  readonly model?: string;
  readonly voice?: string;
  readonly models: readonly string[];
  readonly voices: readonly string[];
}

/** How a server that speaks OpenAI's protocols is asked for its models, where not as OpenAI's own. */
export type ModelListKind = 'openai' | 'anthropic' | 'azure-deployments';

/** A provider, or a server of one's own, that is known by name. */
export interface ProviderPreset {
  readonly id: string;
  readonly title: string;
  /** Base address; absent where the account must say it. */
  readonly url?: string;
  readonly apiKey: 'required' | 'optional';
  /** Default: `openai`. */
  readonly modelList?: ModelListKind;
  readonly services: { readonly [S in ServiceName]?: PresetService<S> };
}
