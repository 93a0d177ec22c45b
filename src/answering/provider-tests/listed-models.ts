import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../common/config/index.js';
import { validationFailed } from '../../common/errors/index.js';
import {
  AccountProviders,
  addressProblem,
  LocalServers,
  PRESETS,
  ProviderMessages,
  type ProviderSettings,
  type ServiceName,
  SERVICES,
} from '../../providers/index.js';
import { faultInWords } from './fault-words.js';

/** The models on one service's server, or why there is no list. */
export interface ListedModels {
  readonly service: ServiceName;
  readonly models: readonly string[];
  readonly code?: string;
  readonly message?: string;
}

/** Lists the models on providers' servers, which need not be saved yet. */
@Injectable()
export class ModelLists {
  constructor(
    private readonly accounts: AccountProviders,
    private readonly local: LocalServers,
    private readonly messages: ProviderMessages,
    private readonly config: AppConfig,
  ) {}

  /**
   * One list per service that has one. Failures are outcomes.
   * @param apiKey Absent: the key of the provider of that name.
   * @throws ApiError 400 for an address that is forbidden, or that the stored key was not given for.
   */
  async list(
    accountId: string,
    name: string,
    settings: Partial<ProviderSettings> & Pick<ProviderSettings, 'preset'>,
    apiKey: string | null | undefined,
  ): Promise<ListedModels[]> {
    const { modelLists, listModels } = await import('../../providers/model-lists/model-lists.js');
    const services = settings.services ?? Object.fromEntries(SERVICES.map((service) => [service, {}]));
    const provider = { url: undefined, ...settings, services };
    const lists = modelLists(provider);
    if (lists.length === 0 && this.needsUrl(settings)) throw validationFailed('url must be given');
    const policy = (await this.local.policies())(provider);
    for (const { url } of lists) {
      const problem = addressProblem('url', url, policy);
      if (problem !== undefined) throw validationFailed(problem);
    }
    const urls = lists.map(({ url }) => url);
    const reached = await this.accounts.reach(accountId, name, apiKey, { urls, policy });
    const { providerTestTimeoutMs } = this.config.providers;
    const signal = AbortSignal.timeout(providerTestTimeoutMs);
    const server = { ...reached, messages: this.messages.of('openai') };
    return Promise.all(
      lists.map(async (list) => {
        const { service } = list;
        try {
          return { service, models: await listModels(list, server, providerTestTimeoutMs, signal) };
        } catch (error) {
          return { service, models: [], ...faultInWords(error) };
        }
      }),
    );
  }

  private needsUrl({ preset, url }: Partial<ProviderSettings>): boolean {
    return url === undefined && PRESETS.get(preset ?? '')?.url === undefined;
  }
}
