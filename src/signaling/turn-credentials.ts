import { createHmac } from 'node:crypto';

export interface TurnCredentials {
  readonly username: string;
  readonly credential: string;
}

/**
 * Short-lived credentials for a TURN server with a shared secret, in coturn's `use-auth-secret` scheme
 * (draft-uberti-behave-turn-rest-00): the name carries the expiry, the password proves it.
 */
export function turnCredentials(
  secret: string,
  user: string,
  now: Date,
  ttlSeconds: number,
): TurnCredentials {
  const expiresAtSeconds = Math.floor(now.getTime() / 1_000) + ttlSeconds;
  const username = `${expiresAtSeconds}:${user}`;
  return { username, credential: createHmac('sha1', secret).update(username).digest('base64') };
}
