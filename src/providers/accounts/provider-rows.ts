import { Value } from '@sinclair/typebox/value';
import { type Static, Type } from '@sinclair/typebox';
import type { SecretBox } from '../../common/secrets/index.js';
import type { AccountProvider as ProviderRow } from '../../generated/prisma/client.js';
import type { ProviderSettings, Services } from './account-provider.js';
import type { OpenedProvider } from './entries-of.js';

const optionalText = Type.Optional(Type.String());
const Service = Type.Object({
  url: optionalText,
  model: optionalText,
  voice: optionalText,
  sampleRateHz: Type.Optional(Type.Integer()),
  dialect: Type.Optional(Type.Union([Type.Literal('auto'), Type.Literal('ga'), Type.Literal('beta')])),
  transcriptionModel: optionalText,
});
const StoredServices = Type.Object({
  endToEnd: Type.Optional(Service),
  stt: Type.Optional(Service),
  llm: Type.Optional(Service),
  tts: Type.Optional(Service),
  embeddings: Type.Optional(Service),
});

const ServiceTest = Type.Object(
  {
    service: Type.String(),
    ok: Type.Boolean(),
    code: Type.Optional(Type.String()),
    message: Type.String(),
    firstResultMs: Type.Optional(Type.Integer()),
    totalMs: Type.Integer(),
    models: Type.Optional(Type.Array(Type.String())),
    voices: Type.Optional(Type.Array(Type.String())),
  },
  { title: 'ProviderServiceTest' },
);
export const ProviderTest = Type.Object(
  { ok: Type.Boolean(), testedAt: Type.String(), services: Type.Array(ServiceTest) },
  { title: 'ProviderTest' },
);
export type ServiceTestResult = Readonly<Static<typeof ServiceTest>>;
export type ProviderTestResult = Readonly<Static<typeof ProviderTest>>;

/** A row without its key. */
export type StoredProvider = Omit<ProviderRow, 'apiKeySealed'>;

/** The public view of an account's provider: everything but its key. */
export interface ProviderDescription extends ProviderSettings {
  readonly name: string;
  readonly hasApiKey: boolean;
  readonly lastTest: ProviderTestResult | undefined;
  readonly updatedBy: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const sealedIn = (accountId: string, name: string): string => `${accountId}/${name}`;

export function describeRow(row: ProviderRow): ProviderDescription {
  const { name, updatedBy, createdAt, updatedAt, apiKeySealed, lastTest } = row;
  return {
    name,
    ...storedProviderSettings(row),
    hasApiKey: apiKeySealed !== null,
    lastTest: Value.Check(ProviderTest, lastTest) ? lastTest : undefined,
    updatedBy,
    createdAt,
    updatedAt,
  };
}

/** @throws SealedSecretError when the instance secret has changed, or the row was moved. */
export function openRow(row: ProviderRow, box: SecretBox): OpenedProvider {
  const { accountId, name, apiKeySealed } = row;
  const apiKey = apiKeySealed === null ? undefined : box.open(apiKeySealed, sealedIn(accountId, name));
  return { name, ...storedProviderSettings(row), apiKey };
}

export function storedProviderSettings({ preset, url, services }: StoredProvider): ProviderSettings {
  // A newer release may have written services unknown to this one.
  const known: Services = Value.Check(StoredServices, services) ? services : {};
  return { preset, url: url ?? undefined, services: known };
}
