import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../common/config/index.js';
import { PrismaService } from '../../common/prisma/index.js';
import type { NetworkPolicy } from '../../safe-http/index.js';
import { PRESETS } from '../presets/index.js';
import { type ProviderSettings, serviceUrls } from './account-provider.js';

/** A model server on this machine, at its software's default address. */
interface LocalServer {
  readonly preset: string;
  readonly title: string;
  readonly url: string;
}

const WELL_KNOWN: readonly LocalServer[] = ['ollama', 'lm-studio', 'vllm', 'llama-cpp'].flatMap((id) => {
  const { title, url } = PRESETS.get(id) ?? {};
  return title === undefined || url === undefined ? [] : [{ preset: id, title, url }];
});

/**
 * Allowed addresses of accounts' providers. Private ones need the operator's permission; but on an instance with a
 * single account, which is the operator's, the well-known model servers of this machine are allowed, too.
 */
@Injectable()
export class LocalServers {
  readonly servers: readonly LocalServer[] = WELL_KNOWN;

  constructor(
    private readonly prisma: PrismaService,
    private readonly config: AppConfig,
  ) {}

  /** Whether accounts may use this machine's model servers. */
  async areAllowed(): Promise<boolean> {
    if (this.config.instance.privateNetworks.providers === true) return true;
    const accounts = await this.prisma.account.findMany({ select: { id: true }, take: 2 });
    return accounts.length < 2;
  }

  /** Whether the provider uses only the exact address of a well-known server. */
  isLocal(settings: ProviderSettings): boolean {
    const urls = serviceUrls(settings).map(({ url }) => url);
    return urls.length > 0 && urls.every((url) => this.servers.some((server) => server.url === url));
  }

  /** @returns the network policy of a provider. */
  async policies(): Promise<(settings: ProviderSettings) => NetworkPolicy> {
    const { providers: networks } = this.config.instance.privateNetworks;
    if (networks === true) return () => ({ allowPrivateNetworks: true });
    const areAllowed = await this.areAllowed();
    return (settings) => ({ allowPrivateNetworks: (areAllowed && this.isLocal(settings)) || networks });
  }
}
