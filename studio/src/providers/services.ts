import type { Schemas } from '../api/client.js';

export type Provider = Schemas['Provider'];
export type Preset = Schemas['ProviderPreset'];
export type ServiceName = keyof Preset['services'];
type Settings = NonNullable<Schemas['PutProvider']['services']>;

/** The purpose of each service, in order. */
const TITLES: Readonly<Record<ServiceName, string>> = {
  endToEnd: 'Speech to speech',
  stt: 'Speech recognition',
  llm: 'Language model',
  tts: 'Voice',
  embeddings: 'Search in what agents know',
};

const isService = (name: string): name is ServiceName => name in TITLES;
export const serviceTitle = (name: string): string => (isService(name) ? TITLES[name] : name);

export const servicesIn = (services: object): readonly ServiceName[] =>
  (Object.keys(TITLES) as ServiceName[]).filter((name) => name in services);

/** The name of a preset, and the remark in brackets in its title. */
export function titleOf({ title }: Preset): readonly [name: string, more: string] {
  const [, name = title, more = ''] = /^([^(]+) \((.+)\)$/.exec(title) ?? [];
  return [name, more.charAt(0).toUpperCase() + more.slice(1)];
}

/** The name of the service, unless the provider was given another one. */
export function providerTitle({ name, owner }: Provider, preset: Preset | undefined): string {
  if (owner === 'built-in') return 'Built in';
  return preset?.id === name ? titleOf(preset)[0] : name;
}

/** The form's values of one service. */
export interface ServiceWish {
  readonly isUsed: boolean;
  /** Empty: the preset's default. */
  readonly model: string;
  readonly voice: string;
}
export type Wishes = Readonly<Partial<Record<ServiceName, ServiceWish>>>;

/**
 * Initial values: as set; for a new provider, the services with a default model in the preset, or else the language
 * model.
 */
export function wishesOf(preset: Preset, provider: Provider | undefined): Wishes {
  const names = servicesIn(preset.services);
  const hasDefaults = names.some((name) => preset.services[name]?.model !== undefined);
  return Object.fromEntries(
    names.map((name) => {
      const set = provider?.settings?.[name];
      const isDefault = hasDefaults ? preset.services[name]?.model !== undefined : name === 'llm';
      const wish: ServiceWish = {
        isUsed: provider ? set !== undefined : isDefault,
        model: set?.model ?? '',
        voice: set?.voice ?? '',
      };
      return [name, wish];
    }),
  );
}

/** The services as API input. Settings that the form does not show stay unchanged. */
export function servicesOf(wishes: Wishes, provider: Provider | undefined): Settings {
  const used = servicesIn(wishes).filter((name) => wishes[name]?.isUsed === true);
  return Object.fromEntries(
    used.map((name) => {
      const { model: _model, voice: _voice, ...kept } = provider?.settings?.[name] ?? {};
      const { model = '', voice = '' } = wishes[name] ?? {};
      const set = {
        ...(model.trim() && { model: model.trim() }),
        ...(voice.trim() && { voice: voice.trim() }),
      };
      return [name, { ...kept, ...set }];
    }),
  );
}

export const hasVoice = (name: ServiceName): boolean => name === 'tts' || name === 'endToEnd';
