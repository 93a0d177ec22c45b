import { type Static, Type } from '@sinclair/typebox';
import { ROLES } from '../../common/access/index.js';
import { oneOf } from '../../http/openapi/index.js';

const OidcProviderEntry = Type.Object(
  {
    /** Used in URLs and rows; must not change once people have signed in. */
    id: Type.String({ pattern: '^[a-z0-9-]{1,40}$' }),
    /** Shown on the sign-in page. */
    name: Type.String({ minLength: 1, maxLength: 100 }),
    /** https, or http on this machine. */
    issuer: Type.String({ pattern: '^(https://|http://(localhost|127\\.0\\.0\\.1|\\[::1\\])[:/])' }),
    clientId: Type.String({ minLength: 1 }),
    clientSecret: Type.String({ minLength: 1 }),
    /** The account of people who sign in with this provider. */
    accountId: Type.String({ minLength: 1 }),
    /** A verified address of these domains needs no invitation. */
    allowedDomains: Type.Optional(Type.Array(Type.String({ pattern: '^[a-z0-9.-]+$' }))),
    /** Role of people who sign in without an invitation. Default: viewer. */
    role: Type.Optional(oneOf(ROLES)),
    /** The provider issues only verified addresses, but sends no `email_verified` claim. */
    emailsAreVerified: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

export type OidcProviderEntry = Static<typeof OidcProviderEntry>;

export const OidcProvidersFile = Type.Array(OidcProviderEntry);
