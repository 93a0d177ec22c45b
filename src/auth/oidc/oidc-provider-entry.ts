import { type Static, Type } from '@sinclair/typebox';
import { ROLES } from '../../common/access/index.js';
import { oneOf } from '../../common/openapi/index.js';

const OidcProviderEntry = Type.Object(
  {
    /** In addresses and rows; not to be changed once people have signed in. */
    id: Type.String({ pattern: '^[a-z0-9-]{1,40}$' }),
    /** What the sign-in page says. */
    name: Type.String({ minLength: 1, maxLength: 100 }),
    /** https, or http on this machine. */
    issuer: Type.String({ pattern: '^(https://|http://(localhost|127\\.0\\.0\\.1|\\[::1\\])[:/])' }),
    clientId: Type.String({ minLength: 1 }),
    clientSecret: Type.String({ minLength: 1 }),
    /** The account of the people who sign in there. */
    accountId: Type.String({ minLength: 1 }),
    /** Whoever has a verified address of such a domain needs no invitation. */
    allowedDomains: Type.Optional(Type.Array(Type.String({ pattern: '^[a-z0-9.-]+$' }))),
    /** What they are then. Default: viewer. */
    role: Type.Optional(oneOf(ROLES)),
    /** The provider gives out only addresses that belong to the person, and does not say so of each. */
    emailsAreVerified: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

export type OidcProviderEntry = Static<typeof OidcProviderEntry>;

export const OidcProvidersFile = Type.Array(OidcProviderEntry);
