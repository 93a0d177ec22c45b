import { integer, text } from '../setting.js';

/** Minimum length against guessing. */
const LEAST_TOKEN_CHARACTERS = 32;

export const authConstants = {
  /**
   * How long a verified API key or connector token is trusted before the database is asked again: a revocation takes
   * effect within this time.
   */
  keyCacheTtlMs: 500,
  /** Look-ups of wrong API keys, and separately of wrong tokens, per address and minute. 0: no limit. */
  guessLimit: 100,
};

export const authSettings = {
  operatorToken: {
    ...text('OPERATOR_TOKEN', {
      secret: true,
      meaning:
        'Bearer token (at least 32 characters) with which the operator suspends and resumes accounts and sets their quotas over HTTP (/v1/accounts/{accountId}/suspension and /quotas). Without it, only the command line can.',
      danger: 'This token can end the calls of every account.',
    }),
    parse(value: string) {
      if (value.length < LEAST_TOKEN_CHARACTERS)
        throw new Error(`must have at least ${LEAST_TOKEN_CHARACTERS} characters`);
      return value;
    },
  },
  rateWindowSeconds: integer('ACCOUNT_RATE_WINDOW_SECONDS', {
    advanced: true,
    fallback: 10,
    min: 1,
    max: 86_400,
    meaning: 'Length of the window of the quota `requests`, in seconds.',
  }),
  callTokenTtlSeconds: integer('CALL_TOKEN_TTL_SECONDS', {
    fallback: 600,
    min: 10,
    max: 604_800,
    meaning:
      'How long a call token may start calls, in seconds, unless the request that mints it specifies another time.',
  }),
  pageCallTokensPerAddressPerMinute: integer('PAGE_CALL_TOKENS_PER_ADDRESS_PER_MINUTE', {
    advanced: true,
    fallback: 60,
    min: 1,
    max: 1_000_000,
    meaning:
      'How many call tokens per minute pages without a backend may request from one address (for IPv6, one /64), on all instances together; further requests return 429. Each connector also has its own limit. Behind a proxy, set HTTP_TRUSTED_PROXIES, or all callers count as one.',
  }),
} as const;
