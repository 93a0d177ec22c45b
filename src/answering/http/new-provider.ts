import { validationFailed } from '../../common/errors/index.js';
import type { NetworkPolicy } from '../../safe-http/index.js';
import {
  addressProblems,
  type NewProvider,
  PRESETS,
  type ProviderDescription,
  type ProviderSettings,
  resolveServices,
  type Services,
  SERVICES,
} from '../../providers/index.js';
import { STARTER } from '../choose-answerer.js';
import type { PutProviderDto } from './provider.dto.js';

const NAME = /^[a-z0-9][a-z0-9-]{0,63}$/;
export const PROVIDER_NAME = NAME;

/** @throws ApiError 400 `SCHEMA_VALIDATION_FAILED`. */
export function checkProviderName(name: string): void {
  if (NAME.test(name) && name !== STARTER) return;
  throw validationFailed(
    'the name of a provider must have 1 to 64 of a-z, 0-9 and -, must not begin with -, and must not be starter',
  );
}

/**
 * Validates a client's provider; the error names everything that is missing.
 * @throws ApiError 400 `SCHEMA_VALIDATION_FAILED`.
 */
export function newProvider(
  name: string,
  { preset: presetId, url, apiKey, services }: PutProviderDto,
  before: ProviderDescription | undefined,
  policyOf: (settings: ProviderSettings) => NetworkPolicy,
): NewProvider {
  checkProviderName(name);
  const preset = PRESETS.get(presetId);
  if (!preset) throw validationFailed(`preset must be one of ${[...PRESETS.keys()].join(', ')}`);
  const kept = before?.preset === presetId ? before.services : defaultsOf(presetId);
  const settings = { preset: presetId, url, services: services ? plain(services) : kept };
  const unknown = SERVICES.filter((service) => settings.services[service] && !preset.services[service]);
  if (unknown.length > 0) {
    const offered = Object.keys(preset.services).join(', ');
    throw validationFailed(
      `services must not have ${unknown.join(', ')}: the preset ${presetId} offers ${offered}`,
    );
  }
  if (
    url === undefined &&
    preset.url === undefined &&
    Object.values(settings.services).some((one) => !one.url)
  )
    throw validationFailed(`url must be given, because the preset ${presetId} has none`);
  refuseIncomplete(settings, presetId);
  const [problem] = addressProblems(settings, policyOf(settings));
  if (problem !== undefined) throw validationFailed(problem);
  const keyStays = apiKey === undefined && before?.hasApiKey === true;
  if (preset.apiKey === 'required' && typeof apiKey !== 'string' && !keyStays)
    throw validationFailed(`apiKey must be given: ${preset.title} wants one`);
  return { ...settings, apiKey };
}

function refuseIncomplete(settings: NewProvider | Omit<NewProvider, 'apiKey'>, preset: string): void {
  const [first] = resolveServices(settings).incomplete;
  if (first) {
    throw validationFailed(
      `services.${first.service}.${first.lacks} must be given, because the preset ${preset} has none`,
    );
  }
  if (Object.keys(settings.services).length === 0)
    throw validationFailed(
      `services must name at least one with its model, such as {"llm":{"model":"llama3.2"}}: the preset ${preset} has no default`,
    );
}

/** Every service for which the preset has complete defaults. */
function defaultsOf(presetId: string): Services {
  const all = Object.fromEntries(SERVICES.map((service) => [service, {}]));
  const { services } = resolveServices({ preset: presetId, url: 'https://unknown', services: all });
  return Object.fromEntries(services.map(({ service }) => [service, {}]));
}

/** The given fields of the DTO, as they are stored. */
function plain(services: object): Services {
  return JSON.parse(JSON.stringify(services)) as Services;
}
