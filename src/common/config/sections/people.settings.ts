import { integer, text } from '../setting.js';

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
