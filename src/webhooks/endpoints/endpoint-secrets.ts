import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { SealedColumns, SealedSecretError, type SecretBox } from '../../common/secrets/index.js';
import type { ExtraHeaders } from './extra-headers.js';

const [SECRET, HEADERS] = ['webhook-signing-secret', 'webhook-headers'] as const;

/** How long decrypted values are cached: a queue of deliveries to one endpoint decrypts its secrets once. */
const REMEMBERED_MS = 60_000;
const REMEMBERED = 2_000;

/** Encrypts the signing secrets and extra headers of endpoints; each ciphertext is bound to its endpoint. */
@Injectable()
export class EndpointSecrets {
  private readonly secrets: SecretBox;
  private readonly headers: SecretBox;
  private readonly opened = new LRUCache<string, string>({ max: REMEMBERED, ttl: REMEMBERED_MS });

  constructor(columns: SealedColumns) {
    const of = (purpose: string, ...names: string[]) =>
      columns.box(purpose, 'webhook_endpoints', ['id'], ...names);
    this.secrets = of(SECRET, 'secret_sealed', 'previous_secret_sealed');
    this.headers = of(HEADERS, 'headers_sealed');
  }

  sealSecret(endpointId: string, secret: string): string {
    return this.secrets.seal(secret, endpointId);
  }

  /** @throws SealedSecretError when the instance secret changed. */
  openSecret(endpointId: string, sealed: string): string {
    return this.open(this.secrets, sealed, endpointId);
  }

  sealHeaders(endpointId: string, headers: ExtraHeaders): string {
    return this.headers.seal(JSON.stringify(headers), endpointId);
  }

  /** @throws SealedSecretError when the instance secret changed. */
  openHeaders(endpointId: string, sealed: string): ExtraHeaders {
    // Only sealHeaders produces valid ciphertext, so the type is known.
    return JSON.parse(this.open(this.headers, sealed, endpointId)) as ExtraHeaders;
  }

  /** Each ciphertext has its own nonce, so it can serve as the cache key. */
  private open(box: SecretBox, sealed: string, endpointId: string): string {
    const key = `${endpointId}/${sealed}`;
    const known = this.opened.get(key);
    if (known !== undefined) return known;
    const opened = box.open(sealed, endpointId);
    this.opened.set(key, opened);
    return opened;
  }

  /** As `openHeaders`, for display and changes: headers whose key is lost count as none, and can be set again. */
  readHeaders(endpointId: string, sealed: string): ExtraHeaders {
    try {
      return this.openHeaders(endpointId, sealed);
    } catch (error) {
      if (error instanceof SealedSecretError) return {};
      throw error;
    }
  }
}
