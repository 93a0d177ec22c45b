import type { EndpointSecrets } from '../endpoints/endpoint-secrets.js';
import { signatureHeaders } from '../endpoints/signature.js';

/** Endpoint columns that a request needs. */
export interface DeliveryTarget {
  readonly endpointId: string;
  readonly url: string;
  readonly timeoutMs: number;
  readonly headersSealed: string;
  readonly secretSealed: string;
  readonly previousSecretSealed: string | null;
  readonly previousSecretUntil: Date | null;
}

/**
 * Headers of one attempt: the account's own, the content type and current signatures.
 * @throws SealedSecretError when the endpoint's secrets can't be decrypted.
 */
export function deliveryHeaders(
  target: DeliveryTarget,
  event: { readonly eventId: string; readonly body: string },
  secrets: EndpointSecrets,
  now: Date,
): Record<string, string> {
  const { endpointId, headersSealed, secretSealed } = target;
  return {
    'User-Agent': 'Earshot-Webhooks/1',
    ...secrets.openHeaders(endpointId, headersSealed),
    'Content-Type': 'application/json',
    ...signatureHeaders({
      ...event,
      at: now,
      secrets: [secrets.openSecret(endpointId, secretSealed), previousSecret(target, secrets, now)],
    }),
  };
}

/** The secret before the last rotation, during its overlap. */
function previousSecret(target: DeliveryTarget, secrets: EndpointSecrets, now: Date): string | undefined {
  const { endpointId, previousSecretSealed, previousSecretUntil } = target;
  if (previousSecretSealed === null || previousSecretUntil === null) return undefined;
  return previousSecretUntil > now ? secrets.openSecret(endpointId, previousSecretSealed) : undefined;
}
