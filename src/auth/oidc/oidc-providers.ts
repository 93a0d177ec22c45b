import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Value } from '@sinclair/typebox/value';
import type { Configuration } from 'openid-client';
import { AppConfig } from '../../common/config/index.js';
import { readSecretFile } from '../../common/secrets/index.js';
import { type OidcProviderEntry, OidcProvidersFile } from './oidc-provider-entry.js';

const REQUEST_TIMEOUT_SECONDS = 10;

/** The identity providers of OIDC_PROVIDERS_FILE. Their metadata is discovered at the first sign-in. */
@Injectable()
export class OidcProviders implements OnModuleInit {
  private entries = new Map<string, OidcProviderEntry>();
  private readonly known = new Map<string, Promise<Configuration>>();
  private readonly file: string | undefined;

  constructor({ people }: AppConfig) {
    this.file = people.oidcProvidersFile;
  }

  /** @throws Error when the file can't be read or is invalid; the message names the place, never the content. */
  async onModuleInit(): Promise<void> {
    if (this.file === undefined) return;
    const content = await readSecretFile('OIDC_PROVIDERS_FILE', this.file);
    if (!Value.Check(OidcProvidersFile, content)) {
      const place = Value.Errors(OidcProvidersFile, content).First()?.path;
      throw new Error(
        `OIDC_PROVIDERS_FILE is not as docs/how-to/keys-and-people.md describes it, at ${place || 'its root'}`,
      );
    }
    this.entries = new Map(content.map((entry) => [entry.id, entry]));
    if (this.entries.size < content.length)
      throw new Error('OIDC_PROVIDERS_FILE has two providers of one id');
  }

  list(): OidcProviderEntry[] {
    return [...this.entries.values()];
  }

  find(id: string): OidcProviderEntry | undefined {
    return this.entries.get(id);
  }

  /** The provider's discovered metadata. Retried after a failure. @throws Error when it can't be reached. */
  configuration(entry: OidcProviderEntry): Promise<Configuration> {
    const known = this.known.get(entry.id);
    if (known) return known;
    const asked = discover(entry);
    this.known.set(entry.id, asked);
    asked.catch(() => this.known.delete(entry.id));
    return asked;
  }
}

async function discover({ issuer, clientId, clientSecret }: OidcProviderEntry): Promise<Configuration> {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- it is marked so only to stand out
  const { allowInsecureRequests, discovery } = await import('openid-client');
  return await discovery(new URL(issuer), clientId, clientSecret, undefined, {
    timeout: REQUEST_TIMEOUT_SECONDS,
    execute: issuer.startsWith('http:') ? [allowInsecureRequests] : [],
  });
}
