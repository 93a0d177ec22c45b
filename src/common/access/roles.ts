import { type Scope, SCOPES } from './scopes.js';

/** What a person of an account may do, from the least to the most. */
export const ROLES = ['viewer', 'editor', 'owner'] as const;

export type Role = (typeof ROLES)[number];

/** What only owners change: who has access, the gates of versions, and secrets and providers of the whole account. */
const OWNERS_ALONE: ReadonlySet<Scope> = new Set([
  'keys:admin',
  'keys:delegate',
  'people:write',
  'deployments:override',
  'secrets:write',
]);

const isRead = (scope: Scope): boolean => scope.endsWith(':read');

const SCOPES_OF: Readonly<Record<Role, ReadonlySet<Scope>>> = {
  viewer: new Set(SCOPES.filter(isRead)),
  editor: new Set(SCOPES.filter((scope) => !OWNERS_ALONE.has(scope))),
  owner: new Set(SCOPES),
};

/** The scopes that a role stands for. */
export const scopesOf = (role: Role): ReadonlySet<Scope> => SCOPES_OF[role];

/** The least role that has a scope. */
export const leastRoleWith = (scope: Scope): Role =>
  ROLES.find((role) => SCOPES_OF[role].has(scope)) ?? 'owner';
