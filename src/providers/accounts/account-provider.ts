import { type ProviderPreset, PRESETS, type ServiceName, SERVICES } from '../presets/index.js';

/** An account's settings of one service; the preset supplies the rest. */
interface ServiceSettings {
  /** Address of this service, overriding the one derived from the provider's. */
  readonly url?: string;
  readonly model?: string;
  readonly voice?: string;
  /** Sample rate of raw PCM from a text-to-speech server, in hertz. */
  readonly sampleRateHz?: number;
  /** Of a Realtime server. */
  readonly dialect?: 'auto' | 'ga' | 'beta';
  readonly transcriptionModel?: string;
}

export type Services = { readonly [S in ServiceName]?: ServiceSettings };

/** An account's settings of a provider, without its key. */
export interface ProviderSettings {
  readonly preset: string;
  /** Base address; undefined for the preset's own. */
  readonly url: string | undefined;
  readonly services: Services;
}

/** One service of a provider, with everything needed to use it. */
export interface ResolvedService extends ServiceSettings {
  readonly service: ServiceName;
  readonly url: string;
  readonly model: string;
}

/** A service with missing settings, and which. */
export interface IncompleteService {
  readonly service: ServiceName;
  readonly lacks: 'url' | 'model' | 'voice';
}

/** Merges the services of a provider with its preset. An unknown preset, from another release, has none. */
export function resolveServices(settings: ProviderSettings): {
  readonly services: readonly ResolvedService[];
  readonly incomplete: readonly IncompleteService[];
} {
  const preset = PRESETS.get(settings.preset);
  const resolved = SERVICES.flatMap((service) => (preset ? resolve(preset, settings, service) : []));
  return {
    services: resolved.filter((one): one is ResolvedService => !('lacks' in one)),
    incomplete: resolved.filter((one): one is IncompleteService => 'lacks' in one),
  };
}

function resolve(
  preset: ProviderPreset,
  settings: ProviderSettings,
  service: ServiceName,
): (ResolvedService | IncompleteService)[] {
  const own = settings.services[service];
  const offered = preset.services[service];
  if (!own || !offered) return [];
  const url = urlOf(preset, settings, service);
  const model = own.model ?? offered.model;
  const voice = own.voice ?? offered.voice;
  if (url === undefined) return [{ service, lacks: 'url' }];
  if (model === undefined) return [{ service, lacks: 'model' }];
  if (service === 'tts' && voice === undefined) return [{ service, lacks: 'voice' }];
  return [{ ...own, service, url, model, ...(voice !== undefined && { voice }) }];
}

/** Addresses of the services that an account uses, where known, with or without a model. */
export function serviceUrls(
  settings: ProviderSettings,
): readonly { readonly service: ServiceName; readonly url: string }[] {
  const preset = PRESETS.get(settings.preset);
  return SERVICES.flatMap((service) => {
    const url = preset && urlOf(preset, settings, service);
    return url === undefined ? [] : [{ service, url }];
  });
}

function urlOf(preset: ProviderPreset, settings: ProviderSettings, service: ServiceName): string | undefined {
  const own = settings.services[service];
  const offered = preset.services[service];
  return own && offered && (own.url ?? appended(settings.url ?? preset.url, offered.path));
}

const appended = (base: string | undefined, path: string): string | undefined =>
  base === undefined ? undefined : `${base.replace(/\/+$/, '')}${path}`;
