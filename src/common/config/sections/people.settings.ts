import { integer, text } from '../setting.js';

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
  sessionsPerPerson: integer('SESSIONS_PER_PERSON', {
    fallback: 50,
    min: 1,
    max: 10_000,
    meaning: 'How many browsers a person may be signed in with; a further one ends the oldest session.',
  }),
  passwordMinLength: integer('PASSWORD_MIN_LENGTH', {
    fallback: 12,
    min: 8,
    max: 128,
    meaning: 'Minimum length of a new password, in characters.',
    danger: 'Below 12, a password may not withstand offline guessing from a copy of the database.',
  }),
  passwordHashLog2N: integer('PASSWORD_HASH_LOG2_N', {
    fallback: 15,
    min: 10,
    max: 17,
    meaning:
      'Cost of hashing a new password: scrypt with N = 2 to the power of this, r = 8 and p = 3. 15 takes 32 MiB and about a quarter of a second of one core; each step doubles both. Existing hashes keep their cost.',
    danger:
      'Below 15, a password may not withstand offline guessing from a copy of the database. Tests use less.',
  }),
  passwordHashesAtOnce: integer('PASSWORD_HASHES_AT_ONCE', {
    fallback: 2,
    min: 1,
    max: 64,
    meaning:
      'How many passwords this process checks at the same time, each at the cost of PASSWORD_HASH_LOG2_N, on threads beside the event loop; 64 more wait, and further ones return 503.',
    danger:
      'With more than half of the cores, running calls lack processor time when many people sign in at once.',
  }),
  signInFailuresPerAddress: integer('SIGN_IN_FAILURES_PER_ADDRESS', {
    fallback: 30,
    min: 0,
    max: 1_000_000,
    meaning:
      'How many failed password sign-ins one address (for IPv6, one /64) may make in each SIGN_IN_WINDOW_SECONDS on this process; further ones return 429 unread. Behind a proxy, set HTTP_TRUSTED_PROXIES, or all people count as one. 0: no limit.',
  }),
  signInFailuresPerEmail: integer('SIGN_IN_FAILURES_PER_EMAIL', {
    fallback: 10,
    min: 0,
    max: 1_000_000,
    meaning:
      'Same limit per e-mail address from all client addresses, whether the e-mail address is known or not. A browser in which this person has signed in before has its own limit, so that others cannot lock the person out. 0: no limit.',
  }),
  signInWindowSeconds: integer('SIGN_IN_WINDOW_SECONDS', {
    fallback: 900,
    min: 1,
    max: 86_400,
    meaning: 'Length of the window of the two limits above, in seconds.',
  }),
  signInLinkMinutes: integer('SIGN_IN_LINK_MINUTES', {
    fallback: 10,
    min: 1,
    max: 1_440,
    meaning: 'How many minutes a one-time sign-in link is valid.',
    danger: 'Anyone who sees the link within that time can sign in with it.',
  }),
  invitationHours: integer('INVITATION_HOURS', {
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
  peoplePerAccount: integer('PEOPLE_PER_ACCOUNT', {
    fallback: 1_000,
    min: 1,
    max: 1_000_000,
    meaning:
      'How many people an account may have, and separately how many invitations; further ones return 409.',
  }),
} as const;
