import {
  createHash,
  hkdfSync,
  createCipheriv,
  createDecipheriv,
  hash,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

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

const FORMAT = 'v1';
const CIPHER = 'aes-256-gcm';
/** NIST SP 800-38D recommends 96-bit nonces; random ones are safe for 2^32 messages per key. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The text was not sealed by this service, was modified, or belongs to another context. */
export class SealedSecretError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SealedSecretError';
  }
}

/** Encrypts secrets that must be stored and read again (AES-256-GCM). */
export class SecretBox {
  constructor(private readonly keys: KeyRing) {}

  /**
   * Seals a text as `v1.<key id>.<base64url>`.
   * @param context where it belongs, for example the row's id; it can't be opened with another.
   */
  seal(plaintext: string, context: string): string {
    const { id, bytes } = this.keys.current;
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, bytes, nonce).setAAD(Buffer.from(context));
    const sealed = Buffer.concat([
      nonce,
      cipher.update(plaintext, 'utf8'),
      cipher.final(),
      cipher.getAuthTag(),
    ]);
    return `${FORMAT}.${id}.${sealed.toString('base64url')}`;
  }

  /**
   * @throws SealedSecretError when it can't be opened: another format, an unknown key, a changed byte or another
   * context.
   */
  open(sealed: string, context: string): string {
    const [format, keyId = '', payload = ''] = sealed.split('.');
    const key = format === FORMAT ? this.keys.find(keyId) : undefined;
    if (!key)
      throw new SealedSecretError('The secret was sealed with a key that this instance does not have.');
    const bytes = Buffer.from(payload, 'base64url');
    if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new SealedSecretError('The sealed secret is cut off.');
    const decipher = createDecipheriv(CIPHER, key.bytes, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(Buffer.from(context))
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    try {
      return (
        decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      );
    } catch (cause) {
      throw new SealedSecretError('The sealed secret was changed or belongs elsewhere.', { cause });
    }
  }
}

export const equalInConstantTime = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && timingSafeEqual(one, other);

/** Constant-time comparison that hides the length, too. */
export const isSameSecret = (one: string, other: string): boolean =>
  timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'));
