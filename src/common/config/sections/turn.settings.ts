import { integer, list, text } from '../setting.js';

export const turnSettings = {
  stunUrls: list('STUN_URLS', {
    fallback: [],
    meaning:
      'STUN servers that clients are told of, separated by commas (stun:host:port). Not needed when media has a public address.',
  }),
  turnUrls: list('TURN_URLS', {
    fallback: [],
    meaning:
      'TURN servers that clients are told of, separated by commas: turn:host:3478 (told for UDP and for TCP), turn:host:3478?transport=tcp, ' +
      'turns:host:443 (TLS, which gets through most firewalls). Needs TURN_SECRET.',
  }),
  turnSecret: text('TURN_SECRET', {
    secret: true,
    meaning:
      'The secret shared with the TURN server (static-auth-secret of coturn), from which short-lived credentials are made.',
    danger: 'Whoever has it can relay traffic through your TURN server.',
  }),
  credentialTtlSeconds: integer('TURN_CREDENTIAL_TTL_SECONDS', {
    fallback: 600,
    min: 30,
    max: 86_400,
    meaning: 'How long TURN credentials are valid, in seconds.',
  }),
} as const;
