import { Injectable } from '@nestjs/common';
import { VOICE_NAMES } from '../../engines/local/index.js';
import {
  AccountProviders,
  PRESETS,
  type ProviderDescription,
  type ProviderEntries,
  type ProviderTestResult,
  type ServiceName,
  SERVICES,
} from '../../providers/index.js';
import { AccountAnswerers } from '../account-answerers.js';
import type { EngagedProviders } from '../provider-adapters.js';
import { STARTER } from '../choose-answerer.js';

type Entry = ProviderEntries[ServiceName] extends ReadonlyMap<string, infer E> ? E : never;

/** One service of a provider that a document may name. */
interface Offer {
  readonly provider: string;
  readonly service: ServiceName;
  readonly entry: Entry;
  /** Set for the account's own providers. */
  readonly own: ProviderDescription | undefined;
}

/** Lists the providers that an account's agents can use, from all sources. */
@Injectable()
export class ProviderListing {
  /** Test results of the operator's providers, which have no table. */
  private readonly operatorTests = new Map<string, ProviderTestResult>();

  constructor(
    private readonly answerers: AccountAnswerers,
    private readonly accounts: AccountProviders,
  ) {}

  noteOperatorTest(name: string, result: ProviderTestResult): void {
    this.operatorTests.set(name, result);
  }

  /** Order: the account's own, the operator's, the built-in engines. */
  async providers(accountId: string) {
    const { engaged, own } = await this.look(accountId);
    const operators = new Set(offersOf(engaged, own).flatMap((offer) => (offer.own ? [] : [offer.provider])));
    return [
      ...own.map((provider) => this.ownView(accountId, provider, engaged)),
      ...[...operators].map((name) => this.operatorView(accountId, name, { engaged, own })),
      builtInView(),
    ];
  }

  async models(accountId: string) {
    const { engaged, own } = await this.look(accountId);
    return offersOf(engaged, own).flatMap(({ provider, service, entry, own: description }) => {
      const fallback = 'model' in entry ? entry.model : undefined;
      const listed = description?.lastTest?.services.find((test) => test.service === service)?.models ?? [];
      const known = knownOf(description, service)?.models ?? [];
      return choices(fallback, [...known, ...listed]).map(([modelId, isDefault]) => {
        return { provider, service, modelId, isDefault };
      });
    });
  }

  async voices(accountId: string) {
    const { engaged, own } = await this.look(accountId);
    const offered = offersOf(engaged, own).flatMap(({ provider, service, entry, own: description }) => {
      const fallback = 'voice' in entry ? entry.voice : undefined;
      const known = knownOf(description, service)?.voices ?? [];
      return choices(fallback, known).map(([voiceId, isDefault]) => {
        return { provider, service, voiceId, isDefault };
      });
    });
    const builtIn = choices(VOICE_NAMES[0], VOICE_NAMES).map(([voiceId, isDefault]) => {
      return { provider: STARTER, service: 'tts' as const, voiceId, isDefault };
    });
    return [...offered, ...builtIn];
  }

  /** One of the account's own providers, in the form of `providers`. */
  async view(accountId: string, provider: ProviderDescription) {
    return this.ownView(accountId, provider, await this.answerers.engaged(accountId));
  }

  private async look(accountId: string): Promise<Known> {
    const [engaged, own] = await Promise.all([
      this.answerers.engaged(accountId),
      this.accounts.list(accountId),
    ]);
    return { engaged, own };
  }

  private ownView(accountId: string, provider: ProviderDescription, engaged: EngagedProviders) {
    const { name, preset, url, hasApiKey, lastTest, updatedBy, createdAt, updatedAt } = provider;
    const isMeant = (service: ServiceName) => provider.services[service] !== undefined;
    const services = servicesOf(accountId, name, engaged, isMeant);
    return {
      name,
      owner: 'account' as const,
      preset,
      ...(url !== undefined && { url }),
      hasApiKey,
      services,
      settings: provider.services,
      health: healthOf(services, lastTest),
      ...(lastTest && { lastTest }),
      updatedBy,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    };
  }

  private operatorView(accountId: string, name: string, { engaged, own }: Known) {
    const replaced = own.find((provider) => provider.name === name);
    const isMeant = (service: ServiceName) => replaced?.services[service] === undefined;
    const services = servicesOf(accountId, name, engaged, isMeant);
    const lastTest = this.operatorTests.get(name);
    const health = healthOf(services, lastTest);
    return { name, owner: 'operator' as const, services, health, ...(lastTest && { lastTest }) };
  }
}

interface Known {
  readonly engaged: EngagedProviders;
  readonly own: readonly ProviderDescription[];
}

interface ServiceView {
  readonly protocol: string;
  readonly model?: string;
  readonly voice?: string;
  readonly leftAlone: boolean;
}

function offersOf(engaged: EngagedProviders, own: readonly ProviderDescription[]): Offer[] {
  return SERVICES.flatMap((service) =>
    [...engaged.entries[service]].map(([provider, entry]) => ({
      provider,
      service,
      entry,
      own: own.find(({ name, services }) => name === provider && services[service] !== undefined),
    })),
  );
}

function servicesOf(
  accountId: string,
  name: string,
  engaged: EngagedProviders,
  isMeant: (service: ServiceName) => boolean,
): Record<string, ServiceView> {
  const views = SERVICES.flatMap((service) => {
    const entry: Entry | undefined = engaged.entries[service].get(name);
    if (!entry || !isMeant(service)) return [];
    const member =
      service === 'endToEnd' || service === 'embeddings'
        ? undefined
        : engaged.members.made?.[service].get(name);
    const view: ServiceView = {
      protocol: entry.kind,
      ...('model' in entry && { model: entry.model }),
      ...('voice' in entry && entry.voice !== undefined && { voice: entry.voice }),
      leftAlone: member?.breakers.isOpen(accountId) ?? false,
    };
    return [[service, view] as const];
  });
  return Object.fromEntries(views);
}

function healthOf(
  services: Readonly<Record<string, ServiceView>>,
  lastTest: ProviderTestResult | undefined,
): 'untested' | 'ok' | 'failing' {
  if (Object.values(services).some(({ leftAlone }) => leftAlone)) return 'failing';
  if (!lastTest) return 'untested';
  return lastTest.ok ? 'ok' : 'failing';
}

/** The built-in engines are always available: calls load them. */
function builtInView() {
  const service = { protocol: STARTER, leftAlone: false };
  const services = { endToEnd: service, stt: service, llm: service, tts: service };
  return { name: STARTER, owner: 'built-in' as const, services, health: 'ok' as const };
}

const knownOf = (own: ProviderDescription | undefined, service: ServiceName) =>
  own && PRESETS.get(own.preset)?.services[service];

function choices(fallback: string | undefined, others: readonly string[]): [string, boolean][] {
  const all = new Set([...(fallback === undefined ? [] : [fallback]), ...others]);
  return [...all].map((id) => [id, id === fallback]);
}

/** All presets, as clients see them. */
export function presetViews() {
  return [...PRESETS.values()].map(({ id, title, url, apiKey, services }) => ({
    id,
    title,
    ...(url !== undefined && { url }),
    apiKey,
    services: Object.fromEntries(
      Object.entries(services).map(([name, { dialect, model, voice, models, voices }]) => [
        name,
        {
          protocol: dialect,
          ...(model !== undefined && { model }),
          ...(voice !== undefined && { voice }),
          models,
          voices,
        },
      ]),
    ),
  }));
}
