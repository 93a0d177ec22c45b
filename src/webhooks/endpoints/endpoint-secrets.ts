import { Injectable } from '@nestjs/common';
import { InstanceKeys, type SecretBox } from '../../common/secrets/index.js';
import type { ExtraHeaders } from './extra-headers.js';

/** Keeps the signing secrets and the extra headers of endpoints encrypted; each opens in its own endpoint only. */
@Injectable()
export class EndpointSecrets {
  private readonly secrets: SecretBox;
  private readonly headers: SecretBox;

  constructor(keys: InstanceKeys) {
    this.secrets = keys.secretBox('webhook-signing-secret');
    this.headers = keys.secretBox('webhook-headers');
  }

  sealSecret(endpointId: string, secret: string): string {
    return this.secrets.seal(secret, endpointId);
  }

  /** @throws SealedSecretError when the instance secret changed. */
  openSecret(endpointId: string, sealed: string): string {
    return this.secrets.open(sealed, endpointId);
  }

  sealHeaders(endpointId: string, headers: ExtraHeaders): string {
    return this.headers.seal(JSON.stringify(headers), endpointId);
  }

  /** @throws SealedSecretError when the instance secret changed. */
  openHeaders(endpointId: string, sealed: string): ExtraHeaders {
    // Only sealHeaders makes what opens, so its type is known.
    return JSON.parse(this.headers.open(sealed, endpointId)) as ExtraHeaders;
  }
}
