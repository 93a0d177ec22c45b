import { Injectable } from '@nestjs/common';
import { AppConfig } from '../config/index.js';
import { loadInstanceSecrets } from './instance-secret.js';
import { KeyRing, SecretBox } from './secret-box.js';

/** Keys derived from the instance secret, separate for each purpose. */
@Injectable()
export class InstanceKeys {
  private readonly secrets: readonly string[];

  constructor(config: AppConfig) {
    const { instanceSecret, dataDir } = config.instance;
    this.secrets = loadInstanceSecrets(instanceSecret, dataDir);
  }

  /** Fingerprints of the secrets, newest first; they reveal nothing about the secrets. */
  fingerprints(): string[] {
    return this.secrets.map((secret) => KeyRing.derive([secret], 'fingerprint').current.id);
  }

  keyRing(purpose: string): KeyRing {
    return KeyRing.derive(this.secrets, purpose);
  }

  /** Encrypts stored secrets, for example `secretBox('webhook-signing-secret')`. */
  secretBox(purpose: string): SecretBox {
    return new SecretBox(this.keyRing(purpose));
  }
}
