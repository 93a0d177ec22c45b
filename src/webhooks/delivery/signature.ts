import { createHmac, createSecretKey, randomBytes } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A fresh signing secret as Standard Webhooks writes it: `whsec_` and 32 random bytes in base64. */
export function newSigningSecret(): string {
  return `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
}

export interface Signable {
  readonly eventId: string;
  /** The body exactly as it is sent. */
  readonly body: string;
  /** When the attempt is made: receivers refuse signatures that are older than five minutes. */
  readonly at: Date;
  /** The secrets in force, the newest first; a second one during the overlap of a rotation. */
  readonly secrets: readonly [current: string, previous?: string];
}

/**
 * The headers that prove where a delivery comes from, in two styles.
 *
 * Standard Webhooks (https://www.standardwebhooks.com): `webhook-signature` has `v1,<base64>` for each secret in force, made over
 * `{id}.{timestamp}.{body}` with the bytes behind `whsec_`. The platform's own: `X-Service-Signature` is the hexadecimal HMAC over
 * `{timestamp}.{body}`, keyed with the whole text of the current secret; `X-Service-Signature-Previous` is the same by the previous one.
 */
export function signatureHeaders({ eventId, body, at, secrets }: Signable): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const [current, previous] = secrets;
  const standard = [current, previous].filter((secret) => secret !== undefined);
  return {
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': standard
      .map((secret) => `v1,${standardSignature(secret, `${eventId}.${timestamp}.${body}`)}`)
      .join(' '),
    'X-Service-Event-ID': eventId,
    'X-Service-Timestamp': timestamp,
    'X-Service-Signature': serviceSignature(current, `${timestamp}.${body}`),
    ...(previous !== undefined && {
      'X-Service-Signature-Previous': serviceSignature(previous, `${timestamp}.${body}`),
    }),
  };
}

function standardSignature(secret: string, content: string): string {
  // A key object, because Node takes longer to find out what a bare buffer is than to sign with it.
  const key = createSecretKey(secret.slice(SECRET_PREFIX.length), 'base64');
  return createHmac('sha256', key).update(content).digest('base64');
}

const serviceSignature = (secret: string, content: string): string =>
  createHmac('sha256', secret).update(content).digest('hex');
