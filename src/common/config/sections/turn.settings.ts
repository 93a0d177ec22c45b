import { list, text } from '../setting.js';

export const turnSettings = {
  stunUrls: list('STUN_URLS', {
    fallback: [],
    meaning:
      'STUN servers offered to clients, separated by commas (stun:host:port). Not needed if media has a public address.',
  }),
  turnUrls: list('TURN_URLS', {
    fallback: [],
    meaning:
      'TURN servers offered to clients, separated by commas: turn:host:3478 (offered for UDP and TCP), turn:host:3478?transport=tcp, turns:host:443 (TLS, which passes most firewalls). Needs TURN_SECRET.',
  }),
  turnSecret: text('TURN_SECRET', {
    secret: true,
    meaning:
      "Secret shared with the TURN server (coturn's static-auth-secret), from which short-lived credentials are derived.",
    danger: 'Anyone who has it can relay traffic through your TURN server.',
  }),
} as const;
