import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../common/config/index.js';
import { PrismaService } from '../../common/prisma/index.js';
import type { NetworkPolicy } from '../../common/safe-http/index.js';
import { PRESETS } from '../presets/index.js';
import { type ProviderSettings, serviceUrls } from './account-provider.js';

/** A model server of this machine, at the address where its software listens by default. */
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
 * Which addresses providers of accounts may have. Private ones are for instances whose operator allows them; where an
 * instance has one account, the operator's, the well-known model servers of this machine are allowed, too.
 */
@Injectable()
export class LocalServers {
  readonly servers: readonly LocalServer[] = WELL_KNOWN;

  constructor(
    private readonly prisma: PrismaService,
    private readonly config: AppConfig,
  ) {}

  /** Whether accounts may use the model servers of this machine. */
  async areAllowed(): Promise<boolean> {
    if (this.config.providers.providerAllowPrivateNetworks) return true;
    const accounts = await this.prisma.account.findMany({ select: { id: true }, take: 2 });
    return accounts.length < 2;
  }

  /** Whether all of the provider is at the address of a well-known server, to the letter. */
  isLocal(settings: ProviderSettings): boolean {
    const urls = serviceUrls(settings).map(({ url }) => url);
    return urls.length > 0 && urls.every((url) => this.servers.some((server) => server.url === url));
  }

  /** @returns where requests of a provider may go. */
  async policies(): Promise<(settings: ProviderSettings) => NetworkPolicy> {
    if (this.config.providers.providerAllowPrivateNetworks) return () => ({ allowPrivateNetworks: true });
    const areAllowed = await this.areAllowed();
    return (settings) => ({ allowPrivateNetworks: areAllowed && this.isLocal(settings) });
  }
}
