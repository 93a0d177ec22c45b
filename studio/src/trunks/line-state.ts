import type { Tone } from '../ui/surfaces.js';
import type { Trunk } from './queries.js';

const REGISTRATIONS: Readonly<Record<string, readonly [string, Tone]>> = {
  registering: ['Logging in…', 'accent'],
  registered: ['Logged in', 'good'],
  failed: ['Login failed', 'danger'],
};

/** The state of a phone line in words. */
export function lineState({ enabled, sipUri, registration, health }: Trunk): readonly [string, Tone] {
  // SIP is switched off on this server.
  if (sipUri === null) return ['SIP is off', 'danger'];
  if (!enabled) return ['Off', 'plain'];
  const registered = registration && REGISTRATIONS[registration.state];
  if (registered && registered[1] !== 'good') return registered;
  if (health?.state === 'down') return ['Not reachable', 'danger'];
  return registered ?? (health ? ['Connected', 'good'] : ['Waiting for calls', 'good']);
}

/** Why it does not work. */
export const lineFault = ({ registration, health }: Trunk): string | undefined =>
  registration?.reason ?? (health?.state === 'down' ? (health.reason ?? undefined) : undefined);
