import { integer, text } from '../setting.js';

/** People who sign in. */
export const peopleSettings = {
  sessionIdleHours: integer('SESSION_IDLE_HOURS', {
    fallback: 168,
    min: 1,
    max: 8_760,
    meaning:
      'After how many hours without a request a person who has signed in must do so again; counted to the minute.',
    danger: 'Whoever sits down at a browser that was left signed in acts as that person for so long.',
  }),
  sessionMaxHours: integer('SESSION_MAX_HOURS', {
    fallback: 720,
    min: 1,
    max: 8_760,
    meaning: 'After how many hours a session ends however busy it is.',
  }),
  sessionsPerPerson: integer('SESSIONS_PER_PERSON', {
    fallback: 50,
    min: 1,
    max: 10_000,
    meaning:
      'How many browsers a person may be signed in with; with a further one the session that began first ends.',
  }),
  passwordMinLength: integer('PASSWORD_MIN_LENGTH', {
    fallback: 12,
    min: 8,
    max: 128,
    meaning: 'How many characters a new password needs.',
    danger: 'Below 12 a password that is guessed offline, from a copy of the database, may not last.',
  }),
  passwordHashLog2N: integer('PASSWORD_HASH_LOG2_N', {
    fallback: 15,
    min: 10,
    max: 17,
    meaning:
      'What a new password costs to hash: scrypt with N = 2 to the power of this, r = 8 and p = 3. With 15 that is 32 MiB and about a quarter ' +
      'of a second of one core; each one more doubles both. Hashes of before keep what they cost.',
    danger:
      'Below 15 a password that is guessed offline, from a copy of the database, may not last. Tests take less.',
  }),
  passwordHashesAtOnce: integer('PASSWORD_HASHES_AT_ONCE', {
    fallback: 2,
    min: 1,
    max: 64,
    meaning:
      'How many passwords are checked at the same time on this process, each at the cost of PASSWORD_HASH_LOG2_N, on threads beside the ' +
      'event loop; 64 more wait, and what is beyond them is answered 503.',
    danger: 'More than half of the cores takes the time of running calls when many sign in at once.',
  }),
  signInFailuresPerAddress: integer('SIGN_IN_FAILURES_PER_ADDRESS', {
    fallback: 30,
    min: 0,
    max: 1_000_000,
    meaning:
      'How many failed sign-ins with a password one address (of IPv6, one /64) may make in each SIGN_IN_WINDOW_SECONDS on this process; a ' +
      'further one is answered 429 unread. Behind a proxy, set HTTP_TRUSTED_PROXIES, or all people count as one. 0: no limit.',
  }),
  signInFailuresPerEmail: integer('SIGN_IN_FAILURES_PER_EMAIL', {
    fallback: 10,
    min: 0,
    max: 1_000_000,
    meaning:
      'The same for one e-mail address from all addresses, known or unknown. A browser that this person has signed in from before has ' +
      'its own limit, so that others cannot lock the person out. 0: no limit.',
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
    meaning: 'For how many minutes a link that signs somebody in once is good.',
    danger: 'Whoever sees the link within that time can sign in with it.',
  }),
  invitationHours: integer('INVITATION_HOURS', {
    fallback: 168,
    min: 1,
    max: 8_760,
    meaning: 'For how many hours an invitation can be accepted.',
  }),
  oidcProvidersFile: text('OIDC_PROVIDERS_FILE', {
    meaning:
      'YAML or JSON file with the identity providers (OpenID Connect) at which people can sign in, as docs/access.md describes it. Read at the start.',
    danger: 'It has client secrets: readable by the service alone.',
  }),
  peoplePerAccount: integer('PEOPLE_PER_ACCOUNT', {
    fallback: 1_000,
    min: 1,
    max: 1_000_000,
    meaning:
      'How many people an account may have, and how many invitations beside them; a further one is answered 409.',
  }),
} as const;
