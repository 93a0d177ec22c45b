import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';

const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** One secret's keys for the two signature styles. */
interface SigningKeys {
  readonly standard: KeyObject;
  readonly service: KeyObject;
}

/** Cached: creating a key in Node takes longer than signing with it. */
const keysInUse = new LRUCache<string, SigningKeys>({ max: 2_000, ttl: 60_000 });

/** A new signing secret in the Standard Webhooks format: `whsec_` and 32 random bytes in base64. */
export function newSigningSecret(): string {
  return `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
}

export interface Signable {
  readonly eventId: string;
  /** The exact body of the request. */
  readonly body: string;
  /** Time of the attempt: receivers refuse signatures older than five minutes. */
  readonly at: Date;
  /** The active secrets, newest first; a second one during the overlap of a rotation. */
  readonly secrets: readonly [current: string, previous?: string];
}

/**
 * Signature headers of a delivery, in two styles.
 *
 * Standard Webhooks (https://www.standardwebhooks.com): `webhook-signature` has `v1,<base64>` for each active secret,
 * over `{id}.{timestamp}.{body}`, keyed with the bytes behind `whsec_`. The platform's own: `X-Service-Signature` is
 * the hexadecimal HMAC over `{timestamp}.{body}`, keyed with the whole text of the current secret;
 * `X-Service-Signature-Previous` uses the previous one.
 */
export function signatureHeaders({ eventId, body, at, secrets }: Signable): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const signed = `${timestamp}.${body}`;
  const current = keysOf(secrets[0]);
  const previous = secrets[1] === undefined ? undefined : keysOf(secrets[1]);
  const standard = [current, previous].filter((keys) => keys !== undefined);
  return {
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': standard
      .map((keys) => `v1,${hmac(keys.standard, `${eventId}.${signed}`, 'base64')}`)
      .join(' '),
    'X-Service-Event-ID': eventId,
    'X-Service-Timestamp': timestamp,
    'X-Service-Signature': hmac(current.service, signed, 'hex'),
    ...(previous && { 'X-Service-Signature-Previous': hmac(previous.service, signed, 'hex') }),
  };
}

function keysOf(secret: string): SigningKeys {
  const known = keysInUse.get(secret);
  if (known) return known;
  const keys = {
    standard: createSecretKey(secret.slice(SECRET_PREFIX.length), 'base64'),
    service: createSecretKey(secret, 'utf8'),
  };
  keysInUse.set(secret, keys);
  return keys;
}

const hmac = (key: KeyObject, content: string, encoding: 'base64' | 'hex'): string =>
  createHmac('sha256', key).update(content).digest(encoding);
