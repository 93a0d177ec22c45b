import { createHash, hkdfSync } from 'node:crypto';

const KEY_BYTES = 32;
const KEY_ID_LENGTH = 12;

/** A key derived from an instance secret for one purpose. Its id reveals nothing about it. */
export interface DerivedKey {
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** The keys of one purpose, one per instance secret, independent of other purposes (HKDF, RFC 5869). */
export class KeyRing {
  private constructor(
    /** The key that seals and signs. */
    readonly current: DerivedKey,
    private readonly byId: ReadonlyMap<string, DerivedKey>,
  ) {}

  /** `secrets`: newest first, at least one. */
  static derive(secrets: readonly string[], purpose: string): KeyRing {
    const keys = secrets.map((secret) => deriveKey(secret, purpose));
    const [current] = keys;
    if (!current) throw new Error('A key ring needs at least one secret.');
    return new KeyRing(current, new Map(keys.map((key) => [key.id, key])));
  }

  find(id: string): DerivedKey | undefined {
    return this.byId.get(id);
  }
}

function deriveKey(secret: string, purpose: string): DerivedKey {
  const bytes = new Uint8Array(hkdfSync('sha256', secret, '', `earshot/${purpose}`, KEY_BYTES));
  const id = createHash('sha256').update('key-id').update(bytes).digest('hex').slice(0, KEY_ID_LENGTH);
  return { id, bytes };
}
