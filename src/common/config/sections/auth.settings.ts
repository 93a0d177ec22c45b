import { integer, text } from '../setting.js';

/** What nobody guesses. */
const LEAST_TOKEN_CHARACTERS = 32;

export const authSettings = {
  operatorToken: {
    ...text('OPERATOR_TOKEN', {
      secret: true,
      meaning:
        'Bearer token (at least 32 characters) with which the operator suspends and resumes accounts over HTTP ' +
        '(PUT and DELETE /v1/accounts/{accountId}/suspension). Without one only the command line does.',
      danger: 'This token can end the calls of every account.',
    }),
    parse(value: string) {
      if (value.length < LEAST_TOKEN_CHARACTERS)
        throw new Error(`must have at least ${LEAST_TOKEN_CHARACTERS} characters`);
      return value;
    },
  },
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
    meaning: 'How many checked keys and tokens are remembered at most.',
  }),
  rateLimitRequests: integer('ACCOUNT_RATE_LIMIT', {
    fallback: 1_000,
    min: 0,
    max: 10_000_000,
    meaning:
      'How many requests an account may make in each ACCOUNT_RATE_WINDOW_SECONDS on all instances, with all its API keys and people; a ' +
      'further one is answered 429. 0: no limit.',
  }),
  rateWindowSeconds: integer('ACCOUNT_RATE_WINDOW_SECONDS', {
    fallback: 10,
    min: 1,
    max: 86_400,
    meaning: 'Length of the window of ACCOUNT_RATE_LIMIT, in seconds.',
  }),
  guessLimit: integer('API_KEY_GUESS_LIMIT', {
    fallback: 100,
    min: 0,
    max: 10_000_000,
    meaning:
      'How many API keys that look like one and are none an address may present in each API_KEY_GUESS_WINDOW_SECONDS on this process; ' +
      'a further one is answered 429 without a look-up. Keys that this process knows are not held up. The same number, counted apart, ' +
      'holds for connector tokens, of which those that are good are never held up. 0: no limit.',
  }),
  guessWindowSeconds: integer('API_KEY_GUESS_WINDOW_SECONDS', {
    fallback: 60,
    min: 1,
    max: 86_400,
    meaning: 'Length of the window of API_KEY_GUESS_LIMIT, in seconds.',
  }),
  connectorTokenMaxOverlapHours: integer('CONNECTOR_TOKEN_MAX_OVERLAP_HOURS', {
    fallback: 168,
    min: 0,
    max: 8_760,
    meaning:
      'For how long, in hours, the old token of a connector may go on working after a rotation that asks for it.',
  }),
  studioTokenTtlSeconds: integer('STUDIO_TOKEN_TTL_SECONDS', {
    fallback: 900,
    min: 30,
    max: 86_400,
    meaning: 'How long a studio token (JWT) is valid, in seconds.',
  }),
  callTokenTtlSeconds: integer('CALL_TOKEN_TTL_SECONDS', {
    fallback: 600,
    min: 10,
    max: 604_800,
    meaning: 'How long a call token may begin calls, in seconds, unless whoever mints it says otherwise.',
  }),
  callTokenMaxTtlSeconds: integer('CALL_TOKEN_MAX_TTL_SECONDS', {
    fallback: 86_400,
    min: 10,
    max: 2_592_000,
    meaning: 'The longest time, in seconds, that may be asked for when a call token is minted.',
    danger: 'A call token in a page can be read by everybody who sees that page.',
  }),
  callTokenMaxUses: integer('CALL_TOKEN_MAX_USES', {
    fallback: 1_000,
    min: 1,
    max: 1_000_000,
    meaning: 'The most calls that a call token may be minted for.',
  }),
  pageCallTokensPerAddressPerMinute: integer('PAGE_CALL_TOKENS_PER_ADDRESS_PER_MINUTE', {
    fallback: 60,
    min: 1,
    max: 1_000_000,
    meaning:
      'How many call tokens a minute pages without a backend may ask for from one address (of IPv6, one /64), on all instances together; a ' +
      'further one is answered 429. Each connector has a limit of its own besides. Behind a proxy, set HTTP_TRUSTED_PROXIES, or all callers count as one.',
  }),
  callTokensPerConnector: integer('CALL_TOKENS_PER_CONNECTOR', {
    fallback: 100_000,
    min: 1,
    max: 10_000_000,
    meaning: 'How many call tokens of one connector may be valid at once; a further one is answered 409.',
  }),
} as const;
