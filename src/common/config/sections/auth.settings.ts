import { integer } from '../setting.js';

export const authSettings = {
  keyCacheTtlMs: integer('API_KEY_CACHE_TTL_MS', {
    fallback: 500,
    min: 0,
    max: 60_000,
    meaning:
      'How long, in milliseconds, a checked API key or connector token may be trusted without asking the database again; a revocation ' +
      'takes effect within it.',
    danger: 'Above 1000 a revoked key works for longer than a second.',
  }),
  keyCacheSize: integer('API_KEY_CACHE_SIZE', {
    fallback: 10_000,
    min: 0,
    max: 1_000_000,
    meaning: 'How many checked keys and tokens are remembered at the most.',
  }),
  studioTokenTtlSeconds: integer('STUDIO_TOKEN_TTL_SECONDS', {
    fallback: 900,
    min: 30,
    max: 86_400,
    meaning: 'How long a studio token (JWT) is valid, in seconds.',
  }),
} as const;
