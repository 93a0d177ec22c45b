import type { Schemas } from '../api/client.js';

export type Provider = Schemas['Provider'];
export type Preset = Schemas['ProviderPreset'];
export type ServiceName = keyof Preset['services'];
type Settings = NonNullable<Schemas['PutProvider']['services']>;

/** What each service is for, in their order. */
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

/** The name of a preset, and what else stands in its title, in brackets: to be known, but no name. */
export function titleOf({ title }: Preset): readonly [name: string, more: string] {
  const [, name = title, more = ''] = /^([^(]+) \((.+)\)$/.exec(title) ?? [];
  return [name, more.charAt(0).toUpperCase() + more.slice(1)];
}

/** What the form has of one service. */
export interface ServiceWish {
  readonly isUsed: boolean;
  /** Empty: the default of the preset. */
  readonly model: string;
  readonly voice: string;
}
export type Wishes = Readonly<Partial<Record<ServiceName, ServiceWish>>>;

/** What is set; of a new provider, what its preset knows a model of, or else the language model. */
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

/** The services as the interface takes them. What the form does not show stays as it is. */
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
