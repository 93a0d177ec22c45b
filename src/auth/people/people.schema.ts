import { Type } from '@sinclair/typebox';
import { ROLES } from '../../common/access/index.js';
import { NextCursor, oneOf, orNull, responseShape, shape, Timestamp } from '../../http/openapi/index.js';
import type { Invitation, Person } from '../../generated/prisma/client.js';

const EMAILED = Type.Boolean({
  description: 'Whether the service e-mails the link to the person. Otherwise hand it over.',
});

export const PersonSchema = shape('Person', {
  id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  role: oneOf(ROLES),
  hasPassword: Type.Boolean(),
  identityProvider: orNull(Type.String(), { description: 'Where they sign in besides; null: nowhere yet.' }),
  createdAt: Timestamp,
  lastSignInAt: orNull(Timestamp),
});

export const PersonListSchema = responseShape({ people: Type.Array(PersonSchema), nextCursor: NextCursor });

export const SignInLinkSchema = responseShape({
  signInUrl: Type.String({ description: 'It is shown this once, and good once.' }),
  emailed: EMAILED,
  expiresAt: Timestamp,
});

const invitationFields = {
  id: Type.String(),
  email: Type.String(),
  role: oneOf(ROLES),
  createdBy: Type.String(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
};

const InvitationSchema = shape('Invitation', {
  ...invitationFields,
  emailRefused: Type.Boolean({
    description:
      'Whether the recipient’s mail server refused the e-mail. Check the address, and invite again.',
  }),
});

export const NewInvitationSchema = shape('NewInvitation', {
  ...invitationFields,
  invitationUrl: Type.String({ description: 'It is shown this once.' }),
  emailed: EMAILED,
});

export const InvitationListSchema = responseShape({
  invitations: Type.Array(InvitationSchema),
  nextCursor: NextCursor,
});

export const PERSON_EXAMPLE = {
  id: 'per_3hJ5kL7mN9pQ1rS3tU5vW7',
  email: 'ada@example.com',
  name: 'Ada Lovelace',
  role: 'owner',
  hasPassword: true,
  identityProvider: null,
  createdAt: '2026-05-04T09:00:00.000Z',
  lastSignInAt: '2026-05-04T09:30:00.000Z',
};

export const INVITATION_EXAMPLE = {
  id: 'inv_8kL2mN5pQ9rS3tU6vW1xYz',
  email: 'grace@example.com',
  role: 'editor',
  createdBy: 'ada@example.com',
  createdAt: '2026-05-04T09:30:00.000Z',
  expiresAt: '2026-05-11T09:30:00.000Z',
};

/** Omits the password hash. */
export const personView = (person: Person) => ({
  id: person.id,
  email: person.email,
  name: person.name,
  role: person.role,
  hasPassword: person.passwordHash !== null,
  identityProvider: person.oidcProvider,
  createdAt: person.createdAt.toISOString(),
  lastSignInAt: person.lastSignInAt?.toISOString() ?? null,
});

/** Omits the token hash. */
export const invitationView = (invitation: Invitation) => ({
  id: invitation.id,
  email: invitation.email,
  role: invitation.role,
  createdBy: invitation.createdBy,
  createdAt: invitation.createdAt.toISOString(),
  expiresAt: invitation.expiresAt.toISOString(),
});
