import { integer, text, url } from '../setting.js';

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

export const peopleConstants = {
  /** Of new passwords. OWASP, Password Storage Cheat Sheet: N = 2^15, which takes 32 MiB and a quarter of a second. */
  passwordHashLog2N: 15,
  /** Failed sign-ins in 15 minutes on this process. 0: no limit. */
  signInFailuresPerAddress: 30,
  signInFailuresPerEmail: 10,
  /** Browsers that a person may be signed in with; a further one ends the oldest session. */
  sessionsPerPerson: 50,
};

/** People who sign in. */
export const peopleSettings = {
  sessionIdleHours: integer('SESSION_IDLE_HOURS', {
    fallback: 168,
    min: 1,
    max: 8_760,
    meaning: 'After how many idle hours a signed-in person must sign in again; counted to the minute.',
    danger: 'Anyone at a browser that was left signed in can act as that person for this long.',
  }),
  sessionMaxHours: integer('SESSION_MAX_HOURS', {
    fallback: 720,
    min: 1,
    max: 8_760,
    meaning: 'Maximum length of a session in hours, active or not.',
  }),
  passwordMinLength: integer('PASSWORD_MIN_LENGTH', {
    fallback: 12,
    min: 8,
    max: 128,
    meaning: 'Minimum length of a new password, in characters.',
    danger: 'Below 12, a password may not withstand offline guessing from a copy of the database.',
  }),
  invitationHours: integer('INVITATION_HOURS', {
    advanced: true,
    fallback: 168,
    min: 1,
    max: 8_760,
    meaning: 'How many hours an invitation can be accepted.',
  }),
  oidcProvidersFile: text('OIDC_PROVIDERS_FILE', {
    meaning:
      'YAML or JSON file with the identity providers (OpenID Connect) for sign-in; docs/how-to/keys-and-people.md describes it. Loaded at start.',
    danger: 'It contains client secrets: make it readable by the service only.',
  }),
} as const;

export const limitsConstants = {
  /**
   * How often instances exchange their counts, in one statement each. Counts of others lag by up to twice this time:
   * with much more, a burst that reaches all instances at once could exceed the limits several times.
   */
  shareIntervalMs: 1_000,
};

export const limitsSettings = {
  auditRetentionDays: integer('AUDIT_RETENTION_DAYS', {
    fallback: 400,
    min: 0,
    max: 36_500,
    meaning: 'How many days audit log entries are kept. 0: forever.',
  }),
  documentMaxBytes: integer('AGENT_DOCUMENT_MAX_BYTES', {
    advanced: true,
    fallback: 1_048_576,
    min: 4_096,
    max: 16_777_216,
    meaning:
      'Maximum size of an agent document, in bytes of its JSON. A change that makes a draft larger returns 400, even if it is one of many small ones.',
    danger:
      'Every publish of a changed draft stores this much; running calls hold their documents in memory.',
  }),
} as const;

export const mailConstants = {
  pollIntervalMs: 1_000,
  /** Of one e-mail, from connecting to the server's acceptance. */
  sendTimeoutMs: 30_000,
};

/** Outgoing e-mail. */
export const mailSettings = {
  smtpUrl: url('SMTP_URL', ['smtp:', 'smtps:'], {
    secret: true,
    meaning:
      'SMTP server that sends e-mail: smtps://user:password@smtp.example.com, or smtp://user:password@smtp.example.com:587 with STARTTLS. Absent: the studio shows links to copy. Needs MAIL_FROM and PUBLIC_URL. docs/how-to/e-mail.md',
    danger: 'It contains a password: make it readable by the service only.',
  }),
  from: text('MAIL_FROM', {
    meaning:
      'Sender of e-mails: voice@example.com, or Example <voice@example.com>. User names of SMTP servers are often no addresses, so it is a setting of its own.',
  }),
} as const;
